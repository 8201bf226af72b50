"""Questions that need nobody: there is nothing to do but pass, or one answer only. It is given without asking.

Nobody learns anything from an answer at once where bots of the house have all other seats, or where the seat holds
nothing that others do not see. Else it comes after a moment that does not depend on the hand, as on the page
(``comfort/idle.js``): others see somebody who thinks. A seat under full control is asked everything.
"""

from __future__ import annotations

import random
from typing import Final

import anyio

from protocol.client import Match
from protocol.messages import AnyAnswer, Decision
from server.terminal.only_answers import only_answer, passing
from server.terminal.scene import Scene

LEAST_S: Final = 0.3
SPREAD_S: Final = 0.8
"""Time in which a person passes who presses a key at once, and the rest up to that of one who reads the board."""


class Idle:
    """The answers of one seat that need nobody."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._due_s: dict[int, float] = {}
        self._refused_w = 0

    def answer_to(self, decision: Decision) -> AnyAnswer | None:
        """The answer; ``None`` where the person is to be asked."""
        settings = self._match.view.settings
        if settings is None or settings.full or decision.w == self._refused_w:
            return None
        number = passing(decision)
        return number if number is not None else only_answer(decision, Scene(self._match.view, self._match.seat))

    def left_s(self, decision: Decision) -> float:
        """Time until the answer is to be given."""
        if self._match.is_alone or decision.open or decision.cancel:
            return 0.0
        now_s = anyio.current_time()
        if decision.w not in self._due_s:
            self._due_s = {decision.w: now_s + LEAST_S + random.random() * SPREAD_S}  # noqa: S311 # a pause is no secret
        return max(0.0, self._due_s[decision.w] - now_s)

    def refused(self, decision: Decision) -> None:
        """The answer did not count: the person is asked."""
        self._refused_w = decision.w
