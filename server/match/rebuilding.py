"""A match read from its journal: from the last segment head, or from the beginning where that head is of no use."""

from collections.abc import Sequence
from functools import partial
from typing import Final, TypeAlias

from engine import Refusal
from server.match.card_loading import Cards
from server.match.replayed_match import History, begin, decode_head, go_on, header_of, load, not_begun, replay, segment
from server.runtime import incidents
from server.runtime.errors import OtherEngine, Unreadable
from server.runtime.logs import get
from server.runtime.worker_processes import HeavyWork
from server.store.entries import Head, Segment, decode, encode
from server.store.journal import Journal

log = get("rebuilding")

Tail: TypeAlias = tuple[int, list[bytes]]
"""The number of a segment head, and the entries from there on."""
REBUILT: Final = "rebuilt"
"""The queue of matches that are taken up, in place of an address."""
AT_ONCE: Final = 16
"""Entries applied before others that wait for the thread have their turn."""


class Rebuilding:
    """Reads matches for one node.

    Args:
        engine: the name of our own.
    """

    def __init__(self, journal: Journal, cards: Cards, engine: str, work: HeavyWork) -> None:
        self._journal = journal
        self._cards = cards
        self._engine = engine
        self._work = work

    async def prepare(self, match_id: str) -> None:
        """Wait until the cards of a match are read, which may take seconds; raises as ``history``."""
        if self._cards.may_be_missing:
            await self._cards.wait(header_of(decode_head(await self._journal.head(match_id))))

    async def history(self, match_id: str) -> History:
        """The match as its journal tells it now, once its cards are read; nothing is taken.

        Raises:
            UnknownMatch: there is none.
            OtherEngine: only an engine of that name can go on with it.
            Unreadable: the journal does not fit this engine.
            Unavailable: Redis cannot be reached.
        """
        return await self.rebuild(match_id, await self.read(match_id))

    async def read(self, match_id: str) -> Tail:
        """The journal from the last segment head on, once the cards are read; raises as ``history``."""
        await self.prepare(match_id)
        return await self._journal.tail(match_id)

    async def rebuild(self, match_id: str, tail: Tail) -> History:
        """The match as ``read`` gave it; raises as ``history``."""
        return await rebuild(self._journal, match_id, self._engine, self._work, tail)

    async def prove(self, match_id: str) -> None:
        """Rebuild the match in a worker process, where it can end nothing else.

        Raises:
            Refusal: the worker ended.
            Unavailable: there is no worker for it now; else as ``history``.
        """
        seq, entries = await self.read(match_id)
        await self._work.run(REBUILT, replayed, match_id, entries, self._engine, seq)

    async def catch_up(self, match_id: str, history: History) -> None:
        """Apply what was journaled since the match was rebuilt; raises as ``history``."""
        entries = await self._journal.read(match_id, history.seq)
        await self._work.thread.make(partial(go_on, match_id, history, entries))


async def rebuild(journal: Journal, match_id: str, engine: str, work: HeavyWork, tail: Tail | None = None) -> History:
    """As ``Rebuilding.history``, where the cards are read, and ``tail`` of the journal if it is read already."""
    seq, entries = tail or await journal.tail(match_id)
    try:
        return await by_turns(match_id, entries, engine, work, seq)
    except OtherEngine:
        raise
    except Unreadable as error:
        if seq == 1:
            raise
        incidents.report(log, "segment head of no use", error, match=match_id, seq=seq)
    return await by_turns(match_id, await journal.read(match_id), engine, work)


def replayed(match_id: str, entries: list[bytes], engine: str, seq: int) -> None:
    """As ``replay``, for a worker process: that it comes to an end is all that is told."""
    replay(match_id, entries, engine, seq)


async def by_turns(match_id: str, entries: Sequence[bytes], engine: str, work: HeavyWork, seq: int = 1) -> History:
    """As ``replay``, beside all else that this process does: nobody knows how long an entry takes."""
    head = decode(entries[0]) if entries else None
    if isinstance(head, Head) and takes_long(head) and head.engine == engine:
        begun = 1
        try:
            history = await begin_beside(work, REBUILT, match_id, head)
        except Refusal as refusal:
            raise not_begun(match_id, head.engine, refusal) from refusal
    else:
        begun = 2  # what follows a head decides whether it may be loaded
        history = await work.thread.make(partial(replay, match_id, entries[:begun], engine, seq))
    for start in range(begun, len(entries), AT_ONCE):
        await work.thread.make(partial(go_on, match_id, history, entries[start : start + AT_ONCE]))
    return history


def takes_long(head: Head) -> bool:
    """Whether a worker begins the match: it begins at a position, or moves of another match come first."""
    return bool(head.moves or header_of(head).position)


async def begin_beside(work: HeavyWork, who: str, match_id: str, head: Head) -> History:
    """As ``begin``, in a worker, of a match of which it ``takes_long``.

    Raises:
        engine.Refusal: as ``begin``, and ``too_much``.
        Unavailable: too many ask for such work.
    """
    kept = decode(await work.run(who, begun, encode(head)))
    assert isinstance(kept, Segment)
    return await work.thread.make(partial(load, match_id, kept, 1))


def begun(head: bytes) -> bytes:
    """A match at its start, as a segment head would keep it."""
    at = decode_head(head)
    return encode(segment(begin(at), at.engine))
