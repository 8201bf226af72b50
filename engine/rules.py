"""The base of each game's rules: a rulebook with the events and windows that most games share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.events.execution import EVENTS
from engine.play.response_windows import respond
from engine.state.rulebook import Rulebook

if TYPE_CHECKING:
    from engine.state.game import Game


class Rules(Rulebook):
    """A rulebook with the events and windows that most games have."""

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.events = dict(EVENTS)

    def respond(self, game: Game) -> None:
        """Let what was just stated be responded to."""
        respond(game)
