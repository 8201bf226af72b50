"""A match that another node runs can be followed and played here, without holes and without an engine."""

import random
from pathlib import Path

import anyio
from redis.asyncio import Redis

from protocol.client import Match, connect
from protocol.diffs import canonical, fold
from server.bots.seat_player import Player
from server.chaos.redis_servers import servers
from server.cluster.leases import lease_key
from server.store.journal import channel
from tests.support.server.peer import PATIENCE_S, Frame, Peer, peer, seated, serving
from tests.support.server.redis_process import answers, redis_process
from tests.support.server.takeovers import answered
from tests.support.server.two_nodes import two_nodes


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
        assert (await one.registry.journal.owner(match)).number == 1, "nobody took it from who ran it"


async def test_who_seemed_gone_is_told_whose_its_match_is(tmp_path: Path, binary: str) -> None:
    """Its next look at its own lease is far off: nobody who follows it there may wait for that."""
    with redis_process(binary, tmp_path / "redis") as redis:
        await answers(redis.url)
        async with (
            serving(tmp_path / "one", redis=redis.url, lease_s=600.0) as one,
            serving(tmp_path / "two", redis=redis.url, lease_s=600.0) as two,
            peer(one.url) as ann,
        ):
            match, _ = await ann.create()
            await ann.join(match)
            journal = two.registry.journal
            await journal.command(lease_key((await journal.owner(match)).node), "DEL")
            assert await two.registry.take_up(match)
            assert (await ann.expect("moved"))["m"] == match


async def test_who_follows_at_another_node_goes_on_when_redis_is_back(tmp_path: Path, binary: str) -> None:
    """The owner does not answer, and nobody can tell who is the owner."""
    with servers(binary, tmp_path / "redis", 1) as (redis,):
        await redis.answers()
        async with (
            serving(tmp_path / "one", redis=redis.url) as one,
            serving(tmp_path / "two", redis=redis.url) as two,
            seated(one.url) as (match, asked, _, decision),
            peer(two.url) as watcher,
        ):
            await watcher.join(match)
            redis.stop()
            nack = await watcher.ask({"t": "sync", "m": match}, "nack", "moved")
            assert (nack["t"], nack["code"]) == ("nack", "unavailable")
            redis.go_on()
            with anyio.fail_after(PATIENCE_S):
                while (told := await watcher.ask({"t": "sync", "m": match}, "state", "nack"))["t"] != "state":
                    assert told["code"] == "unavailable"
            await answered(asked, match, 1, decision)
            await watcher.expect("diff")


async def test_who_plays_at_another_node_is_heard(tmp_path: Path, binary: str) -> None:
    async with two_nodes(tmp_path, binary) as (one, two, _), peer(one.url) as ann, peer(two.url) as bob:
        match, tokens = await ann.create()
        states = [await bob.join(match, token) for token in tokens]
        (state,) = (state for state in states if state.get("decision"))
        await bob.join(match, tokens[state["you"]])
        decision = state["decision"]
        intent = {"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}
        first = await bob.ask(intent, "ack")
        assert (await bob.ask(intent, "ack")) == first
        stale = await bob.refused({**intent, "c": 2})
        assert (stale["code"], stale["c"]) == ("stale_decision", 2)
        why = await bob.ask({"t": "why", "m": match, "o": 10**6, "r": "w"}, "because", "nack")
        assert (why["code"], why["r"]) == ("unseen", "w")
        settled = {"t": "settings", "m": match, "c": 3, "s": "full control on"}
        assert (await bob.ask(settled, "ack"))["c"] == 3
        assert len(await one.registry.journal.read(match)) == 3


async def test_a_whole_match_is_played_at_another_node(tmp_path: Path, binary: str) -> None:
    """Each seat at a node of its own, and the last word is the same for both."""
    async with two_nodes(tmp_path, binary) as (one, two, _), connect(one.url) as ann, connect(two.url) as bob:
        created = await ann.create("magic", names=("ann", "bob"))
        tables = [
            await client.join(created.m, seat.token) for client, seat in zip((ann, bob), created.seats, strict=True)
        ]
        async with anyio.create_task_group() as tasks:
            for table in tables:
                tasks.start_soon(play, table)
        assert tables[0].result == tables[1].result is not None


async def play(table: Match) -> None:
    player = Player("random", random.Random(table.id))
    async for decision in table:
        await table.answer(player.choose(table.view, decision))


async def test_who_comes_back_to_another_node_gets_what_was_missed(tmp_path: Path, binary: str) -> None:
    async with two_nodes(tmp_path, binary) as (one, two, _), seated(one.url) as (match, asked, _, decision):
        async with peer(two.url) as watcher:
            before = await watcher.join(match)
        await play_default(asked, match, 1, decision)
        now = await asked.join(match)
        async with peer(two.url) as watcher:
            await watcher.send({"t": "join", "m": match, "since": before["seq"]})
            seqs = [(await watcher.expect("diff"))["seq"] for _ in range(before["seq"], now["seq"])]
            assert seqs == list(range(before["seq"] + 1, now["seq"] + 1))
            assert (await watcher.expect("head"))["seq"] == now["seq"]


async def test_every_node_lists_the_matches_of_all(tmp_path: Path, binary: str) -> None:
    async with two_nodes(tmp_path, binary) as (one, two, _), peer(one.url) as ann, peer(two.url) as bob:
        matches = {(await ann.create())[0], (await bob.create())[0]}
        await ann.create(private=True)
        for someone in (ann, bob):
            with anyio.fail_after(PATIENCE_S):
                listed: set[str] = set()
                while listed != matches:
                    await anyio.sleep_until(anyio.current_time() + 0.1)
                    listed = {line["m"] for line in (await someone.ask({"t": "list"}, "matches"))["matches"]}


async def test_a_private_match_is_private_at_every_node(tmp_path: Path, binary: str) -> None:
    async with two_nodes(tmp_path, binary) as (one, two, _), peer(one.url) as ann, peer(two.url) as stray:
        match, tokens = await ann.create(private=True)
        assert (await stray.join(match))["code"] == "unknown_match"
        assert (await stray.join(match, tokens[0]))["you"] == 0


async def test_a_lost_publication_is_healed_by_the_owner(tmp_path: Path, binary: str) -> None:
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


async def test_players_at_two_nodes_hear_of_a_rematch_and_begin_it(tmp_path: Path, binary: str) -> None:
    """Also who has done nothing since the end, at the node that never ran the match."""
    async with two_nodes(tmp_path, binary) as (one, two, _), peer(one.url) as ann, peer(two.url) as bob:
        match, tokens = await ann.create()
        await ann.join(match, tokens[0])
        await bob.join(match, tokens[1])
        await ann.ask({"t": "concede", "m": match, "c": 1}, "ack")
        await bob.expect("end")
        await ann.ask({"t": "agree", "m": match, "c": 2, "to": "rematch"}, "ack")
        assert (await bob.expect("rematch"))["seats"] == [0]
        agree = {"t": "agree", "m": match, "c": 1, "to": "rematch"}
        await bob.send(agree)
        await bob.expect("moved")
        assert (await bob.expect("nack"))["code"] == "unavailable"
        assert (await bob.join(match, tokens[1]))["result"]["winners"] == [1]
        await bob.ask(agree, "ack")
        for player, seat in ((ann, 0), (bob, 1)):
            told = await player.expect("rematch")
            while "next" not in told:
                told = await player.expect("rematch")
            assert (await player.join(told["next"], told["token"]))["you"] == seat


async def test_a_delayed_match_comes_to_its_end_for_those_who_watch_at_another_node(
    tmp_path: Path, binary: str
) -> None:
    """The players' views end at once, the public's when it is due: nothing of it is told before."""
    async with two_nodes(tmp_path, binary) as (one, two, _), peer(one.url) as ann, peer(two.url) as watcher:
        created = await ann.ask({"t": "create", "game": "magic", "seats": ["open", "open"], "delay_s": 3}, "created")
        match, tokens = created["m"], [seat["token"] for seat in created["seats"]]
        state = await watcher.join(match)
        assert (state["seq"], "result" in state) == (0, False)
        for token in tokens:
            decision = (await ann.join(match, token)).get("decision")
            if decision is not None:
                await play_default(ann, match, 1, decision)
                break
        async with peer(two.url) as bob:
            await bob.join(match, tokens[1])
            ended_s = anyio.current_time()
            await bob.send({"t": "concede", "m": match, "c": 2})
            await bob.expect("end")
        frame = await watcher.expect("diff", "end")
        assert frame["t"] == "diff"
        assert (await watcher.expect("end"))["result"]["winners"] == [0]
        assert anyio.current_time() - ended_s > 2
        assert (await watcher.join(match))["result"]["winners"] == [0]
