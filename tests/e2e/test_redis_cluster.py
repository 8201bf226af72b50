"""Whole matches through a real Redis Cluster, while one of its primaries is killed and a replica takes its place."""

from math import inf
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

import engine
from protocol.client import Match, connect
from server.chaos.redis_servers import cluster_servers, make_cluster, url_of
from server.records.record_text import record_text
from server.runtime.errors import Unavailable
from server.service.service import Service
from server.store.journal import FINISHED, Journal
from server.store.journal_opening import open_journal
from tests.support.server.journals import in_charge
from tests.support.server.peer import peer, serving
from tests.support.server.random_player import play
from tests.support.server.redis_process import BINARIES
from tests.support.server.server_process import server_process
from tests.support.server.tables import OPEN, begun, is_listed, sits

MATCHES = 4
BOTS = ["bot:random", "bot:random"]


PATIENCE_S = 200.0


async def have_come_as_far(service: Service, matches: list[str], entries: float) -> None:
    """Wait until every match has so many entries, or is over."""
    with anyio.fail_after(PATIENCE_S):
        while any(progress(service, match) < entries for match in matches):  # noqa: ASYNC110 # they have no event of that
            await anyio.sleep(0.02)


def progress(service: Service, match: str) -> float:
    """Number of entries of a running match; more than any for one that is over."""
    actor = service.registry.get(match)
    return inf if actor is None or actor.result is not None else actor.history.views.seq["public"]


async def are_finished(journal: Journal, matches: list[str]) -> None:
    """Wait until the journal holds the end of every match, which the rules know before it does."""
    with anyio.fail_after(PATIENCE_S):
        for match in matches:
            while await status(journal, match) != FINISHED:  # noqa: ASYNC110 # as above
                await anyio.sleep(0.02)


async def status(journal: Journal, match: str) -> str:
    """Of a match; empty while the part of Redis that knows it is away."""
    try:
        return await journal.status(match)
    except Unavailable:
        return ""


async def come_further(table: Match) -> None:
    """Wait until a match has gone on by some frames, or is over."""
    wanted = table.seq + 10
    while table.seq < wanted and table.result is None:
        await table.next_change()


@pytest.mark.slow
@pytest.mark.parametrize("binary", BINARIES)
@pytest.mark.timeout(300)
async def test_matches_go_on_when_a_primary_is_lost(tmp_path: Path, binary: str) -> None:
    with cluster_servers(binary, tmp_path / "redis", 6) as nodes:
        await make_cluster(nodes, 1)
        async with serving(tmp_path, redis=url_of(nodes, "redis+cluster")) as service, peer(service.url) as ann:
            matches = [(await ann.create(game="grand-archive", seats=BOTS))[0] for _ in range(MATCHES)]
            journal = service.registry.journal
            lost = in_charge(nodes, matches[0], journal.topology)
            await have_come_as_far(service, matches, 30)
            await lost.ask("WAIT", "1", "10000")  # on a busy machine its replica may not know of the matches yet
            lost.kill()
            await are_finished(journal, matches)
            for match in matches:
                assert engine.replay(record_text(await journal.read(match))).match.result is not None


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_a_primary_and_then_a_node_are_lost_and_everybody_plays_on(tmp_path: Path) -> None:
    settings = {"STACKLOOP_LEASE_S": "2", "STACKLOOP_HOUSE_PACE_S": "0"}
    with cluster_servers(BINARIES[-1], tmp_path / "redis", 6) as servers:
        await make_cluster(servers, 1)
        arguments = ("--redis", url_of(servers[:3], "redis+cluster"), "--node")
        with (
            server_process(tmp_path / "one", *arguments, "one", settings=settings) as one,
            server_process(tmp_path / "two", *arguments, "two", settings=settings) as two,
        ):
            async with connect(one.url, two.url) as ann, connect(two.url, one.url) as bob:
                tables = []
                for _ in range(MATCHES):
                    created = await ann.create("grand-archive", names=("ann", "bob"))
                    tables.append(await ann.join(created.m, created.seats[0].token))
                    tables.append(await bob.join(created.m, created.seats[1].token))
                async with anyio.create_task_group() as tasks:
                    for table in tables:
                        tasks.start_soon(play, table)
                    await come_further(tables[0])
                    servers[0].kill()
                    await come_further(tables[0])
                    await anyio.to_thread.run_sync(one.kill)
                assert all(table.result is not None for table in tables)
            async with open_journal(url_of(servers[1:], "redis+cluster")) as journal:
                for table in tables[::2]:
                    assert engine.replay(record_text(await journal.read(table.id))).match.result is not None


@pytest.mark.slow
async def test_people_on_two_nodes_find_each_other_at_a_table(tmp_path: Path) -> None:
    with cluster_servers(BINARIES[-1], tmp_path / "redis", 3) as servers:
        await make_cluster(servers, 0)
        redis = url_of(servers, "redis+cluster")
        async with (
            serving(tmp_path / "one", redis=redis) as one,
            serving(tmp_path / "two", redis=redis) as two,
            peer(one.url) as ann,
            peer(two.url) as bob,
        ):
            await ann.ask(OPEN, "table")
            (table,) = await is_listed(bob, 1)
            assert (await sits(bob, table["id"], deck="burn"))["you"] == 1
            matches = [(await begun(player))["table"]["m"] for player in (ann, bob)]
            assert matches[0] == matches[1]
            assert await is_listed(ann, 0) == []
