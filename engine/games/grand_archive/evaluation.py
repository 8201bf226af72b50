"""The worth of a position, in points: one is about a card. For searching, not a rule."""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object

LIFE: Final = 3.0
"""Times the square root of what a champion can still take: the last points matter most."""
LEVEL: Final = 2.0
CARD: Final = 1.2
"""In hand or memory, which comes back to the hand."""


def evaluate(game: Game, seat: int) -> float:
    """The assets of a seat, less those of the strongest of its opponents."""
    others = game.opponents(seat)
    return _has(game, seat) - max((_has(game, other) for other in others), default=0.0)


def _has(game: Game, seat: int) -> float:
    points = CARD * (len(game.content("hand", seat)) + len(game.content("memory", seat)))
    for obj in game.battlefield():
        if obj.controller == seat:
            points += _worth(obj)
    return points


def _worth(obj: Object) -> float:
    left = max(0, obj.toughness - obj.damage)
    if "champion" in obj.words:
        return LIFE * sqrt(left) + LEVEL * obj.level + sum(n for _, n in obj.counters) * 0.3
    if "ally" in obj.words:
        return 0.6 + 0.9 * max(0, obj.power) + 0.4 * left + 0.4 * len(obj.keywords)
    return 1.0 + 0.4 * max(0, obj.power) + sum(n for _, n in obj.counters) * 0.2
