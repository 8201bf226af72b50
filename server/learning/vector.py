"""Many matches in one call, as Gymnasium has its vector environments: in this process, or over several.

Each step writes the same arrays anew, which the caller may hand in: there is one copy of an observation, the caller's.
Processes write into shared memory, and send a byte when their part is done.

One that has ended begins anew in the next step, whatever is picked for it: its mask is all zeros then.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from itertools import pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, Final, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from server.learning.encoding import SIZE
from server.learning.environment import space
from server.learning.picks import ACTIONS
from server.learning.single import SELF, SeatEnv
from server.runtime.garbage import look_seldom

Told: TypeAlias = tuple[dict[str, Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]
Begun: TypeAlias = tuple[dict[str, Any], dict[str, Any]]
LINE: Final = 64
LAYOUT: Final[dict[str, tuple[tuple[int, ...], type[np.generic]]]] = {
    "observation": ((SIZE,), np.float32),
    "action_mask": ((ACTIONS,), np.int8),
    "action": ((), np.int64),
    "reward": ((), np.float64),
    "is_over": ((), np.bool_),
    "is_cut": ((), np.bool_),
    "refused": ((), np.bool_),
    "seat": ((), np.int64),
}
"""The arrays of a vector environment: the shape for one match, and the type."""
STEP: Final = b"s"
END: Final = b"q"
RESET: Final = b"r"
DONE: Final = b"."


def arrays(count: int) -> dict[str, NDArray[Any]]:
    """Arrays for so many matches, to be handed in."""
    return {name: np.zeros((count, *shape), kind) for name, (shape, kind) in LAYOUT.items()}


class SideBySide(VectorEnv[Any, Any, Any]):
    """The base of all kinds: the spaces, and arrays in which a step is told."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": [],
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(self, into: Mapping[str, NDArray[Any]]) -> None:
        self.into = into
        self.num_envs = len(into["action"])
        self.single_observation_space = space()
        self.single_action_space = spaces.Discrete(ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)

    def _observations(self) -> dict[str, Any]:
        return {"observation": self.into["observation"], "action_mask": self.into["action_mask"]}

    def _infos(self) -> dict[str, Any]:
        """The seat that the next pick is for, and whether the rules refused what the last one led to."""
        names = ("action_mask", "seat", "refused")
        return {name: self.into[name] for name in names}

    def _told(self) -> Told:
        into = self.into
        return self._observations(), into["reward"], into["is_over"], into["is_cut"], self._infos()


class Matches(SideBySide):
    """Matches in this process.

    The arguments are those of ``SeatEnv``. With the opponent SELF the learner has all seats: the observation is that of
    the seat that is asked (``infos["seat"]``), the reward that of the seat whose pick ended the match.
    """

    def __init__(self, count: int, into: Mapping[str, NDArray[Any]] | None = None, **options: Any) -> None:
        """Have so many matches.

        Args:
            into: the arrays to write into, as ``arrays`` makes them; by default new ones.
            options: as of ``SeatEnv``.
        """
        super().__init__(arrays(count) if into is None else into)
        self._matches = [SeatEnv(**options) for _ in range(count)]
        self._ended = [False] * count
        self._vectors = [row.data.cast("B") for row in self.into["observation"]]
        self._masks = [row.data.cast("B") for row in self.into["action_mask"]]

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Begun:
        """Begin all matches; the n-th with the n-th seed behind ``seed``."""
        for n, match in enumerate(self._matches):
            match.begin(None if seed is None else seed + n, options)
            self._tell(n, 0.0, is_over=False, is_cut=False, refused=False)
        return self._observations(), self._infos()

    def step(self, actions: NDArray[Any]) -> Told:
        """Make a pick in each match."""
        for n, (match, action) in enumerate(zip(self._matches, actions.tolist(), strict=True)):
            if self._ended[n]:
                match.begin()
                self._tell(n, 0.0, is_over=False, is_cut=False, refused=False)
            else:
                reward, is_over, is_cut, refused = match.advance(action)
                self._tell(n, reward, is_over=is_over, is_cut=is_cut, refused=bool(refused))
        return self._told()

    def _tell(self, n: int, reward: float, *, is_over: bool, is_cut: bool, refused: bool) -> None:
        match, into = self._matches[n], self.into
        seat = match.own
        match.seats.write(seat, self._vectors[n])
        match.seats.write_mask(seat, self._masks[n])
        self._ended[n] = is_over or is_cut
        if self._ended[n]:
            self._masks[n][:] = bytes(ACTIONS)
        into["seat"][n] = seat
        into["reward"][n] = reward
        into["is_over"][n] = is_over
        into["is_cut"][n] = is_cut
        into["refused"][n] = refused


class Shards(SideBySide):
    """Matches over several processes, each with its part of them; the arrays lie in memory that all share."""

    def __init__(self, count: int, processes: int, **options: Any) -> None:
        """Have so many matches in so many processes.

        Args:
            options: as of ``SeatEnv``.
        """
        context = get_context("spawn")
        memory = context.RawArray("B", bytes_of(count))
        super().__init__(arrays_in(memory, count))
        bounds = [count * n // processes for n in range(processes + 1)]
        self._pipes: list[Connection] = []
        self._processes = []
        for first, end in pairwise(bounds):
            ours, theirs = context.Pipe()
            arguments = (theirs, memory, count, first, end, options)
            process = context.Process(target=play_part, args=arguments, daemon=True)
            process.start()
            theirs.close()
            self._pipes.append(ours)
            self._processes.append(process)
        self._first = bounds[:-1]
        self._await()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Begun:
        """As of ``Matches``: the same seed gives the same matches, over however many processes."""
        for pipe, first in zip(self._pipes, self._first, strict=True):
            pipe.send_bytes(RESET)
            pipe.send((None if seed is None else seed + first, options))
        self._await()
        return self._observations(), self._infos()

    def step(self, actions: NDArray[Any]) -> Told:
        """Make a pick in each match."""
        self.send(actions)
        return self.receive()

    def send(self, actions: NDArray[Any]) -> None:
        """Begin a step, without waiting for it; ``receive`` ends it."""
        self.into["action"][:] = actions
        for pipe in self._pipes:
            pipe.send_bytes(STEP)

    def receive(self) -> Told:
        """Wait for the step that was begun."""
        self._await()
        return self._told()

    def close_extras(self, **_options: Any) -> None:
        """End the processes; the arrays stay as they are."""
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            with suppress(OSError):  # it has ended by itself
                pipe.send_bytes(END)
            process.join()
            pipe.close()

    def _await(self) -> None:
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            try:
                pipe.recv_bytes()
            except EOFError:
                process.join()
                raise RuntimeError(f"a process of the environment ended with {process.exitcode}") from None


def bytes_of(count: int) -> int:
    """The size of all arrays for so many matches."""
    return _starts(count)[-1]


def arrays_in(memory: Any, count: int) -> dict[str, NDArray[Any]]:
    """The arrays for so many matches in memory that processes share."""
    return {
        key: np.ndarray((count, *shape), kind, memory, start)
        for (key, (shape, kind)), start in zip(LAYOUT.items(), _starts(count), strict=False)
    }


def _starts(count: int) -> list[int]:
    """The place of each array, and the end of the last one; each begins on a line of the processor's cache."""
    starts = [0]
    for shape, kind in LAYOUT.values():
        size = count * int(np.prod(shape, dtype=np.int64)) * np.dtype(kind).itemsize
        starts.append(starts[-1] + -(-size // LINE) * LINE)
    return starts


def play_part(pipe: Connection, memory: object, count: int, first: int, end: int, options: dict[str, Any]) -> None:
    """One process of ``Shards``: its matches are those from ``first`` to before ``end``."""
    part = {key: array[first:end] for key, array in arrays_in(memory, count).items()}
    matches = Matches(end - first, part, **options)
    look_seldom()
    pipe.send_bytes(DONE)
    with suppress(EOFError, KeyboardInterrupt):  # whoever asks has gone
        while (order := pipe.recv_bytes()) != END:
            if order == RESET:
                seed, further = pipe.recv()
                matches.reset(seed=seed, options=further)
            else:
                matches.step(part["action"])
            pipe.send_bytes(DONE)


def vector(count: int, *, processes: int | bool = True, ray: str = "", **options: Any) -> SideBySide:
    """``count`` matches side by side.

    Args:
        processes: how many of them have their part of the matches; True for one on each core, False for none but this.
        ray: has those processes on the machines of a cluster of Ray, HOST:PORT, or auto for that of this machine.
        options: as of ``SeatEnv``; by default the learner has all seats.
    """
    options.setdefault("opponent", SELF)
    if ray:
        from server.learning.ray_parts import Parts  # with another extra

        return Parts(count, None if processes is True else int(processes), ray, **options)
    wanted = (os.cpu_count() or 1) if processes is True else int(processes)
    return Shards(count, min(wanted, count), **options) if wanted else Matches(count, **options)
