"""The journal holds every acknowledged entry exactly once, whoever dies, and has one owner at a time."""

import os
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import pytest
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff

from server.runtime.errors import Conflict, Fenced, Rolledback, Unavailable, UnknownMatch
from server.store.journal import ASIDE, FINISHED, FIRST_INTENT, RUNNING, TAKE_UP, Hold, Journal, channel, keys
from server.store.journal_opening import open_journal
from tests.support.server.journals import append_many, raw


async def test_entries_come_back_in_order(redis_url: str) -> None:
    async with open_journal(redis_url) as journal:
        hold = await journal.create("m", b"head")
        await append_many(journal, hold, 3)
        assert await journal.read("m") == [b"head", b"entry 2", b"entry 3", b"entry 4"]
        assert await journal.read("m", after=3) == [b"entry 4"]


async def test_a_created_match_is_running_until_its_last_entry_says_otherwise(redis_url: str) -> None:
    async with open_journal(redis_url) as journal:
        hold = await journal.create("m", b"head")
        assert (await journal.running(journal.node), await journal.status("m")) == (["m"], RUNNING)
        await journal.append(hold, b"end", status=FINISHED)
        assert (await journal.running(journal.node), await journal.status("m")) == ([], FINISHED)


async def test_an_id_is_given_once(redis_url: str) -> None:
    async with open_journal(redis_url) as journal:
        await journal.create("m", b"head")
        with pytest.raises(Conflict):
            await journal.create("m", b"another")


async def test_an_unknown_match_is_refused_by_name(redis_url: str) -> None:
    async with open_journal(redis_url) as journal:
        with pytest.raises(UnknownMatch, match="nowhere"):
            await journal.take("nowhere", 1)
        with pytest.raises(UnknownMatch, match="nowhere"):
            await journal.read("nowhere")
        with pytest.raises(UnknownMatch, match="nowhere"):
            await journal.status("nowhere")


async def test_a_former_owner_is_fenced(redis_url: str) -> None:
    async with open_journal(redis_url, "old") as old, open_journal(redis_url, "new") as new:
        stale = await old.create("m", b"head")
        taken = await new.take("m", 1)
        assert (taken.number, taken.seq) == (2, 1)
        with pytest.raises(Fenced):
            await old.append(stale, b"late")
        await new.append(taken, b"mine")
        assert await new.read("m") == [b"head", b"mine"]


async def test_of_two_who_take_a_match_one_gets_it(redis_url: str) -> None:
    async with open_journal(redis_url, "a") as a, open_journal(redis_url, "b") as b, open_journal(redis_url, "c") as c:
        await a.create("m", b"head")
        owner = await b.owner("m")
        await b.take("m", owner.number)
        with pytest.raises(Fenced):
            await c.take("m", owner.number)
        assert (await c.owner("m")).node == "b"


async def test_who_is_told_twice_to_take_a_match_takes_it_once(redis_url: str) -> None:
    async with open_journal(redis_url, "a") as a, open_journal(redis_url, "b") as b:
        await a.create("m", b"head")
        first, again = await b.take("m", 1), await b.take("m", 1)
        assert first.number == again.number == 2


async def test_who_tried_a_match_and_did_not_say_more_is_known(redis_url: str) -> None:
    async with open_journal(redis_url, "a") as a, open_journal(redis_url, "b") as b, open_journal(redis_url, "c") as c:
        await a.create("m", b"head")
        for journal in (a, b, c):
            await journal.attempt("m", TAKE_UP)
        assert await c.tried("m", TAKE_UP) == ["a", "b"]
        assert await c.tried("m", FIRST_INTENT) == []
        b.gave_up("m", TAKE_UP)
        assert await b.tried("m", TAKE_UP) == ["a", "c"]
        c.survived("m", TAKE_UP)
        assert await c.tried("m", TAKE_UP) == []


async def test_a_match_that_is_set_aside_says_so(redis_url: str) -> None:
    async with open_journal(redis_url, "a") as journal:
        await journal.create("m", b"head")
        await journal.set_aside("m")
        assert (await journal.owner("m")).status == ASIDE


async def test_a_released_match_belongs_to_nobody(redis_url: str) -> None:
    async with open_journal(redis_url, "a") as a, open_journal(redis_url, "b") as b:
        hold = await a.create("m", b"head")
        await a.release(hold)
        owner = await b.owner("m")
        assert (owner.number, owner.node) == (1, "")
        with pytest.raises(Fenced):
            await a.append(hold, b"late")
        assert (await b.take("m", owner.number)).number == 2


async def test_who_lost_a_match_does_not_release_it(redis_url: str) -> None:
    async with open_journal(redis_url, "a") as a, open_journal(redis_url, "b") as b:
        lost = await a.create("m", b"head")
        taken = await b.take("m", lost.number)
        await a.release(lost)
        assert (await a.owner("m")).node == "b"
        await b.append(taken, b"mine")
        await a.release(Hold("m", taken.number, taken.seq))  # the same number, by another name
        assert (await a.owner("m")).node == "b"


async def test_who_lost_a_match_does_not_take_it_again(redis_url: str) -> None:
    """Not even who holds it, and finds that the journal is not what memory says."""
    async with open_journal(redis_url, "a") as a, open_journal(redis_url, "b") as b:
        hold = await a.create("m", b"head")
        await b.take("m", hold.number)
        with pytest.raises(Fenced):
            await a.take_again(hold)
        assert (await a.owner("m")).node == "b"


async def test_two_owners_of_one_number_are_told_apart_by_node(redis_url: str) -> None:
    """A Redis that rolled back may give the same number twice."""
    async with open_journal(redis_url, "a") as a, open_journal(redis_url, "b") as b:
        hold = await a.create("m", b"head")
        with pytest.raises(Fenced):
            await b.append(Hold("m", hold.number, hold.seq), b"not mine")


async def test_a_resent_batch_is_taken_once(redis_url: str) -> None:
    async with open_journal(redis_url, "here") as journal, raw(redis_url) as client:
        hold = await journal.create("m", b"head")
        await journal.append(hold, b"once")
        entry = hold.tail[-1]
        source = await client.xrange(keys("m")[0])
        assert source is not None
        assert source[-1] == (b"2-0", {b"b": b"%b %d" % (entry.batch, entry.stamp), b"e": b"once"})
        # The same batch again, as after an answer that got lost.
        hold.seq -= 1
        assert await journal._append(hold, entry, ()) is None
        assert await journal.read("m") == [b"head", b"once"]


async def test_another_entry_at_our_number_is_a_conflict(redis_url: str) -> None:
    async with open_journal(redis_url) as journal:
        hold = await journal.create("m", b"head")
        await journal.append(hold, b"first")
        hold.seq -= 1
        with pytest.raises(Conflict):
            await journal.append(hold, b"second")


async def test_what_redis_forgot_is_appended_again(redis_url: str) -> None:
    async with open_journal(redis_url) as journal, raw(redis_url) as client:
        hold = await journal.create("m", b"head")
        await append_many(journal, hold, 2)
        before = await client.dump(keys("m")[0])
        await append_many(journal, hold, 5)
        assert isinstance(before, bytes)
        await client.restore(keys("m")[0], 0, before, replace=True)
        await journal.append(hold, b"next")
        assert await journal.read("m") == [b"head", *(b"entry %d" % n for n in range(2, 9)), b"next"]


async def test_even_a_whole_forgotten_match_comes_back(redis_url: str) -> None:
    async with open_journal(redis_url) as journal, raw(redis_url) as client:
        hold = await journal.create("m", b"head")
        await append_many(journal, hold, 2)
        await client.flushall()
        await journal.append(hold, b"next")
        assert await journal.read("m") == [b"head", b"entry 2", b"entry 3", b"next"]
        assert (await journal.running(journal.node), await journal.status("m")) == (["m"], RUNNING)


async def test_a_loss_beyond_memory_is_told(redis_url: str) -> None:
    async with open_journal(redis_url) as journal, raw(redis_url) as client:
        hold = await journal.create("m", b"head")
        await append_many(journal, hold, 2)
        hold.tail.clear()
        await client.flushall()
        with pytest.raises(Rolledback):
            await journal.append(hold, b"next")


async def test_diffs_are_published_with_the_entry(redis_url: str) -> None:
    async with open_journal(redis_url) as journal, raw(redis_url) as client:
        hold = await journal.create("m", b"head")
        subscriber = client.pubsub()
        await subscriber.ssubscribe(channel("m", "public"))
        await subscriber.get_message(timeout=10)
        await journal.append(hold, b"entry", [("seat0", b"secret"), ("public", b"for all")])
        message = await subscriber.get_message(timeout=10)
        assert message is not None
        assert message["data"] == b"for all"
        await subscriber.aclose()


async def test_notes_are_written_together_or_not_at_all(redis_url: str) -> None:
    """Of two who have read the same, and write what follows from that, one is told to read again."""
    async with open_journal(redis_url) as one, open_journal(redis_url) as two:
        assert await one.write_notes("m", {"last": "1", "more": "x"}, "last", "")
        assert not await two.write_notes("m", {"last": "2", "more": "y"}, "last", "")
        assert await two.notes("m") == {"last": "1", "more": "x"}
        assert await two.write_notes("m", {"last": "2"}, "last", "1")
        assert await one.notes("m") == {"last": "2", "more": "x"}


async def test_a_script_that_redis_lost_is_loaded_again(redis_url: str) -> None:
    async with open_journal(redis_url) as journal, raw(redis_url) as client:
        hold = await journal.create("m", b"head")
        await client.script_flush()
        await append_many(journal, hold, 2)
        assert len(await journal.read("m")) == 3


@pytest.mark.slow
async def test_redis_killed_under_load_loses_nothing_acknowledged(redis_url: str) -> None:
    """Sixteen matches append as fast as they can while Redis is killed three times."""
    seen: list[bool] = []
    async with open_journal(redis_url, changed=seen.append) as journal, raw(redis_url) as client:
        holds = [await journal.create(f"m{n}", b"head") for n in range(16)]
        progress = anyio.Event()
        async with anyio.create_task_group() as tasks:
            for hold in holds:
                tasks.start_soon(append_many, journal, hold, 400)
            for _ in range(3):
                os.kill(await redis_pid(client), signal.SIGKILL)
                await back_up(redis_url)
            progress.set()
        for hold in holds:
            assert await journal.read(hold.match) == [b"head", *(b"entry %d" % n for n in range(2, 402))]
        assert seen == [False, True] * (len(seen) // 2)


async def redis_pid(client: Redis) -> int:
    return int((await client.info("server"))["process_id"])


async def back_up(url: str) -> None:
    """Wait until Redis answers again; its client tries as often as it may."""
    async with open_again(url) as client:
        await client.ping()


@asynccontextmanager
async def open_again(url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(url, retry=Retry(ConstantBackoff(0.02), 3000)) as client:
        yield client


async def test_closing_while_redis_is_gone_ends_waiting_appends(redis_url: str) -> None:
    lost = anyio.Event()
    failures: list[Unavailable] = []

    async def append(journal: Journal, hold: Hold) -> None:
        try:
            while True:
                await journal.append(hold, b"entry")
        except Unavailable as error:
            failures.append(error)

    async with (
        anyio.create_task_group() as tasks,
        open_journal(redis_url, changed=lambda up: None if up else lost.set()) as journal,
    ):
        hold = await journal.create("m", b"head")
        tasks.start_soon(append, journal, hold)
        async with raw(redis_url) as client:
            os.kill(await redis_pid(client), signal.SIGKILL)
        await lost.wait()
    assert len(failures) == 1


async def test_a_redis_that_is_not_there_is_told_at_once() -> None:
    with pytest.raises(Unavailable, match="no Redis at"):
        async with open_journal("unix:///nowhere/at/all.sock"):
            pass
