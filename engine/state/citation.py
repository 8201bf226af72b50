"""The number that a paragraph bears in the profile of a match, whose rulebook may number its chapters otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.state.rulebook import Rulebook


def cited(rules: Rulebook, paragraph: str) -> str:
    """A paragraph of the current rulebook, by its number in the profile of these rules."""
    chapter, dot, rest = paragraph.partition(".")
    return rules.profiles[rules.profile].get(chapter, chapter) + dot + rest
