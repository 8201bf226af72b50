"""The journal of each match: what was acknowledged, in order, in Redis, and once the match is over, in the archive.

One stream per match, appended by a server-side function (``journal.lua``) that in one atomic step checks the
ownership token (fencing) and the expected sequence number (idempotence), adds the entry with a stamp, and publishes the
diffs. Entry ``n`` of a match has the stream id ``n-0``; the first is its head. Its stamp is when it was taken, by the
clock of the Redis that keeps it (``redis_time``); stamps of a match never fall.

::

    sl:{MATCH}:j      stream of entries        sl:{MATCH}:own    owner, "number:node"
    sl:{MATCH}:meta   hash, status             sl:{MATCH}:tries:STEP  nodes that do what may end them
    sl:{MATCH}:v:VIEW channel of a view        sl:{MATCH}:notes  hash, expires: invites given and used
    sl:{node:ID}:matches  running matches of a node, a hint only: the owner decides
    sl:aside          matches set aside for the operator
    sl:ended          matches that are over and still in Redis, by when they ended

``head`` in the hash is the number of the last entry that begins a segment, where that is not the first.

Knows nothing about what an entry or a diff says.
"""

import gzip
import secrets
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from enum import IntEnum
from functools import cache, partial
from importlib import resources
from itertools import count
from typing import Final, TypeAlias

import anyio

from server.runtime import metrics
from server.runtime.clock_source import Timer
from server.runtime.errors import Conflict, Fenced, JournalError, Rolledback, Unavailable, UnknownMatch, Unreadable
from server.runtime.logs import get
from server.runtime.stage_times import JOURNAL
from server.store.archive import Archive
from server.store.journal_file import Title, bind, journal_name, record_name, unbind
from server.store.redis_clock import HandedTime, SharedTime
from server.store.redis_connections import Links, Opening
from server.store.topology import Part, Reply, Topology

TAIL_S: Final = 5.0
"""Time that an acknowledged entry is kept in memory: longer than Redis puts off a write with ``everysec`` (2 s)."""
MOST_TAIL_ENTRIES: Final = 4096
PAGE_ENTRIES: Final = 1000
"""Entries read at a time."""
PATIENCE_S: Final = 2.0
"""Time that a request to create a match, or to look for one, waits for Redis."""
ASIDE_KEY: Final = "sl:aside"
ENDED: Final = "sl:ended"
TAKE_UP: Final = "take-up"
FIRST_INTENT: Final = "first-intent"
"""After a match was taken up."""
DROPPED_S: Final = 24 * 60 * 60
"""Time that a former owner is kept out of a match that was moved to the archive."""
NOTES_S: Final = 90 * 24 * 60 * 60
"""Time that notes about a match are kept, if nobody wants them for longer."""
WRITE_NOTES: Final = """
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], unpack(ARGV, 4))
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
"""

log = get("journal")

RUNNING: Final = "running"
FINISHED: Final = "finished"
CLOSED: Final = "closed"
ASIDE: Final = "aside"
"""Taken too often in vain."""

Publish: TypeAlias = tuple[str, bytes]
"""A view's name and what its channel carries."""
Stamped: TypeAlias = tuple[int, bytes]
"""An entry with its stamp, in ms since 1970; 0 where it was journaled before there were any."""


class Outcome(IntEnum):
    """The answers of the server-side function; the numbers are those in ``journal.lua``."""

    OK = 0
    DUP = 1
    FENCED = 2
    REGRESSED = 3
    CONFLICT = 4
    UNKNOWN = 5


OUTCOMES: Final = tuple(Outcome)


class Entry:
    """One acknowledged entry, as kept for a Redis that forgets it.

    Attributes:
        at_s: when it was acknowledged, by our monotonic clock.
        stamp: 0 until it has one.
    """

    __slots__ = ("at_s", "batch", "data", "is_head", "seq", "stamp", "status")

    def __init__(self, seq: int, data: bytes, status: str, *, is_head: bool = False) -> None:
        self.seq = seq
        self.batch = batch_id()
        self.data = data
        self.status = status
        self.is_head = is_head
        self.at_s = 0.0
        self.stamp = 0


class Hold:
    """The right to append to one match, and where its journal ends.

    Attributes:
        match: whose journal.
        number: the ownership token; a higher one in Redis fences this hold.
        seq: number of the last acknowledged entry.
        stamp: of that entry.
    """

    __slots__ = ("keys", "match", "number", "opening", "seq", "stamp", "tail")

    def __init__(self, match: str, number: int, seq: int, stamp: int = 0) -> None:
        self.match = match
        self.number = number
        self.seq = seq
        self.stamp = stamp
        self.keys = keys(match)
        self.opening: Opening | None = None
        """Opening of the append calls."""
        self.tail: deque[Entry] = deque(maxlen=MOST_TAIL_ENTRIES)


class Owner:
    """The node that may append to a match, and its status: ``node`` is empty between a handover and the next owner."""

    __slots__ = ("node", "number", "status")

    def __init__(self, number: int, node: str, status: str) -> None:
        self.number = number
        self.node = node
        self.status = status


def keys(match: str) -> tuple[str, str, str]:
    return f"sl:{{{match}}}:j", f"sl:{{{match}}}:own", f"sl:{{{match}}}:meta"


def notes(match: str) -> str:
    return f"sl:{{{match}}}:notes"


def chat(match: str) -> str:
    return f"sl:{{{match}}}:chat"


def channel(match: str, view: str) -> str:
    return f"sl:{{{match}}}:v:{view}"


def tries(match: str, step: str) -> str:
    return f"sl:{{{match}}}:tries:{step}"


def index(node: str) -> str:
    """The key of a node's set of running matches."""
    return f"sl:{{node:{node}}}:matches"


class Journal:
    """All journals of one Redis, for one node; made by ``open_journal``.

    Args:
        node: this process; part of the ownership token.
        links: to Redis.
        archive: where finished matches are, if they are anywhere but in Redis.
        timer: says what time it is in place of Redis.
    """

    def __init__(self, node: str, links: Links, archive: Archive | None = None, timer: Timer | None = None) -> None:
        self.node = node
        self._links = links
        self._archive = archive
        self._time: SharedTime = links.shared_time if timer is None else HandedTime(timer)

    @property
    def topology(self) -> Topology:
        return self._links.topology

    def now_ms(self) -> int:
        """The time by the clock that stamps entries, or a little earlier."""
        return self._time.now_ms()

    @property
    def skew_s(self) -> float:
        """Seconds by which this machine's time of day is ahead of Redis's."""
        return self._links.shared_time.skew_s

    @property
    def is_clock_off(self) -> bool:
        """Whether that is too far."""
        return self._links.shared_time.is_off

    @property
    def is_up(self) -> bool:
        """Whether every primary of Redis answered last."""
        return self._links.is_up

    def is_up_for(self, match: str) -> bool:
        """Whether the primary that holds a match answered last."""
        return self._links.is_up_for(f"{{{match}}}")  # the tag of its keys

    async def create(self, match: str, head: bytes) -> Hold:
        """Start a journal with its head as entry 1, owned by us.

        Raises:
            Conflict: the id is taken.
            Unavailable: Redis is gone; there is no such match.
        """
        with anyio.move_on_after(PATIENCE_S) as patience:
            await self.note(match)
        if patience.cancelled_caught:
            raise Unavailable("Redis cannot be reached at the moment")
        hold = Hold(match, 1, 0)
        entry = Entry(1, head, RUNNING)
        arguments = ("create", self.node, entry.batch, head, RUNNING, str(self._least(hold)))
        outcome, last, entry.stamp = await self._call(hold.keys, arguments)
        if outcome not in (Outcome.OK, Outcome.DUP):
            raise Conflict(f"match {match} exists, with {last} entries")
        remember(hold, entry)
        return hold

    async def owner(self, match: str) -> Owner:
        """The owner of a match now; nobody has what is in the archive.

        Raises:
            UnknownMatch: it has no journal.
            Unavailable: Redis does not answer.
        """
        reply: Reply = None
        with anyio.move_on_after(PATIENCE_S) as patience:
            reply = await self._links.call(keys(match), ("owner",))
        if patience.cancelled_caught:
            raise Unavailable("Redis cannot be reached at the moment")
        match reply:
            case [Outcome.OK, int(number), bytes(node), bytes(status)]:
                return Owner(number, node.decode(), status.decode())
        return Owner(0, "", (await self._bound(match))[0].status)

    async def take(self, match: str, expected: int) -> Hold:
        """Become the owner of a match that is owned under the number ``expected``; whoever was is fenced from here on.

        Raises:
            UnknownMatch: it has no journal.
            Fenced: its owner has another number; someone else was faster.
        """
        self._links.post(index(self.node), "SADD", match)
        reply = await self._links.call(keys(match), ("take", self.node, str(expected)))
        match reply:
            case [Outcome.OK, int(number), int(last), int(stamp)]:
                return Hold(match, number, last, stamp)
            case [Outcome.FENCED, int(number), *_]:
                raise Fenced(f"match {match} is owned under number {number}, not {expected}")
        raise UnknownMatch(match)

    async def take_again(self, hold: Hold) -> Hold:
        """Hold a match of our own anew, whose journal is not what memory says; raises as ``take``."""
        owner = await self.owner(hold.match)
        if owner.number > hold.number or (owner.number == hold.number and owner.node != self.node):
            raise Fenced(f"match {hold.match} is owned under number {owner.number}, ours is {hold.number}")
        return await self.take(hold.match, owner.number)

    async def attempt(self, match: str, step: str) -> None:
        """Note that we do what may end the process; raises ``Unavailable``."""
        await self._links.read(tries(match, step), "SADD", self.node)

    async def tried(self, match: str, step: str) -> list[str]:
        """The other nodes that did the same and have not survived it, as far as is known; raises ``Unavailable``."""
        return sorted({*members(await self._links.read(tries(match, step), "SMEMBERS"))} - {self.node})

    def survived(self, match: str, step: str) -> None:
        """It did not end us, and whoever it ended before is forgotten; written down in time."""
        self._links.post(tries(match, step), "DEL")

    def gave_up(self, match: str, step: str) -> None:
        """We did not come that far, for a reason that harmed nobody; written down in time."""
        self._links.post(tries(match, step), "SREM", self.node)

    async def set_aside(self, match: str) -> None:
        """Leave a match to the operator."""
        await self.command(keys(match)[2], "HSET", "status", ASIDE)
        await self.command(ASIDE_KEY, "SADD", match)

    async def aside(self) -> list[str]:
        """Matches that are left to the operator, sorted."""
        return sorted(members(await self.command(ASIDE_KEY, "SMEMBERS")))

    async def release(self, hold: Hold) -> None:
        """Leave a match to whoever takes it."""
        await self._call(hold.keys, ("release", str(hold.number), self.node))

    async def append(
        self, hold: Hold, data: bytes, publish: Sequence[Publish] = (), status: str = "", *, is_head: bool = False
    ) -> int:
        """Journal the next entry and publish its diffs, in one step; wait through any outage of Redis.

        Never cancel a task that is in here: the entry may have landed.

        A non-empty ``status`` becomes the match's in the same step; so does a head, from which ``tail`` reads.

        Returns:
            the entry's number.

        Raises:
            Fenced: another node owns the match.
            Rolledback: Redis forgot more than memory holds.
            Conflict: the journal holds something else there.
            Unavailable: we are closing.
        """
        entry = Entry(hold.seq + 1, data, status, is_head=is_head)
        await self.stand(hold, entry, publish)
        return entry.seq

    async def stand(self, hold: Hold, entry: Entry, publish: Sequence[Publish] = ()) -> None:
        """Append the next entry as ``append`` does, also one that ``append_now`` may have sent already."""
        last = await self._append(hold, entry, publish)
        if last is not None:
            await self._append_again(hold, last)
            if await self._append(hold, entry, publish) is not None:
                raise Rolledback(last)
        remember(hold, entry)
        if entry.status in (FINISHED, CLOSED):
            await self.ended(hold.match)

    def is_quick_for(self, hold: Hold) -> bool:
        """Whether ``append_now`` would be of use for a match."""
        return self._links.is_quick_for(self._opening(hold))

    def append_now(self, hold: Hold, entry: Entry, publish: Sequence[Publish], stood: Callable[[bool], None]) -> bool:
        """Append the next entry of a match that goes on, without a task that waits, and only while all is well.

        Args:
            stood: told once whether the entry stands; where it does not, ``stand`` has to see to it.

        Returns:
            whether it was sent; else nobody is told, and ``stand`` has to send it.
        """
        with JOURNAL:
            opening, count, rest = self._packed(hold, entry, publish)
            return self._links.call_now(opening, count, rest, partial(settled, hold, entry, opening, stood))

    async def read(self, match: str, after: int = 0) -> list[bytes]:
        """The entries from number ``after + 1`` on, in order.

        Raises:
            UnknownMatch: there are none at all.
            Unreadable: a number is missing.
            Unavailable: Redis cannot be reached.
        """
        return [data for _, data in await self.stamped(match, after)]

    async def stamped(self, match: str, after: int = 0) -> list[Stamped]:
        """Entries with their stamps; raises as ``read``."""
        entries: list[Stamped] = []
        while True:
            first = after + len(entries) + 1
            page = read_page(match, first, await self._range(match, first))
            entries += page
            if len(page) < PAGE_ENTRIES:
                break
        if entries:
            return entries
        if after == 0 or not await self._is_here(match):
            return (await self._bound(match))[1][after:]
        return entries

    async def some(self, match: str, first: int, most: int) -> list[Stamped]:
        """The entries from number ``first`` on, in order, so many at most; none where they are in the archive.

        Raises:
            Unreadable: a number is missing.
            Unavailable: Redis cannot be reached.
        """
        return read_page(match, first, await self._range(match, first, most))

    async def count(self, match: str) -> int:
        """Number of entries in Redis; raises ``Unavailable``."""
        found = await self._links.read(keys(match)[0], "XLEN")
        return found if isinstance(found, int) else 0

    async def tail(self, match: str) -> tuple[int, list[bytes]]:
        """The entries from the last segment head on, in order, and that head's number.

        Raises:
            As ``read``.
        """
        head = await self._head(match)
        entries = await self.read(match, head - 1)
        if head > 1 or len(entries) == 1 or await self._is_here(match):
            return head, entries
        head = (await self._bound(match))[0].head
        return head, entries[head - 1 :]

    async def head(self, match: str) -> bytes:
        """The first entry.

        Raises:
            UnknownMatch: there is none.
        """
        reply = await self.command(keys(match)[0], "XRANGE", "1-0", "1-0")
        match reply:
            case [[_, [*fields]]] if b"e" in fields:
                entry = fields[fields.index(b"e") + 1]
                if isinstance(entry, bytes):
                    return entry
        return (await self._bound(match))[1][0][1]

    async def status(self, match: str) -> str:
        """``running``, ``finished`` or ``closed``; what is in the archive is one of the latter.

        Raises:
            UnknownMatch: there is none.
            Unavailable: Redis cannot be reached.
        """
        value = await self._links.read(keys(match)[2], "HGET", "status")
        if not isinstance(value, bytes):
            return (await self._bound(match))[0].status
        return value.decode()

    async def running(self, node: str) -> list[str]:
        """Ids of the matches that a node runs, or ran last, sorted."""
        return sorted(members(await self.command(index(node), "SMEMBERS")))

    async def note(self, *matches: str) -> None:
        """We run these; noted before it is so, since who takes up matches looks nowhere else."""
        if matches:
            await self.command(index(self.node), "SADD", *matches)

    def forget(self, match: str, node: str | None = None) -> None:
        """We, or the node, run it no more, or never did; written down in time."""
        self._links.post(index(node or self.node), "SREM", match)

    async def command(self, key: str, verb: str, *parts: Part) -> Reply:
        """One command on one key; waits through any outage of Redis.

        Raises:
            JournalError: Redis refuses it; ``Unavailable`` once we close.
        """
        return await self._links.command(key, verb, *parts)

    async def read_key(self, key: str, verb: str, *parts: Part) -> Reply:
        """As ``command``, but for a while only; raises ``Unavailable``."""
        return await self._links.read(key, verb, *parts)

    async def evaluate(self, script: str, keys: Sequence[Part], arguments: Sequence[Part]) -> Reply:
        """Evaluate a script, as ``Links.evaluate`` does."""
        return await self._links.evaluate(script, keys, arguments)

    def publish(self, channel: str, payload: bytes) -> None:
        """Publish something and go on; it may be lost."""
        self._links.post(channel, "SPUBLISH", payload)

    async def ended(self, match: str) -> None:
        """The match is over: it may be moved to the archive when it has been for a while."""
        with anyio.move_on_after(PATIENCE_S) as patience:
            await self.command(ENDED, "ZADD", str(self.now_ms()), match)
            self.forget(match)
        if patience.cancelled_caught:
            log.warning("end not noted", match=match)  # whoever takes up what we leave behind does

    async def ended_before(self, at_ms: int, most: int) -> list[str]:
        """Matches that were over by then and are still in Redis, oldest first; raises ``Unavailable``."""
        found = await self._links.read(ENDED, "ZRANGEBYSCORE", "-inf", str(at_ms), "LIMIT", "0", str(most))
        return members(found)

    async def count_ended(self, at_ms: int | None = None) -> int:
        """Number of matches that are over and still in Redis, if by then; raises ``Unavailable``."""
        found = await self._links.read(ENDED, "ZCOUNT", "-inf", "+inf" if at_ms is None else str(at_ms))
        return found if isinstance(found, int) else 0

    async def archive(self, match: str) -> int:
        """Move a match that is over into the archive: first there, then out of Redis; returns how many entries it has.

        May be done again at any moment, and by several nodes at once: all write the same.

        Raises:
            Unavailable: Redis or the archive cannot be reached.
            Unreadable: its journal has a hole.
            Conflict: it is not over, or goes on meanwhile.
        """
        assert self._archive is not None
        if not await self._is_here(match):  # somebody was faster, or died before the last step
            await self._links.command(ENDED, "ZREM", match)
            return 0
        status, head, entries = await self.status(match), await self._head(match), await self.stamped(match)
        if status == RUNNING:
            raise Conflict(f"match {match} is not over")
        await self._archive.put(journal_name(match), bind(match, status, head, entries))
        arguments = ("drop", str(len(entries)), str(DROPPED_S))
        outcome, last, _ = await self._call(keys(match), arguments)
        if outcome not in (Outcome.OK, Outcome.DUP):
            raise Conflict(f"match {match} went on to entry {last}")
        await self._links.command(ENDED, "ZREM", match)
        return len(entries)

    async def text(self, match: str) -> str | None:
        """The record of a match in the archive, if it was worked out before; raises ``Unavailable``."""
        data = None if self._archive is None else await self._archive.get(record_name(match))
        return None if data is None else gzip.decompress(data).decode()

    async def keep_text(self, match: str, text: str) -> None:
        """Keep a record that was worked out; raises ``Unavailable``."""
        if self._archive is not None:
            await self._archive.put(record_name(match), gzip.compress(text.encode(), mtime=0))

    async def _is_here(self, match: str) -> bool:
        return await self._links.read(keys(match)[0], "EXISTS") == 1

    async def _head(self, match: str) -> int:
        value = await self._links.read(keys(match)[2], "HGET", "head")
        return int(value) if isinstance(value, bytes) else 1

    async def _bound(self, match: str) -> tuple[Title, list[Stamped]]:
        """A match's file in the archive; raises ``UnknownMatch``."""
        data = None if self._archive is None else await self._archive.get(journal_name(match))
        if data is None:
            raise UnknownMatch(match)
        return unbind(match, data)

    async def note_once(self, match: str, name: str, value: str, keep_s: int = NOTES_S) -> str:
        """Write a note about a match down unless it is there; return the one that stands, whoever wrote it.

        Raises:
            Unavailable: Redis cannot be reached.
        """
        key = notes(match)
        await self._links.read(key, "HSETNX", name, value)
        await self._links.read(key, "EXPIRE", str(keep_s))
        stands = await self._links.read(key, "HGET", name)
        return stands.decode() if isinstance(stands, bytes) else value

    async def write_notes(self, match: str, written: Mapping[str, str], name: str, was: str) -> bool:
        """Write notes about a match down together, in place of those of their names, if one of them is what it was.

        Args:
            was: what the note ``name`` says, as it was read; empty if there was none.

        Returns:
            whether it still was so; else nothing is written.

        Raises:
            Unavailable: Redis cannot be reached; it may yet be written.
        """
        parts = [part for note in written.items() for part in note]
        return await self._links.evaluate(WRITE_NOTES, [notes(match)], [name, was, str(NOTES_S), *parts]) == 1

    async def notes(self, match: str) -> dict[str, str]:
        """All notes about a match; raises ``Unavailable``."""
        reply = await self._links.read(notes(match), "HGETALL")
        words = [word.decode() for word in reply if isinstance(word, bytes)] if isinstance(reply, list) else []
        return dict(zip(words[::2], words[1::2], strict=True))

    async def keep_line(self, match: str, line: bytes, most: int, keep_s: int) -> int:
        """Keep a line of what players say, and the last ones before it, for so long; returns its stamp.

        Raises:
            Unavailable: Redis cannot be reached.
        """
        arguments = (line, str(most), str(keep_s), str(self.now_ms()))
        stamp = await self._links.evaluate(chat_script(), (chat(match),), arguments)
        if not isinstance(stamp, int):
            raise JournalError(f"the chat function answered {stamp!r}")
        return stamp

    async def lines(self, match: str) -> list[Stamped]:
        """The lines that are kept, oldest first; raises ``Unavailable``."""
        found = await self._links.read(chat(match), "XRANGE", "-", "+")
        return [line for line in map(line_of, found if isinstance(found, list) else ()) if line is not None]

    async def ping(self) -> bool:
        """Whether Redis answers now."""
        try:
            await self._links.read(index(self.node), "EXISTS")
        except Unavailable:
            return False
        return True

    async def _range(self, match: str, first: int, most: int = PAGE_ENTRIES) -> Reply:
        return await self._links.read(keys(match)[0], "XRANGE", f"{first}-0", "+", "COUNT", str(most))

    async def _append(self, hold: Hold, entry: Entry, publish: Sequence[Publish]) -> int | None:
        """Append; return ``None`` when it stands, or where Redis fell back to."""
        with JOURNAL:
            answer = self._links.call_on(*self._packed(hold, entry, publish))
        outcome, last, stamp = read_outcome(await answer)
        match outcome:
            case Outcome.OK:
                entry.stamp = stamp
                return None
            case Outcome.DUP:
                entry.stamp = stamp
                metrics.DUPLICATES.inc()
                return None
            case Outcome.REGRESSED:
                metrics.REGRESSED.inc()
                return last
            case Outcome.FENCED:
                metrics.FENCED.inc()
                raise Fenced(f"match {hold.match} is owned under number {last}, ours is {hold.number}")
        raise Conflict(f"match {hold.match}: entry {entry.seq} is another one; the journal ends at {last}")

    def _packed(self, hold: Hold, entry: Entry, publish: Sequence[Publish]) -> tuple[Opening, int, bytes]:
        """An append as Redis reads it: its opening, and the number of further parts with these."""
        rest = pack_entry(entry, self._least(hold))
        for view, payload in publish:
            name = channel(hold.match, view).encode()
            rest += b"$%d\r\n%b\r\n$%d\r\n" % (len(name), name, len(payload)) + payload + b"\r\n"
        return self._opening(hold), ENTRY_PARTS + 2 * len(publish), rest

    def _opening(self, hold: Hold) -> Opening:
        opening = hold.opening
        if opening is None:
            beginning = ("append", str(hold.number), self.node)
            opening = hold.opening = self._links.opening(hold.keys, beginning)
        return opening

    async def _append_again(self, hold: Hold, last: int) -> None:
        """Redis rolled back to ``last``: give it again what it forgot.

        Raises:
            Rolledback: memory does not reach back that far.
        """
        missing = [entry for entry in hold.tail if entry.seq > last]
        if [entry.seq for entry in missing] != list(range(last + 1, hold.seq + 1)):
            raise Rolledback(last)
        await self.note(hold.match)
        for entry in missing:
            if await self._append(hold, entry, ()) is not None:
                raise Rolledback(last)

    def _least(self, hold: Hold) -> int:
        """The least that the next entry's stamp may be, as far as we know."""
        return max(hold.stamp, self.now_ms())

    async def _call(self, keys: Sequence[Part], arguments: Sequence[Part]) -> tuple[Outcome, int, int]:
        return read_outcome(await self._links.call(keys, arguments))


def pack_entry(entry: Entry, least: int) -> bytes:
    """The arguments of an append that tell of the entry, as Redis reads them."""
    seq, data = b"%d" % entry.seq, entry.data
    stamps = b"%d" % least, b"%d" % entry.stamp if entry.stamp else b""
    return b"$%d\r\n%b\r\n$%d\r\n%b\r\n$%d\r\n%b\r\n$%d\r\n%b\r\n%b$%d\r\n%b\r\n$%d\r\n%b\r\n" % (
        len(seq),
        seq,
        len(entry.batch),
        entry.batch,
        len(data),
        data,
        len(entry.status),
        entry.status.encode(),
        b"$1\r\n1\r\n" if entry.is_head else b"$0\r\n\r\n",
        len(stamps[0]),
        stamps[0],
        len(stamps[1]),
        stamps[1],
    )


ENTRY_PARTS: Final = 7


def settled(hold: Hold, entry: Entry, opening: Opening, stood: Callable[[bool], None], reply: Reply) -> None:
    """An append that nobody waits for was answered; what is not plainly well is left to ``Journal.stand``."""
    match reply:
        case [Outcome.OK, int(), int(stamp)]:
            entry.stamp = stamp
            remember(hold, entry)
            stood(True)
        case _:
            opening.lane = None
            stood(False)


def read_outcome(reply: Reply) -> tuple[Outcome, int, int]:
    """Outcome, number, and the stamp, where there is one."""
    match reply:
        case [int(outcome), int(number), int(stamp)]:
            return OUTCOMES[outcome], number, stamp
        case [int(outcome), int(number)]:
            return OUTCOMES[outcome], number, 0
    raise JournalError(f"the journal function answered {reply!r}")


def read_page(match: str, first: int, page: Reply) -> list[Stamped]:
    """The entries that a range of the stream holds, the first of which must have that number.

    Raises:
        Unreadable: a number is missing.
    """
    entries: list[Stamped] = []
    for entry in page if isinstance(page, list) else ():
        match entry:
            case [bytes(number), [b"b", bytes(batch), b"e", bytes(data)]] if number == b"%d-0" % (first + len(entries)):
                stamp = batch.partition(b" ")[2]
                entries.append((int(stamp) if stamp.isdigit() else 0, data))
            case _:
                raise Unreadable(f"match {match}: entry {first + len(entries)} is missing")
    return entries


def line_of(entry: Reply) -> Stamped | None:
    """The one field of a stream's entry, and the stamp that its id begins with."""
    match entry:
        case [bytes(number), [_, bytes(data)]]:
            return int(number.partition(b"-")[0]), data
    return None


@cache
def chat_script() -> str:
    return resources.files("server.lobby").joinpath("chat.lua").read_text()


def remember(hold: Hold, entry: Entry) -> None:
    """The entry stands: it is the last, and stays in memory for a while."""
    now_s = time.monotonic()
    entry.at_s = now_s
    hold.seq = entry.seq
    hold.stamp = entry.stamp
    hold.tail.append(entry)
    while hold.tail[0].at_s < now_s - TAIL_S:
        hold.tail.popleft()


def members(reply: Reply) -> list[str]:
    """A set, as Redis answers it."""
    return [member.decode() for member in reply if isinstance(member, bytes)] if isinstance(reply, list) else []


@cache
def process() -> bytes:
    """A name that no other process has; asked for late, since one that is forked from ours is another."""
    return secrets.token_hex(8).encode()


NUMBERS: Final = count()


def batch_id() -> bytes:
    """A name that no other entry has."""
    return b"%b.%x" % (process(), next(NUMBERS))
