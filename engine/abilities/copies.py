"""Instructions about copies of cards that are no spells yet."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CopyCard:
    """A copy of the source is made in exile, as the source last was: "it" from here on."""
