"""Redis at any place, with any primary: nothing acknowledged is lost when that changes."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from server.chaos.redis_servers import (
    cluster_servers,
    make_cluster,
    replicate,
    servers,
    url_of,
)
from server.runtime.errors import Unavailable
from server.store.journal import Hold, Journal, channel
from server.store.journal_opening import open_journal
from server.store.subscriptions import Bus
from server.store.topology import Cluster, Group, One, place, read_url, slot_of
from tests.support.server.ears import Ears
from tests.support.server.journals import append_many, in_charge, under_way

MATCHES = 24


@pytest.mark.parametrize(
    ("url", "kind", "servers"),
    [
        ("redis://a", One, ["redis://a"]),
        ("unix:///tmp/x.sock?db=1", One, ["unix:///tmp/x.sock?db=1"]),
        ("redis://u:p@a:1,b:2/3", Group, ["redis://u:p@a:1/3", "redis://u:p@b:2/3"]),
        ("redis+cluster://a:1", Cluster, ["redis://a:1"]),
        ("rediss+cluster://:p@a:1,b:2", Cluster, ["rediss://:p@a:1", "rediss://:p@b:2"]),
    ],
)
def test_addresses(url: str, kind: type, servers: list[str]) -> None:
    topology = read_url(url)
    assert (type(topology), list(topology.servers)) == (kind, servers)


@pytest.mark.parametrize("url", ["", "http://a", "a:6379", "unix+cluster:///x", "redis+cluster://a:1/2", "redis://a:x"])
def test_what_is_no_address(url: str) -> None:
    with pytest.raises(ValueError, match=r"redis|port|Redis|Port"):
        read_url(url)


def test_a_password_is_not_shown() -> None:
    assert place("redis://user:secret@host:1/0") == "host:1"


@asynccontextmanager
async def listening(journal: Journal, matches: list[str]) -> AsyncIterator[dict[str, Ears]]:
    """A bus on the public channels of some matches."""
    bus = Bus(journal.topology)
    ears = {match: Ears() for match in matches}
    async with anyio.create_task_group() as tasks:
        tasks.start_soon(bus.run)
        for match in matches:
            await bus.subscribe(channel(match, "public"), ears[match])
        for match in matches:
            await ears[match].until_tuned(1)
        yield ears
        tasks.cancel_scope.cancel()


async def everything_stands(journal: Journal, hold: Hold, count: int) -> None:
    assert await journal.read(hold.match) == [b"head", *(b"entry %d" % n for n in range(2, count + 2))]


@pytest.mark.slow
@pytest.mark.timeout(240)
async def test_a_cluster_loses_nothing_when_a_primary_is_killed_under_load(tmp_path: Path, binary: str) -> None:
    with cluster_servers(binary, tmp_path, 6) as nodes:
        await make_cluster(nodes, 1)
        async with open_journal(url_of(nodes[:1], "redis+cluster")) as journal:
            topology = journal.topology
            assert len(topology.primaries()) == 3
            holds = [await journal.create(f"m{n}", b"head") for n in range(MATCHES)]
            lost = in_charge(nodes, "m0", topology)
            moving = [hold.match for hold in holds if in_charge(nodes, hold.match, topology) is lost]
            assert 0 < len(moving) < MATCHES
            async with listening(journal, [hold.match for hold in holds]) as ears:
                async with anyio.create_task_group() as tasks:
                    for hold in holds:
                        tasks.start_soon(append_many, journal, hold, 400)
                    await under_way(holds, 50)
                    lost.kill()
                assert not any(lost.place in url for url in topology.primaries())
                for hold in holds:
                    await everything_stands(journal, hold, 400)
                    await ears[hold.match].until_tuned(1 + (hold.match in moving))
                    await journal.append(hold, b"last", [("public", b"heard")])
                for hold in holds:
                    await ears[hold.match].until(b"heard")


@pytest.mark.slow
@pytest.mark.timeout(240)
async def test_slots_that_move_are_followed(tmp_path: Path, binary: str) -> None:
    """A match whose slot is handed to another primary, step by step, while it is appended to and listened to."""
    with cluster_servers(binary, tmp_path, 3) as nodes:
        await make_cluster(nodes, 0)
        async with open_journal(url_of(nodes, "redis+cluster")) as journal:
            hold = await journal.create("m", b"head")
            slot = str(slot_of(hold.keys[0]))
            source = in_charge(nodes, "m", journal.topology)
            target = next(node for node in nodes if node is not source)
            ids = {node: (await node.read("CLUSTER", "MYID")).decode() for node in nodes}
            moved = anyio.Event()

            async def append_all_the_while() -> None:
                while not moved.is_set():
                    await append_many(journal, hold, 20)

            async with listening(journal, ["m"]) as ears, anyio.create_task_group() as tasks:
                tasks.start_soon(append_all_the_while)
                await under_way([hold], 100)
                await target.ask("CLUSTER", "SETSLOT", slot, "IMPORTING", ids[source])
                await source.ask("CLUSTER", "SETSLOT", slot, "MIGRATING", ids[target])
                await under_way([hold], hold.seq + 20)
                for key in hold.keys:
                    await source.ask("MIGRATE", "127.0.0.1", str(target.port), key, "0", "5000")
                await under_way([hold], hold.seq + 20)
                for node in (target, source, *nodes):
                    await node.ask("CLUSTER", "SETSLOT", slot, "NODE", ids[target])
                await ears["m"].until_tuned(2)
                moved.set()
            await everything_stands(journal, hold, hold.seq - 1)
            assert in_charge(nodes, "m", journal.topology) is target


@pytest.mark.slow
@pytest.mark.timeout(240)
async def test_a_stale_replica_that_takes_over_is_given_what_it_lacks(tmp_path: Path, binary: str) -> None:
    """The replica had been cut off: what was acknowledged since then is appended to it from memory."""
    with servers(binary, tmp_path, 2) as (primary, replica):
        await replicate(primary, replica)
        async with open_journal(url_of([replica, primary])) as journal:
            assert journal.topology.primaries() == {primary.url}
            hold = await journal.create("m", b"head")
            await append_many(journal, hold, 20)
            await primary.ask("WAIT", "1", "10000")
            await replica.ask("REPLICAOF", "127.0.0.1", "1")
            await append_many(journal, hold, 20)
            async with listening(journal, ["m"]) as ears:
                primary.kill()
                await replica.ask("REPLICAOF", "NO", "ONE")
                await append_many(journal, hold, 20)
                assert journal.topology.primaries() == {replica.url}
                await everything_stands(journal, hold, 60)
                await ears["m"].until_tuned(2)


@pytest.mark.slow
async def test_a_primary_that_is_demoted_is_left(tmp_path: Path, binary: str) -> None:
    with servers(binary, tmp_path, 2) as (primary, replica):
        await replicate(primary, replica)
        async with open_journal(url_of([primary, replica])) as journal:
            hold = await journal.create("m", b"head")
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(append_many, journal, hold, 300)
                await under_way([hold], 50)
                await replica.ask("REPLICAOF", "NO", "ONE")
                await primary.ask("REPLICAOF", "127.0.0.1", str(replica.port))
            await append_many(journal, hold, 1)  # should all have been written before it was demoted
            await everything_stands(journal, hold, 301)
            assert journal.topology.primaries() == {replica.url}


async def test_of_two_that_call_themselves_primary_none_is_trusted(tmp_path: Path, binary: str) -> None:
    with servers(binary, tmp_path, 2) as (one, two):
        await one.answers()
        await two.answers()
        with pytest.raises(Unavailable, match="2 servers say that"):
            async with open_journal(url_of([one, two])):
                pass


async def test_a_group_without_a_primary_is_told_at_once(tmp_path: Path, binary: str) -> None:
    with servers(binary, tmp_path, 1) as (only,):
        await only.answers()
        only.kill()
        with pytest.raises(Unavailable, match="no server says"):
            async with open_journal(f"redis://{only.place},127.0.0.1:1"):
                pass
        with pytest.raises(Unavailable, match="no node of the Redis Cluster"):
            async with open_journal(url_of([only], "redis+cluster")):
                pass


async def test_a_node_of_a_cluster_is_not_taken_for_all_of_redis(tmp_path: Path, binary: str) -> None:
    with cluster_servers(binary, tmp_path, 1) as (only,):
        await only.answers()
        with pytest.raises(Unavailable, match=r"name it redis\+cluster://"):
            async with open_journal(only.url):
                pass
