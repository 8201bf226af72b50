"""Gymnasium's environment: one seat learns, bots have the others; or one learner has all seats."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

import gymnasium
import numpy as np
from gymnasium import spaces

from engine import Refusal
from protocol.client import Refused
from protocol.messages import Decision
from server.bots import BOTS, KNOWING
from server.bots.seat_player import Player
from server.learning.environment import (
    MOST_STEPS,
    SECRET_BITS,
    Deck,
    Observation,
    listed,
    observed,
    space,
    starters,
)
from server.learning.picks import ACTIONS
from server.learning.seats import Seats, Stuck

OPPONENTS: Final = tuple(sorted(set(BOTS) - KNOWING))
"""The bots that answer at once; those that look ahead need a server."""
SELF: Final = "self"
"""In place of a bot: the learner has all seats, one after the other as the rules ask them."""


class Outcome(NamedTuple):
    """The end of a step, the observation aside; ``refused`` is "" where the rules took what was picked."""

    reward: float
    is_over: bool
    is_cut: bool
    refused: str


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One match of a game against bots. The observation and the reward are those of ``environment``.

    ``infos`` hold ``action_mask`` once more, for tools that look there.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"]}  # noqa: RUF012  # as Gymnasium declares it

    def __init__(
        self,
        game: str = "magic",
        decks: Sequence[Deck] | None = None,
        players: int | None = None,
        opponent: str = "random",
        seat: int | None = None,
        max_steps: int = MOST_STEPS,
        render_mode: str | None = None,
    ) -> None:
        """Sit down at one seat.

        Args:
            opponent: the bot that has all other seats, one of OPPONENTS; or SELF.
            seat: the learner's; by default each in turn.
            game, decks, players, max_steps, render_mode: as of ``environment.raw_env``.

        Raises:
            ValueError: no such opponent, or as ``raw_env``.
        """
        if opponent not in (*OPPONENTS, SELF):
            raise ValueError(f"{opponent!r} is no opponent here: there are {', '.join(OPPONENTS)}")
        self.game = game
        self.decks = listed(game, decks) if decks is not None else starters(game, players)
        self.opponent = opponent
        self.seat = seat
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.observation_space = space()
        self.action_space = spaces.Discrete(ACTIONS)
        self._matches = self._steps = self._own = 0
        self._seats: Seats | None = None
        self._bots: list[Player] = []

    @property
    def seats(self) -> Seats:
        """The match; only after ``reset``."""
        assert self._seats is not None
        return self._seats

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match; ``options`` may hold other ``decks``."""
        self.begin(seed, options)
        return self._observed()

    @property
    def own(self) -> int:
        """The seat that the next pick is for, or that made the last one."""
        if self.opponent == SELF and self.seats.asked is not None:
            self._own = self.seats.asked
        return self._own

    def begin(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """As ``reset``, without an observation."""
        super().reset(seed=seed)
        if seed is not None:
            self._matches = 0
        secret = self.np_random.bytes(SECRET_BITS // 8).hex()
        self._seats = Seats(self.game, listed(self.game, (options or {}).get("decks", self.decks)), secret)
        chance = random.Random(secret)  # noqa: S311  # of the bots
        if self.opponent != SELF:
            self._bots = [Player(self.opponent, chance) for _ in range(self._seats.players)]
        self._own = self.seat if self.seat is not None else self._matches % len(self.decks)
        self._matches += 1
        self._steps = 0
        self._let_others_play()

    def step(self, action: int | np.int64) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Make a pick; one that the mask forbids loses, with -1."""
        reward, is_over, is_cut, refused = self.advance(int(action))
        observation, info = self._observed()
        if refused:
            info["refused"] = refused
        return observation, reward, is_over, is_cut, info

    def advance(self, action: int) -> Outcome:
        """As ``step``, without an observation; the reward is that of the seat that made the pick."""
        self._steps += 1
        seat = self.own
        is_stuck = False
        try:
            self.seats.pick(action)
            self._let_others_play()
        except Stuck:
            is_stuck = True
        except ValueError as illegal:
            return Outcome(-1.0, True, False, str(illegal))
        is_over = self.seats.match.result is not None
        is_cut = not is_over and (is_stuck or self._steps >= self.max_steps)
        return Outcome(self.seats.rewards()[seat] if is_over else 0.0, is_over, is_cut, self.seats.refused)

    def render(self) -> str | None:
        """The last lines of the log."""
        if self.render_mode is None:
            return None
        view = self.seats.views[self._own]
        return "\n".join(view.render(line) for line in view.log)

    def _observed(self) -> tuple[Observation, dict[str, Any]]:
        observation = observed(self.seats, self.own)
        return observation, {"action_mask": observation["action_mask"]}

    def _let_others_play(self) -> None:
        if self.opponent == SELF:
            return
        while self.seats.asked not in (None, self._own):
            decision = self.seats.decision
            assert decision is not None
            self._answer(decision)

    def _answer(self, decision: Decision) -> None:
        """The bot's answer, and another one as long as the rules refuse it."""
        bot = self._bots[decision.seat]
        try:
            self.seats.answer(bot.choose(self.seats.views[decision.seat], decision))
        except Refusal as refusal:
            self._refuse(bot, refusal)
        else:
            bot.accepted()

    def _refuse(self, bot: Player, refusal: Refusal) -> None:
        try:
            bot.refused(Refused(refusal.code, refusal.reason, refusal.rule))
        except Refused as refused:
            raise Stuck(f"{self.opponent} finds no answer") from refused
