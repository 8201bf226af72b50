"""The change log: the only way to write state.

Every write records ``(id, field, old value)``; read backwards the log is the rewind of an illegal action, and
its set of ids is what a viewer's diff must look at. A new record is logged as ``(id, "+", None)``,
a removed one as ``(id, "-", record)``, a game event as ``(0, "!", event)``, work as ``(0, "#", steps)``. Of a long row,
such as what lies in a zone or waits on the stack, only what came and went is recorded, ``(id, field, Splice)``: else
the log of n arrivals would hold n rows.

Five counters tell readers whether a cached answer still holds: ``version`` grows with every write that may
change what is legal, ``vital`` with those of them that state-based actions read, ``moved`` with those that continuous
effects read, ``shape`` with those of them that are about permanents, ``form`` with all of these but counters. They are
no part of the state.
"""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, Final

from engine.state.records import Item, Object, Play, Player, Root, Zone

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from weakref import ref

    from engine.state.lazy_fork import Inherited
    from engine.state.records import Record

EVENT: Final = "!"
"""In place of a field: a game event that happened."""
WORK: Final = "#"
"""In place of a field: work that was done beside the writes, as a number of steps (``engine.state.budget``)."""
MOST_NUMBER: Final = (1 << 53) - 1
"""Of a field: what JavaScript reads exactly."""

QUIET: Final = 0
PLAIN: Final = 1
VITAL: Final = 2
MOVING: Final = 3
SHAPING: Final = 4
FORMING: Final = 5

WEIGHT: Final[dict[str, int]] = {
    **dict.fromkeys((field for record in (Root, Player, Zone, Object, Item, Play) for field in record.FIELDS), PLAIN),
    "agenda": QUIET,
    "priority": QUIET,
    "passes": QUIET,
    "noted": QUIET,
    "step": QUIET,
    "next_id": QUIET,
    "next_inner": QUIET,
    "trace": QUIET,
    "idle": QUIET,
    "free": QUIET,
    "seen": QUIET,
    "told": QUIET,
    "shortcut": QUIET,
    "barred": QUIET,
    "given": QUIET,
    "asked": QUIET,
    "timestamp": QUIET,
    "cursor": QUIET,
    "plan": QUIET,
    "life": VITAL,
    "lost": VITAL,
    "name": VITAL,
    "keywords": VITAL,
    "power": VITAL,
    "toughness": VITAL,
    "level": VITAL,
    "stats": VITAL,
    "damage": VITAL,
    "marked": VITAL,
    "content": MOVING,
    "effects": FORMING,
    "granting": FORMING,
    "abilities": FORMING,
    "words": FORMING,
    "counters": SHAPING,
    "controller": FORMING,
    "attached": FORMING,
    "facing": FORMING,
    "attacking": FORMING,
    "statics": MOVING,
    "marks": MOVING,
}

REWORKED: Final = (VITAL, SHAPING, FORMING)
"""Writes whose undoing makes continuous effects count again: what they read of permanents, and what they wrote."""

SHORT: Final = 16
"""Parts of a row up to which the log keeps the whole of it: to say what came and went would take more."""
QUEUES: Final = frozenset({"agenda", "delayed", "happened", "stack", "waiting"})
"""Rows that grow and shrink part by part while they are long: a long one is a list, changed in place by ``splice``."""
CLOSE: Final = 2
"""So many parts of a row for each that goes lie at most where the ends of all of them are close together."""

LogEntry = tuple[int, str, object]
Row = tuple[object, ...] | list[object]


class Splice:
    """A change of a row: from the place ``at`` on ``gone`` was taken out and as many as ``came`` put in."""

    __slots__ = ("at", "came", "gone")

    def __init__(self, at: int, gone: tuple[object, ...], came: int) -> None:
        self.at = at
        self.gone = gone
        self.came = came

    def undone(self, row: Row) -> Row:
        """The row as it was before."""
        if isinstance(row, tuple):
            return row[: self.at] + self.gone + row[self.at + self.came :]
        row[self.at : self.at + self.came] = self.gone
        return row if len(row) > SHORT else tuple(row)


def place_in(row: Sequence[int], ident: int) -> int:
    """The place of an id in a row, -1 if it is not there; in most rows they stand as they came, the lowest first."""
    at = bisect_left(row, ident)
    if at < len(row) and row[at] == ident:
        return at
    return row.index(ident) if ident in row else -1


def runs(places: Sequence[int]) -> list[tuple[int, int]]:
    """Places in ascending order as runs: where each begins, and how many follow one on the other."""
    found: list[tuple[int, int]] = []
    for at in places:
        first, number = found[-1] if found else (at, 0)
        if found and at == first + number:
            found[-1] = (first, number + 1)
        else:
            found.append((at, 1))
    return found


class Changes:
    """Records by id, and the log of all writes since it was last cleared.

    ``heirs`` are the records of forks that may still be copied from these. ``strays``: a token may lie where none can
    be, as one was put there, or as one that had gone is back. ``since`` is the position from which on the log is of the
    commit in hand; ``touched`` are the ids of what that has undone.
    """

    __slots__ = ("form", "heirs", "log", "moved", "records", "shape", "since", "strays", "touched", "version", "vital")

    def __init__(self) -> None:
        self.records: dict[int, Record] = {}
        self.heirs: list[ref[Inherited]] = []
        self.strays = True
        self.log: list[LogEntry] = []
        self.since = 0
        self.touched: set[int] = set()
        self.version = 0
        self.vital = 0
        self.moved = 0
        self.shape = 0
        self.form = 0

    def write(self, record: Record, field: str, value: object) -> None:
        """Set one field of one record."""
        if self.heirs:
            self.part()
        if type(value) is int and not -MOST_NUMBER <= value <= MOST_NUMBER:
            self.exceed()
        self.log.append((record.id, field, getattr(record, field)))
        setattr(record, field, value)
        weight = WEIGHT[field]
        if weight:
            self._outdate(weight)

    def _outdate(self, weight: int) -> None:
        """A field of this weight was written."""
        if weight:
            self.version += 1
            if weight >= VITAL:
                self.vital += 1
                if weight >= MOVING:
                    self.moved += 1
                    if weight >= SHAPING:
                        self.shape += 1
                        if weight == FORMING:
                            self.form += 1

    def exceed(self) -> None:
        """A field is about to get a number larger than ``MOST_NUMBER``: by default it does."""

    def splice(self, record: Record, field: str, at: int, gone: int, new: tuple[object, ...] = ()) -> None:
        """Take ``gone`` parts out of a row from the place ``at`` on, and put ``new`` ones in there."""
        row = getattr(record, field)
        if self.heirs:
            self.part()
        end = at + gone
        if len(row) <= SHORT:
            short: tuple[object, ...] = tuple(row)
            self.log.append((record.id, field, row))
            setattr(record, field, short + new if at == len(short) else short[:at] + new + short[end:])
            self._outdate(WEIGHT[field])
            return
        out = tuple(row[at:end])
        self.log.append((record.id, field, Splice(at, out, len(new))))
        if field in QUEUES:
            queue = [*row] if isinstance(row, tuple) else row
            queue[at:end] = new
            setattr(record, field, queue if len(queue) > SHORT else tuple(queue))
        else:
            setattr(record, field, row + new if at == len(row) else row[:at] + new + row[end:])
        self._outdate(WEIGHT[field])

    def append(self, record: Record, field: str, *new: object) -> None:
        """Put parts at the end of a row."""
        self.splice(record, field, len(getattr(record, field)), 0, new)

    def withdraw(self, record: Record, field: str, ident: int) -> None:
        """Take an id out of a row, if it stands in it."""
        at = place_in(getattr(record, field), ident)
        if at >= 0:
            self.splice(record, field, at, 1)

    def withdraw_all(self, record: Record, field: str, idents: Collection[int]) -> None:
        """Take ids out of a row, those of them that stand in it."""
        self.take_out(record, field, [at for at, ident in enumerate(getattr(record, field)) if ident in idents])

    def take_out(self, record: Record, field: str, places: Sequence[int]) -> None:
        """Take what stands at some places, in ascending order, out of a row.

        All at once where they lie close together, else run by run: the log grows with what goes, not with the row.
        """
        if not places:
            return
        first, end = places[0], places[-1] + 1
        if end - first == len(places):
            self.splice(record, field, first, len(places))
        elif end - first <= CLOSE * len(places):
            out = frozenset(places)
            row = getattr(record, field)
            left = tuple([row[at] for at in range(first, end) if at not in out])
            self.splice(record, field, first, end - first, left)
        else:
            for at, count in reversed(runs(places)):
                self.splice(record, field, at, count)

    def add(self, record: Record) -> None:
        """Bring a new record into the game."""
        self.log.append((record.id, "+", None))
        self.records[record.id] = record

    def remove(self, record: Record) -> None:
        """Take a record out of the game; whoever needs it later keeps its last known information."""
        self.log.append((record.id, "-", record))
        del self.records[record.id]

    def part(self) -> None:
        """Let every fork that is still in use have what it has yet to copy: something here is about to change.

        A caller that changes a record past the log calls this before.
        """
        for each in self.heirs:
            heir = each()
            if heir is not None:
                heir.complete()
        self.heirs.clear()

    def mark(self) -> int:
        """A position to which the game can be rewound. Marks nest."""
        return len(self.log)

    def rewind(self, mark: int) -> None:
        """Undo every write since ``mark``, to the bit. The counters grow as they did with what is undone."""
        if self.heirs:
            self.part()
        log, records, touched = self.log, self.records, self.touched
        heaviest = QUIET
        shaped = False
        for ident, field, old in reversed(log[mark:]):
            touched.add(ident)
            weight = WEIGHT.get(field)
            if weight is not None:
                record = records[ident]
                if type(old) is Splice:
                    old = old.undone(getattr(record, field))
                elif type(old) is list:
                    old = tuple(old)  # other logs may hold the same one
                setattr(record, field, old)
                shaped = shaped or weight in REWORKED
                if weight > heaviest:
                    heaviest = weight
            elif field == "+":
                del records[ident]
                heaviest = SHAPING
            elif field == "-":
                records[ident] = old  # type: ignore[assignment]  # logged by remove() as the record itself
                heaviest = SHAPING
                self.strays = self.strays or (isinstance(old, Object) and old.token)
        del log[mark:]
        if mark < self.since:
            self.since = mark
        self.version += heaviest > QUIET
        self.vital += heaviest >= VITAL
        self.moved += heaviest >= VITAL  # else what effects wrote would be undone, and not be written again
        self.shape += shaped
        self.form += shaped
