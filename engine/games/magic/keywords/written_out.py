"""Keywords written out in the words of a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.text import parse

if TYPE_CHECKING:
    from engine.abilities import Ability


def abilities_of(text: str) -> tuple[Ability, ...]:
    """The abilities of a text, "this" for the card that has the keyword."""
    return parse(text, "", "magic")
