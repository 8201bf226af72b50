"""Earlier views of a match, worked out by a worker from a part of its journal.

Anyone who follows a match may ask, on any node: nothing is told but what the viewer was shown then, and of a delayed
match nothing that is not due yet. Of a match that is over, as the public knows it, all may be seen
(``finished_views``).
"""

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from typing import Final, Generic, TypeVar

from msgspec import Raw

import engine
from protocol import messages as wire
from protocol.codec import decode_event, encode
from server.match.feed import PUBLIC
from server.match.replayed_match import History, again, replay
from server.records.finished_views import Reel, reel_of
from server.records.journal_slice import Found, find, open_excerpt
from server.runtime.errors import Unreadable
from server.runtime.worker_processes import HeavyWork
from server.store.entries import Entry, decode
from server.store.journal import Journal

MOST_KEPT_BYTES: Final = 32 * 1024 * 1024
"""Of pages and reels that are kept: a page has about 50 kB, a reel some megabytes."""


class Scroll:
    """Works earlier views out and keeps the last of them.

    Args:
        engine_: the name of our own.
        beat_ms: that of matches with a pace.
    """

    def __init__(self, journal: Journal, engine_: str, work: HeavyWork, beat_ms: int) -> None:
        self._journal = journal
        self._beat_ms = beat_ms
        self._engine = engine_
        self._work = work
        self._pages: Kept[tuple[str, str, int, int], wire.Past] = Kept(MOST_KEPT_BYTES)
        self._reels: Kept[str, Reel] = Kept(MOST_KEPT_BYTES)

    async def page(self, asked: wire.Earlier, view: str, who: str) -> wire.Past:
        """A view when its number was ``asked.seq``, with what changed after that, as far as it may be shown.

        Args:
            who: the address that asks.

        Raises:
            engine.Refusal: ``no_such_view``, ``too_much``.
            Unavailable: too many ask, or Redis cannot be reached.
        """
        key = (asked.m, view, asked.seq, asked.count)
        kept = self._pages.get(key)
        if kept is not None:
            return wire.Past(asked.m, kept.seq, kept.view, asked.r, kept.diffs, kept.public, (), kept.last)
        excerpt = await open_excerpt(self._journal, asked.m)
        found = await find(excerpt, asked, view, self._journal.now_ms(), self._beat_ms)
        data = await excerpt.data(found.first, found.end)
        page = decode_event(await self._work.run(who, page_at, asked, view, found, data, self._engine))
        assert isinstance(page, wire.Past)
        if len(page.diffs) == asked.count:  # else it may have more the next time
            self._pages.keep(key, page, len(bytes(page.view)) + sum(len(bytes(diff)) for diff in page.diffs))
        return page

    async def opened(self, asked: wire.Earlier, who: str) -> wire.Past:
        """An earlier view of a match that is over, with nothing hidden.

        Args:
            who: the address that asks.

        Raises:
            engine.Refusal: ``no_such_view``, ``too_much``.
            Unavailable: too many ask, or Redis cannot be reached.
        """
        reel = self._reels.get(asked.m)
        if reel is None:
            reel = await self._work.run(who, reel_of, await self._journal.read(asked.m))
            self._reels.keep(asked.m, reel, reel.bytes)
        if asked.seq > reel.last:
            raise engine.Refusal("", "no_such_view", f"the match has {reel.last} moves")
        return reel.page(asked)


Key = TypeVar("Key")
Value = TypeVar("Value")


class Kept(Generic[Key, Value]):
    """The values that were worked out last, up to so many bytes."""

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


def page_at(asked: wire.Earlier, view: str, found: Found, data: list[bytes], engine_: str) -> bytes:
    """A view when it had a number, and the diffs that follow, as a message.

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
    return encode(wire.Past(asked.m, asked.seq, Raw(snapshot), asked.r, tuple(diffs), told, (), found.last))


def diffs_of(match_id: str, history: History, entries: Iterable[Entry], view: str) -> Iterator[bytes]:
    """The diffs of a view, up to where another version of the rules went on."""
    for entry in entries:
        history.seq += 1
        try:
            diff = again(match_id, history, entry).get(view)
        except Unreadable:
            return
        if diff is not None:
            yield diff.whole
