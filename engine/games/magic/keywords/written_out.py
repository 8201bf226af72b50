"""Keywords written out in the words of a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards import definitions

if TYPE_CHECKING:
    from engine.abilities import Ability


def abilities_of(text: str) -> tuple[Ability, ...]:
    """The abilities of a text, "this" for the card that has the keyword."""
    return definitions.abilities_of("magic", text)
