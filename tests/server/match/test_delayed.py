"""A delayed match: the public is shown what was, and by no way what is.

Time is handed in: it stands until a test moves it.
"""

from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from protocol.diffs import fold
from tests.support.server.delayed import DELAY_MS, DELAY_S, heard_since, live_seq, play, public_state, shows
from tests.support.server.go_between import GoBetween, go_between
from tests.support.server.hand_clock import HandClock
from tests.support.server.peer import Frame, Peer, peer, serving
from tests.support.server.plain_http import fetch
from tests.support.server.redis_process import BINARIES, answers, redis_process
from tests.support.server.staged import staged


async def record_status(url: str, match: str) -> int:
    status, _headers, _body = await anyio.to_thread.run_sync(fetch, url, f"/records/{match}.txt")
    return status


async def test_the_public_sees_what_was_and_then_every_number(tmp_path: Path) -> None:
    time = HandClock()
    async with (
        serving(tmp_path, time) as service,
        staged(service.url, None, delay_s=DELAY_S) as stage,
        peer(service.url) as watcher,
    ):
        began = await watcher.join(stage.match)
        assert (began["seq"], began["delay_s"]) == (0, DELAY_S)
        await watcher.expect("waiting")  # whom it waited for then
        await play(stage, time, 12)
        live = live_seq(service, stage.match)
        assert live > 5
        assert await heard_since(watcher) == []
        assert await public_state(watcher, stage.match) == began
        lines = (await watcher.ask({"t": "list", "r": "l"}, "matches"))["matches"]
        assert lines[0].get("turn", 0) == began["view"]["game"].get("turn", 0)
        time.pass_ms(DELAY_MS)
        seq, view = 0, began["view"]
        while seq < live:
            diff = await watcher.expect("diff")
            assert diff["seq"] == seq + 1
            seq = diff["seq"]
            fold(view, diff["d"])
        actor = service.registry.get(stage.match)
        assert actor is not None
        assert (await public_state(watcher, stage.match))["view"] == view
        assert actor.past is not None
        assert actor.past.history.views.snapshot("public") == actor.history.views.snapshot("public")


async def test_late_joiners_see_what_was_too(tmp_path: Path) -> None:
    time = HandClock()
    async with (
        serving(tmp_path, time) as service,
        staged(service.url, None, delay_s=DELAY_S) as stage,
        peer(service.url) as watcher,
    ):
        await play(stage, time, 4)
        middle = live_seq(service, stage.match)
        time.pass_ms(DELAY_MS - 2000)
        await play(stage, time, 2)
        assert live_seq(service, stage.match) > middle
        await watcher.join(stage.match)
        assert (await shows(watcher, stage.match, middle))["seq"] == middle


@pytest.mark.parametrize("answers", [0, 3])
async def test_the_end_comes_late_by_every_way(tmp_path: Path, answers: int) -> None:
    time = HandClock()
    async with (
        serving(tmp_path, time) as service,
        staged(service.url, None, delay_s=DELAY_S) as stage,
        peer(service.url) as watcher,
    ):
        await watcher.join(stage.match)
        await play(stage, time, answers)
        await stage.seats[0].ask({"t": "concede", "m": stage.match, "c": 99}, "ack")
        await stage.seats[1].expect("end")
        assert [frame["t"] for frame in await heard_since(watcher) if frame["t"] not in ("diff", "waiting")] == []
        assert "result" not in await public_state(watcher, stage.match)
        assert len((await watcher.ask({"t": "list", "r": "l"}, "matches"))["matches"]) == 1
        assert await record_status(service.url, stage.match) == 409
        time.pass_ms(DELAY_MS)
        assert (await watcher.expect("end"))["result"]["winners"] == [1]
        assert (await watcher.ask({"t": "list", "r": "l"}, "matches")).get("matches", []) == []
        assert await record_status(service.url, stage.match) == 200


@pytest.mark.parametrize("is_over", [False, True])
async def test_the_delay_outlives_the_server(tmp_path: Path, is_over: bool) -> None:
    time = HandClock()
    async with (
        serving(tmp_path, time, segment_entries=3) as service,
        staged(service.url, None, delay_s=DELAY_S) as stage,
    ):
        await play(stage, time, 7)
        middle = live_seq(service, stage.match)
        time.pass_ms(DELAY_MS // 2)
        await play(stage, time, 5)
        last = live_seq(service, stage.match)
        if is_over:
            await stage.seats[0].ask({"t": "concede", "m": stage.match, "c": 99}, "ack")
    time.jump_ms(DELAY_MS // 2)
    async with serving(tmp_path, time) as service, peer(service.url) as watcher:
        state = await watcher.join(stage.match)
        assert (state["seq"], "result" in state) == (middle, False)
        time.pass_ms(DELAY_MS)
        if is_over:
            assert (await watcher.expect("end"))["result"]["winners"] == [1]
        else:
            assert (await shows(watcher, stage.match, last))["seq"] == last


async def test_time_that_reading_the_journal_takes_makes_nothing_due_sooner(tmp_path: Path) -> None:
    """A node that takes a match up finds out how old its entries are once it has read them."""
    time = HandClock()
    with redis_process(BINARIES[0], tmp_path / "redis") as redis:
        await answers(redis.url)
        async with (
            serving(tmp_path / "one", time, redis=redis.url) as service,
            staged(service.url, None, delay_s=DELAY_S) as stage,
        ):
            began_ms = time.now_ms()
            await play(stage, time, 5)
            last = live_seq(service, stage.match)
        reading = anyio.CancelScope()
        async with go_between(str(redis.path)) as between, anyio.create_task_group() as tasks:
            tasks.start_soon(pass_at_each, reading, between, b"XRANGE", time)
            async with (
                serving(tmp_path / "one", time, redis=between.url) as service,
                peer(service.url) as watcher,
                peer(service.url) as player,
            ):
                assert (await watcher.join(stage.match))["seq"] == 0
                reading.cancel()
                await player.join(stage.match, stage.tokens[0])
                first_ms = began_ms + DELAY_MS + 1000  # when the first answer was given, and is to be shown
                assert began_ms < time.now_ms() < first_ms
                time.pass_ms(first_ms - time.now_ms() - 1)
                settings = {"t": "settings", "m": stage.match, "s": "full control on", "c": 99}
                await player.ask(settings, "ack")  # after whatever was due
                assert (await public_state(watcher, stage.match))["seq"] == 0
                time.pass_ms(5000)
                await shows(watcher, stage.match, last)


async def pass_at_each(reading: anyio.CancelScope, between: GoBetween, word: bytes, time: HandClock) -> None:
    """Delay every request of the node with this word by five seconds."""
    with reading:
        while True:
            between.hold(word)
            await between.held.wait()
            time.pass_ms(5000)
            between.release()
    between.release()


async def test_earlier_views_are_what_was_shown_and_no_more(tmp_path: Path) -> None:
    time = HandClock()
    async with (
        serving(tmp_path, time, segment_entries=3, burst_settings=1000) as service,
        staged(service.url, None, delay_s=DELAY_S) as stage,
        peer(service.url) as watcher,
    ):
        began = await watcher.join(stage.match)
        await play(stage, time, 9)
        live = live_seq(service, stage.match)
        assert (await earlier(watcher, stage.match, 0))["view"] == began["view"]
        assert (await earlier(watcher, stage.match, 1))["code"] == "no_such_view"
        time.pass_ms(DELAY_MS)
        seen = {0: began["view"]}
        view = dict(began["view"])
        while max(seen) < live:
            diff = await watcher.expect("diff")
            fold(view, diff["d"])
            seen[diff["seq"]] = dict(view)
        for seq, then in seen.items():
            assert (await earlier(watcher, stage.match, seq))["view"] == then
        assert (await earlier(watcher, stage.match, live + 1))["code"] == "no_such_view"
        await watcher.send({"t": "leave", "m": stage.match})
        assert (await earlier(watcher, stage.match, 0))["code"] == "not_joined"


async def earlier(watcher: Peer, match: str, seq: int) -> Frame:
    return await watcher.ask({"t": "earlier", "m": match, "seq": seq, "r": "e"}, "past", "nack")


async def test_whom_the_match_waits_for_is_told_late_too(tmp_path: Path) -> None:
    time = HandClock()
    async with (
        serving(tmp_path, time) as service,
        staged(service.url, {"bank_ms": 600_000}, delay_s=DELAY_S) as stage,
        peer(service.url) as watcher,
    ):
        await watcher.join(stage.match)
        first = await watcher.expect("waiting")
        await play(stage, time, 1)
        assert await heard_since(watcher) == []
        time.pass_ms(DELAY_MS)
        assert (await watcher.expect("waiting"))["since"] == first["since"] + 1000
