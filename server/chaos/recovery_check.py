"""Whether all is well again some time after the last trouble: who is asked knows it, and what is said is answered.

Looks into the journals of matches that stand still, which say who is asked, and at what the clients were told. A client
without a connection is at fault for that alone; what it waits for counts from when it has one.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeAlias

import anyio

from protocol.client import Client, Match
from server.chaos.bouts import Bout
from server.chaos.seat_log import standing_of
from server.chaos.witness import Witness
from server.match.rebuilding import rebuild
from server.match.replayed_match import History, result_of
from server.runtime.errors import JournalError
from server.runtime.settings import Settings
from server.runtime.version import engine_name
from server.runtime.worker_processes import HeavyWork
from server.store.archive import Directory
from server.store.journal import Journal
from server.store.journal_opening import open_journal

LOOKS: Final = 5
"""In the time within which all must be well."""

Wait: TypeAlias = tuple[Match, str, int]
"""The table that waits, the thing awaited, and its number."""
ASKED: Final = "is asked decision {} and was not told"
IDLE: Final = "knows that it is asked decision {} and does not answer"
AWAY: Final = "has no connection"
SAID: Final = "has no answer to intent {}"
OVER: Final = "was not told that the match is over"
NEXT: Final = "was not told of the match that follows"


class Calm:
    """The waits of clients, and since when.

    Args:
        calm_s: how long anybody may wait.
    """

    def __init__(self, journal: Journal, witness: Witness, calm_s: float) -> None:
        self._journal = journal
        self._witness = witness
        self._calm_s = calm_s
        self._work = HeavyWork(Settings())
        self._counts: dict[str, int] = {}
        self._since_s: dict[Wait, float] = {}
        self._told: set[Wait] = set()

    async def look(self, matches: Sequence[str]) -> None:
        """See what each seat of these matches waits for; what it has waited for too long is a fault of the run."""
        waits: set[Wait] = {(table, NEXT, 0) for table in self._witness.tables if table.is_to_be_followed}
        for match in matches:
            history = await self._standing(match)
            for table in self._seats(match):
                is_up = self._witness.clients[table].is_up
                waits |= {*waits_of(table, history)} if is_up else {(table, AWAY, 0)}
        now_s = anyio.current_time()
        self._since_s = {wait: self._since_s.get(wait, now_s) for wait in waits}
        for wait, since_s in self._since_s.items():
            if now_s - since_s >= self._calm_s and wait not in self._told:
                self._told.add(wait)
                self._witness.errors.append(sentence(wait, now_s - since_s, self._witness.clients[wait[0]]))

    def _seats(self, match: str) -> list[Match]:
        """The tables of those who play."""
        tables = [table for table in self._witness.tables if table.id == match and table.seat is not None]
        return [table for table in tables if table.result is None]

    async def _standing(self, match: str) -> History | None:
        """A match that has stood still since the last look."""
        try:
            before, count = self._counts.get(match), await self._journal.count(match)
            self._counts[match] = count
            is_still = count == before and self._seats(match)
            return await rebuild(self._journal, match, engine_name(), self._work) if is_still else None
        except JournalError:  # Redis is away
            return None


def waits_of(table: Match, history: History | None) -> list[Wait]:
    """The waits of a seat: answers, a decision to be told, or the end of the match."""
    waits: list[Wait] = [(table, SAID, c) for c in table.unanswered]
    if history is None or table.seat is None:
        return waits
    if result_of(history) is not None:
        return [*waits, (table, OVER, 0)]
    w = history.asked().get(table.seat, 0)
    if not w:
        return waits
    is_told = table.has_decision and table.decision.w == w
    return [*waits, (table, IDLE if is_told else ASKED, w)]


def sentence(wait: Wait, waited_s: float, client: Client) -> str:
    """The fault, with all that is known of it."""
    table, what, number = wait
    wrong = f"{table.id} seat {table.seat} {what.format(number)}"
    return f"{wrong} for {waited_s:.0f} s without trouble: {standing_of(table, client)}"


async def listen(redis: str, archive: Path, bouts: Sequence[Bout], witness: Witness, calm_s: float) -> None:
    """Look again and again, until cancelled."""
    async with open_journal(redis, archive=Directory(archive)) as journal:
        calm = Calm(journal, witness, calm_s)
        while True:
            over = {table.id for table in witness.tables if table.result is not None}
            await calm.look([match for bout in bouts for match in bout.matches if match not in over])
            await anyio.sleep(calm_s / LOOKS)
