"""Finished matches leave Redis for the archive, whoever dies on the way, and are found there like before."""

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

import engine
from protocol.diffs import canonical
from server.archive import Directory, is_name
from server.binding import bind, journal_name, unbind
from server.errors import Conflict, Fenced, Unavailable, Unreadable
from server.journal import CLOSED, FINISHED, RUNNING, Journal, keys, open_journal
from server.service import Service
from tests.server.peer import peer, serving
from tests.server.test_journal import append_many, raw
from tests.server.test_records import fetch
from tests.server.test_segments import both, half_played, views


@asynccontextmanager
async def archiving(url: str, tmp_path: Path) -> AsyncIterator[Journal]:
    async with open_journal(url, archive=Directory(tmp_path / "records")) as journal:
        yield journal


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


async def test_a_finished_match_leaves_redis_and_reads_the_same(redis_url: str, tmp_path: Path) -> None:
    async with archiving(redis_url, tmp_path) as journal:
        entries = await finished(journal, "m1")
        tail = await journal.tail("m1")
        assert tail == (5, entries[4:])
        assert await journal.ended_before(1 << 60, 10) == ["m1"]
        assert await journal.archive("m1") == 6
        assert await keys_left(redis_url) == {keys("m1")[1].encode()}
        assert await journal.ended_before(1 << 60, 10) == []
        assert (await journal.read("m1"), await journal.read("m1", 4)) == (entries, entries[4:])
        assert (await journal.tail("m1"), await journal.status("m1")) == (tail, FINISHED)


async def test_a_running_match_is_not_archived(redis_url: str, tmp_path: Path) -> None:
    async with archiving(redis_url, tmp_path) as journal:
        hold = await journal.create("m1", b"head")
        with pytest.raises(Conflict, match="not over"):
            await journal.archive("m1")
        await append_many(journal, hold, 1)
        assert await journal.status("m1") == RUNNING


async def test_whoever_dies_on_the_way_is_followed_by_another(redis_url: str, tmp_path: Path) -> None:
    """After the file was written; and after the match left Redis, but not yet the list."""
    async with archiving(redis_url, tmp_path) as journal:
        entries = await finished(journal, "m1")
        await Directory(tmp_path / "records").put(journal_name("m1"), bind("m1", FINISHED, 5, entries))
        assert await journal.archive("m1") == 6
        await journal.ended("m1")
        assert await journal.read("m1") == entries
        assert await journal.archive("m1") == 0
        assert await journal.ended_before(1 << 60, 10) == []
        assert await journal.read("m1") == entries


async def test_an_owner_that_slept_through_it_cannot_go_on(redis_url: str, tmp_path: Path) -> None:
    async with archiving(redis_url, tmp_path) as journal:
        hold = await journal.create("m1", b"head")
        await journal.append(hold, b"end", status=CLOSED)
        await journal.archive("m1")
        with pytest.raises(Fenced):
            await journal.append(hold, b"late")
        with pytest.raises(Conflict):
            await journal.create("m1", b"another")
        assert await journal.read("m1") == [b"head", b"end"]


@pytest.mark.parametrize("name", ["", "..", ".hidden", "../../etc/passwd", "a/b", "a\0b", "ä", "a b"])
async def test_what_is_no_name_is_not_looked_for(tmp_path: Path, name: str) -> None:
    assert not is_name(name)
    assert await Directory(tmp_path).get(name) is None


async def test_a_full_or_broken_archive_keeps_the_match_in_redis(redis_url: str, tmp_path: Path) -> None:
    async with archiving(redis_url, tmp_path) as journal:
        entries = await finished(journal, "m1")
        (tmp_path / "records").write_text("no directory")
        with pytest.raises(Unavailable, match="does not take"):
            await journal.archive("m1")
        assert await journal.read("m1") == entries


def test_a_file_that_is_cut_or_changed_is_refused() -> None:
    data = bind("m1", FINISHED, 1, [b"{}", b"{}"])
    assert unbind("m1", data)[1] == [b"{}", b"{}"]
    with pytest.raises(Unreadable):
        unbind("m1", data[:-9])
    with pytest.raises(Unreadable):
        unbind("m2", data)
    assert bind("m1", FINISHED, 1, [b"{}", b"{}"]) == data


async def test_what_is_too_old_is_dropped(tmp_path: Path) -> None:
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
async def test_late_comers_and_records_are_served_from_the_archive(tmp_path: Path) -> None:
    async with serving(tmp_path, finished_s=0.1) as service:
        match = await half_played(service)
        await concede(service, match)
        before = await views(service, match)
        await archived(service, match)
        assert await views(service, match) == before
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
