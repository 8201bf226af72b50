"""The base of each game's rules: a rulebook with the payments, windows and rounds that most games share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events.execution import EVENTS
from engine.payment.can_pay import can_pay
from engine.payment.window import proposed
from engine.play.response_windows import respond
from engine.state.rulebook import Rulebook

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.state.decisions import Decision
    from engine.state.game import Game
    from engine.state.records import Play


class Rules(Rulebook):
    """A rulebook with the payments, windows and rounds that most games have."""

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.events = dict(EVENTS)

    def can_settle(self, game: Game, seat: int, due: Cost, subject: int) -> int:
        """Whether a cost that a text asks for as it is carried out can be paid now: 0 no, 1 unproven, 2 yes."""
        return can_pay(game, seat, due, subject)

    def proposed(self, game: Game, play: Play, decision: Decision) -> tuple[int, ...]:
        """The things that would make a payment if it were left to the rules, as far as they can say it now."""
        return proposed(game, play) if decision.kind == "pay" else ()

    def respond(self, game: Game) -> None:
        """Let what was just stated be responded to."""
        respond(game)
