"""A match is taken up from its last segment head, and goes on exactly as if it had never been put aside."""

import tracemalloc
from collections.abc import AsyncIterator
from pathlib import Path

import orjson
import pytest
from msgspec import Raw

import engine
from server.match.replayed_match import History, begin, go_on, replay, segment
from server.records.record_text import record_text
from server.runtime.errors import OtherEngine, Unreadable
from server.service.service import Service
from server.store.entries import VERSION, Answered, Head, Segment, decode, encode
from server.store.journal import keys
from tests.support.engine.crowd import doubled, doubling
from tests.support.engine.random_play import any_match, picker
from tests.support.server.half_played import both, half_played, play_defaults, views
from tests.support.server.journals import raw
from tests.support.server.peer import peer, serving
from tests.support.server.redis_process import answers, redis_process

OURS = "ours"
TOKENS = 500


def new_history(seed: int) -> tuple[History, list[bytes]]:
    """A match of each game in turn, by the seed, with its journal so far."""
    header = any_match(seed).header
    head = Head(VERSION, OURS, Raw(orjson.dumps(header.to_json())), ("open", "open"))
    return begin(head), [encode(head)]


def play(history: History, seed: int) -> list[bytes]:
    """Play to the end at random; returns the entries."""
    chance = picker(seed)
    entries: list[bytes] = []
    while history.match.decisions:
        decision = history.match.decisions[0]
        commit = history.match.apply(decision.seat, decision.w, decision.sample(chance))
        assert commit.answer is not None
        changed = history.views.update()
        numbers = {name: history.views.seq[name] for name in changed}
        answer = Raw(orjson.dumps(commit.answer.to_json()))
        entries.append(encode(Answered(decision.seat, decision.w, answer, len(entries) + 1, numbers)))
    return entries


def told(history: History) -> tuple[bytes, list[bytes]]:
    return history.dump(), [history.views.snapshot(name) for name in history.views.names]


def test_a_match_that_is_taken_up_does_not_hold_the_text_that_it_was_read_from() -> None:
    """Its header is a piece of that text, which is as long as what lies on the table."""
    match = doubling()
    for _ in doubled(match):
        if match.objects > TOKENS:
            break
    head = Head(VERSION, OURS, Raw(orjson.dumps(match.header.to_json())), ("open", "open"))
    history = History(head, OURS, match, engine.Views(match), 1)
    entry = encode(segment(history, OURS))
    tracemalloc.start()
    try:
        taken_up = replay("m", [entry], OURS)
        largest = max(trace.size for trace in tracemalloc.take_snapshot().traces)
    finally:
        tracemalloc.stop()
    assert taken_up.dump() == history.dump()
    assert largest < len(history.dump()) // 2


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_a_segment_head_stands_for_all_before_it(seed: int) -> None:
    history, entries = new_history(seed)
    entries += play(history, seed)
    chance = picker(seed)
    for _ in range(6):
        count = 1 + chance(len(entries))
        whole = replay("m", entries[:count], OURS)
        kept = encode(segment(whole, OURS))
        loaded = replay("m", [kept], OURS, count + 1)
        assert told(loaded) == told(whole)
        go_on("m", loaded, entries[count:])
        assert (loaded.seq, loaded.segment) == (len(entries) + 1, count + 1)
        assert loaded.match.hash() == history.match.hash()
        assert [loaded.views.snapshot(name) for name in loaded.views.names] == told(history)[1]
        known = [book.write() for book in replay("m", entries, OURS).books]
        assert [book.write() for book in loaded.books] == known


def test_heads_inside_a_journal_change_nothing_of_its_replay() -> None:
    history, entries = new_history(0)
    answers = play(history, 0)[:40]
    middle = encode(segment(replay("m", [*entries, *answers[:20]], OURS), OURS))
    with_head = replay("m", [*entries, *answers[:20], middle, *answers[20:]], OURS)
    assert with_head.seq == 42
    assert told(with_head) == told(replay("m", [*entries, *answers], OURS))


def test_what_another_engine_played_is_not_played_again() -> None:
    history, entries = new_history(0)
    answers = play(history, 0)[:10]
    with pytest.raises(OtherEngine, match="ours"):
        replay("m", [*entries, *answers], "theirs")
    kept = encode(segment(replay("m", [*entries, *answers[:5]], OURS), OURS))
    assert replay("m", [kept], "theirs", 7).engine == OURS
    with pytest.raises(OtherEngine):
        replay("m", [kept, *answers[5:]], "theirs", 7)


def test_a_record_leads_to_where_the_match_ended_or_is_none() -> None:
    """An engine that plays the same answers to another end, as a later one may, writes no record of it."""
    history, entries = new_history(0)
    entries += play(history, 0)
    text = record_text([*entries, encode(segment(history, OURS))])
    assert engine.replay(text).hash == history.match.hash()
    other, _ = new_history(0)
    with pytest.raises(Unreadable, match="another end"):
        record_text([*entries, encode(segment(other, "theirs"))])


def test_a_dump_that_this_engine_does_not_load_is_refused() -> None:
    history, _ = new_history(0)
    kept = segment(history, OURS)
    broken = encode(Segment(kept.v, kept.engine, kept.kept[:-40], kept.at))
    with pytest.raises(Unreadable, match="segment head 2"):
        replay("m", [broken], OURS, 2)
    later = encode(Segment(VERSION + 1, kept.engine, kept.kept, kept.at))
    with pytest.raises(Unreadable, match="version"):
        replay("m", [later], OURS, 2)


async def heads(service: Service, match: str) -> list[int]:
    entries = [decode(data) for data in await service.registry.journal.read(match)]
    return [number for number, entry in enumerate(entries, 1) if isinstance(entry, Segment)]


@pytest.fixture
async def redis(tmp_path: Path, binary: str) -> AsyncIterator[str]:
    with redis_process(binary, tmp_path / "redis") as process:
        await answers(process.url)
        yield process.url


async def test_a_restart_goes_on_from_the_last_head(tmp_path: Path, redis: str) -> None:
    """An entry before it may even be missing."""
    async with serving(tmp_path, redis=redis, segment_entries=7) as service:
        match = await half_played(service)
        before, numbers = await views(service, match), await heads(service, match)
        assert len(numbers) >= 3
    async with raw(redis) as client:
        assert await client.hget(keys(match)[2], "head") == b"%d" % numbers[-1]
        await client.xdel(keys(match)[0], "2-0")
    async with serving(tmp_path, redis=redis, segment_entries=7) as service:
        assert await views(service, match) == before
        async with both(service, match) as seats:
            await play_defaults(match, seats, 10)


async def test_a_head_of_no_use_is_passed_over(tmp_path: Path, redis: str) -> None:
    async with serving(tmp_path, redis=redis) as service:
        match = await half_played(service)
        before = await views(service, match)
    async with raw(redis) as client:
        await client.hset(keys(match)[2], "head", "9")
    async with serving(tmp_path, redis=redis) as service:
        assert await views(service, match) == before


async def test_an_upgrade_goes_on_at_a_head_and_says_so_in_the_journal(tmp_path: Path, redis: str) -> None:
    async with serving(tmp_path, redis=redis, engine="old") as service:
        match = await half_played(service)
        await service.registry.running()[0].begin_segment()
        before = await views(service, match)
    async with serving(tmp_path, redis=redis, engine="new") as service:
        assert await views(service, match) == before
        async with both(service, match) as seats:
            await play_defaults(match, seats, 5)
            before = await views(service, match)
    async with serving(tmp_path, redis=redis, engine="old") as service:
        assert service.registry.running() == []
    async with serving(tmp_path, redis=redis, engine="new") as service:
        assert await views(service, match) == before
        entries = [decode(data) for data in await service.registry.journal.read(match)]
        assert [entry.engine for entry in entries if isinstance(entry, Head | Segment)] == ["old", "old", "new"]


async def test_what_another_engine_has_played_since_its_head_is_left_to_it(tmp_path: Path, redis: str) -> None:
    async with serving(tmp_path, redis=redis, engine="old") as service:
        match = await half_played(service)
        before = await views(service, match)
    async with serving(tmp_path, redis=redis, engine="new") as service, raw(redis) as client:
        assert service.registry.running() == []
        owner: bytes | None = await client.execute_command("GET", keys(match)[1])
        assert owner is not None
        assert owner.startswith(b"1:")
    async with serving(tmp_path, redis=redis, engine="old") as service:
        assert await views(service, match) == before


async def test_a_finished_match_is_shown_by_any_engine_that_loads_its_last_head(tmp_path: Path, redis: str) -> None:
    async with serving(tmp_path, redis=redis, engine="old") as service:
        match = await half_played(service)
        async with both(service, match) as seats:
            await seats[0].ask({"t": "concede", "m": match, "c": 1000}, "ack")
            await seats[0].ask({"t": "sync", "m": match}, "state")
    async with serving(tmp_path, redis=redis, engine="new") as service, peer(service.url) as late:
        assert (await late.join(match))["result"]["winners"] == [1]
        assert len(await heads(service, match)) == 1
