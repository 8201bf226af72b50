"""Adoption of matches: each node looks for nodes without a lease, and takes its share of what they ran.

All who live share a dead node's matches out by the same rule; what is left a while later, anyone takes. A node that was
itself away waits first, since everybody may have been. A node whose own lease had lapsed asks who owns what it runs,
and lets go of what is not its own any more.

Knows when and whose; how a match is taken up is the registry's.
"""

import time
from typing import Final

import anyio
import anyio.lowlevel

from server.cluster.leases import Nodes
from server.ownership.registry import Registry
from server.runtime import metrics
from server.runtime.errors import JournalError
from server.runtime.logs import get
from server.store.journal import Journal

log = get("adoption")

LOOKS: Final = 6
"""At the other nodes, in the time that a lease holds."""
AT_ONCE: Final = 8
"""Matches taken up at a time: while one waits for Redis another is rebuilt."""
NOTED_S: Final = 10.0
"""Time between two notes of what we run."""
DOUBTS: Final = 2
"""Number of leases' time after a lapse of our own for which we ask again who owns what we run."""


class Adoption:
    """Takes up matches that nobody runs; ``run`` is its task."""

    def __init__(self, nodes: Nodes, journal: Journal, registry: Registry, lease_s: float) -> None:
        self._nodes = nodes
        self._journal = journal
        self._registry = registry
        self._lease_s = lease_s
        self._limit = anyio.CapacityLimiter(AT_ONCE)
        self._lapses = 0
        self._doubtful_s = 0.0
        self._noted_s = time.monotonic()

    async def run(self) -> None:
        """Look after the matches of the dead, until cancelled."""
        while True:
            await anyio.sleep(self._lease_s / LOOKS)
            try:
                await self._examine_own()
                await self.look()
            except JournalError as error:
                log.warning("no look at other nodes", reason=str(error))

    async def look(self) -> None:
        """See who lives, and take up our share of what the dead ran; raises as ``Journal.command``."""
        await self._nodes.look()
        metrics.NODES.set(len(self._nodes.living))
        metrics.ASIDE.set(len(await self._journal.aside()))
        for node_id in tuple(self._nodes.dead):
            if self._nodes.is_steady and not self._nodes.own.leaves:
                await self._inherit(node_id)

    async def _inherit(self, node_id: str) -> None:
        left = await self._journal.running(node_id)
        if not left:
            await self._nodes.bury(node_id)
            return
        is_late = time.monotonic() - self._nodes.dead[node_id] > self._lease_s
        async with anyio.create_task_group() as tasks:
            for match_id in left:
                if is_late or self._is_ours(match_id):
                    tasks.start_soon(self._take_up, match_id, node_id, name=f"take up {match_id}")
                    await anyio.lowlevel.checkpoint()

    async def _take_up(self, match_id: str, node_id: str) -> None:
        async with self._limit:
            if await self._registry.take_up(match_id):
                self._journal.forget(match_id, node_id)

    def _is_ours(self, match_id: str) -> bool:
        heir = self._nodes.heir(match_id)
        return heir is not None and heir.id == self._nodes.own.id

    async def _examine_own(self) -> None:
        now_s = time.monotonic()
        if self._nodes.lapses != self._lapses:
            self._lapses = self._nodes.lapses
            self._doubtful_s = now_s + DOUBTS * self._lease_s
        if now_s < self._doubtful_s:
            await self._registry.check_holds()
        elif now_s > self._noted_s + NOTED_S:
            self._noted_s = now_s
            await self._registry.note_held()
        await self._registry.raise_fallen()
