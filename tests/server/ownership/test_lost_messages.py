"""A message lost between nodes and Redis, or with a node, keeps nobody waiting for ever."""

import signal
from itertools import count
from pathlib import Path

import anyio
import pytest
from redis.asyncio import Redis

from protocol.client import connect
from server.match.audience import view_name
from server.store.journal import channel, index, keys
from server.store.journal_opening import open_journal
from tests.support.server.cluster import cluster
from tests.support.server.go_between import go_between
from tests.support.server.peer import PATIENCE_S, Frame, peer, seated, serving
from tests.support.server.redis_process import BINARIES, answers, redis_process
from tests.support.server.takeovers import TAKEOVER_S, answered, joined

SECRET = "s" * 32
MOST_WORDS = 20
LONG_S = 24.0
"""A lease that holds while a node cannot say anything."""


async def test_who_asks_for_a_fresh_state_while_a_join_is_on_its_way_gets_it(tmp_path: Path) -> None:
    """At a node that shows the match of another: what answers the join is not what is waited for any more."""
    with redis_process(BINARIES[0], tmp_path / "redis") as redis:
        await answers(redis.url)
        async with (
            go_between(str(redis.path)) as between,
            serving(tmp_path / "one", redis=between.url, secret=SECRET) as one,
            serving(tmp_path / "two", redis=redis.url, secret=SECRET) as two,
            seated(one.url) as (match, _, _, _),
            peer(two.url) as watcher,
        ):
            seq = (await watcher.join(match))["seq"]
            await watcher.send({"t": "leave", "m": match})
            between.hold(b"given")
            await watcher.send({"t": "join", "m": match, "since": seq})
            await between.held.wait()
            await watcher.send({"t": "sync", "m": match})
            assert await watcher.is_alive()  # so that was heard
            between.release()
            assert (await watcher.expect("state"))["seq"] == seq


async def test_a_match_that_fell_goes_on_by_itself_for_all_who_follow_it(tmp_path: Path) -> None:
    """Its journal could not be read when it had to be: nobody runs it, and its owner lives."""
    with redis_process(BINARIES[0], tmp_path / "redis") as redis:
        await answers(redis.url)
        async with (
            go_between(str(redis.path)) as between,
            serving(tmp_path / "one", redis=between.url, secret=SECRET, lease_s=LONG_S) as one,
            serving(tmp_path / "two", redis=redis.url, secret=SECRET, lease_s=LONG_S) as two,
            peer(one.url) as ann,
            peer(two.url) as watcher,
            open_journal(redis.url) as journal,
        ):
            match, tokens = await ann.create()
            states = {token: await ann.join(match, token) for token in tokens}
            token, state = next((token, state) for token, state in states.items() if state.get("decision"))
            await ann.join(match, token)
            await watcher.join(match)
            (head,), stream = await journal.read(match), keys(match)[0]
            await journal.command(stream, "XADD", "2-0", "b", "another", "e", "{}")
            between.hold(b"XRANGE")
            intent = {"t": "intent", "m": match, "c": 1, "w": state["decision"]["w"], "a": state["decision"]["default"]}
            await ann.send(intent)
            await between.held.wait()
            await journal.command(stream, "DEL")
            await journal.command(stream, "XADD", "1-0", "b", "first", "e", head)
            assert (await ann.expect("moved"))["m"] == match
            between.release()
            await joined(ann, match, token)
            await answered(ann, match, 1, state["decision"])
            await watcher.expect("diff")


async def test_who_missed_the_end_at_another_node_is_told_of_it_and_of_what_follows(tmp_path: Path) -> None:
    """The owner's publication of the end was lost, as Redis was away from that node just then."""
    with redis_process(BINARIES[0], tmp_path / "redis") as redis:
        await answers(redis.url)
        async with (
            go_between(str(redis.path)) as between,
            serving(tmp_path / "one", redis=redis.url, secret=SECRET, head_s=0.3, lease_s=LONG_S) as one,
            serving(tmp_path / "two", redis=between.url, secret=SECRET, head_s=0.3, lease_s=LONG_S) as two,
            peer(one.url) as ann,
            peer(two.url) as bob,
            Redis.from_url(redis.url) as direct,
        ):
            match, tokens = await ann.create()
            await ann.join(match, tokens[0])
            await bob.join(match, tokens[1])
            between.hold(b"SSUBSCRIBE")
            await direct.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
            await between.held.wait()
            await ann.ask({"t": "concede", "m": match, "c": 1}, "end")
            between.release()
            assert (await bob.expect("end"))["result"]["code"] == "concede"
            await ann.ask({"t": "agree", "m": match, "c": 2, "to": "rematch"}, "ack")
            told: Frame = {}
            for c in count(1):  # as clients do who hear nothing (PROTOCOL.md 11.5)
                await bob.send({"t": "agree", "m": match, "c": c, "to": "rematch"})
                while (told := await bob.expect("rematch", "moved", "ack"))["t"] == "rematch" and "next" not in told:
                    pass
                if "next" in told:
                    break
                if told["t"] == "moved":
                    await joined(bob, match, tokens[1])
                assert c < MOST_WORDS
            assert told["token"]


@pytest.mark.slow
async def test_a_match_of_a_dead_node_that_nobody_has_noted_goes_on_for_who_follows_it(tmp_path: Path) -> None:
    """The note of a match's owner is a hint, and may be lost."""
    async with cluster(tmp_path, "one", "two") as two, open_journal(two.redis.url) as journal:
        async with peer(two.urls[0]) as ann:
            match, tokens = await ann.create()
        async with peer(two.urls[1]) as bob:
            states = {token: await bob.join(match, token) for token in tokens}
            token, state = next((token, state) for token, state in states.items() if state.get("decision"))
            await bob.join(match, token)
            owner = (await journal.owner(match)).node
            two.nodes[0].end(signal.SIGKILL)
            await journal.command(index(owner), "SREM", match)
            intent = {"t": "intent", "m": match, "c": 1, "w": state["decision"]["w"], "a": state["decision"]["default"]}
            with anyio.fail_after(TAKEOVER_S):
                while (told := await bob.ask(intent, "ack", "nack", "moved"))["t"] != "ack":
                    if told["t"] == "moved" and "url" not in told:
                        await joined(bob, match, token)
                    await anyio.sleep_until(anyio.current_time() + told.get("retry_ms", 0) / 1000)


async def test_a_view_that_its_owner_has_lost_is_shown_anew(tmp_path: Path) -> None:
    """A primary that died had told it to others, and to no replica."""
    with redis_process(BINARIES[0], tmp_path / "redis") as redis:
        await answers(redis.url)
        async with (
            serving(tmp_path / "one", redis=redis.url, secret=SECRET, head_s=0.3) as one,
            serving(tmp_path / "two", redis=redis.url, secret=SECRET, head_s=0.3) as two,
            seated(one.url) as (match, asked, _, decision),
            peer(two.url) as watcher,
            Redis.from_url(redis.url) as direct,
        ):
            state = await watcher.join(match)
            seq = state["seq"] + 1
            lost = b'%d\n{"t":"diff","m":"%b","seq":%d,"d":{"lost":{"id":1}}}' % (seq, match.encode(), seq)
            await direct.execute_command("SPUBLISH", channel(match, "public"), lost)
            assert "lost" in (await watcher.expect("diff"))["d"]
            with anyio.fail_after(PATIENCE_S):
                anew = await watcher.expect("state")
            assert (anew["seq"], anew["view"]) == (state["seq"], state["view"])
            await answered(asked, match, 1, decision)
            assert (await watcher.expect("diff"))["seq"] == seq


async def test_a_seat_that_was_asked_by_what_is_lost_is_asked_once_more(tmp_path: Path) -> None:
    """It was told of before that was safe, and its answer came too late; what it is asked then has the same number."""
    with redis_process(BINARIES[0], tmp_path / "redis") as redis:
        await answers(redis.url)
        async with (
            serving(tmp_path / "one", redis=redis.url, secret=SECRET, head_s=0.3) as one,
            serving(tmp_path / "two", redis=redis.url, secret=SECRET, head_s=0.3) as two,
            connect(one.url) as here,
            connect(two.url) as there,
            Redis.from_url(redis.url) as direct,
        ):
            await there.join((await here.create("magic")).m)  # who follows two matches does not go where one is run
            created = await here.create("magic")
            tables = [await here.join(created.m, seat.token) for seat in created.seats]
            number = next(number for number, table in enumerate(tables) if not table.has_decision)
            first = await here.join(created.m, created.seats[1 - number].token)
            second = await there.join(created.m, created.seats[number].token)
            lost = (
                b'%d\n{"t":"diff","m":"%b","seq":%d,"d":{},"decision":{"w":1,"seat":%d,"kind":"act",'
                b'"options":[{"n":0,"do":"pass","text":"pass"}],"least":1,"most":1}}'
            ) % (second.seq + 1, created.m.encode(), second.seq + 1, number)
            await direct.execute_command("SPUBLISH", channel(created.m, view_name(number)), lost)
            with anyio.fail_after(PATIENCE_S):
                assert not await second.answer(0, await anext(second))
                while first.has_decision:
                    assert first.decision.default is not None
                    await first.answer(first.decision.default)
                again = await anext(second)
                assert again.w == 1
                assert again.default is not None
                assert await second.answer(again.default, again)
