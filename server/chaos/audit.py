"""What is left after a run: journals and records, compared with what the clients saw."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import anyio
import anyio.to_thread

import engine
from protocol.client import Match
from protocol.diffs import canonical, parse, split
from server.agreements import TAKEBACK
from server.archive import Directory
from server.chaos.players import CONCESSION, SETTING, Number, Witness, answered
from server.entries import Agreed, Answered, Conceded, Entry, Settled, TakenBack, decode
from server.errors import JournalError
from server.heavy_work import HeavyWork
from server.history import History
from server.journal import FINISHED, Journal, open_journal
from server.rebuilding import rebuild
from server.record import record_text
from server.settings import Settings
from server.shown import view_name
from server.version import engine_name


class Audit:
    """What journals and records say.

    Attributes:
        finished: matches that are over by the journal and whose record leads to its hash.
        lost: acknowledged, and in no journal, or there as something else.
        doubled: in the journals more than once.
        unhealed: views of clients that are not in the end what the journal makes of them.
        faults: sentences, one for each thing that is not as it should be.
    """

    def __init__(self) -> None:
        self.finished = 0
        self.lost: list[Number] = []
        self.doubled: list[Number] = []
        self.unhealed: list[str] = []
        self.faults: list[str] = []


async def audit(redis: str, archive: Path, matches: Sequence[str], witness: Witness) -> Audit:
    found = Audit()
    counts: Counter[Number] = Counter()
    said: dict[Number, str] = {}
    async with open_journal(redis, archive=Directory(archive)) as journal:
        work = HeavyWork(Settings())
        for match in matches:
            tables = [table for table in witness.tables if table.id == match]
            try:
                await examine(journal, match, counts, said)
                await examine_end(journal, match)
                found.finished += 1
                history = await rebuild(journal, match, engine_name(), work)
                found.unhealed += [place_of(table) for table in tables if not is_as_journaled(table, history)]
            except (JournalError, engine.BadRecord, engine.Refusal, ValueError) as error:
                found.faults.append(f"{match}: {type(error).__name__}: {error}")
                found.unhealed += [place_of(table) for table in tables if table.result is None]
    found.lost = [number for number, what in witness.acknowledged.items() if said.get(number) != what]
    found.doubled = [number for number, count in counts.items() if count > 1] + witness.twice
    return found


async def examine(journal: Journal, match: str, counts: Counter[Number], said: dict[Number, str]) -> None:
    """Count the intents in one journal; raises as ``Journal.read``."""
    for entry in map(decode, await journal.read(match)):
        if isinstance(entry, Answered | Conceded | Settled | Agreed | TakenBack) and entry.c:
            counts[match, entry.s, entry.c] += 1
            said[match, entry.s, entry.c] = kind_of(entry)


def kind_of(entry: Entry) -> str:
    """What the intent was that an entry tells of, as a witness notes it."""
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


async def examine_end(journal: Journal, match: str) -> None:
    """Whether a match is over, and its record plays to its hash.

    Raises:
        JournalError: it cannot be read, or no record made of it.
        engine.BadRecord, engine.Refusal: the record does not play.
        ValueError: it is not over.
    """
    status = await journal.status(match)
    if status != FINISHED:
        raise ValueError(f"is {status}")
    text = await anyio.to_thread.run_sync(record_text, await journal.read(match))
    kept = await journal.text(match)
    if kept not in (None, text):
        raise ValueError("its record is another than was kept")
    await anyio.to_thread.run_sync(engine.replay, text)


def is_as_journaled(table: Match, history: History) -> bool:
    """Whether someone saw the end, and of the view all that there was to see."""
    name = view_name(table.seat)
    view, _ = split(history.views.snapshot(name))
    is_same = canonical(table.view.entities) == canonical(parse(view))
    return table.result is not None and table.seq == history.views.seq[name] and is_same


def place_of(table: Match) -> str:
    return f"{table.id} {view_name(table.seat)}"
