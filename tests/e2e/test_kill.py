"""A server killed in the middle of its matches loses nothing that it acknowledged and applies nothing twice."""

import random
import signal
from collections import Counter
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from protocol.client import Client, Match, connect
from server.bots.seat_player import Player
from server.store.archive import Directory
from server.store.embedded_valkey import embedded
from server.store.entries import Answered, Conceded, decode
from server.store.journal import FINISHED
from server.store.journal_opening import open_journal
from tests.support.e2e.acknowledged import Answer, Witness
from tests.support.server.server_process import ServerProcess, server_process

MATCHES = 10
KILLED_AFTER = (25, 60)
"""Acknowledged answers of every match before the first kill and before the second."""


async def play_seat(client: Client, match: str, token: str, seat: int, witness: Witness) -> None:
    player = Player("random", random.Random(f"{match}{seat}"))
    table: Match = await client.join(match, token)
    async for decision in table:
        if await table.answer(player.choose(table.view, decision)):
            witness.saw(match, seat, decision.w)
    witness.ended(match)


async def kill_and_restart(server: ServerProcess, matches: list[str], witness: Witness) -> None:
    for answers in KILLED_AFTER:
        await witness.until(matches, answers)
        server.end(signal.SIGKILL)
        await anyio.to_thread.run_sync(server.start)


@pytest.mark.slow
@pytest.mark.timeout(180)
async def test_ten_running_matches_survive_a_kill(tmp_path: Path) -> None:
    witness = Witness()
    with server_process(tmp_path / "data") as server:
        async with connect(server.url) as ann, connect(server.url) as bob:
            created = [await ann.create("magic", names=("ann", "bob")) for _ in range(MATCHES)]
            matches = [match.m for match in created]
            async with anyio.create_task_group() as tasks:
                for match in created:
                    tasks.start_soon(play_seat, ann, match.m, match.seats[0].token, 0, witness)
                    tasks.start_soon(play_seat, bob, match.m, match.seats[1].token, 1, witness)
                tasks.start_soon(kill_and_restart, server, matches, witness)
            assert ann.reconnects >= 1
        server.end(signal.SIGTERM)
    assert witness.over == set(matches)
    await check_journals(tmp_path / "data", matches, witness)


async def check_journals(data: Path, matches: list[str], witness: Witness) -> None:
    """Every acknowledged answer is in its journal exactly once, and nothing is there twice.

    A match that has been over for a while is in the archive.
    """
    found: Counter[Answer] = Counter()
    async with embedded(data) as url, open_journal(url, archive=Directory(data / "records")) as journal:
        for match in matches:
            assert await journal.status(match) == FINISHED
            numbers: Counter[tuple[int, int]] = Counter()
            for entry in map(decode, await journal.read(match)):
                if isinstance(entry, Answered):
                    found[match, entry.s, entry.w] += 1
                if isinstance(entry, Answered | Conceded):
                    numbers[entry.s, entry.c] += 1
            assert set(numbers.values()) == {1}
    assert set(found.values()) == {1}
    assert set(witness.acknowledged) <= set(found)
    assert len(witness.acknowledged) == len(set(witness.acknowledged))
