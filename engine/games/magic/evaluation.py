"""The worth of a position, in points: one is about a land in play. For searching, not a rule.

The weights lie between what players say and what a logistic regression found in some 1,000 matches of greedy bots with
all the decks that ship: there life and creatures that are hard to block decide, and a card in hand is worth less than
one in play.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object

LIFE: Final = 4.5
"""Times the square root of life: the last points matter most."""
HAND: Final = 1.2
LAND: Final = 1.2
ENOUGH: Final = 6
"""Lands more than this are worth little."""
SPARE_LAND: Final = 0.4
STRONG: Final = frozenset(
    ("flying", "first strike", "double strike", "deathtouch", "lifelink", "trample", "menace", "indestructible")
)


def evaluate(game: Game, seat: int) -> float:
    """The assets of a seat, less those of the strongest of its opponents."""
    others = game.opponents(seat)
    return _has(game, seat) - max((_has(game, other) for other in others), default=0.0)


def _has(game: Game, seat: int) -> float:
    life = max(0, game.players[seat].life)
    points = LIFE * sqrt(life) + HAND * len(game.content("hand", seat))
    lands = 0
    for obj in game.battlefield():
        if obj.controller == seat:
            if "creature" in obj.words:
                points += _creature(obj)
            elif "land" in obj.words:
                lands += 1
            else:
                points += 0.4 + 0.4 * obj.value + sum(n for _, n in obj.counters) * 0.3
    return points + LAND * min(lands, ENOUGH) + SPARE_LAND * max(0, lands - ENOUGH)


def _creature(obj: Object) -> float:
    able = 0.5 if "defender" in obj.keywords else 1.0
    strong = 2.5 * sum(word in STRONG for word in obj.keywords) if obj.power > 0 else 0.0
    return 2.0 + 0.8 * able * max(0, obj.power) + 0.2 * max(0, obj.toughness) + strong + 0.1 * obj.value
