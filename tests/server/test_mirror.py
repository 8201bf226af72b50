"""A match that another node runs can be watched here: over the bus, without holes, healed from the journal."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from redis.asyncio import Redis

from protocol.diffs import canonical, fold
from server.journal import channel
from server.service import Service
from tests.server.peer import Frame, Peer, peer, serving
from tests.server.redis_process import redis_process
from tests.server.test_redis_gone import answers


@asynccontextmanager
async def two_nodes(tmp_path: Path, binary: str) -> AsyncIterator[tuple[Service, Service, str]]:
    """Two servers on one Redis."""
    with redis_process(binary, tmp_path / "redis") as redis:
        await answers(redis.url)
        async with (
            serving(tmp_path / "one", redis=redis.url, secret="s" * 32) as one,
            serving(tmp_path / "two", redis=redis.url, secret="s" * 32) as two,
        ):
            yield one, two, redis.url


async def play_default(asked: Peer, match: str, c: int, decision: Frame) -> None:
    await asked.ask({"t": "intent", "m": match, "c": c, "w": decision["w"], "a": decision["default"]}, "ack")


async def test_a_spectator_at_another_node_sees_the_match_to_its_end(tmp_path: Path, binary: str) -> None:
    async with two_nodes(tmp_path, binary) as (one, two, _), peer(one.url) as ann, peer(two.url) as watcher:
        match, _ = await ann.create(seats=["bot:random", "bot:random"])
        state = await watcher.join(match)
        view, seq = state["view"], state["seq"]
        while (frame := await watcher.expect("diff", "state", "end"))["t"] != "end":
            assert frame["seq"] == seq + 1 or frame["t"] == "state"
            seq = frame["seq"]
            if frame["t"] == "state":
                view = frame["view"]
            else:
                fold(view, frame["d"])
        final = await ann.join(match)
        assert (seq, canonical(view)) == (final["seq"], canonical(final["view"]))


async def test_who_plays_at_the_wrong_node_is_told_so(tmp_path: Path, binary: str) -> None:
    async with two_nodes(tmp_path, binary) as (one, two, _), peer(one.url) as ann, peer(two.url) as stray:
        match, tokens = await ann.create()
        await stray.join(match, tokens[0])
        nack = await stray.refused({"t": "intent", "m": match, "c": 1, "w": 1, "a": 0})
        assert nack["code"] == "unavailable"


async def test_a_lost_publication_is_healed_from_the_journal(tmp_path: Path, binary: str) -> None:
    async with (
        two_nodes(tmp_path, binary) as (one, two, url),
        peer(one.url) as ann,
        peer(one.url) as bob,
        peer(two.url) as watcher,
    ):
        match, tokens = await ann.create()
        state = await watcher.join(match)
        first = await ann.join(match, tokens[0])
        asked, decision = (ann, first["decision"]) if first.get("decision") else (bob, None)
        if decision is None:
            decision = (await bob.join(match, tokens[1]))["decision"]
        async with Redis.from_url(url) as client:
            # A number far ahead, as after messages that never came.
            ahead = b"%d\n{}" % (state["seq"] + 50)
            await client.execute_command("SPUBLISH", channel(match, "public"), ahead)
        await play_default(asked, match, 1, decision)
        owner = await bob.join(match)
        while state["seq"] < owner["seq"]:
            state = await watcher.expect("diff", "state")
        assert state["seq"] == owner["seq"]
