"""The trouble of a run, in an order that its seed decides."""

import random
from collections import Counter
from collections.abc import Sequence
from enum import StrEnum
from typing import Final

import anyio
from anyio.abc import TaskGroup

from protocol.client import Client
from server.chaos.fleet import Fleet, Node
from server.runtime.errors import Unavailable


class Fault(StrEnum):
    """The faults, each by the name under which it is counted."""

    KILL = "kills"
    PAUSE = "pauses"
    CUT = "cuts"
    """Of a client's connection."""
    REDIS_CUT = "redis_cuts"
    """Of nodes' connections to Redis."""
    REDIS_KILL = "redis_kills"


PER_KILL: Final = {Fault.PAUSE: 0.2, Fault.CUT: 0.5, Fault.REDIS_CUT: 0.2}
APART_S: Final = 0.8
"""The mean of what lies between two faults."""
DOWN_S: Final = 0.5
"""Time that a node stays dead, in the mean."""
POLL_S: Final = 0.05


class Faults:
    """Does one thing after another to a cluster and its clients; ``done`` counts them."""

    def __init__(self, fleet: Fleet, rng: random.Random, lease_s: float) -> None:
        self.done: Counter[str] = Counter()
        self._fleet = fleet
        self._clients: Sequence[Client] = ()
        self._rng = rng
        self._lease_s = lease_s
        self._one_redis = anyio.Lock()

    async def run(self, clients: Sequence[Client], kills: int, redis_kills: int) -> None:
        """Do it all; returns when every node and every Redis runs again."""
        self._clients = clients
        plan = [Fault.KILL] * kills + [Fault.REDIS_KILL] * redis_kills
        plan += [fault for fault, share in PER_KILL.items() for _ in range(round(kills * share))]
        if not self._fleet.database.is_ours:
            plan = [fault for fault in plan if fault is not Fault.REDIS_CUT]
        self._rng.shuffle(plan)
        async with anyio.create_task_group() as tasks:
            for fault in plan:
                await anyio.sleep(self._rng.uniform(0, 2 * APART_S))
                await self._do(fault, tasks)

    async def _do(self, fault: Fault, tasks: TaskGroup) -> None:
        match fault:
            case Fault.KILL:
                node = await self._any_node()
                node.kill()
                tasks.start_soon(self._revive, node, self._rng.uniform(0, 2 * DOWN_S))
            case Fault.PAUSE:
                node = await self._any_node()
                node.pause()
                tasks.start_soon(self._wake, node, self._lease_s * self._rng.uniform(1.5, 3))
            case Fault.CUT:
                self._rng.choice(self._clients).cut()
            case Fault.REDIS_CUT:
                await self._cut_redis()
            case Fault.REDIS_KILL:
                tasks.start_soon(self._lose_redis)
        self.done[fault] += 1

    async def _any_node(self) -> Node:
        while not (up := self._fleet.up):  # noqa: ASYNC110 # processes tell nobody
            await anyio.sleep(POLL_S)
        return self._rng.choice(up)

    async def _revive(self, node: Node, after_s: float) -> None:
        await anyio.sleep(after_s)
        await node.start()

    async def _wake(self, node: Node, after_s: float) -> None:
        await anyio.sleep(after_s)
        node.go_on()

    async def _cut_redis(self) -> None:
        try:
            await self._fleet.database.cut(self._rng)
        except Unavailable:  # it is dead just now, which is no less trouble
            return

    async def _lose_redis(self) -> None:
        async with self._one_redis:
            self.done[await self._fleet.database.lose(self._rng)] += 1
