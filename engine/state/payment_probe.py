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
    """

    ask: Callable[[Game, int, Cost], int]
    is_within_budget: Callable[[Game, int, Cost], bool]
