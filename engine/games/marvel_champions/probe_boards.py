"""Payments of resources, measured: whether one can be made, and whether the search for it stays within its budget."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.marvel_champions.can_pay import NODES, Search, can_pay_for
from engine.games.marvel_champions.character_stats import identity_of
from engine.games.marvel_champions.choosing import can_divide
from engine.games.marvel_champions.resource_sources import from_abilities, from_hand
from engine.state.payment_probe import PaymentProbe
from engine.state.search_budget import NO, YES

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.state.game import Game


def ask(game: Game, seat: int, due: Cost) -> int:
    identity = identity_of(game, seat)
    assert identity is not None
    can = can_pay_for(game, seat, identity, due) and can_divide(game, seat, identity, due)
    return YES if can else NO


def is_within_budget(game: Game, seat: int, due: Cost) -> bool:
    identity = identity_of(game, seat)
    assert identity is not None
    sources = [*from_hand(game, seat, identity), *from_abilities(game, seat, identity)]
    search = Search(game, seat, identity, due, sources)
    search.run()
    return search.nodes <= NODES


PROBE: Final = PaymentProbe(ask, is_within_budget, "COST -> Draw a card.")
