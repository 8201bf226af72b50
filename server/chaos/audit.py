"""What is left after a run: journals and records, compared with what the clients saw."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import anyio
import anyio.to_thread

import engine
from server.archive import Directory
from server.chaos.players import Number, Witness
from server.entries import Agreed, Answered, Conceded, Settled, TakenBack, decode
from server.errors import JournalError
from server.journal import FINISHED, Journal, open_journal
from server.record import record_text


class Audit:
    """What journals and records say.

    Attributes:
        finished: matches that are over by the journal and whose record leads to its hash.
        lost: acknowledged, and in no journal, or there for another decision.
        doubled: in the journals more than once.
        faults: sentences, one for each thing that is not as it should be.
    """

    def __init__(self) -> None:
        self.finished = 0
        self.lost: list[Number] = []
        self.doubled: list[Number] = []
        self.faults: list[str] = []


async def audit(redis: str, archive: Path, matches: Sequence[str], witness: Witness) -> Audit:
    found = Audit()
    entries: Counter[Number] = Counter()
    decisions: dict[Number, int] = {}
    async with open_journal(redis, archive=Directory(archive)) as journal:
        for match in matches:
            try:
                await examine(journal, match, entries, decisions)
                await examine_end(journal, match)
                found.finished += 1
            except (JournalError, engine.BadRecord, engine.Refusal, ValueError) as error:
                found.faults.append(f"{match}: {type(error).__name__}: {error}")
    found.lost = [number for number, w in witness.acknowledged.items() if decisions.get(number) != w]
    found.doubled = [number for number, count in entries.items() if count > 1] + witness.twice
    return found


async def examine(journal: Journal, match: str, entries: Counter[Number], decisions: dict[Number, int]) -> None:
    """Count the intents in one journal; raises as ``Journal.read``."""
    for entry in map(decode, await journal.read(match)):
        if isinstance(entry, Answered | Conceded | Settled | Agreed | TakenBack) and entry.c:
            entries[match, entry.s, entry.c] += 1
        if isinstance(entry, Answered):
            decisions[match, entry.s, entry.c] = entry.w


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
