"""A bot in a seat: its answers over the wire, and what it does when one is refused.

A bot's function has no memory. The player has as much as keeps it from running in circles: an action that it has taken
many times in one phase (a free ability, a play that the rules keep reversing) is replaced by a random one.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from protocol.client import Client, MatchOver, Refused, Table
from protocol.messages import AnyAnswer, Decision, Option
from protocol.view import View
from server.bots import BOTS, uniform

MOST_REPEATS: Final = 6
"""How often one action is taken in one phase before it counts as running in circles."""
MOST_REFUSALS: Final = 20
"""Refusals in a row after which the player gives up."""


class Player:
    """One bot at one table.

    Attributes:
        refusals: answers that were refused, all told: 0 unless the bot and the rules disagree.
    """

    def __init__(self, name: str, rng: random.Random) -> None:
        self.refusals = 0
        self._choose = BOTS[name]
        self._rng = rng
        self._phase: tuple[int, str] = (0, "")
        self._taken: Counter[str] = Counter()
        self._in_a_row = 0

    def choose(self, view: View, decision: Decision) -> AnyAnswer:
        """The bot's answer; after a refusal the decision's default, then chance; a payment is worth chance at once."""
        if self._in_a_row == 1 and decision.default is not None and decision.kind != "pay":
            return decision.default
        if self._in_a_row:
            return uniform.choose(view, decision, self._rng)
        answer = self._choose(view, decision, self._rng)
        if decision.kind == "act" and isinstance(answer, int) and self._is_circling(view, decision.options[answer]):
            return uniform.choose(view, decision, self._rng)
        return answer

    def refused(self, refused: Refused) -> None:
        """The last answer did not count.

        Raises:
            Refused: too often in a row.
        """
        self.refusals += 1
        self._in_a_row += 1
        if self._in_a_row > MOST_REFUSALS:
            raise refused

    def accepted(self) -> None:
        self._in_a_row = 0

    def _is_circling(self, view: View, option: Option) -> bool:
        phase = (view.game.turn, view.game.phase)
        if phase != self._phase:
            self._phase = phase
            self._taken.clear()
        if option.do == "pass":
            return False
        self._taken[option.text] += 1
        return self._taken[option.text] > MOST_REPEATS


async def play(client: Client, match: str, token: str, player: Player, settings: str = "") -> Table:
    """Play a match to its end.

    Args:
        settings: a gesture that says how to be asked; empty: everything.

    Raises:
        Refused: settings that mean nothing, more than MOST_REFUSALS answers in a row, or the seat was not given.
        ConnectionLost: for good.
    """
    table = await client.join(match, token)
    if settings:
        await table.settle(settings)
    while (decision := await table.next_decision()) is not None:
        await answer(table, player, decision)
    return table


async def answer(table: Table, player: Player, decision: Decision) -> bool:
    """Give one answer; whether it was taken. One that came too late is nobody's fault.

    Raises:
        Refused: more than MOST_REFUSALS answers in a row.
        ConnectionLost: for good.
    """
    try:
        await table.answer(player.choose(table.view, decision))
    except MatchOver:
        return False
    except Refused as refused:
        if refused.code != "stale_decision":
            player.refused(refused)
        return False
    player.accepted()
    return True
