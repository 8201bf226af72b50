"""Instructions that only Grand Archive has: one function for each, called with its item.

Each returns how many instructions to pass over, as in ``engine.effects``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.meaning import objects_of, touched
from engine.games.grand_archive.combat import redirect
from engine.games.grand_archive.lineage import delevel

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item


def _lose_level(game: Game, item: Item, do: a.LoseLevel, answer: Answer | None) -> Outcome:
    """The top card of a champion is taken off."""
    objs = objects_of(game, item, do.what)
    for obj in objs:
        if "champion" in obj.words:
            delevel(game, obj)
    return touched(game, item, tuple(obj.id for obj in objs))


def _redirect_attack(game: Game, item: Item, do: a.RedirectAttack, answer: Answer | None) -> Outcome:
    """The attack of this combat is on another unit instead."""
    objs = [obj for obj in objects_of(game, item, do.to) if obj.zone == game.arena]
    for obj in objs[:1]:
        redirect(game, obj)
    return touched(game, item, tuple(obj.id for obj in objs))


INSTRUCTIONS: Final[dict[type, Callable[..., Outcome]]] = {
    a.LoseLevel: _lose_level,
    a.RedirectAttack: _redirect_attack,
}
