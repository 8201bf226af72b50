"""The trouble of a run, in an order that its seed decides."""

import os
import random
import signal
from collections import Counter
from collections.abc import Sequence
from typing import Final

import anyio
import anyio.to_thread
from anyio.abc import TaskGroup

from protocol.client import Client
from server.chaos.fleet import LEASE_S, Fleet, Node, redis_process_id

PAUSES_PER_KILL: Final = 0.2
CUTS_PER_KILL: Final = 0.5
APART_S: Final = 0.8
"""The mean of what lies between two faults."""
DOWN_S: Final = 0.5
"""How long a node stays dead, in the mean."""
POLL_S: Final = 0.05


class Faults:
    """Does one thing after another to a cluster and its clients; ``done`` counts them."""

    def __init__(self, fleet: Fleet, rng: random.Random) -> None:
        self.done: Counter[str] = Counter()
        self._fleet = fleet
        self._clients: Sequence[Client] = ()
        self._rng = rng

    async def run(self, clients: Sequence[Client], kills: int, redis_kills: int) -> None:
        """Do it all; returns when every node runs again."""
        self._clients = clients
        plan = ["kill"] * kills + ["redis"] * redis_kills
        plan += ["pause"] * round(kills * PAUSES_PER_KILL) + ["cut"] * round(kills * CUTS_PER_KILL)
        self._rng.shuffle(plan)
        async with anyio.create_task_group() as tasks:
            for fault in plan:
                await anyio.sleep(self._rng.uniform(0, 2 * APART_S))
                await self._do(fault, tasks)
                self.done[fault] += 1

    async def _do(self, fault: str, tasks: TaskGroup) -> None:
        match fault:
            case "kill":
                node = await self._any_node()
                await anyio.to_thread.run_sync(node.kill)
                tasks.start_soon(self._revive, node, self._rng.uniform(0, 2 * DOWN_S))
            case "pause":
                node = await self._any_node()
                node.pause()
                tasks.start_soon(self._wake, node, LEASE_S * self._rng.uniform(1.5, 3))
            case "redis":
                await self._kill_redis()
            case "cut":
                self._rng.choice(self._clients).cut()

    async def _any_node(self) -> Node:
        while not (up := self._fleet.up):  # noqa: ASYNC110 # processes tell nobody
            await anyio.sleep(POLL_S)
        return self._rng.choice(up)

    async def _revive(self, node: Node, after_s: float) -> None:
        await anyio.sleep(after_s)
        await anyio.to_thread.run_sync(node.start)

    async def _wake(self, node: Node, after_s: float) -> None:
        await anyio.sleep(after_s)
        node.go_on()

    async def _kill_redis(self) -> None:
        """Its watchdog starts it again on the same data."""
        while True:
            try:
                os.kill(await anyio.to_thread.run_sync(redis_process_id, self._fleet.redis), signal.SIGKILL)
            except OSError:  # not back since the last time
                await anyio.sleep(POLL_S)
            else:
                return
