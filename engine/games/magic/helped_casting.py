"""Alternative costs that a creature lessens: tapped for harmonize (702.180), sacrificed for emerge (702.119).

The creature is chosen as its player chooses to pay the cost so: each is a way of its own to cast the card.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import Filter, Lessened, Sacrifice, TapOther, Test
from engine.events.labels import label

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.abilities import Way
    from engine.state.game import Game
    from engine.state.records import Object

HARMONIZE: Final = "harmonize"
EMERGE: Final = "emerge"


def with_helpers(game: Game, seat: int, way: Way) -> Iterator[Way]:
    """The ways that one of a card stands for, one for each creature that may help to pay it."""
    if way.name not in (HARMONIZE, EMERGE):
        yield way
        return
    if way.name == HARMONIZE:
        yield way  # 702.180a: up to one creature
    for obj in game.battlefield():
        if obj.controller == seat and "creature" in obj.words and not (way.name == HARMONIZE and obj.tapped):
            yield _with_helper(game, way, obj)


def _with_helper(game: Game, way: Way, obj: Object) -> Way:
    """702.180a-b, 702.119a, 702.119c: generic mana less by its power, or by its mana value."""
    this = Filter((("creature",),), "you", tests=(Test("id", "=", obj.id),))
    is_tapped = way.name == HARMONIZE
    part = TapOther(this) if is_tapped else Sacrifice(this)
    less = Lessened(max(0, obj.power if is_tapped else obj.value))
    return replace(way, name=f"{way.name} with {label(game, obj)}", cost=(*way.cost, part, less))
