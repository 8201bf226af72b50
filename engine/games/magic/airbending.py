"""Airbending, which only Magic has: what is exiled so may be cast by its owner for another cost (701.65)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Mana, Way
from engine.effects.meaning import touched
from engine.state.lasting import MayPlayEffect

if TYPE_CHECKING:
    from engine.effects.meaning import Outcome
    from engine.state.game import Game
    from engine.state.records import Item, Object

AIRBEND: Final = "airbend"
AIRBENT: Final = "airbent"
"""The word for a card that was exiled so, and the verb of the leave to cast it."""
FOR_TWO: Final = Way(AIRBEND, (Mana(("2",)),))
"""The alternative cost for which its owner may cast it (118.9)."""


def become_airbent(game: Game, item: Item, objs: list[Object]) -> Outcome:
    """701.65a: the owner of each exiled card may cast it for as long as it remains exiled."""
    cards = [obj for obj in objs if obj.zone == "exile"]
    for obj in cards:
        game.append(game.root, "effects", MayPlayEffect(obj.owner, (obj.id,), AIRBENT, False, ""))
    return touched(game, item, tuple([obj.id for obj in cards]))


def is_airbent(game: Game, seat: int, obj: Object) -> bool:
    """Whether a seat may cast a card because it was airbent."""
    return obj.zone == "exile" and any(
        isinstance(leave, MayPlayEffect) and leave.verb == AIRBENT and leave.seat == seat and obj.id in leave.idents
        for leave in game.root.effects
    )
