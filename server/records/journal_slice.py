"""A part of a journal that somebody looks at, read some entries at a time: a match may have very many.

An earlier view is found without reading what lies before: numbers of views only rise, so the entry that gave one is
searched for by halves; the match is then played again from the segment head before it.
"""

from collections.abc import Awaitable, Callable
from typing import Final

import engine
from protocol import messages as wire
from server.match.delayed import shown_times, stamp_of
from server.match.feed import PUBLIC
from server.match.pace import Pace
from server.store.entries import Change, Entry, Head, Segment, decode
from server.store.journal import Journal, Stamped

PAGE_ENTRIES: Final = 64
"""Read at a time: few are for nothing, and a search takes few steps."""


class Excerpt:
    """Entries of a journal, read when they are looked at.

    Attributes:
        last: the number of the last entry when it was opened.
        pages_read: how often some were asked for.
    """

    __slots__ = ("_entries", "_journal", "_match", "_pages", "last", "pages_read")

    def __init__(self, journal: Journal, match: str, last: int) -> None:
        self._journal = journal
        self._match = match
        self.last = last
        self.pages_read = 0
        self._pages: dict[int, list[Stamped]] = {}
        self._entries: dict[int, Entry] = {}

    async def entry(self, number: int) -> Entry:
        """One entry, by its number from 1; raises ``JournalError``."""
        found = self._entries.get(number)
        if found is None:
            found = self._entries[number] = decode((await self._stamped(number))[1])
        return found

    async def stamp(self, number: int) -> int:
        """When an entry was journaled; raises ``JournalError``."""
        return stamp_of(await self._stamped(number), await self.entry(number))

    async def data(self, first: int, last: int) -> list[bytes]:
        """Entries as they were journaled; raises ``JournalError``."""
        return [(await self._stamped(number))[1] for number in range(first, last + 1)]

    async def _stamped(self, number: int) -> Stamped:
        page, place = divmod(number - 1, PAGE_ENTRIES)
        if page not in self._pages:
            await self._read(page)
        return self._pages[page][place]

    async def _read(self, page: int) -> None:
        first = page * PAGE_ENTRIES + 1
        found = await self._journal.some(self._match, first, PAGE_ENTRIES)
        self.pages_read += 1
        if len(found) >= min(PAGE_ENTRIES, self.last - first + 1):
            self._pages[page] = found
            return
        whole = await self._journal.stamped(self._match)  # it is in the archive, a file that is read as a whole
        starts = range(0, len(whole), PAGE_ENTRIES)
        self._pages = {start // PAGE_ENTRIES: whole[start : start + PAGE_ENTRIES] for start in starts}


async def open_excerpt(journal: Journal, match: str) -> Excerpt:
    """An excerpt of the journal as it is now.

    Raises:
        UnknownMatch: there is none.
        Unavailable: Redis cannot be reached.
    """
    return Excerpt(journal, match, await journal.count(match) or len(await journal.read(match)))


class Found:
    """The entries at which a view had a number.

    Attributes:
        first: number of the segment head before that.
        at: number of the last entry after which it had it.
        end: number of the last entry that the diffs which are wanted need.
        last: the last number of the view that may be shown.
    """

    __slots__ = ("at", "end", "first", "last")

    def __init__(self, first: int, at: int, end: int, last: int) -> None:
        self.first = first
        self.at = at
        self.end = end
        self.last = last


async def find(excerpt: Excerpt, asked: wire.Earlier, view: str, now_ms: int, beat_ms: int = 0) -> Found:
    """Find a view with what follows, as far as it may be shown.

    Args:
        now_ms: by the clock that stamped the entries.
        beat_ms: that of a match with a pace.

    Raises:
        engine.Refusal: ``no_such_view``: there is none, or it is not due yet.
        JournalError: the journal cannot be read.
    """
    head = await excerpt.entry(1)
    delay_ms = head.delay_ms if view == PUBLIC and isinstance(head, Head) else 0
    shown_ms = now_ms - delay_ms if delay_ms else None
    paced = await paced_times(excerpt, head, now_ms, beat_ms) if view == PUBLIC and isinstance(head, Head) else []

    async def late(number: int) -> bool:
        if paced:
            return paced[number - 1] > now_ms
        return shown_ms is not None and await excerpt.stamp(number) > shown_ms

    async def after(number: int) -> bool:
        return await number_after(excerpt, number, view) > asked.seq

    none = engine.Refusal("", "no_such_view", f"there is no view {asked.seq} of the match, or not yet")
    due = await first_of(2, excerpt.last, late) - 1
    at = await first_of(1, due, after) - 1
    if at < 1 or await number_after(excerpt, at, view) != asked.seq:
        raise none
    first = at
    while not isinstance(await excerpt.entry(first), Head | Segment):
        if await late(first):  # of old: stamped by a node whose clock was ahead of the next one's
            raise none
        first -= 1
    end = at
    wanted = asked.count
    while end < due and wanted and not await late(end + 1):
        end += 1
        entry = await excerpt.entry(end)
        wanted -= isinstance(entry, Change) and view in entry.views
    return Found(first, at, end, await number_after(excerpt, due, view))


async def paced_times(excerpt: Excerpt, head: Head, now_ms: int, beat_ms: int) -> list[int]:
    """When the public is shown each entry of a match that has a pace; none where all has been shown for long."""
    pace = Pace(head, beat_ms)
    longest_ms = excerpt.last * beat_ms + head.delay_ms
    if not pace.is_kept or now_ms - await excerpt.stamp(excerpt.last) > longest_ms:
        return []
    numbers = range(1, excerpt.last + 1)
    return shown_times([(await excerpt.stamp(number), await excerpt.entry(number)) for number in numbers], head, pace)


async def number_after(excerpt: Excerpt, number: int, view: str) -> int:
    """The number of a view after an entry: that of the last one which changed it."""
    for before in range(number, 1, -1):
        entry = await excerpt.entry(before)
        if isinstance(entry, Change) and view in entry.views:
            return entry.views[view]
    return 0


async def first_of(low: int, high: int, is_so: Callable[[int], Awaitable[bool]]) -> int:
    """The first number from ``low`` to ``high`` of which something is so, as of all that follow; else the next."""
    while low <= high:
        middle = (low + high) // 2
        if await is_so(middle):
            high = middle - 1
        else:
            low = middle + 1
    return low
