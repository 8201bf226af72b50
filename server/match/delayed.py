"""A match as the public is shown it, some time behind: what a replay of the journal up to then gives, and nothing else.

So nothing about it can tell more than it did then, and it goes on after a failover as before: whoever runs the match
next reads the same journal. An entry's stamp says how old it is, by the clock of the Redis that keeps it; from then on
it ages at the pace of our monotonic clock, whatever becomes of Redis's. In a match of one person against bots of
the house, an entry is also shown no sooner than a beat after the one before it (``Pace``).
"""

from collections import deque
from collections.abc import Callable, Sequence
from typing import Final

from msgspec import Raw

from protocol import messages as wire
from protocol.codec import encode
from server.match.clock import Line
from server.match.feed import PASSING, PUBLIC, UNNUMBERED
from server.match.pace import Pace
from server.match.replayed_match import History, again, decode_head, lines_of, load, replay, result_of, waiting_for
from server.runtime.clock_source import Alarm, Timer
from server.runtime.errors import OtherEngine
from server.store.entries import Entry, Head, Segment, decode
from server.store.journal import Journal, Stamped

BEGUN_MS: Final = 1
"""The milliseconds of our timer and of Redis's clock begin at different moments: one that is begun counts as whole."""
ANEW: Final = -2
"""In place of a number: the whole view is to be shown anew."""


class Delayed:
    """The match as it was.

    Attributes:
        history: the match then.
    """

    __slots__ = ("_alarm", "_delay_ms", "_engine", "_last_ms", "_later", "_lines", "_match_id", "_pace", "history")

    def __init__(self, match_id: str, history: History, engine: str, pace: Pace, last_ms: int = 0) -> None:
        self.history = history
        self._pace = pace
        self._last_ms = last_ms
        self._engine = engine
        self._match_id = match_id
        self._delay_ms = history.head.delay_ms
        self._later: deque[tuple[int, bytes]] = deque()
        self._lines: list[Line] = []
        self._alarm: Alarm | None = None

    @property
    def due_ms(self) -> int | None:
        """When the next entry is to be shown; ``None`` if all are."""
        return self._later[0][0] if self._later else None

    def add(self, at_ms: int, entry: bytes) -> None:
        """An entry was journaled, by our timer then; it is shown later, and none before those before it."""
        due_ms = at_ms + self._delay_ms + (BEGUN_MS if self._delay_ms else 0)
        self._last_ms = self._pace.shown_ms(self._last_ms, due_ms, decode(entry))
        self._later.append((self._last_ms, entry))

    @property
    def is_over(self) -> bool:
        """Whether the end has been shown."""
        return result_of(self.history) is not None

    def step(self) -> list[tuple[int, bytes]]:
        """Show the next entry: what is to be told of it, as publications are numbered, or ``ANEW``.

        Entries of another version of the rules are passed over, up to the head from which ours went on.

        Raises:
            Unreadable: it does not fit.
        """
        _, data = self._later.popleft()
        entry = decode(data)
        seq, match_id = self.history.seq + 1, self._match_id
        if isinstance(entry, Segment) and entry.engine != self.history.engine:
            self.history = load(match_id, entry, seq)
            return [(ANEW, b"")]
        self.history.seq = seq
        if self.history.engine != self._engine:
            return []
        diff = again(match_id, self.history, entry).get(PUBLIC)
        told: list[tuple[int, bytes]] = []
        if diff is not None:
            number = self.history.views.seq[PUBLIC]
            told.append((number, encode(wire.Diff(match_id, number, Raw(diff.entities)))))
        result = result_of(self.history)
        if result is not None:
            told.append((UNNUMBERED, encode(wire.End(match_id, result))))
        if not self.history.clock.is_bounded or self._pace.is_kept:
            return told  # a clock of a match with a pace would tell how fast it went
        known, self._lines = self._lines, lines_of(self.history)
        told += [(PASSING, encode(waiting_for(match_id, line))) for line in self._lines if line not in known]
        return told

    def wake(self, timer: Timer, call: Callable[[], object]) -> None:
        """Have something called when the next entry is due."""
        self.rest()
        if self.due_ms is not None:
            self._alarm = timer.call_at(self.due_ms, call)

    def rest(self) -> None:
        """Call nothing any more."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None


async def behind(journal: Journal, match_id: str, engine: str, beat_ms: int, timer: Timer) -> Delayed:
    """A match as the public is shown it now, or as it began, with all that happened since.

    The age of an entry counts from one moment of both clocks, after all was read: reading may take long.

    Raises:
        Unreadable: what was journaled then does not fit this engine.
        JournalError: it cannot be read.
    """
    stamped = await journal.stamped(match_id)
    data, now_ms, shared_ms = [each for _, each in stamped], timer.now_ms(), journal.now_ms()
    entries = [decode(each) for each in data]
    head = decode_head(data[0])
    pace = Pace(head, beat_ms)
    due_ms = shown_times([(stamp_of(*each), each[1]) for each in zip(stamped, entries, strict=True)], head, pace)
    first, shown = 0, 1
    for number, entry in enumerate(entries[1:], 1):
        if due_ms[number] > shared_ms:
            break
        shown = number + 1
        first = number if isinstance(entry, Head | Segment) else first
    try:
        history = replay(match_id, data[first:shown], engine, first + 1)
    except OtherEngine:
        history = replay(match_id, data[first : first + 1], engine_of(entries[first]), first + 1)
        shown = first + 1
    ahead_ms = now_ms - shared_ms
    delayed = Delayed(match_id, history, engine, pace, due_ms[shown - 1] + ahead_ms)
    for (at_ms, _), entry, each in zip(stamped[shown:], entries[shown:], data[shown:], strict=True):
        delayed.add((at_ms or entry.at) + ahead_ms, each)
    return delayed


def shown_times(entries: Sequence[tuple[int, Entry]], head: Head, pace: Pace) -> list[int]:
    """When the public is shown each entry of a journal, of which each has its stamp, by the clock of the stamps."""
    times: list[int] = []
    last_ms = 0
    for at_ms, entry in entries:
        last_ms = pace.shown_ms(last_ms, at_ms + head.delay_ms, entry)
        times.append(last_ms)
    return times


def stamp_of(stamped: Stamped, entry: Entry) -> int:
    """When an entry was journaled; of a journal of old, by the clock of the node that wrote it."""
    return stamped[0] or entry.at


def engine_of(head: Entry) -> str:
    return head.engine if isinstance(head, Head | Segment) else ""
