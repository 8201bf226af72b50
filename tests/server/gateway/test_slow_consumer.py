"""A peer that does not read is given one snapshot, then cut; the match never waits for it."""

from contextlib import AsyncExitStack
from pathlib import Path

import anyio
import pytest
from prometheus_client import Counter
from websockets.exceptions import ConnectionClosed

from server.runtime import metrics
from tests.support.server.counters import count
from tests.support.server.peer import PATIENCE_S, Peer, peer, serving

LIMITS = {"backlog_bytes": 65_536, "drained_bytes": 1024, "tick_s": 0.02, "head_s": 0.05, "ping_s": 600}
"""A backlog with room for some snapshots, as the kernel's buffers are still full when one is sent. Without pings: who
answers one after the server has closed gets a reset, and loses what was on its way."""


async def fall_asleep(sleeper: Peer, ann: Peer, match: str) -> None:
    """Stop reading, and have more and more sent until it is too much."""
    before = count(metrics.BEHIND)
    sleeper.socket.transport.pause_reading()
    while count(metrics.BEHIND) <= before:
        await sleeper.send({"t": "join", "m": match})
        assert await ann.is_alive()


async def watch_until(ann: Peer, counter: Counter, more_than: float) -> None:
    """Follow the match, which goes on all the while, until something was counted."""
    while count(counter) <= more_than:
        await ann.expect("diff", "head", "end")


@pytest.mark.interpreted("sets another bound, which is fixed in compiled code")
async def test_a_peer_that_stops_reading_is_cut_and_the_match_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.gateway.connection.LAST_WORDS_S", 60)
    async with (
        serving(tmp_path, slow_s=0.3, **LIMITS) as service,
        peer(service.url) as ann,
        peer(service.url, ping_s=None) as sleeper,
    ):
        match, _ = await ann.create(seats=["bot:random", "bot:random"])
        before = count(metrics.CUT)
        await ann.join(match)
        await fall_asleep(sleeper, ann, match)
        await watch_until(ann, metrics.CUT, before)
        shown = service.registry.get(match)
        assert shown is not None
        assert len(shown.feeds["public"].subscribers) == 1, "a peer that was cut is sent nothing more"
        sleeper.socket.transport.resume_reading()
        assert (await sleeper.expect("bye"))["code"] == 4001
        with pytest.raises(ConnectionClosed):
            await sleeper.expect("nothing more")
        assert await ann.is_alive()


async def test_a_peer_that_reads_again_is_given_a_snapshot_and_goes_on(tmp_path: Path) -> None:
    """Also where the machine was started less than ``slow_s`` ago: that was taken for the time of its last snapshot."""
    async with (
        serving(tmp_path, slow_s=1e9, **LIMITS) as service,
        peer(service.url) as ann,
        peer(service.url, ping_s=None) as sleeper,
    ):
        match, _ = await ann.create(seats=["bot:random", "bot:random"])
        snapshots = count(metrics.RESYNCS)
        await ann.join(match)
        await fall_asleep(sleeper, ann, match)
        sleeper.socket.transport.resume_reading()
        assert await sleeper.is_alive()
        await watch_until(ann, metrics.RESYNCS, snapshots)


async def test_a_peer_that_does_not_read_does_not_hold_up_the_end(tmp_path: Path) -> None:
    """Not even when nobody looks after slow connections any more."""
    limits = LIMITS | {"tick_s": 600}
    async with AsyncExitStack() as peers:
        with anyio.fail_after(PATIENCE_S) as bound:
            async with serving(tmp_path, slow_s=60, **limits) as service:
                ann, sleeper = [await peers.enter_async_context(peer(service.url)) for _ in range(2)]
                match, _ = await ann.create(seats=["bot:random", "bot:random"])
                await ann.join(match)
                await fall_asleep(sleeper, ann, match)
                await sleeper.send({"t": "ping", "r": "kept waiting"})
                assert await ann.is_alive()
                bound.deadline = anyio.current_time() + 30
                sleeper.socket.transport.abort()
