"""Costs that leave it to their payer which of several is paid: "spend {e} or exhaust this"."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from engine.abilities import EitherCost

if TYPE_CHECKING:
    from engine.abilities import Cost


def alternatives(cost: Cost) -> tuple[Cost, ...]:
    """Each way to pay a cost, in printed order; the cost alone if it leaves no choice of the kind."""
    if not any(isinstance(part, EitherCost) for part in cost):
        return (cost,)
    choices = [part.options if isinstance(part, EitherCost) else ((part,),) for part in cost]
    return tuple(tuple(part for some in way for part in some) for way in product(*choices))


def chosen_in(cost: Cost, place: int) -> Cost:
    """The cost that the ``place``-th alternative chooses."""
    choices = [part.options for part in cost if isinstance(part, EitherCost)]
    return tuple(part for some in list(product(*choices))[place] for part in some)
