"""Nodes of a cluster are killed, paused and told to leave in turn, while matches are played through all of them.

Nothing that was acknowledged is lost, and nothing is applied twice.
"""

import random
import signal
from collections import Counter
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from protocol.client import Client, connect
from server.bots.seat_player import Player
from server.store.entries import Answered, Conceded, decode
from server.store.journal_opening import open_journal
from tests.support.e2e.acknowledged import Answer, Witness
from tests.support.server.cluster import LEASE_S, cluster
from tests.support.server.server_process import ServerProcess

MATCHES = 6
PAUSE_S = 2 * float(LEASE_S)
STEP = 12
"""Acknowledged answers of every match between one blow and the next."""


async def sit(client: Client, match: str, token: str, seat: int, witness: Witness) -> None:
    player = Player("random", random.Random(f"{match}{seat}"))
    table = await client.join(match, token)
    async for decision in table:
        if not await table.answer(player.choose(table.view, decision)):
            break
        witness.saw(match, seat, decision.w)
    witness.ended(match)


async def strike(nodes: list[ServerProcess], matches: list[str], witness: Witness) -> None:
    answers = 0
    for blow in ("kill", "pause", "leave"):
        for node in nodes:
            answers += STEP
            await witness.until(matches, answers)
            if blow == "pause":
                node.send(signal.SIGSTOP)
                await anyio.sleep(PAUSE_S)
                node.send(signal.SIGCONT)
            else:
                how = signal.SIGKILL if blow == "kill" else signal.SIGTERM
                await anyio.to_thread.run_sync(node.end, how)
                await anyio.to_thread.run_sync(node.start)


@pytest.mark.slow
@pytest.mark.timeout(600)
async def test_what_was_acknowledged_outlives_every_node(tmp_path: Path) -> None:
    witness = Witness()
    async with cluster(tmp_path, "one", "two", "three") as nodes, open_journal(nodes.redis.url) as journal:
        urls = nodes.urls
        async with connect(*urls, ping_s=5.0) as ann, connect(*urls[1:], urls[0], ping_s=5.0) as bob:
            created = [await (ann if number % 2 else bob).create("magic") for number in range(MATCHES)]
            matches = [match.m for match in created]
            async with anyio.create_task_group() as tasks:
                for match in created:
                    tasks.start_soon(sit, ann, match.m, match.seats[0].token, 0, witness)
                    tasks.start_soon(sit, bob, match.m, match.seats[1].token, 1, witness)
                tasks.start_soon(strike, nodes.nodes, matches, witness)
        assert witness.over == set(matches)
        found: Counter[Answer] = Counter()
        for match_id in matches:
            numbers: Counter[tuple[int, int]] = Counter()
            for entry in map(decode, await journal.read(match_id)):
                if isinstance(entry, Answered):
                    found[match_id, entry.s, entry.w] += 1
                if isinstance(entry, Answered | Conceded):
                    numbers[entry.s, entry.c] += 1
            assert set(numbers.values()) == {1}
        assert set(found.values()) == {1}
        assert set(witness.acknowledged) <= set(found)
        assert len(witness.acknowledged) == len(set(witness.acknowledged))
