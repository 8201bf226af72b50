"""Conditions put together, and the action that effects on the cost of abilities name."""

from __future__ import annotations

from typing import Final

from engine.abilities import Compare, Math, Truth

IN_PHASE: Final = "phase "
"""Before a phase: the value that says whether it is that phase of one's turn."""
FROM: Final = "activated from "
"""Before a zone: the state of a card whose activation began there."""
FROM_ZONES: Final = ("memory", "material deck")
"""The zones of which a text may ask that, and whose cards are noted therefore."""
IGNORING: Final = "ignoring elements to "
"""Before a verb: what a card is played as though it were, if its elements need not be enabled for that."""
USE_ABILITY: Final = "activate ability"
"""The action of activating an ability, as effects on its cost name it."""


def both(one: Compare, other: Compare | None) -> Compare:
    """Two conditions as one."""
    return one if other is None else Compare(Math("*", Truth(one), Truth(other)), "=", 1)
