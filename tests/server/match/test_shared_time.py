"""Redis's clock alone says what may be seen of a delayed match, whatever the clocks of the nodes say.

Mostly two nodes on one Redis; the clock of the second is an hour ahead.
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import anyio
import anyio.to_thread
import pytest

from server.chaos.redis_servers import replicate, servers, url_of
from server.runtime.clock_source import WallTimer
from server.store.journal_opening import open_journal
from tests.support.server.chat import hear, next_line, say
from tests.support.server.cluster import Cluster, apart
from tests.support.server.delayed import play, shows
from tests.support.server.hand_clock import HandClock
from tests.support.server.past_views import page
from tests.support.server.peer import PATIENCE_S, Peer, peer, serving
from tests.support.server.plain_http import fetch
from tests.support.server.redis_process import answers, redis_process
from tests.support.server.staged import Stage, staged
from tests.support.server.takeovers import a_moment, answered, joined

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

HOUR_S = 3600.0
LONG_S = 1800
"""A delay that no test outlasts, and shorter than the second node's clock is ahead."""
SHORT_S = 2
"""One that a test waits for."""
MOVES = 6


@pytest.fixture
async def two(tmp_path: Path) -> AsyncIterator[Cluster]:
    async with apart(tmp_path, {"one": 0.0, "two": HOUR_S}) as nodes:
        yield nodes


async def live_seq(stage: Stage) -> int:
    """The number of the public view as the seats have it: not delayed, it would be shown that."""
    past = await page(stage.seats[0], stage.match, 0, of="own")
    return int(max(past["public"]))


async def is_as_it_began(watcher: Peer, match: str) -> None:
    """The public sees the match as it began, by every way."""
    state = await joined(watcher, match)
    assert (state["seq"], "result" in state) == (0, False)
    assert (await page(watcher, match, 1))["code"] == "no_such_view"
    past = await page(watcher, match, 0)
    assert (past.get("last", 0), past.get("diffs", [])) == (0, [])
    assert (await page(watcher, match, 0, of="open"))["code"] == "no_such_view"
    lines = (await watcher.ask({"t": "list", "r": "l"}, "matches")).get("matches", [])
    began = state["view"]["game"].get("turn", 0)
    assert [line.get("turn", 0) for line in lines if line["m"] == match] in ([], [began])


async def record_status(url: str, match: str) -> int:
    with anyio.fail_after(PATIENCE_S):
        while True:
            status, _, _ = await anyio.to_thread.run_sync(fetch, url, f"/records/{match}.txt")
            if status != 503:
                return status


async def test_who_watches_at_a_node_whose_clock_is_ahead_sees_no_future(two: Cluster) -> None:
    async with staged(two.urls[0], None, delay_s=LONG_S) as stage, peer(two.urls[1]) as watcher:
        await play(stage, HandClock(), MOVES)
        await is_as_it_began(watcher, stage.match)


async def test_a_match_that_is_over_is_not_over_yet_for_the_public_of_such_a_node(two: Cluster) -> None:
    async with staged(two.urls[0], None, delay_s=LONG_S) as stage:
        await play(stage, HandClock(), MOVES)
        await stage.seats[0].ask({"t": "concede", "m": stage.match, "c": 99}, "ack")
        async with peer(two.urls[1]) as watcher:
            await is_as_it_began(watcher, stage.match)
        for url in two.urls:
            assert await record_status(url, stage.match) == 409


async def test_what_is_in_the_archive_is_shown_no_sooner(tmp_path: Path) -> None:
    settings = {"STACKLOOP_ARCHIVE": str(tmp_path / "archive"), "STACKLOOP_FINISHED_S": "0.1"}
    async with apart(tmp_path, {"one": 0.0, "two": HOUR_S}, settings) as nodes:
        async with staged(nodes.urls[0], None, delay_s=LONG_S) as stage:
            await play(stage, HandClock(), MOVES)
            await stage.seats[0].ask({"t": "concede", "m": stage.match, "c": 99}, "ack")
        async with open_journal(nodes.redis.url) as journal:
            with anyio.fail_after(PATIENCE_S):
                while await journal.count(stage.match):
                    await a_moment()
        for url in reversed(nodes.urls):
            async with peer(url) as watcher:
                await is_as_it_began(watcher, stage.match)
            assert await record_status(url, stage.match) == 409


async def test_a_node_whose_clock_is_ahead_takes_a_match_over_and_shows_no_future(two: Cluster) -> None:
    async with staged(two.urls[0], None, delay_s=LONG_S) as stage:
        await play(stage, HandClock(), MOVES)
    await anyio.to_thread.run_sync(two.nodes[0].kill)
    async with peer(two.urls[1]) as watcher:
        await is_as_it_began(watcher, stage.match)
        assert await record_status(two.urls[1], stage.match) == 409


async def test_what_a_node_whose_clock_is_ahead_has_journaled_is_shown_in_time(two: Cluster) -> None:
    async with staged(two.urls[1], None, delay_s=SHORT_S) as stage:
        await play(stage, HandClock(), MOVES)
        live = await live_seq(stage)
    await anyio.to_thread.run_sync(two.nodes[1].kill)
    async with peer(two.urls[0]) as watcher:
        await joined(watcher, stage.match)
        assert (await shows(watcher, stage.match, live))["seq"] == live


async def test_the_stamps_count_and_not_what_a_node_believed(tmp_path: Path, binary: str) -> None:
    """Its machine slept, say, and its timer with it."""
    with redis_process(binary, tmp_path / "redis") as redis:
        await answers(redis.url)
        slept = HandClock(WallTimer().now_ms() - int(HOUR_S * 1000))
        async with (
            serving(tmp_path / "one", slept, redis=redis.url) as one,
            staged(one.url, None, delay_s=LONG_S) as stage,
            serving(tmp_path / "two", redis=redis.url) as two,
            peer(two.url) as watcher,
        ):
            await play(stage, slept, MOVES)
            await is_as_it_began(watcher, stage.match)
        async with serving(tmp_path / "three", redis=redis.url) as three, peer(three.url) as watcher:
            await joined(watcher, stage.match)
            await is_as_it_began(watcher, stage.match)


async def test_time_that_a_seat_has_is_what_it_was_when_another_clock_goes_on(two: Cluster) -> None:
    """A clock that jumped would take a seat's bank, or hold it for an hour."""
    bank_ms = 600_000
    async with staged(two.urls[1], {"bank_ms": bank_ms}) as stage:
        await play(stage, HandClock(), MOVES)
    await anyio.to_thread.run_sync(two.nodes[1].kill)
    async with peer(two.urls[0]) as ann:
        decision = (await joined(ann, stage.match, stage.tokens[stage.asked]))["decision"]
        assert 0 < decision["deadline"] - decision["now"] <= bank_ms


async def test_the_public_hears_late_what_is_said_whoever_says_it_and_wherever_it_listens(two: Cluster) -> None:
    async with staged(two.urls[0], None, delay_s=LONG_S) as stage, peer(two.urls[1]) as watcher:
        await joined(watcher, stage.match)
        assert await hear(watcher, stage.match) == []
        await say(stage.seats[0], stage.match, "I have it in hand")
        assert await hear(watcher, stage.match) == []
        assert not any(frame.get("lines") for frame in watcher.heard)
    async with staged(two.urls[1], None, delay_s=SHORT_S) as stage, peer(two.urls[0]) as watcher:
        await joined(watcher, stage.match)
        assert await hear(watcher, stage.match) == []
        await say(stage.seats[0], stage.match, "I have it in hand")
        assert await next_line(watcher) == (0, "I have it in hand")


async def test_a_node_whose_clock_is_ahead_is_not_ready_and_says_why(two: Cluster) -> None:
    status, _, body = await anyio.to_thread.run_sync(fetch, two.urls[0], "/readyz")
    assert (status, body) == (200, "ready\n")
    status, _, body = await anyio.to_thread.run_sync(fetch, two.urls[1], "/readyz")
    assert status == 503
    assert re.fullmatch(r"not ready: the clock of this node is 3[56]\d\d\.\d s ahead of Redis's\n", body)
    for node, least, most in ((two.nodes[0], -2.0, 2.0), (two.nodes[1], HOUR_S - 2, HOUR_S + 2)):
        _, _, told = await anyio.to_thread.run_sync(fetch, node.admin_url, "/metrics")
        (skew,) = re.findall(r"^stackloop_clock_skew_seconds (\S+)$", told, re.MULTILINE)
        assert least < float(skew) < most
    assert "clock of this node is off" in two.nodes[1].errors.read_text()
    assert "clock of this node is off" not in two.nodes[0].errors.read_text()


@pytest.mark.parametrize(("ahead_s", "status"), [(1.0, 200), (-1.0, 200), (4.0, 503), (-4.0, 503)])
async def test_two_seconds_are_too_far(tmp_path: Path, ahead_s: float, status: int) -> None:
    async with apart(tmp_path, {"one": ahead_s}) as nodes:
        told, _, body = await anyio.to_thread.run_sync(fetch, nodes.urls[0], "/readyz")
        assert told == status
        assert ("behind" in body, "ahead" in body) == (ahead_s < -2, ahead_s > 2)


async def play_on(stage: Stage, answers_: int) -> None:
    """As ``play``, while Redis may not be there."""
    for _ in range(answers_):
        decision = stage.decisions[stage.asked]
        assert decision is not None
        stage.c[stage.asked] += 1
        await answered(stage.seats[stage.asked], stage.match, stage.c[stage.asked], decision)
        await stage.sync()


@pytest.mark.parametrize("delay_s", [SHORT_S, LONG_S])
async def test_the_delay_is_what_it_was_when_redis_has_started_again(tmp_path: Path, binary: str, delay_s: int) -> None:
    with redis_process(binary, tmp_path / "redis") as redis:
        await answers(redis.url)
        async with (
            serving(tmp_path, redis=redis.url) as service,
            staged(service.url, None, delay_s=delay_s) as stage,
            peer(service.url) as watcher,
        ):
            await play_on(stage, MOVES)
            redis.kill()
            redis.start()
            await answers(redis.url)
            await play_on(stage, MOVES)
            await is_shown(watcher, stage, delay_s)


@pytest.mark.parametrize("delay_s", [SHORT_S, LONG_S])
async def test_the_delay_is_what_it_was_when_another_redis_is_primary(
    tmp_path: Path, binary: str, delay_s: int
) -> None:
    """At a node that was there all the while, and at one that begins with the journal."""
    with servers(binary, tmp_path / "redis", 2) as (primary, replica):
        await replicate(primary, replica)
        redis = url_of([primary, replica])
        async with (
            serving(tmp_path / "one", redis=redis) as one,
            staged(one.url, None, delay_s=delay_s) as stage,
            peer(one.url) as watcher,
        ):
            await play_on(stage, MOVES)
            await replica.until("master_link_status:up")
            primary.kill()
            await replica.ask("REPLICAOF", "NO", "ONE")
            await play_on(stage, MOVES)
            await is_shown(watcher, stage, delay_s)
            async with serving(tmp_path / "two", redis=redis) as two, peer(two.url) as other:
                await joined(other, stage.match)
                await is_shown(other, stage, delay_s)


async def is_shown(watcher: Peer, stage: Stage, delay_s: int) -> None:
    """The public sees all of it in time, or nothing of it yet."""
    if delay_s == LONG_S:
        await is_as_it_began(watcher, stage.match)
        return
    live = await live_seq(stage)
    await joined(watcher, stage.match)
    assert (await shows(watcher, stage.match, live))["seq"] == live
    with anyio.fail_after(PATIENCE_S):
        while (await page(watcher, stage.match, live))["t"] != "past":
            pass
