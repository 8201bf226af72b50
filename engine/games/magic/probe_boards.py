"""Payments of mana, measured: whether one can be made, and whether the search for it stays within its budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.payment.can_pay import can_pay
from engine.payment.mana_sources import sources_of
from engine.payment.solver import Level, Search
from engine.state.payment_probe import PaymentProbe
from engine.state.search_budget import Asking, Question

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.state.game import Game


def ask(game: Game, seat: int, due: Cost) -> int:
    sources = sources_of(game, seat)
    sources.memo.clear()
    sources.stock = None
    game.searched.clear()
    with Asking(game):
        return can_pay(game, seat, due, 0, "cast")


def is_within_budget(game: Game, seat: int, due: Cost) -> bool:
    search = Search(game, seat, [Level(due, 0, ("cast", None), None)], sources_of(game, seat), Question())
    search.run()
    return not search.is_short


def from_pool(game: Game, seat: int, due: Cost) -> int:
    with Asking(game):
        return can_pay(game, seat, due, 0, "cast", window=False)


PROBE: Final = PaymentProbe(ask, is_within_budget, from_pool=from_pool)
