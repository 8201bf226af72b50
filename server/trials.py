"""What may end the whole process, and has ended others: to take a match up, and its first intent then.

Whoever does one of these notes it before and takes the note back after, so that a node that dies of it leaves its note
behind. A match with the notes of three dead nodes is set aside for the operator: it would end one after the other.

A node that dies of something else leaves its notes behind too. So one match is tried at a time, for as short as can be;
and who survives a step takes away what others left who did not.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import anyio

from server.errors import SetAside
from server.journal import FIRST_INTENT, TAKE_UP, Journal
from server.logs import get
from server.nodes import Nodes

log = get("trials")

MOST_TRIES: Final = 3
"""Nodes that may die of one step before a match is set aside."""


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
            await self._journal.attempt(match, step)
            try:
                yield
            except BaseException:  # of which nobody dies, but which proves nothing
                self._journal.gave_up(match, step)
                raise
            self._journal.survived(match, step)

    async def judge(self, match: str) -> None:
        """See whether a match may be tried once more.

        Raises:
            SetAside: too many nodes died of it.
            Unavailable: Redis cannot be reached.
        """
        for step in (TAKE_UP, FIRST_INTENT):
            tried = await self._journal.tried(match, step)
            dead = [node_id for node_id in tried if not await self._nodes.is_alive(node_id)]
            if len(dead) >= MOST_TRIES:
                log.error("match set aside", match=match, step=step, nodes=dead)
                await self._journal.set_aside(match)
                raise SetAside(f"match {match} was tried {len(dead)} times in vain: {step}")
