"""Costs that are paid part by part, in the order their player likes, by the steps of ``engine.payment.window``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.payment.can_pay import can_pay
from engine.payment.window import proposed
from engine.state.procedure import PlayCosts

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.state.decisions import Decision
    from engine.state.game import Game
    from engine.state.records import Play


class PaidInParts(PlayCosts):
    """Costs that are paid part by part."""

    __slots__ = ()

    def can_pay_due(self, game: Game, seat: int, due: Cost, subject: int) -> int:
        return can_pay(game, seat, due, subject)

    def proposed(self, game: Game, play: Play, decision: Decision) -> tuple[int, ...]:
        return proposed(game, play) if decision.kind == "pay" else ()


PAID_IN_PARTS: Final = PaidInParts()
