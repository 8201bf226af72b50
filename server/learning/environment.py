"""The environment of PettingZoo: agents ``player_0``, ``player_1`` ... take turns as the rules ask them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from engine import list_games, load_decks, seats_of
from server.learning.encoding import LIMIT, SIZE
from server.learning.observations import filled
from server.learning.picks import ACTIONS
from server.learning.seats import DeckList, Seats, Stuck

Observation: TypeAlias = dict[str, Any]
"""``observation``: float32 (SIZE,), see ``encoding``. ``action_mask``: int8 (ACTIONS,), 1 for what may be picked."""
MOST_STEPS: Final = 20_000
SECRET_BITS: Final = 128
Deck: TypeAlias = DeckList | str
"""Card name -> how many, or the name of a deck that ships with the game."""


def space() -> spaces.Dict:
    """Space of one observation."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-LIMIT, LIMIT, (SIZE,), np.float32),
            "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8),
        }
    )


def observed(seats: Seats, seat: int) -> Observation:
    """The observation of a seat; the mask of one that is not asked is all zeros."""
    mask = np.empty(ACTIONS, np.int8)
    seats.write_mask(seat, mask.data.cast("B"))
    return {"observation": filled(partial(seats.write, seat)), "action_mask": mask}


def starters(game: str, seats: int | None = None) -> list[DeckList]:
    """Decks that ship with the game, one for each seat; as few seats as it may have, two at least if it may."""
    known = list(_built_in(game).values())
    least, most = seats_of(game)
    count = seats if seats is not None else min(max(2, least), most)
    return [known[seat % len(known)] for seat in range(count)]


def listed(game: str, decks: Sequence[Deck]) -> list[DeckList]:
    """The content of decks, those too that are told by name.

    Raises:
        ValueError: no such deck, or no such game.
    """
    known = _built_in(game)
    for deck in decks:
        if isinstance(deck, str) and deck not in known:
            raise ValueError(f"no deck {deck!r}; there are {', '.join(known)}")
    return [known[deck] if isinstance(deck, str) else deck for deck in decks]


def _built_in(game: str) -> dict[str, DeckList]:
    if game not in list_games():
        raise ValueError(f"no game {game!r}; there are {', '.join(list_games())}")
    return {key: dict(deck.entries) for key, deck in load_decks(game).items()}


def env(**options: Any) -> AECEnv:
    """The environment as PettingZoo's tools want it: an action that may not be taken loses, with -1."""
    checked = wrappers.TerminateIllegalWrapper(raw_env(**options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(checked))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  # PettingZoo has no types, and calls it so
    """One match of a game.

    Rewards are 1 and -1 at the end, to all alike where the players are on one side; 0 in a draw. ``infos`` say why the
    rules have refused an answer (``refused``), which then did not count.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo declares it
        "name": "stackloop_v0",
        "is_parallelizable": False,
        "render_modes": ["ansi"],
    }

    def __init__(
        self,
        game: str = "magic",
        decks: Sequence[Deck] | None = None,
        players: int | None = None,
        max_steps: int = MOST_STEPS,
        render_mode: str | None = None,
    ) -> None:
        """Have one seat for each deck.

        Args:
            game: one of ``engine.list_games()``.
            decks: one for each seat: card name -> how many, or a name such as ``burn``; by default those that ship.
            players: how many, where ``decks`` does not tell.
            max_steps: picks of all players before the match is truncated.
            render_mode: ``ansi`` lets ``render`` give the last lines of the log.

        Raises:
            ValueError: no such game, or no such deck.
        """
        super().__init__()
        self.game = game
        self.decks = listed(game, decks) if decks is not None else starters(game, players)
        self.max_steps = max_steps
        self.render_mode = render_mode
        self.possible_agents = [f"player_{seat}" for seat in range(len(self.decks))]
        self.observation_spaces = {agent: space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in self.possible_agents}
        self._chance = np.random.default_rng()
        self._steps = 0
        self._seats: Seats | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    @property
    def seats(self) -> Seats:
        """The match; only after ``reset``."""
        assert self._seats is not None
        return self._seats

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a match; ``options`` may hold other ``decks``.

        Raises:
            engine.Refusal: decks that the game does not allow.
        """
        if seed is not None:
            self._chance = np.random.default_rng(seed)
        decks = listed(self.game, (options or {}).get("decks", self.decks))
        self._seats = Seats(self.game, decks, self._chance.bytes(SECRET_BITS // 8).hex())
        self._steps = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._choose_next()

    def observe(self, agent: str) -> Observation:
        return observed(self.seats, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Make a pick for the agent whose turn it is.

        Raises:
            ValueError: an action that the mask forbids; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._steps += 1
        try:
            self.seats.pick(int(action))
        except Stuck:
            self.truncations = dict.fromkeys(self.agents, True)
        self.infos[agent] = {"refused": self.seats.refused} if self.seats.refused else {}
        self._judge()
        self._choose_next()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The log so far, as far as the first seat's view keeps it."""
        if self.render_mode is None:
            return None
        view = self.seats.views[0]
        return "\n".join(view.render(line) for line in view.log)

    def close(self) -> None:
        """Do nothing: nothing is held."""

    def _judge(self) -> None:
        self.rewards = dict(zip(self.agents, self.seats.rewards(), strict=True))
        if self.seats.match.result is not None:
            self.terminations = dict.fromkeys(self.agents, True)
        elif self._steps >= self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)

    def _choose_next(self) -> None:
        seat = self.seats.asked
        if seat is not None:
            self.agent_selection = self.possible_agents[seat]
