"""Earlier views of a match, worked out from a part of its journal beside the matches, one at a time.

Whoever follows a match may ask, on any node: nothing is told but what the viewer was shown then, and of a delayed match
nothing that is not due yet. Of a match that is over, as the public knows it, all may be seen (``reel``).
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Final, Generic, TypeVar

import anyio
import anyio.to_thread
from msgspec import Raw

import engine
from protocol import messages as wire
from server.entries import Entry, decode
from server.errors import Unavailable, Unreadable
from server.excerpt import Found, find, open_excerpt
from server.feed import PUBLIC
from server.history import History, again, replay
from server.journal import Journal
from server.reel import Reel, reel_of

MOST_ASKED: Final = 32
"""Pages that wait to be worked out; who asks for one more is asked to come back."""
MOST_KEPT_BYTES: Final = 32 * 1024 * 1024
"""Of pages and reels that are kept: a page has about 50 kB, a reel some megabytes."""


class Scroll:
    """Works earlier views out and keeps the last of them.

    Args:
        engine_: the name of our own.
    """

    def __init__(self, journal: Journal, engine_: str) -> None:
        self._journal = journal
        self._engine = engine_
        self._one = anyio.CapacityLimiter(1)
        self._reeling = anyio.Lock()
        self._asked = 0
        self._pages: Kept[tuple[str, str, int, int], wire.Past] = Kept(MOST_KEPT_BYTES)
        self._reels: Kept[str, Reel] = Kept(MOST_KEPT_BYTES)

    async def page(self, asked: wire.Earlier, view: str, now_ms: int) -> wire.Past:
        """A view when its number was ``asked.seq``, with what changed after that, as far as it may be shown.

        Raises:
            engine.Refusal: ``no_such_view``.
            Unavailable: too many ask, or Redis cannot be reached.
        """
        key = (asked.m, view, asked.seq, asked.count)
        kept = self._pages.get(key)
        if kept is not None:
            return wire.Past(asked.m, kept.seq, kept.view, asked.r, kept.diffs, kept.public, (), kept.last)
        if self._asked >= MOST_ASKED:
            raise Unavailable("too many ask for earlier views")
        self._asked += 1
        try:
            excerpt = await open_excerpt(self._journal, asked.m)
            found = await find(excerpt, asked, view, now_ms)
            data = await excerpt.data(found.first, found.end)
            page = await anyio.to_thread.run_sync(
                page_at, asked, view, found, data, self._engine, limiter=self._one, abandon_on_cancel=True
            )
        finally:
            self._asked -= 1
        if len(page.diffs) == asked.count:  # else it may have more the next time
            self._pages.keep(key, page, len(bytes(page.view)) + sum(len(bytes(diff)) for diff in page.diffs))
        return page

    async def opened(self, asked: wire.Earlier) -> wire.Past:
        """The same of a match that is over, with nothing hidden.

        Raises:
            engine.Refusal: ``no_such_view``.
            Unavailable: too many ask, or Redis cannot be reached.
        """
        if self._asked >= MOST_ASKED:
            raise Unavailable("too many ask for earlier views")
        self._asked += 1
        try:
            return await self._opened(asked)
        except Unreadable as error:
            raise engine.Refusal("", "no_such_view", "the match is of another version of the rules") from error
        finally:
            self._asked -= 1

    async def _opened(self, asked: wire.Earlier) -> wire.Past:
        reel = await self._reel(asked.m)
        if asked.seq > reel.last:
            raise engine.Refusal("", "no_such_view", f"the match has {reel.last} moves")
        wanted = min(asked.seq + asked.count, reel.last)
        while reel.played < wanted:
            async with self._reeling:  # by turns with others who want to see a long match
                if reel.played < wanted:
                    await anyio.to_thread.run_sync(reel.go_on, limiter=self._one)
        self._reels.keep(asked.m, reel, reel.bytes)
        return reel.page(asked)

    async def _reel(self, match_id: str) -> Reel:
        async with self._reeling:
            reel = self._reels.get(match_id)
            if reel is None:
                data = await self._journal.read(match_id)
                reel = await anyio.to_thread.run_sync(reel_of, data, limiter=self._one)
                self._reels.keep(match_id, reel, reel.bytes)
            return reel


Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """What was worked out last, up to so many bytes."""

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._bytes = 0
        self._kept: OrderedDict[Key, tuple[Value, int]] = OrderedDict()

    def get(self, key: Key) -> Value | None:
        found = self._kept.get(key)
        if found is None:
            return None
        self._kept.move_to_end(key)
        return found[0]

    def keep(self, key: Key, value: Value, size: int) -> None:
        self._bytes += size - self._kept.pop(key, (value, 0))[1]
        self._kept[key] = value, size
        while self._bytes > self._most and len(self._kept) > 1:
            self._bytes -= self._kept.popitem(last=False)[1][1]


def page_at(asked: wire.Earlier, view: str, found: Found, data: list[bytes], engine_: str) -> wire.Past:
    """A view when it had a number, and the diffs that follow.

    Args:
        data: the entries from the segment head on, as far as they are needed.

    Raises:
        engine.Refusal: ``no_such_view``: another version of the rules made it.
    """
    until = found.at - found.first + 1
    try:
        history = replay(asked.m, data[:until], engine_, found.first)
    except Unreadable as error:
        raise engine.Refusal("", "no_such_view", f"view {asked.seq} is of another version of the rules") from error
    snapshot, public, diffs = history.views.snapshot(view), [history.views.seq[PUBLIC]], list[Raw]()
    for diff in diffs_of(asked.m, history, map(decode, data[until:]), view):
        diffs.append(Raw(diff))
        public.append(history.views.seq[PUBLIC])
    told = () if view == PUBLIC else tuple(public)
    return wire.Past(asked.m, asked.seq, Raw(snapshot), asked.r, tuple(diffs), told, (), found.last)


def diffs_of(match_id: str, history: History, entries: Iterable[Entry], view: str) -> Iterator[bytes]:
    """The diffs of a view, up to where another version of the rules went on."""
    for entry in entries:
        history.seq += 1
        try:
            diff = again(match_id, history, entry).get(view)
        except Unreadable:
            return
        if diff is not None:
            yield diff
