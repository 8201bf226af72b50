"""A new version is deployed node by node while matches are played: each goes on, and none is played by two engines."""

import base64
import random
import signal
import zlib
from contextlib import AsyncExitStack
from pathlib import Path

import anyio
import anyio.to_thread
import orjson
import pytest

from protocol.client import Match, connect
from server.bots.seat_player import Player
from server.store.entries import Head, Segment, decode
from server.store.journal import Journal, keys
from server.store.journal_opening import open_journal
from tests.support.e2e.acknowledged import Witness
from tests.support.server.cluster import Cluster, both_have_cards, cluster
from tests.support.server.half_played import play_defaults
from tests.support.server.journals import raw
from tests.support.server.peer import Frame, peer
from tests.support.server.takeovers import joined, owned_by

pytestmark = [pytest.mark.slow, pytest.mark.timeout(240)]

MATCHES = 3
UPGRADED_AFTER = (20, 40)
"""Acknowledged answers of every match before the first node is upgraded and before the second."""
LAST = 60
"""Before both are; the shortest matches at random have some 300 answers."""
CONCEDED_AFTER = 80
"""Enough to show that the new engine plays on."""
REMEMBERED_BEFORE = 64
"""Results that a server of 1.2 kept of each seat."""
LEASE_S = {"STACKLOOP_LEASE_S": "600"}
OLD = {"STACKLOOP_ENGINE": "old"}


def upgrade(nodes: Cluster, number: int) -> None:
    """Start a node again that has stopped, as a new version."""
    nodes.nodes[number]._environment["STACKLOOP_ENGINE"] = "new"
    nodes.nodes[number].start()


async def engines(journal: Journal, match: str) -> list[str]:
    """The engines that played the match, from one segment to the next."""
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


async def as_before_digests(url: str, match: str) -> int:
    """Have a journal be as a server wrote it that did not note what was said; returns how many heads it has."""
    stream, heads = keys(match)[0], 0
    async with open_journal(url) as journal, raw(url) as client:
        entries = await journal.read(match)
        await client.delete(stream)
        for number, data in enumerate(entries, 1):
            entry = orjson.loads(data)
            entry.pop("d", None)
            if entry["k"] == "segment":
                heads += 1
                kept = orjson.loads(zlib.decompress(base64.b64decode(entry["kept"])))
                del kept["said"], kept["undone"]
                kept["books"] = [[last, results[-REMEMBERED_BEFORE:]] for last, results in kept["books"]]
                entry["kept"] = base64.b64encode(zlib.compress(orjson.dumps(kept))).decode()
            await client.xadd(stream, {b"b": b"before", b"e": orjson.dumps(entry)}, id=f"{number}-0")
    return heads


async def test_what_was_said_before_it_was_noted_is_answered_as_it_was(tmp_path: Path) -> None:
    """A running match of the version before goes on; what is said from then on stands for one thing only."""
    settings = {"t": "settings", "s": "own off"}
    async with cluster(tmp_path, "one", STACKLOOP_SEGMENT_ENTRIES="20") as nodes:
        node, url = nodes.nodes[0], nodes.urls[0]
        async with peer(url) as ann, peer(url) as bob:
            match, tokens = await ann.create()
            settings["m"] = match
            await ann.join(match, tokens[0])
            await bob.join(match, tokens[1])
            first = await ann.ask({**settings, "c": 1}, "ack")
            await play_defaults(match, [ann, bob], 50)
            before = await ann.ask({"t": "sync", "m": match}, "state")
        await anyio.to_thread.run_sync(node.kill)
        assert await as_before_digests(nodes.redis.url, match) >= 2
        await anyio.to_thread.run_sync(node.start)
        late: Frame = {}
        for is_new in (True, False):
            async with peer(url) as ann, peer(url) as bob:
                state = await joined(ann, match, tokens[0])
                await joined(bob, match, tokens[1])
                if is_new:
                    assert (state["view"], state["seq"], state["c"]) == (before["view"], before["seq"], before["c"])
                    late = await ann.ask({**settings, "c": before["c"] + 1}, "ack")
                    await play_defaults(match, [ann, bob], 30)
                for s in ("own off", "own on"):
                    assert await ann.ask({**settings, "c": 1, "s": s}, "ack", "nack") == first
                assert await ann.ask({**settings, "c": late["c"]}, "ack", "nack") == late
                nack = await ann.refused({**settings, "c": late["c"], "s": "own on"})
                assert (nack["code"], nack["first"]) == ("reused_c", late)
            await anyio.to_thread.run_sync(node.kill)
            await anyio.to_thread.run_sync(node.start)
