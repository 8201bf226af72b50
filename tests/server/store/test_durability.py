"""An acknowledgement promises what the server's durability says, or does not come."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import pytest

from server.chaos.redis_servers import Server, replicate, servers, url_of
from server.runtime.errors import NotDurable, Unavailable
from server.runtime.settings import Durability
from server.store.journal import Hold, Journal, keys
from server.store.journal_opening import open_journal
from tests.support.server.journals import append_many, under_way
from tests.support.server.peer import dial, serving


async def entries_at(server: Server, match: str) -> int:
    count = await server.ask("XLEN", keys(match)[0])
    assert isinstance(count, int)
    return count


class Watch:
    """When Redis was lost and found again, as the service is told."""

    def __init__(self) -> None:
        self.told: list[bool] = []
        self._changed = anyio.Event()

    def __call__(self, is_up: bool) -> None:
        self.told.append(is_up)
        self._changed.set()
        self._changed = anyio.Event()

    async def until_lost(self) -> None:
        with anyio.fail_after(60):
            while False not in self.told:
                await self._changed.wait()


@asynccontextmanager
async def appending(journal: Journal, hold: Hold) -> AsyncIterator[anyio.Event]:
    """One entry on its way; the event tells that it is acknowledged."""
    done = anyio.Event()

    async def append() -> None:
        await journal.append(hold, b"entry")
        done.set()

    async with anyio.create_task_group() as tasks:
        tasks.start_soon(append)
        yield done


async def test_a_redis_that_still_reads_its_file_is_waited_for(tmp_path: Path, binary: str) -> None:
    """It says meanwhile that it keeps none, which must not be taken for an answer."""
    slow = ("--rdbcompression", "no", "--loading-process-events-interval-bytes", "1024")
    with servers(binary, tmp_path / "redis", 1, "--appendfsync", "always", *slow) as (server,):
        await server.answers()
        for number in range(20):
            await server.ask("SET", f"key{number}", "x" * 4096)
        await server.ask("BGREWRITEAOF")
        await server.until("aof_rewrite_in_progress:0", "aof_rewrites:1")
        server.kill()
        server.start("--key-load-delay", "200000")
        await server.until("\nloading:1")
        with pytest.raises(Unavailable, match="reads its file"):
            async with open_journal(server.url, durability=Durability.FSYNC):
                pass
        await server.until("\nloading:0")
        async with open_journal(server.url, durability=Durability.FSYNC):
            pass


async def test_a_server_says_what_it_promises(tmp_path: Path) -> None:
    for level in ("redis", "fsync"):
        async with serving(tmp_path / level, durability=Durability(level)) as service, dial(service.url) as ann:
            assert (await ann.ask({"t": "hello"}, "welcome"))["durability"] == level


@pytest.mark.parametrize("options", [("--appendfsync", "everysec"), ("--appendonly", "no", "--appendfsync", "always")])
async def test_fsync_is_refused_where_redis_does_not_sync(
    tmp_path: Path, binary: str, options: tuple[str, ...]
) -> None:
    with servers(binary, tmp_path, 1, *options) as (only,):
        await only.answers()
        with pytest.raises(NotDurable, match="appendfsync always"):
            async with open_journal(only.url, durability=Durability.FSYNC):
                pass


async def test_a_redis_that_syncs_no_more_acknowledges_no_more(tmp_path: Path, binary: str) -> None:
    """Found out at the next connection; and once it syncs again, what waited is acknowledged."""
    with servers(binary, tmp_path, 1, "--appendfsync", "always") as (only,):
        await only.answers()
        watch = Watch()
        async with open_journal(only.url, changed=watch, durability=Durability.FSYNC) as journal:
            hold = await journal.create("m", b"head")
            await only.ask("CONFIG", "SET", "appendfsync", "everysec")
            await only.ask("CLIENT", "KILL", "TYPE", "normal")
            async with appending(journal, hold) as done:
                await watch.until_lost()
                assert not done.is_set()
                await only.ask("CONFIG", "SET", "appendfsync", "always")
            assert await journal.read("m") == [b"head", b"entry"]


@pytest.mark.slow
async def test_with_fsync_what_is_acknowledged_is_in_the_file(tmp_path: Path, binary: str) -> None:
    with servers(binary, tmp_path, 1, "--appendfsync", "always") as (only,):
        await only.answers()
        async with open_journal(only.url, durability=Durability.FSYNC) as journal:
            holds = [await journal.create(f"m{n}", b"head") for n in range(8)]
            async with anyio.create_task_group() as tasks:
                for hold in holds:
                    tasks.start_soon(append_many, journal, hold, 10_000)
                await under_way(holds, 50)
                only.kill()
                tasks.cancel_scope.cancel()
        only.start()
        await only.answers()
        for hold in holds:
            assert await entries_at(only, hold.match) >= hold.seq


async def test_replica_is_refused_where_there_is_none(tmp_path: Path, binary: str) -> None:
    with servers(binary, tmp_path, 1) as (only,):
        await only.answers()
        with pytest.raises(NotDurable, match="needs a connected replica"):
            async with open_journal(only.url, durability=Durability.REPLICA):
                pass


@pytest.mark.slow
async def test_nothing_is_acknowledged_that_a_connected_replica_lacks(tmp_path: Path, binary: str) -> None:
    """Not after a resend either, which finds the entry there but not whether a replica has it."""
    with servers(binary, tmp_path, 3) as (primary, *replicas):
        await replicate(primary, *replicas)
        watch = Watch()
        async with open_journal(url_of([primary, *replicas]), changed=watch, durability=Durability.REPLICA) as journal:
            hold = await journal.create("m", b"head")
            await append_many(journal, hold, 20)
            assert [await entries_at(replica, "m") for replica in replicas] == [21, 21]
            replicas[0].stop()
            async with appending(journal, hold) as done:
                await watch.until_lost()
                assert await entries_at(primary, "m") == 22
                await primary.ask("CLIENT", "KILL", "TYPE", "normal")
                await primary.until("blocked_clients:0")
                await primary.until("blocked_clients:1")
                assert not done.is_set()
                replicas[0].go_on()
            assert await entries_at(replicas[0], "m") == 22
            assert watch.told[-2:] == [False, True]  # a slow machine's replica may have been late before


@pytest.mark.slow
async def test_the_last_replica_is_waited_for(tmp_path: Path, binary: str) -> None:
    with servers(binary, tmp_path, 2) as (primary, replica):
        await replicate(primary, replica)
        watch = Watch()
        async with open_journal(url_of([primary, replica]), changed=watch, durability=Durability.REPLICA) as journal:
            hold = await journal.create("m", b"head")
            replica.kill()
            await primary.until("connected_slaves:0")
            async with appending(journal, hold) as done:
                await watch.until_lost()
                assert not done.is_set()
                replica.start()
                await replicate(primary, replica)
            assert await entries_at(replica, "m") == 2


@pytest.mark.slow
async def test_a_failover_loses_nothing_that_a_replica_was_waited_for(tmp_path: Path, binary: str) -> None:
    """The owner dies with the primary: no memory is left to append anything again."""
    with servers(binary, tmp_path, 2) as (primary, replica):
        await replicate(primary, replica)
        async with open_journal(url_of([primary, replica]), durability=Durability.REPLICA) as journal:
            holds = [await journal.create(f"m{n}", b"head") for n in range(16)]
            async with anyio.create_task_group() as tasks:
                for hold in holds:
                    tasks.start_soon(append_many, journal, hold, 10_000)
                await under_way(holds, 50)
                primary.kill()
                tasks.cancel_scope.cancel()
        await replica.ask("REPLICAOF", "NO", "ONE")
        async with open_journal(f"{replica.url},{primary.place}") as journal:
            for hold in holds:
                assert len(await journal.read(hold.match)) >= hold.seq
