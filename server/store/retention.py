"""Moves finished matches out of Redis once nobody looks at them any more, and drops the oldest from the archive.

Any node does this for all, from one list; two that move the same match do no harm.
"""

import random
import time
from typing import Final

import anyio

from server.runtime import incidents, metrics
from server.runtime.errors import JournalError, Unavailable
from server.runtime.logs import get
from server.runtime.settings import Settings
from server.store.archive import Archive
from server.store.journal import Journal

log = get("archiver")

ROUND: Final = 64
"""Matches looked at in one round."""
AT_ONCE: Final = 8
"""Of these on their way at a time: a store far away takes its time for each."""
NOBODY: Final = "nobody"
"""A name that no match has."""
LOOK_S: Final = 5.0
"""Between two looks at the list, if ``finished_s`` is not shorter."""
PRUNE_S: Final = 6 * 60 * 60
"""Between two looks at what is too old in the archive."""


class Archiver:
    """``run`` is its task."""

    def __init__(self, journal: Journal, archive: Archive, settings: Settings) -> None:
        self._journal = journal
        self._archive = archive
        self._finished_s = settings.finished_s
        self._days = settings.records_days

    async def run(self) -> None:
        """Move what has been finished for long enough, until cancelled."""
        await self._try_out()
        pruned_s = 0.0
        while True:
            try:
                moved = await self.move()
                if self._days and time.monotonic() - pruned_s > PRUNE_S:
                    log.info("archive pruned", files=await self._archive.prune(self._days))
                    pruned_s = time.monotonic()
            except Unavailable as error:
                moved = 0
                metrics.ARCHIVE_FAILURES.inc()
                log.warning("nothing archived", reason=str(error))
            if moved < ROUND:
                await anyio.sleep(min(LOOK_S, self._finished_s))

    async def move(self) -> int:
        """Move what has been finished for long enough now; returns how many matches were looked at.

        Raises:
            Unavailable: Redis or the archive cannot be reached; what was not moved stays in Redis.
        """
        before_ms = self._journal.now_ms() - int(self._finished_s * 1000)
        metrics.ARCHIVE_WAITING.set(await self._journal.count_ended(before_ms))
        due = await self._journal.ended_before(before_ms, ROUND)
        random.shuffle(due)  # other nodes begin elsewhere
        failed: list[Unavailable] = []
        limit = anyio.CapacityLimiter(AT_ONCE)
        async with anyio.create_task_group() as tasks:
            for match in due:
                tasks.start_soon(self._move, match, limit, failed, name=f"archive {match}")
        if failed:
            raise failed[0]
        return len(due)

    async def _move(self, match: str, limit: anyio.CapacityLimiter, failed: list[Unavailable]) -> None:
        async with limit:
            if failed:  # no need to ask a store that is away for each
                return
            try:
                entries = await self._journal.archive(match)
            except Unavailable as error:
                failed.append(error)
            except JournalError as error:
                incidents.report(log, "match not archived", error, match=match)
                await self._journal.ended(match)  # to be tried again, after the others
            else:
                metrics.ARCHIVED.inc()
                log.debug("match archived", match=match, entries=entries)

    async def _try_out(self) -> None:
        """Have the operator hear of a store that cannot be used before the first match is over."""
        try:
            await self._archive.get(NOBODY)
        except Unavailable as error:
            metrics.ARCHIVE_FAILURES.inc()
            log.warning("archive not reached", reason=str(error))
