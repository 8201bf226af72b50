"""State after a run: journals and records, compared with what the clients saw."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import anyio
import anyio.to_thread

import engine
from protocol.client import Match
from protocol.diffs import canonical, parse
from server.chaos.bouts import Bout
from server.chaos.timing import too_early, too_soon
from server.chaos.witness import CONCESSION, SETTING, Number, Witness, answered
from server.match.agreements import TAKEBACK
from server.match.audience import view_name
from server.match.rebuilding import rebuild
from server.match.replayed_match import History
from server.records.record_text import record_text
from server.runtime.errors import JournalError
from server.runtime.settings import Settings
from server.runtime.version import engine_name
from server.runtime.worker_processes import HeavyWork
from server.store.archive import Directory
from server.store.entries import Agreed, Answered, Conceded, Entry, Lapsed, Settled, TakenBack, decode
from server.store.journal import FINISHED, Journal, Stamped
from server.store.journal_opening import open_journal


class Audit:
    """Findings in journals and records.

    Attributes:
        ended: matches that are over by the journal and whose record leads to its hash.
        lost: acknowledged, and in no journal, or there as something else.
        doubled: in the journals more than once.
        unhealed: views of clients that are not in the end what the journal makes of them.
        lapses: how often somebody ran out of time.
        faults: sentences, one for each thing that is not as it should be.
    """

    def __init__(self) -> None:
        self.ended: set[str] = set()
        self.lost: list[Number] = []
        self.doubled: list[Number] = []
        self.unhealed: list[str] = []
        self.lapses = 0
        self.faults: list[str] = []

    @property
    def finished(self) -> int:
        """Number of matches that are over."""
        return len(self.ended)


async def audit(redis: str, archive: Path, matches: Sequence[str], witness: Witness) -> Audit:
    found = Audit()
    counts: Counter[Number] = Counter()
    said: dict[Number, str] = {}
    async with open_journal(redis, archive=Directory(archive)) as journal:
        work = HeavyWork(Settings())
        for match in matches:
            tables = [table for table in witness.tables if table.id == match]
            try:
                stamped = await journal.stamped(match)
                entries = [entry for _, entry in stamped]
                read = [decode(entry) for entry in entries]
                examine(read, match, counts, said)
                found.lapses += sum(isinstance(entry, Lapsed) for entry in read)
                found.faults += [f"{match}: {fault}" for fault in await timed(match, stamped, tables, witness)]
                await examine_end(journal, match, entries)
                found.ended.add(match)
                history = await rebuild(journal, match, engine_name(), work)
                found.unhealed += [lack for table in tables if (lack := lack_of(table, history))]
            except (JournalError, engine.BadRecord, engine.Refusal, ValueError) as error:
                found.faults.append(f"{match}: {type(error).__name__}: {error}")
                found.unhealed += [f"{place_of(table)}: no result" for table in tables if table.result is None]
    found.lost = [number for number, what in witness.acknowledged.items() if said.get(number) != what]
    found.doubled = [number for number, count in counts.items() if count > 1] + witness.twice
    return found


def examine(entries: Sequence[Entry], match: str, counts: Counter[Number], said: dict[Number, str]) -> None:
    """Count the intents in one journal."""
    for entry in entries:
        if isinstance(entry, Answered | Conceded | Settled | Agreed | TakenBack) and entry.c:
            counts[match, entry.s, entry.c] += 1
            said[match, entry.s, entry.c] = kind_of(entry)


def kind_of(entry: Entry) -> str:
    """The intent that an entry tells of, as a witness notes it."""
    match entry:
        case Answered():
            return answered(entry.w)
        case Agreed():
            return entry.to
        case TakenBack():
            return TAKEBACK
        case Settled():
            return SETTING
    return CONCESSION


async def timed(match: str, stamped: Sequence[Stamped], tables: Sequence[Match], witness: Witness) -> list[str]:
    """Moves and views that came before their time; raises as ``replayed_match.again``."""
    faults = await anyio.to_thread.run_sync(too_soon, match, [entry for _, entry in stamped])
    for table in tables:
        if table in witness.shown_ms:
            faults += too_early(stamped, witness.shown_ms[table], witness.over_ms.get(table))
    return faults


async def examine_end(journal: Journal, match: str, entries: Sequence[bytes]) -> None:
    """Whether a match is over, and its record plays to its hash.

    Raises:
        JournalError: it cannot be read, or no record made of it.
        engine.BadRecord, engine.Refusal: the record does not play.
        ValueError: it is not over.
    """
    status = await journal.status(match)
    if status != FINISHED:
        raise ValueError(f"is {status}")
    text = await anyio.to_thread.run_sync(record_text, entries)
    kept = await journal.text(match)
    if kept not in (None, text):
        raise ValueError("its record is another than was kept")
    await anyio.to_thread.run_sync(engine.replay, text)


def lack_of(table: Match, history: History) -> str:
    """The seat whose view differs from the journal's, and how; empty if there is none, and the result is known."""
    name = view_name(table.seat)
    is_same = canonical(table.view.entities) == canonical(parse(history.views.now(name).entities))
    last = history.views.seq[name]
    if table.result is not None and table.seq == last and is_same:
        return ""
    told = "a result" if table.result is not None else "no result"
    return f"{place_of(table)}: view {table.seq} of {last}, {'the same' if is_same else 'another'}, {told}"


def unchecked(bouts: Sequence[Bout], witness: Witness, found: Audit) -> list[str]:
    """Subjects of the run that could not be checked, as nothing of them came about."""
    ways = [(bout.kind.way, bout.matches) for bout in bouts]
    said = [f"{', '.join(bout.kind.names)}: no match has begun" for bout in bouts if not bout.matches]
    if any(way.clock is not None for way, _ in ways) and not found.lapses:
        said.append("clock: nobody ran out of time")
    if any(way.delay_s for way, _ in ways) and not witness.shown_ms:
        said.append("delay: no spectator was shown anything")
    if any(way.best > 1 for way, _ in ways) and not any(way.best > 1 and len(matches) > 1 for way, matches in ways):
        said.append("series: none came to a second game")
    return said


def place_of(table: Match) -> str:
    return f"{table.id} {view_name(table.seat)}"
