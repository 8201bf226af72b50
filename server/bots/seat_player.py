"""A bot in a seat: its answers over the wire, and what it does when one is refused.

A bot's function has no memory. The player has as much as keeps it from running in circles: an action that it has taken
many times in one phase (a free ability, a play that the rules keep reversing), or that led to an answer that was
refused, is replaced by a random one.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from protocol.client import Client, Match, Refused
from protocol.messages import Answer, AnyAnswer, Decision, Option
from protocol.view import View
from server.bots import BOTS, KNOWING, uniform
from server.bots.levels import LEVELS
from server.bots.mind import Effort, Know, LevelMind, Mind, Thinker

EFFORT: Final = Effort()
MOST_REPEATS: Final = 6
"""Repetitions of one action in one phase before it counts as running in circles."""
MOST_REFUSALS: Final = 20
"""Refusals in a row after which the player gives up."""
AUTO: Final = Answer("auto")
"""The rules are to plan a payment."""
CANCEL: Final = Answer("cancel")


class Player:
    """One bot at one table.

    Args:
        know: asks what its seat knows (``Client.known``), for those that look ahead.
        effort: how long those think that are no levels.
        mind: thinks for it, instead of its own.

    Attributes:
        refusals: answers that were refused, all told: 0 unless the bot and the rules disagree.
    """

    def __init__(
        self,
        name: str,
        rng: random.Random,
        know: Know | None = None,
        effort: Effort = EFFORT,
        mind: Thinker | None = None,
    ) -> None:
        self.refusals = 0
        self._choose = BOTS[name]
        self._rng = rng
        self._mind = mind
        if mind is None and name in KNOWING and know is not None:
            self._mind = LevelMind(name, know, rng) if name in LEVELS else Mind(know, rng, effort)
        self._phase: tuple[int, str] = (0, "")
        self._taken: Counter[str] = Counter()
        self._begun = ""
        self._in_a_row = 0

    async def decide(self, match: Match, decision: Decision) -> AnyAnswer:
        """The bot's answer, after some thought if it can think."""
        if self._mind is not None and not self._in_a_row:
            thought = await self._mind.think(match, decision)
            if thought is not None and not self._is_circling(match.view, decision, thought):
                return thought
        return self.choose(match.view, decision)

    def choose(self, view: View, decision: Decision) -> AnyAnswer:
        """The bot's answer; after a refusal what the rules would say, then chance.

        A payment that is asked piece by piece was left to the rules already: if they find no way to pay, it is taken
        back.
        """
        if self._in_a_row == 1:
            if decision.kind == "pay":
                return CANCEL if decision.cancel else uniform.choose(view, decision, self._rng)
            if decision.auto:
                return AUTO
            if decision.default is not None:
                return decision.default
        if self._in_a_row:
            return uniform.choose(view, decision, self._rng)
        answer = self._choose(view, decision, self._rng)
        if self._is_circling(view, decision, answer):
            return uniform.choose(view, decision, self._rng)
        return answer

    def refused(self, refused: Refused) -> None:
        """The last answer did not count.

        Raises:
            Refused: too often in a row.
        """
        self.refusals += 1
        self._in_a_row += 1
        self._taken[self._begun] = MOST_REPEATS  # what cannot be brought to its end is not begun again in this phase
        if self._in_a_row > MOST_REFUSALS:
            raise refused

    def accepted(self) -> None:
        self._in_a_row = 0

    def _is_circling(self, view: View, decision: Decision, answer: AnyAnswer) -> bool:
        option = _option(decision, answer) if decision.kind == "act" else None
        if option is None or option.do == "pass":
            return False
        phase = (view.game.turn, view.game.phase)
        if phase != self._phase:
            self._phase = phase
            self._taken.clear()
        self._begun = option.text
        self._taken[option.text] += 1
        return self._taken[option.text] > MOST_REPEATS


def _option(decision: Decision, answer: AnyAnswer) -> Option | None:
    """The option that an answer names."""
    if isinstance(answer, int):
        return decision.options[answer]
    return next((o for o in decision.options if answer == Answer(o.do, o.refs, o.amounts)), None)


async def play(client: Client, match: str, token: str, player: Player, settings: str = "") -> Match:
    """Play a match to its end.

    Args:
        settings: a gesture that says how to be asked; empty: everything.

    Raises:
        Refused: settings that mean nothing, more than MOST_REFUSALS answers in a row, or the seat was not given.
        ConnectionLost: for good.
    """
    joined = await client.join(match, token)
    await finish(joined, player, settings)
    return joined


async def finish(match: Match, player: Player, settings: str = "") -> None:
    """Play a match on in which one sits; raises as ``play``."""
    if settings:
        await match.settle(settings)
    async for decision in match:
        await answer(match, player, decision)


async def answer(match: Match, player: Player, decision: Decision) -> bool:
    """Give one answer; whether it was taken. One that came too late is nobody's fault.

    Raises:
        Refused: more than MOST_REFUSALS answers in a row.
        ConnectionLost: for good.
    """
    try:
        is_taken = await match.answer(await player.decide(match, decision), decision)
    except Refused as refused:
        player.refused(refused)
        return False
    if is_taken:
        player.accepted()
    return is_taken
