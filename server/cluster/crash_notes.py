"""Work that may end the whole process, and has ended others: to take a match up, and its first intent then.

A node that does one of these notes it before, and takes the note back after: the note of a node that dies of it stays.
A match that ends one node after the other is set aside for the operator.

A node that dies of something else, or is merely cut off, leaves its notes behind too. So one match is tried at a time,
for as short as can be, and a node that survives a step takes away what others left. Three notes of taking a match up
are a suspicion: a worker process takes it up, and if that ends, the match is guilty. Three notes of a first intent,
which nobody knows before a seat sends it, are held against the match.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Final, NoReturn

import anyio

from engine import Refusal
from server.cluster.leases import Nodes
from server.runtime.errors import SetAside
from server.runtime.logs import get
from server.store.journal import FIRST_INTENT, TAKE_UP, Journal

log = get("trials")

MOST_TRIES: Final = 3
"""Nodes that may die of one step."""


class Trials:
    """All trials of one node."""

    def __init__(self, journal: Journal, nodes: Nodes) -> None:
        self._journal = journal
        self._nodes = nodes
        self._one = anyio.Lock()

    @asynccontextmanager
    async def of(self, match: str, step: str) -> AsyncIterator[None]:
        """Try a step of a match; nothing else is tried meanwhile.

        Raises:
            Unavailable: it cannot be noted.
        """
        async with self._one:
            try:
                await self._journal.attempt(match, step)  # which may yet be noted when we wait for it no more
                yield
            except BaseException:  # of which nobody dies, but which proves nothing
                self._journal.gave_up(match, step)
                raise
            self._journal.survived(match, step)

    async def judge(self, match: str, prove: Callable[[str], Awaitable[None]]) -> None:
        """See whether a match may be tried once more.

        Args:
            prove: takes it up in another process; raises ``engine.Refusal`` if that ends.

        Raises:
            SetAside: nodes died of it.
            Unavailable: Redis cannot be reached, or there is no worker process now.
        """
        if len(dead := await self._dead_of(match, TAKE_UP)) >= MOST_TRIES:
            log.warning("match suspected", match=match, nodes=dead)
            try:
                await prove(match)
            except Refusal:
                await self._set_aside(match, TAKE_UP, dead)
        if len(dead := await self._dead_of(match, FIRST_INTENT)) >= MOST_TRIES:
            await self._set_aside(match, FIRST_INTENT, dead)

    async def _dead_of(self, match: str, step: str) -> list[str]:
        tried = await self._journal.tried(match, step)
        return [node_id for node_id in tried if not await self._nodes.is_alive(node_id)]

    async def _set_aside(self, match: str, step: str, dead: list[str]) -> NoReturn:
        log.error("match set aside", match=match, step=step, nodes=dead)
        await self._journal.set_aside(match)
        raise SetAside(f"match {match} was tried {len(dead)} times in vain: {step}")
