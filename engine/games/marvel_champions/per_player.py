"""Numbers with the per-player icon: multiplied by the players who started, eliminated or not (Per Player)."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.cards.definitions import CardDef

HIT_POINTS = "hit points"
COST = "cost"
"""A cost is multiplied where it is worked out, as what changes it comes after (``totals``)."""


def multiplied(definition: CardDef, players: int) -> CardDef:
    """A card as it is in a match of so many players; ``per_player`` in its table says which numbers have the icon."""
    fields = dict(definition.extra).get("per_player", ())
    if not isinstance(fields, tuple) or players == 1:
        return definition
    many = copy(definition)
    if HIT_POINTS in fields and many.toughness is not None:
        many.toughness *= players
    many.extra = tuple(
        (name, value * players if name in fields and name != COST and isinstance(value, int) else value)
        for name, value in definition.extra
    )
    return many
