"""Finished matches leave Redis for the archive, whoever dies on the way, and are found there like before."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

import engine
from protocol.diffs import canonical
from server.cluster.leases import Nodes
from server.ownership.operations import Operations
from server.runtime import metrics
from server.runtime.errors import BadSetting, Conflict, Fenced, Unavailable, Unreadable
from server.runtime.settings import Settings
from server.service.service import Service
from server.store.archive import Archive, Directory, archive_of, is_name
from server.store.journal import CLOSED, FINISHED, RUNNING, Journal, keys
from server.store.journal_file import bind, journal_name, unbind
from server.store.journal_opening import open_journal
from server.store.object_store import Bucket
from server.store.retention import Archiver
from tests.support.server.half_played import both, half_played, views
from tests.support.server.journals import append_many, raw
from tests.support.server.peer import peer, serving
from tests.support.server.plain_http import fetch
from tests.support.server.s3_process import SECRET, S3Process, s3_process


@pytest.fixture(scope="module")
def s3() -> Iterator[S3Process]:
    with s3_process() as process:
        yield process


@pytest.fixture(params=["directory", "bucket"])
def archive(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Archive:
    """Each of the two; what holds for one holds for the other."""
    if request.param == "directory":
        return Directory(tmp_path / "records")
    store: S3Process = request.getfixturevalue("s3")
    return bucket(store, monkeypatch)


def bucket(store: S3Process, monkeypatch: pytest.MonkeyPatch) -> Bucket:
    """A new one, in which others keep things too."""
    for name, value in store.environment.items():
        monkeypatch.setenv(name, value)
    return Bucket(f"s3://{store.make_bucket()}/stackloop/records")


async def finished(journal: Journal, match: str) -> list[bytes]:
    """A match that is over; returns its entries."""
    hold = await journal.create(match, b"head")
    await append_many(journal, hold, 3)
    await journal.append(hold, b"a segment", is_head=True)
    await journal.append(hold, b"end", status=FINISHED)
    return await journal.read(match)


async def keys_left(url: str) -> set[bytes]:
    async with raw(url) as client:
        return {key async for key in client.scan_iter("*") if not key.startswith(b"sl:ended")}


async def test_a_finished_match_leaves_redis_and_reads_the_same(redis_url: str, archive: Archive) -> None:
    async with open_journal(redis_url, archive=archive) as journal:
        entries = await finished(journal, "m1")
        tail = await journal.tail("m1")
        assert tail == (5, entries[4:])
        assert await journal.ended_before(1 << 60, 10) == ["m1"]
        assert await journal.archive("m1") == 6
        assert await keys_left(redis_url) == {keys("m1")[1].encode()}
        assert await journal.ended_before(1 << 60, 10) == []
        assert (await journal.read("m1"), await journal.read("m1", 4)) == (entries, entries[4:])
        assert (await journal.tail("m1"), await journal.status("m1")) == (tail, FINISHED)


async def test_a_running_match_is_not_archived(redis_url: str, archive: Archive) -> None:
    async with open_journal(redis_url, archive=archive) as journal:
        hold = await journal.create("m1", b"head")
        with pytest.raises(Conflict, match="not over"):
            await journal.archive("m1")
        await append_many(journal, hold, 1)
        assert await journal.status("m1") == RUNNING


async def test_whoever_dies_on_the_way_is_followed_by_another(redis_url: str, archive: Archive) -> None:
    """After the file was written; and after the match left Redis, but not yet the list."""
    async with open_journal(redis_url, archive=archive) as journal:
        entries = await finished(journal, "m1")
        await archive.put(journal_name("m1"), bind("m1", FINISHED, 5, await journal.stamped("m1")))
        assert await journal.archive("m1") == 6
        await journal.ended("m1")
        assert await journal.read("m1") == entries
        assert await journal.archive("m1") == 0
        assert await journal.ended_before(1 << 60, 10) == []
        assert await journal.read("m1") == entries


async def test_an_owner_that_slept_through_it_cannot_go_on(redis_url: str, archive: Archive) -> None:
    async with open_journal(redis_url, archive=archive) as journal:
        hold = await journal.create("m1", b"head")
        await journal.append(hold, b"end", status=CLOSED)
        await journal.archive("m1")
        with pytest.raises(Fenced):
            await journal.append(hold, b"late")
        with pytest.raises(Conflict):
            await journal.create("m1", b"another")
        assert await journal.read("m1") == [b"head", b"end"]


@pytest.mark.parametrize("name", ["", "..", ".hidden", "../../etc/passwd", "a/b", "a\0b", "ä", "a b"])
async def test_what_is_no_name_is_not_looked_for(archive: Archive, name: str) -> None:
    assert not is_name(name)
    assert await archive.get(name) is None


async def test_what_was_put_is_there_and_may_be_put_again(archive: Archive) -> None:
    assert await archive.get("m1.journal.gz") is None
    await archive.put("m1.journal.gz", b"one")
    await archive.put("m1.journal.gz", b"two")
    assert await archive.get("m1.journal.gz") == b"two"


async def test_what_is_older_than_so_many_days_is_dropped(archive: Archive) -> None:
    await archive.put("m1.journal.gz", b"1")
    await archive.put("m2.record.gz", b"2")
    assert await archive.prune(1) == 0
    assert await archive.get("m1.journal.gz") == b"1"
    assert await archive.prune(-1) == 2  # what is older than tomorrow
    assert await archive.get("m1.journal.gz") is None


async def test_a_full_or_broken_directory_keeps_the_match_in_redis(redis_url: str, tmp_path: Path) -> None:
    async with open_journal(redis_url, archive=Directory(tmp_path / "records")) as journal:
        entries = await finished(journal, "m1")
        (tmp_path / "records").write_text("no directory")
        with pytest.raises(Unavailable, match="does not take"):
            await journal.archive("m1")
        assert await journal.read("m1") == entries


@pytest.mark.parametrize("how", ["gone", "hangs", "without the bucket"])
async def test_a_store_that_cannot_be_used_keeps_the_match_in_redis(
    redis_url: str, how: str, s3: S3Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in (("REQUEST_S", 1), ("RETRIES", 1), ("READ_S", 1.0)):
        monkeypatch.setattr(f"server.store.object_store.{name}", value)
    archive = bucket(s3, monkeypatch)
    if how == "without the bucket":
        archive = Bucket("s3://there-is-none/stackloop")
    if how == "gone":
        monkeypatch.setenv("AWS_ENDPOINT_URL", "http://127.0.0.1:1")
        archive = Bucket("s3://bucket")
    if how == "hangs":
        s3.send(signal.SIGSTOP)
    try:
        async with open_journal(redis_url, archive=archive) as journal:
            entries = await finished(journal, "m1")
            with pytest.raises(Unavailable, match="does not take") as told:
                await Archiver(journal, archive, Settings(finished_s=-1.0)).move()
            assert SECRET not in str(told.value)
            with pytest.raises(Unavailable, match="does not give"):  # which is not "there is no such match"
                await journal.read("m2")
            assert await journal.read("m1") == entries
            assert await journal.count_ended() == 1
    finally:
        s3.send(signal.SIGCONT)


async def test_what_can_be_archived_is_when_some_cannot(redis_url: str, archive: Archive) -> None:
    """A journal with a hole, among a few good ones."""
    async with open_journal(redis_url, archive=archive) as journal:
        for number in range(5):
            await finished(journal, f"m{number}")
        async with raw(redis_url) as client:
            await client.xdel(keys("m3")[0], "2-0")
        assert await Archiver(journal, archive, Settings(finished_s=-1.0)).move() == 5
        assert await journal.ended_before(1 << 60, 10) == ["m3"]


@pytest.mark.parametrize("url", ["s3://", "s3:///prefix"])
def test_an_address_that_is_no_bucket_is_told_at_the_start(url: str) -> None:
    with pytest.raises(BadSetting, match="is no bucket"):
        archive_of(Settings(archive=url))


def test_a_file_that_is_cut_or_changed_is_refused() -> None:
    entries = [(0, b"{}"), (1_790_000_000_000, b"{}"), (1_790_000_000_005, b"{}")]
    data = bind("m1", FINISHED, 1, entries)
    assert unbind("m1", data)[1] == entries
    with pytest.raises(Unreadable):
        unbind("m1", data[:-9])
    with pytest.raises(Unreadable):
        unbind("m2", data)
    assert bind("m1", FINISHED, 1, entries) == data


async def test_a_directory_goes_by_when_a_file_was_written(tmp_path: Path) -> None:
    archive = Directory(tmp_path)
    await archive.put("old1.journal.gz", b"1")
    await archive.put("new1.journal.gz", b"2")
    os.utime(tmp_path / "ol" / "old1.journal.gz", (1, 1))
    assert await archive.prune(30) == 1
    assert (await archive.get("old1.journal.gz"), await archive.get("new1.journal.gz")) == (None, b"2")


async def concede(service: Service, match: str) -> None:
    async with both(service, match) as seats:
        await seats[0].ask({"t": "concede", "m": match, "c": 1000}, "ack")
        await seats[0].ask({"t": "sync", "m": match}, "state")


async def archived(service: Service, match: str) -> None:
    """Wait until a match has left Redis."""
    with anyio.fail_after(60):
        while await service.registry.journal._is_here(match):  # noqa: ASYNC110 # in the archiver's time
            await anyio.sleep(0.02)


@pytest.mark.slow
async def test_a_match_that_is_over_waits_in_redis_for_a_store_that_is_away(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players and late comers are served meanwhile, and after it has moved."""
    with s3_process() as store:
        for name, value in store.environment.items():
            monkeypatch.setenv(name, value)
        store.stop()
        failures = metrics.ARCHIVE_FAILURES._value.get()
        async with serving(tmp_path, finished_s=0.1, archive="s3://records/stackloop") as service:
            match = await half_played(service)
            await concede(service, match)
            before = await views(service, match)
            with anyio.fail_after(60):
                while metrics.ARCHIVE_FAILURES._value.get() < failures + 2:  # noqa: ASYNC110 # the archiver's time
                    await anyio.sleep(0.02)
            assert await service.registry.journal.status(match) == FINISHED
            assert await views(service, match) == before
            store.start()
            store.make_bucket("records")
            await archived(service, match)
            assert await views(service, match) == before
        async with serving(tmp_path, finished_s=0.1, archive="s3://records/stackloop") as service:
            assert await views(service, match) == before
            status, _headers, text = await anyio.to_thread.run_sync(fetch, service.url, f"/records/{match}.txt")
            assert status == 200
            assert engine.replay(text).match.result is not None


@pytest.mark.slow
async def test_late_comers_and_records_are_served_from_the_archive(tmp_path: Path) -> None:
    async with serving(tmp_path, finished_s=0.1) as service:
        match = await half_played(service)
        await concede(service, match)
        before = await views(service, match)
        await archived(service, match)
        assert await views(service, match) == before
        told = await Operations(service.registry.journal, Nodes(service.registry.journal, 1.0)).details(match)
        assert (told.status, told.entries) == (FINISHED, len(await service.registry.journal.read(match)))
    assert list((tmp_path / "records").glob(f"*/{journal_name(match)}"))
    async with serving(tmp_path, finished_s=0.1) as service, peer(service.url) as late:
        assert (await late.join(match))["result"]["winners"] == [1]
        assert await views(service, match) == before
        status, _headers, text = await anyio.to_thread.run_sync(fetch, service.url, f"/records/{match}.txt")
        assert status == 200
        assert engine.replay(text).match.result is not None
        nowhere = await late.join("nowhere")
        assert nowhere["t"] == "nack"
    async with serving(tmp_path, engine="new") as service:
        assert await views(service, match) == before
        status, _headers, again = await anyio.to_thread.run_sync(fetch, service.url, f"/records/{match}.txt")
        assert (status, again) == (200, text)


@pytest.mark.slow
async def test_a_match_whose_end_was_not_noted_is_archived_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        match = await half_played(service)
        journal = service.registry.journal
        await concede(service, match)
        await journal._links.command("sl:ended", "DEL")
        await journal.note(match)
    async with serving(tmp_path, finished_s=0.1) as service:
        await archived(service, match)
        assert canonical({"status": await service.registry.journal.status(match)}) == b'{"status":"finished"}'
