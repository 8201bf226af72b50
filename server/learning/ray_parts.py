"""Many matches over the machines of a cluster of Ray: each worker has its part of them.

The arrays of a step come back, some 50 kB for each match, and are copied into those of the caller. Ray holds those of
one step of each worker and no more. A worker's matches are gone with it: that is told, and not tried again.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import ExitStack
from itertools import pairwise
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from server.learning.vector import Begun, Matches, SideBySide, Told, arrays
from server.runtime.ray_cluster import NoCluster, joined, other_rules, processors
from server.runtime.version import engine_name

START_S: Final = 120.0
"""Time in which Ray must have found room for all workers."""


class Part:
    """A worker: its matches, in a process of some machine."""

    def __init__(self, count: int, options: dict[str, Any]) -> None:
        self._matches = Matches(count, **options)

    def other_rules(self, name: str) -> str:
        """The reason why this machine would play other matches than one whose engine is called so, or nothing."""
        return other_rules(name)

    def reset(self, seed: int | None, options: dict[str, Any] | None) -> dict[str, NDArray[Any]]:
        self._matches.reset(seed=seed, options=options)
        return self._told()

    def step(self, actions: NDArray[Any]) -> dict[str, NDArray[Any]]:
        self._matches.step(actions)
        return self._told()

    def _told(self) -> dict[str, NDArray[Any]]:
        return {name: array for name, array in self._matches.into.items() if name != "action"}


class Parts(SideBySide):
    """Matches over the workers of a cluster: the same as in one process, wherever they are played."""

    def __init__(self, count: int, workers: int | None, address: str, **options: Any) -> None:
        """Have so many matches.

        Args:
            workers: how many; by default one on each processor of the cluster, and never more.
            address: of the cluster, as ``HOST:PORT`` or ``auto``.
            options: as of ``SeatEnv``.

        Raises:
            NotInstalled: the extra ``ray`` is not.
            NoCluster: it cannot be joined, has no room, or other rules.
        """
        super().__init__(arrays(count))
        self._held = ExitStack()
        self._ray = ray = self._held.enter_context(joined(address))
        try:
            room = processors(ray)
            spread = min(workers or room, room, count)
            self._bounds = [count * n // spread for n in range(spread + 1)]
            kind = ray.remote(num_cpus=1)(Part)
            self._workers = [kind.remote(end - first, options) for first, end in pairwise(self._bounds)]
            self._check_rules()
        except BaseException:
            self._held.close()
            raise
        self._asked: Sequence[Any] = ()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Begun:
        """As of ``Matches``: the same seed gives the same matches, over however many workers."""
        firsts = zip(self._workers, self._bounds, strict=False)
        self._asked = [worker.reset.remote(None if seed is None else seed + n, options) for worker, n in firsts]
        self._receive()
        return self._observations(), self._infos()

    def step(self, actions: NDArray[Any]) -> Told:
        """Make a pick in each match."""
        self.send(actions)
        return self.receive()

    def send(self, actions: NDArray[Any]) -> None:
        """Begin a step, without waiting for it; ``receive`` ends it."""
        picks = np.asarray(actions)
        parts = zip(self._workers, pairwise(self._bounds), strict=True)
        self._asked = [worker.step.remote(picks[first:end]) for worker, (first, end) in parts]

    def receive(self) -> Told:
        """Wait for the step that was begun.

        Raises:
            RuntimeError: a worker has ended, or its machine; the matches cannot be gone on with.
        """
        self._receive()
        return self._told()

    def close_extras(self, **_options: Any) -> None:
        """End the workers; the arrays stay as they are."""
        for worker in self._workers:
            self._ray.kill(worker)
        self._held.close()

    def _receive(self) -> None:
        asked, self._asked = self._asked, ()
        for told, (first, end) in zip(asked, pairwise(self._bounds), strict=True):
            for name, array in self._got(told).items():
                self.into[name][first:end] = array

    def _got(self, told: Any) -> dict[str, NDArray[Any]]:
        try:
            found: dict[str, NDArray[Any]] = self._ray.get(told)
        except self._ray.exceptions.RayActorError as error:
            raise RuntimeError(f"a worker of the environment has ended: {str(error).splitlines()[0]}") from error
        return found

    def _check_rules(self) -> None:
        """See that all workers have begun, with our rules."""
        asked = [worker.other_rules.remote(engine_name()) for worker in self._workers]
        try:
            reasons = self._ray.get(asked, timeout=START_S)
        except self._ray.exceptions.GetTimeoutError:
            raise NoCluster(f"the cluster has no room for {len(asked)} workers") from None
        if any(reasons):
            raise NoCluster(max(reasons))
