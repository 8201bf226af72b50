"""A new version is deployed node by node while matches are played: each goes on, and none is played by two engines."""

import random
import signal
from contextlib import AsyncExitStack
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from protocol.client import Match, connect
from server.bots.player import Player
from server.entries import Head, Segment, decode
from server.journal import Journal, open_journal
from tests.e2e.test_kill import Witness
from tests.server.cluster import Cluster, cluster
from tests.server.peer import peer
from tests.server.test_draining import both_have_cards
from tests.server.test_nodes import joined, owned_by
from tests.server.test_segments import play_defaults

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

MATCHES = 3
UPGRADED_AFTER = (20, 40)
"""Acknowledged answers of every match before the first node is upgraded and before the second."""
LAST = 60
"""Before both are; the shortest matches at random have some 300 answers."""
CONCEDED_AFTER = 80
"""Enough to show that the new engine plays on."""
LEASE_S = {"STACKLOOP_LEASE_S": "600"}
OLD = {"STACKLOOP_ENGINE": "old"}


def upgrade(nodes: Cluster, number: int) -> None:
    """Start a node again that has stopped, as a new version."""
    nodes.nodes[number]._environment["STACKLOOP_ENGINE"] = "new"
    nodes.nodes[number].start()


async def engines(journal: Journal, match: str) -> list[str]:
    """What played the match, from one segment to the next."""
    entries = [decode(data) for data in await journal.read(match)]
    return list(dict.fromkeys(entry.engine for entry in entries if isinstance(entry, Head | Segment)))


async def play_on(table: Match, course: Witness, upgraded: anyio.Event) -> None:
    """Play at random, from some point on only once both nodes are new: no match is over before; then concede."""
    player = Player("random", random.Random(f"{table.id}{table.seat}"))
    async for decision in table:
        if course.counts[table.id] >= LAST:
            await upgraded.wait()
        if course.counts[table.id] >= CONCEDED_AFTER:
            await table.concede()
        elif await table.answer(player.choose(table.view, decision)):
            course.saw(table.id, decision.seat, decision.w)


async def test_matches_in_play_go_over_to_a_new_engine(tmp_path: Path) -> None:
    course, upgraded = Witness(), anyio.Event()
    async with cluster(tmp_path, "one", "two", **LEASE_S, **OLD) as nodes, open_journal(nodes.redis.url) as journal:
        await both_have_cards(nodes)
        async with AsyncExitStack() as stack:
            tables: list[Match] = []
            for _ in range(MATCHES):
                seats = [await stack.enter_async_context(connect(nodes.urls[0])) for _ in range(2)]
                created = await seats[0].create("magic", names=("ann", "bob"))
                for client, seat in zip(seats, created.seats, strict=True):
                    tables.append(await client.join(created.m, seat.token))
            matches = [table.id for table in tables[::2]]
            async with anyio.create_task_group() as tasks:
                for table in tables:
                    tasks.start_soon(play_on, table, course, upgraded)
                for number, answers in enumerate(UPGRADED_AFTER):
                    await course.until(matches, answers)
                    assert await anyio.to_thread.run_sync(nodes.nodes[number].end, signal.SIGTERM) == 0
                    await anyio.to_thread.run_sync(upgrade, nodes, number)
                upgraded.set()
        assert all(table.result is not None for table in tables)
        assert [await engines(journal, match) for match in matches] == [["old", "new"]] * MATCHES


async def test_what_a_killed_node_had_played_is_left_to_its_engine(tmp_path: Path) -> None:
    """Its successor of another version does not guess; one of its own goes on exactly where it stood."""
    async with cluster(tmp_path, "one", "two", **OLD) as nodes, open_journal(nodes.redis.url) as journal:
        assert await anyio.to_thread.run_sync(nodes.nodes[1].end, signal.SIGTERM) == 0
        await anyio.to_thread.run_sync(upgrade, nodes, 1)
        async with peer(nodes.urls[0]) as ann, peer(nodes.urls[0]) as bob:
            match, tokens = await ann.create()
            await ann.join(match, tokens[0])
            await bob.join(match, tokens[1])
            await play_defaults(match, [ann, bob], 10)
            before = await ann.ask({"t": "sync", "m": match}, "state")
        entries = await journal.read(match)
        await anyio.to_thread.run_sync(nodes.nodes[0].kill)
        async with peer(nodes.urls[1]) as ann:
            nack = await ann.join(match, tokens[0])
            assert nack["code"] == "unavailable"
        await anyio.to_thread.run_sync(nodes.nodes[0].start)
        await owned_by(journal, [match], "one")
        async with peer(nodes.urls[0]) as ann:
            state = await joined(ann, match, tokens[0])
        assert (state["view"], state["seq"], state["c"]) == (before["view"], before["seq"], before["c"])
        assert await journal.read(match) == entries
