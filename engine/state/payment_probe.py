"""The record by which a game lets its payments be measured."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Cost
    from engine.state.game import Game


class PaymentProbe(NamedTuple):
    """The measures of a game's payments (``engine.formats.payment_probe``).

    Attributes:
        ask: whether a seat can pay a cost, worked out anew from known sources: 0 no, 1 unproven, 2 yes.
        is_within_budget: whether a search over everything that could pay a cost stays within its budget.
        says: how an ability of the game has a cost, where "COST" stands.
        from_pool: whether what lies in the seat's pool pays a cost alone; none in a game without pools.
    """

    ask: Callable[[Game, int, Cost], int]
    is_within_budget: Callable[[Game, int, Cost], bool]
    says: str = "COST: Draw a card."
    from_pool: Callable[[Game, int, Cost], int] | None = None
