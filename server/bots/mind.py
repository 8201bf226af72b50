"""Process in which the searching bot thinks, so that the program it plays for goes on serving others."""

from __future__ import annotations

import random
import time
from collections.abc import Awaitable, Callable
from itertools import islice
from math import inf
from typing import Final, Protocol, TypeAlias

import anyio
import anyio.to_process
import orjson

import engine
from protocol.client import Match, Refused
from protocol.messages import Answer, Decision, Known
from server.bots.levels import level_of
from server.bots.search import Search
from server.runtime import card_folders
from server.runtime.worker_processes import limited

UNTHOUGHT: Final = frozenset(("pay", "costs"))
"""Questions about how something is paid; what may be left to the rules is one too."""
SEED_BITS: Final = 63
MOST_WORLDS: Final = 8
"""Tries to find a world that is possible."""
SHARE: Final = 0.5
"""Of what is left until the deadline, to think and to be understood in."""
ENDLESS: Final = 1 << 60
START_S: Final = 20.0
"""Time for the start of a process that has yet to read the cards."""

Know: TypeAlias = Callable[[str], Awaitable[Known]]
Decks: TypeAlias = tuple[tuple[tuple[str, int], ...], ...]


class Effort:
    """Bounds on the thought about one decision.

    Args:
        seconds: by the clock; 0: until the rest is done.
        iterations: at most so many; 0: as many as there is time for.
        positions: the same of positions. Without a clock a seed gives always the same.
    """

    __slots__ = ("iterations", "positions", "seconds")

    def __init__(self, seconds: float = 0.25, iterations: int = 0, positions: int = 0) -> None:
        self.seconds = seconds
        self.iterations = iterations
        self.positions = positions

    @classmethod
    def read(cls, text: str) -> Effort:
        """``0.1s`` is thinking time, ``20`` a number of iterations; the usual effort if empty.

        Raises:
            ValueError: neither.
        """
        if not text:
            return cls()
        seconds = float(text[:-1]) if text.endswith("s") else 0.0
        iterations = 0 if text.endswith("s") else int(text)
        if not (0.0 < seconds < inf or iterations > 0):
            raise ValueError(text)
        return cls(seconds, iterations)

    def until(self, begun_s: float) -> Callable[[int, int], bool]:
        """Whether to go on after so many iterations and positions; one iteration is always made."""
        most, most_positions = self.iterations or ENDLESS, self.positions or ENDLESS

        def goes_on(done: int, positions: int) -> bool:
            is_due = bool(self.seconds) and time.perf_counter() - begun_s >= self.seconds
            return not done or (done < most and positions < most_positions and not is_due)

        return goes_on


class Thinker(Protocol):
    """Thinks for a seat: an answer, or none where there is nothing to think about."""

    async def think(self, match: Match, decision: Decision) -> Answer | None:
        """An answer to a decision."""


class Mind:
    """Thinks for one seat.

    Args:
        know: asks the server what the seat knows.
        rng: gives each decision its seed.
    """

    def __init__(self, know: Know, rng: random.Random, effort: Effort) -> None:
        self._know = know
        self._rng = rng
        self._effort = effort

    async def think(self, match: Match, decision: Decision) -> Answer | None:
        """An answer; none where there is nothing to think about, or the server may not tell what is needed."""
        if is_left_to_habit(decision):
            return None
        seed = self._rng.getrandbits(SEED_BITS)
        try:
            told = await self._know(match.id)
        except Refused:
            return None
        effort = self._effort
        if decision.deadline is not None and decision.now is not None:
            left_s = max(0, decision.deadline - decision.now) / 1000
            effort = Effort(min(effort.seconds or left_s, SHARE * left_s), effort.iterations, effort.positions)
        with anyio.move_on_after(START_S + 2 * effort.seconds if effort.seconds else None):
            found = await anyio.to_process.run_sync(
                limited,
                0,
                0.0,
                card_folders.taken(),
                think,
                bytes(told.known),
                told.decks,
                decision.seat,
                seed,
                effort.seconds,
                effort.iterations,
                told.cards,
                effort.positions,
                cancellable=True,
            )
            return as_client(found)
        return None


class LevelMind:
    """Thinks as a level does in the game that is played: about a share of the decisions, and so much about each.

    Args:
        name: of a level.
        know: asks the server what the seat knows.
        rng: chooses the decisions that are thought about, and gives each its seed.
    """

    def __init__(self, name: str, know: Know, rng: random.Random) -> None:
        self._name = name
        self._know = know
        self._rng = rng

    async def think(self, match: Match, decision: Decision) -> Answer | None:
        """An answer; none as ``Mind``, and where this decision is not thought about."""
        level = level_of(self._name, match.view.game.name)
        if self._rng.random() >= level.thinks:
            return None
        return await Mind(self._know, self._rng, Effort(0.0, 0, level.positions)).think(match, decision)


def is_left_to_habit(decision: Decision) -> bool:
    """Whether there is nothing to choose, or only how to pay."""
    is_only = decision.kind in ("act", "confirm") and len(decision.options) < 2
    return is_only or decision.auto or decision.kind in UNTHOUGHT


def think(
    known: bytes,
    decks: Decks,
    seat: int,
    seed: int,
    seconds: float,
    iterations: int,
    cards: tuple[str, ...] = (),
    positions: int = 0,
) -> bytes:
    """Search from what a seat knows; the answer as JSON, empty if there is nothing to search for.

    So it is where there is but one answer, and before the first turn, as what is decided then shows too late; and where
    the seat is not asked any more: others who are asked too may have answered before it was told what it knows.

    A function of its arguments where ``seconds`` is 0.
    """
    rng = random.Random(seed)  # noqa: S311 # a bot's choice of worlds
    line = _world(known, decks, seat, rng, cards)
    decision = line.decision if line is not None and line.game.root.turn else None
    if line is None or decision is None or decision.seat != seat or not _is_open(decision):
        return b""
    answer = Search(line, seat, rng).run(Effort(seconds, iterations, positions).until(time.perf_counter()))
    return orjson.dumps(answer.to_json())


def _world(known: bytes, decks: Decks, seat: int, rng: random.Random, cards: tuple[str, ...]) -> engine.Line | None:
    for _ in range(MOST_WORLDS):
        try:
            return engine.Line(engine.determinise(known, decks, rng.randrange, cards), seat)
        except ValueError:
            continue
    return None


def _is_open(decision: engine.Decision) -> bool:
    """Whether there is more than one answer."""
    return sum(1 for _ in islice(decision.answers(), 2)) > 1


def as_client(found: bytes) -> Answer | None:
    """An answer as JSON, as a client gives it; none if it is empty."""
    if not found:
        return None
    answer = orjson.loads(found)
    return Answer(answer["do"], tuple(answer.get("refs", ())), tuple(answer.get("amounts", ())))
