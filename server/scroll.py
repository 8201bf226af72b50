"""Earlier public views of a match, worked out from its journal beside the matches, one at a time.

Whoever follows a match may ask, on any node: nothing is told but what the public was shown then, and of a delayed match
nothing that is not due yet.
"""

from collections import OrderedDict
from typing import Final

import anyio
import anyio.to_thread

import engine
from server.entries import Entry, Head, Segment, decode
from server.errors import Unavailable, Unreadable
from server.feed import PUBLIC
from server.history import Change, replay
from server.journal import Journal

MOST_ASKED: Final = 32
"""Views that wait to be worked out; who asks for one more is asked to come back."""
MOST_KEPT: Final = 256
"""Views kept, of about 10 kB each."""


class Scroll:
    """Works earlier views out and keeps the last of them.

    Args:
        engine_: the name of our own.
    """

    def __init__(self, journal: Journal, engine_: str) -> None:
        self._journal = journal
        self._engine = engine_
        self._one = anyio.CapacityLimiter(1)
        self._asked = 0
        self._kept: OrderedDict[tuple[str, int], bytes] = OrderedDict()

    async def view(self, match_id: str, seq: int, now_ms: int) -> bytes:
        """The public view of a match when its number was ``seq``.

        Raises:
            engine.Refusal: ``no_such_view``.
            Unavailable: too many ask, or Redis cannot be reached.
        """
        kept = self._kept.get((match_id, seq))
        if kept is not None:
            return kept
        if self._asked >= MOST_ASKED:
            raise Unavailable("too many ask for earlier views")
        self._asked += 1
        try:
            data = await self._journal.read(match_id)
            found = await anyio.to_thread.run_sync(
                view_at, match_id, data, self._engine, seq, now_ms, limiter=self._one, abandon_on_cancel=True
            )
        finally:
            self._asked -= 1
        self._kept[match_id, seq] = found
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found


def view_at(match_id: str, data: list[bytes], engine_: str, seq: int, now_ms: int) -> bytes:
    """The public view after the entry that gave it number ``seq``.

    Raises:
        engine.Refusal: ``no_such_view``: there is none, or it is not due yet, or another version of the rules made it.
    """
    none = engine.Refusal("", "no_such_view", f"there is no public view {seq} of the match, or not yet")
    head = decode(data[0])
    if not isinstance(head, Head):
        raise none
    first = 0
    for number, each in enumerate(data):
        entry = decode(each)
        if isinstance(entry, Head | Segment):
            first = number
        if seq == (number and shown_by(entry)):
            if number and entry.at + head.delay_ms > now_ms:
                raise none
            try:
                history = replay(match_id, data[first : number + 1], engine_, first + 1)
            except Unreadable:
                raise none from None
            return history.views.snapshot(PUBLIC)
    raise none


def shown_by(entry: Entry) -> int:
    """The number of the public view that an entry made, -1 if it made none."""
    return entry.views.get(PUBLIC, -1) if isinstance(entry, Change) else -1
