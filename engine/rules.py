"""The base of each game's rules: a rulebook with the events that most games share."""

from __future__ import annotations

from engine.events.execution import EVENTS
from engine.state.rulebook import Rulebook


class Rules(Rulebook):
    """A rulebook with the events that most games have."""

    def __init__(self, profile: str) -> None:
        super().__init__(profile)
        self.events = dict(EVENTS)
