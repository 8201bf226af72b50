"""A match keeps what it acknowledged, answers a resend by its first result, and keeps its bugs to itself."""

import gc
import weakref
from pathlib import Path
from typing import NoReturn

import anyio
import anyio.lowlevel
import pytest
from msgspec.json import encode

import engine
from protocol.client import connect
from server.chaos.redis_servers import servers
from server.cluster.leases import Node, lease_key
from server.match.actor import Actor
from server.runtime.clock_source import WallTimer
from server.service.service import Service
from server.store.entries import Conceded, decode
from server.store.journal import ASIDE, CLOSED, FINISHED, FIRST_INTENT, RUNNING, TAKE_UP, tries
from tests.support.server.half_played import intent
from tests.support.server.peer import PATIENCE_S, Frame, Peer, peer, seated, serving


async def test_an_acknowledged_intent_is_in_the_journal(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        await asked.ask(intent(match, 1, decision), "ack")
        assert len(await service.registry.journal.read(match)) == 2


async def test_every_entry_says_when_it_was_taken(tmp_path: Path) -> None:
    timer = WallTimer()
    began_ms = timer.now_ms()
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        await asked.ask(intent(match, 1, decision), "ack")
        await asked.ask({"t": "settings", "m": match, "c": 2, "s": {"stops": [["any", "any"]]}}, "ack")
        await asked.ask({"t": "concede", "m": match, "c": 3}, "ack")
        taken_ms = [decode(data).at for data in await service.registry.journal.read(match)]
        assert [began_ms, *taken_ms, timer.now_ms()] == sorted([began_ms, *taken_ms, timer.now_ms()])
        assert len(taken_ms) == 5  # the last begins a segment


async def test_an_acknowledgement_names_the_view_number_that_holds_the_result(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        await asked.send(intent(match, 1, decision))
        frames = [await asked.expect("diff", "ack"), await asked.expect("diff", "ack")]
        numbers = {frame["t"]: frame["seq"] for frame in frames}
        assert numbers["diff"] == numbers["ack"]


async def test_a_match_goes_on_after_a_restart_where_it_stood(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, tokens = await ann.create(seats=["open", "bot:random"])
        state = await ann.join(match, tokens[0])
        decision = state.get("decision") or await ann.decision()
        ack = await ann.ask(intent(match, 1, decision), "ack")
    async with serving(tmp_path) as service, peer(service.url) as ann:
        state = await ann.join(match, tokens[0])
        assert state["seq"] >= ack["seq"]
        assert state["c"] == 1


async def test_a_resend_after_a_restart_is_answered_by_the_first_result(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        first = await asked.ask(intent(match, 1, decision), "ack")
        token = service.registry.invites._tokens.for_seat(match, decision["seat"])
    async with serving(tmp_path) as service, peer(service.url) as again:
        await again.join(match, token)
        assert await again.ask(intent(match, 1, decision), "ack") == first
        assert len(await service.registry.journal.read(match)) == 2


async def test_a_returning_client_gets_only_what_it_missed(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        async with peer(service.url) as watcher:
            seq = (await watcher.join(match))["seq"]
        await asked.ask(intent(match, 1, decision), "ack")
        async with peer(service.url) as watcher:
            await watcher.send({"t": "join", "m": match, "since": seq})
            frame = await watcher.expect("state", "diff", "head")
            assert (frame["t"], frame["seq"]) in (("diff", seq + 1), ("head", seq))


async def test_a_client_from_the_future_gets_a_fresh_state(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, _, _, _), peer(service.url) as watcher:
        assert (await watcher.join(match, since=10_000))["t"] == "state"


async def test_conceding_ends_the_match_and_is_journaled(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, other, decision):
        await asked.ask({"t": "concede", "m": match, "c": 1}, "ack")
        end = await other.expect("end")
        assert end["result"]["winners"] == [1 - decision["seat"]]
        assert await service.registry.journal.status(match) == FINISHED
        entry = decode((await service.registry.journal.read(match))[1])
        assert isinstance(entry, Conceded)
        assert (entry.s, entry.c) == (decision["seat"], 1)
        nack = await other.refused({"t": "concede", "m": match, "c": 1})
        assert nack["code"] == "match_over"


async def test_a_finished_match_is_still_shown_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, _):
        await asked.ask({"t": "concede", "m": match, "c": 1}, "ack")
    async with serving(tmp_path) as service, peer(service.url) as late:
        state = await late.join(match)
        assert state["result"]["winners"]
        assert (await late.expect("end"))["m"] == match
        assert service.registry.running() == []


def break_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any answer by number trips over a bug from now on."""

    def trip(_match: engine.Match, _seat: int, _w: int, _n: int) -> NoReturn:
        raise ZeroDivisionError("a bug of ours")

    monkeypatch.setattr(engine.Match, "apply_option", trip)


async def hit_the_bug(asked: Peer, match: str, c: int, decision: Frame) -> Frame:
    return await asked.refused({"t": "intent", "m": match, "c": c, "w": decision["w"], "a": 0})


@pytest.mark.interpreted("plants a fault in a function, for which compiled code does not ask by name")
async def test_a_bug_is_contained_and_the_match_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        break_the_rules(monkeypatch)
        assert (await hit_the_bug(asked, match, 1, decision))["code"] == "internal"
        ack = await asked.ask(intent(match, 2, decision), "ack")
        assert ack["c"] == 2


@pytest.mark.interpreted("plants a fault in a function, for which compiled code does not ask by name")
async def test_what_a_bug_has_changed_never_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The rules had taken the answer when it failed: of what is in no journal nothing is left."""
    take = engine.Match.apply_option

    def trip(match: engine.Match, seat: int, w: int, n: int) -> NoReturn:
        take(match, seat, w, n)
        raise ZeroDivisionError("a bug of ours")

    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        before = await asked.ask({"t": "sync", "m": match}, "state")
        with monkeypatch.context() as broken:
            broken.setattr(engine.Match, "apply_option", trip)
            assert (await hit_the_bug(asked, match, 1, decision))["code"] == "internal"
        assert await asked.ask({"t": "sync", "m": match}, "state") == before
        assert (await asked.ask(intent(match, 2, decision), "ack", "nack"))["t"] == "ack"


@pytest.mark.interpreted("plants a fault in a function, for which compiled code does not ask by name")
async def test_a_bug_that_comes_twice_closes_its_match_and_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with (
        serving(tmp_path) as service,
        seated(service.url) as (match, asked, other, decision),
        seated(service.url) as (healthy, its_asked, _, its_decision),
    ):
        break_the_rules(monkeypatch)
        await hit_the_bug(asked, match, 1, decision)
        await hit_the_bug(asked, match, 2, decision)
        end = await other.expect("end")
        assert (end["result"].get("winners", []), end["result"]["code"]) == ([], "closed")
        journal = service.registry.journal
        assert await journal.status(match) == CLOSED
        assert len(await journal.read(match)) == 2
        await its_asked.ask(intent(healthy, 1, its_decision), "ack")
        assert await journal.status(healthy) == RUNNING


async def test_a_match_that_another_node_took_is_let_go(tmp_path: Path) -> None:
    """An entry that could not be journaled is neither acknowledged nor shown to anybody."""
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, other, decision):
        await service.registry.journal.take(match, 1)
        await asked.send(intent(match, 1, decision))
        for one in (asked, other):
            assert (await one.expect("moved", "ack", "diff"))["t"] == "moved"
        assert len(await service.registry.journal.read(match)) == 1


@pytest.mark.interpreted("refers weakly to an actor, which compiled ones do not allow")
async def test_a_match_that_is_let_go_takes_no_memory(tmp_path: Path) -> None:
    """By reference counts alone: the server collects cycles seldom."""
    async with serving(tmp_path, finished_matches=1) as service, connect(service.url) as client:
        gone: list[weakref.ref[Actor]] = []
        gc.disable()
        try:
            for _ in range(3):
                created = await client.create("magic")
                table = await client.join(created.m, created.seats[0].token)
                actor = await service.registry.find(created.m)
                assert isinstance(actor, Actor)
                gone.append(weakref.ref(actor))
                del actor
                await table.concede()
                async for _ in table:
                    pass
                await client.leave(table)
            with anyio.fail_after(30):
                while gone[0]() is not None:
                    await anyio.lowlevel.checkpoint()
        finally:
            gc.enable()


async def test_who_joins_a_match_as_it_is_lost_hears_that_it_moved(tmp_path: Path, binary: str) -> None:
    """Someone waits to be welcomed while the actor waits for the journal, which says that the match is another's."""
    with servers(binary, tmp_path / "redis", 1) as (redis,):
        await redis.answers()
        async with (
            serving(tmp_path, redis=redis.url) as service,
            seated(service.url) as (match, asked, _, decision),
            peer(service.url) as late,
        ):
            await service.registry.journal.take(match, 1)
            redis.stop()
            await asked.send(intent(match, 1, decision))
            assert await asked.is_alive()
            await late.send({"t": "join", "m": match})
            assert await late.is_alive()
            redis.go_on()
            assert (await late.expect("moved", "state"))["t"] == "moved"


async def died_of(service: Service, match: str, step: str) -> None:
    """Three nodes were at it when they ended, so that nobody runs the match."""
    actor, journal = service.registry.get(match), service.registry.journal
    assert actor is not None
    await journal.command(tries(match, step), "SADD", "a.1", "a.2", "b.3")
    actor.let_go()


@pytest.mark.parametrize("step", [TAKE_UP, FIRST_INTENT])
async def test_a_match_that_three_nodes_died_of_is_set_aside(tmp_path: Path, step: str) -> None:
    """Of its first intent; or of taking it up, if a worker process ends too that does: here each has no memory."""
    async with serving(tmp_path, worker_memory_mib=1) as service, peer(service.url) as ann:
        match, tokens = await ann.create()
        await died_of(service, match, step)
        assert (await ann.join(match, tokens[0]))["code"] == "unavailable"
        assert (await service.registry.journal.owner(match)).status == ASIDE
        assert (await ann.join(match, tokens[0]))["code"] == "set_aside"


async def test_a_match_that_a_worker_can_take_up_was_none_that_nodes_died_of(tmp_path: Path) -> None:
    """They died of something else meanwhile, as nodes do that are ended again and again."""
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, tokens = await ann.create()
        await died_of(service, match, TAKE_UP)
        assert (await ann.join(match, tokens[0]))["t"] == "state"
        assert await service.registry.journal.tried(match, TAKE_UP) == []


async def test_what_did_no_harm_is_not_held_against_a_match(tmp_path: Path) -> None:
    """Else a match that outlives three restarts would be set aside."""
    async with serving(tmp_path) as service, seated(service.url) as (match, _, _, decision):
        token = service.registry.invites._tokens.for_seat(match, decision["seat"])
    async with serving(tmp_path) as service, peer(service.url) as again:
        await again.join(match, token)
        await again.ask(intent(match, 1, decision), "ack")
        journal = service.registry.journal
        with anyio.fail_after(PATIENCE_S):
            while any([await journal.command(tries(match, step), "SCARD") for step in (TAKE_UP, FIRST_INTENT)]):
                await anyio.lowlevel.checkpoint()


async def test_nodes_that_live_are_not_counted_among_the_dead(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, tokens = await ann.create()
        actor, journal = service.registry.get(match), service.registry.journal
        assert actor is not None
        await journal.command(lease_key("lives.1"), "SET", encode(Node("lives.1")), "PX", "600000")
        for step in (TAKE_UP, FIRST_INTENT):
            await journal.command(tries(match, step), "SADD", "a.1", "a.2", "lives.1", journal.node)
        actor.let_go()
        state = await ann.join(match, tokens[0])
        assert await journal.tried(match, TAKE_UP) == []  # survived by us, and so no danger
        assert await journal.tried(match, FIRST_INTENT) == ["a.1", "a.2", "lives.1"]
        decision = state.get("decision") or (await ann.join(match, tokens[1]))["decision"]
        await ann.ask(intent(match, 1, decision), "ack")
        assert await journal.tried(match, FIRST_INTENT) == []
