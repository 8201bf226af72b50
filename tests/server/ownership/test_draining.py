"""A node that is told to leave hands every match over, tells its clients where to go, and is gone."""

import signal
from contextlib import suppress
from pathlib import Path

import anyio
import anyio.to_thread
import pytest
from websockets.exceptions import ConnectionClosed

from protocol.client import connect
from server.store.entries import Segment, decode
from server.store.journal_opening import open_journal
from tests.support.server.cluster import BURN, both_have_cards, cluster
from tests.support.server.peer import peer
from tests.support.server.random_player import play
from tests.support.server.takeovers import a_moment, joined, owned_by

pytestmark = [pytest.mark.slow, pytest.mark.timeout(180)]

LONG = {"STACKLOOP_LEASE_S": "600"}
"""Nobody takes anything up because a lease lapsed."""


async def test_every_match_is_handed_over_and_clients_are_told_where(tmp_path: Path) -> None:
    async with cluster(tmp_path, "one", "two", **LONG) as nodes, open_journal(nodes.redis.url) as journal:
        await both_have_cards(nodes)
        async with peer(nodes.urls[0]) as ann:
            created = [await ann.create(**BURN) for _ in range(5)]
            matches = [match for match, _ in created]
            states = [await ann.join(match, tokens[0]) for match, tokens in created]
            nodes.nodes[0].send(signal.SIGTERM)
            moved = [await ann.expect("moved") for _ in matches]
            assert sorted(frame["m"] for frame in moved) == sorted(matches)
            assert {frame["url"] for frame in moved} == {nodes.urls[1].replace("http", "ws") + "ws"}
            assert (await ann.expect("bye"))["code"] == 4000
        assert await anyio.to_thread.run_sync(nodes.nodes[0].wait) == 0
        await owned_by(journal, matches, "two")
        async with peer(nodes.urls[1]) as ann:
            for (match, tokens), before in zip(created, states, strict=True):
                assert (await joined(ann, match, tokens[0]))["view"] == before["view"]
                assert isinstance(decode((await journal.read(match))[-1]), Segment)


async def test_who_plays_on_notices_nothing_but_a_new_address(tmp_path: Path) -> None:
    async with cluster(tmp_path, "one", "two", **LONG) as nodes:
        await both_have_cards(nodes)
        async with connect(nodes.urls[0]) as ann, connect(nodes.urls[0]) as bob:
            created = await ann.create("magic", ("burn",), names=("ann", "bob"))
            tables = [
                await ann.join(created.m, created.seats[0].token),
                await bob.join(created.m, created.seats[1].token),
            ]
            async with anyio.create_task_group() as tasks:
                for table in tables:
                    tasks.start_soon(play, table)
                while tables[0].seq < 10:
                    await tables[0].next_change()
                assert await anyio.to_thread.run_sync(nodes.nodes[0].end, signal.SIGTERM) == 0
            assert tables[0].result == tables[1].result is not None
            assert ann.reconnects == bob.reconnects == 1


async def test_an_heir_that_is_slow_to_answer_is_named_all_the_same(tmp_path: Path) -> None:
    async with cluster(tmp_path, "one", "two", **LONG) as nodes:
        await both_have_cards(nodes)
        leaver, heir = nodes.nodes
        async with connect(nodes.urls[0]) as ann:
            created = await ann.create("magic", ("burn",), names=("ann", "bob"))
            table = await ann.join(created.m, created.seats[0].token)
            heir.send(signal.SIGSTOP)
            try:
                assert await anyio.to_thread.run_sync(leaver.end, signal.SIGTERM) == 0
            finally:
                heir.send(signal.SIGCONT)
            with anyio.fail_after(60):
                await table.concede()
                while table.result is None:
                    await table.next_change()
            assert (table.result.winners, ann.reconnects) == ((1,), 1)


async def test_who_asks_while_its_match_is_handed_over_is_told_where_it_is_before_the_node_goes(tmp_path: Path) -> None:
    async with cluster(tmp_path, "one", "two", **LONG) as nodes, peer(nodes.urls[0]) as ann:
        await both_have_cards(nodes)
        leaver, heir = nodes.nodes
        match, tokens = await ann.create(**BURN)
        await ann.join(match, tokens[0])
        heir.send(signal.SIGSTOP)
        try:
            leaver.send(signal.SIGTERM)
            with suppress(ConnectionClosed):
                while True:
                    await ann.ask({"t": "join", "m": match, "token": tokens[0]}, "state", "nack", "moved", "bye")
                    await a_moment()
            with suppress(ConnectionClosed):
                await ann.expect("nothing more")
            assert {"t": "moved", "m": match, "url": nodes.urls[1].replace("http", "ws") + "ws"} in ann.heard
            assert ann.heard[-1]["t"] == "bye"
            assert await anyio.to_thread.run_sync(leaver.wait) == 0
        finally:
            heir.send(signal.SIGCONT)


async def test_who_watches_what_another_node_runs_is_sent_there_as_well(tmp_path: Path) -> None:
    async with (
        cluster(tmp_path, "one", "two", **LONG) as nodes,
        peer(nodes.urls[1]) as ann,
        peer(nodes.urls[0]) as watcher,
    ):
        match, _ = await ann.create(**BURN)
        await joined(watcher, match)
        nodes.nodes[0].send(signal.SIGTERM)
        moved = await watcher.expect("moved", "bye")
        assert (moved.get("m"), moved.get("url")) == (match, nodes.urls[1].replace("http", "ws") + "ws")
        assert await anyio.to_thread.run_sync(nodes.nodes[0].wait) == 0


async def test_a_node_alone_stops_with_its_matches(tmp_path: Path) -> None:
    async with cluster(tmp_path, "one", **LONG) as nodes:
        async with peer(nodes.urls[0]) as ann:
            match, tokens = await ann.create()
        assert nodes.nodes[0].end(signal.SIGTERM) == 0
        nodes.nodes[0].start()
        async with peer(nodes.urls[0]) as ann:
            assert (await joined(ann, match, tokens[0]))["t"] == "state"


async def test_a_seat_at_another_node_is_told_once_where_its_match_is(tmp_path: Path) -> None:
    async with (
        cluster(tmp_path, "one", "two", **LONG) as nodes,
        peer(nodes.urls[0]) as ann,
        peer(nodes.urls[1]) as bob,
    ):
        match, tokens = await ann.create()
        await bob.send({"t": "join", "m": match, "token": tokens[0]})
        assert (await bob.expect("moved"))["url"] == nodes.urls[0].replace("http", "ws") + "ws"
        assert (await bob.expect("state"))["you"] == 0
        await bob.join(match, tokens[0])
        await bob.send({"t": "ping", "r": "1"})
        assert (await bob.expect("moved", "pong"))["t"] == "pong"
        assert (await bob.join(match))["t"] == "state"


async def test_who_follows_matches_of_several_nodes_stays_where_all_are_served(tmp_path: Path) -> None:
    async with (
        cluster(tmp_path, "one", "two", **LONG) as nodes,
        connect(nodes.urls[0]) as ann,
        connect(nodes.urls[1]) as bob,
    ):
        here, there = await ann.create("magic"), await bob.create("magic")
        tables = [await ann.join(match.m, match.seats[0].token) for match in (here, there)]
        for table in tables:
            await table.settle("full control on")
        assert ann.reconnects == 0
