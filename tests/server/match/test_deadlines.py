"""Clocks over the wire: deadlines are told, kept and journaled; only an answer moves them, and no failure is charged.

Time is handed in: it stands until a test moves it.
"""

from pathlib import Path

import anyio
import pytest

from server.chaos.redis_servers import replicate, servers
from server.match.replayed_match import replay
from server.runtime.settings import Durability
from server.runtime.version import engine_name
from server.service.service import Service
from server.store.entries import CameBack, Lapsed, Left, Paused, decode
from tests.support.server.half_played import intent
from tests.support.server.hand_clock import BEGUN_MS, HandClock
from tests.support.server.peer import PATIENCE_S, Frame, peer, serving
from tests.support.server.redis_process import answers, redis_process
from tests.support.server.staged import announced, staged

LIMIT_MS = 30_000
LIMIT: Frame = {"decision_ms": LIMIT_MS}


async def entries_of(service: Service, match: str, kind: type) -> list[object]:
    entries = [decode(data) for data in await service.registry.journal.read(match)]
    return [entry for entry in entries if isinstance(entry, kind)]


async def test_deadlines_are_told_to_the_seat_and_to_all_who_follow(tmp_path: Path) -> None:
    time = HandClock()
    async with serving(tmp_path, time) as service, staged(service.url, LIMIT) as stage, peer(service.url) as watcher:
        decision = stage.decisions[stage.asked]
        assert decision is not None
        assert (decision["deadline"], decision["now"]) == (BEGUN_MS + LIMIT_MS, BEGUN_MS)
        state = await watcher.join(stage.match)
        assert state["clock"] == LIMIT
        waiting = await watcher.expect("waiting")
        told = (waiting["seat"], waiting["since"], waiting["deadline"])
        assert told == (stage.asked, BEGUN_MS, BEGUN_MS + LIMIT_MS)
        time.pass_ms(1_000)
        following = await stage.answer()
        assert following["deadline"] == BEGUN_MS + 1_000 + LIMIT_MS
        waiting = await watcher.expect("waiting")
        assert waiting["since"] == BEGUN_MS + 1_000


async def test_without_a_clock_whoever_comes_is_told_since_when_somebody_is_waited_for(tmp_path: Path) -> None:
    time = HandClock()
    async with serving(tmp_path, time) as service, staged(service.url, None) as stage, peer(service.url) as watcher:
        time.pass_ms(5_000)
        decision = await stage.answer()
        assert "deadline" not in decision
        time.pass_ms(7_000)
        await watcher.join(stage.match)
        waiting = await watcher.expect("waiting")
        assert (waiting["seat"], waiting["since"], waiting.get("deadline")) == (stage.asked, BEGUN_MS + 5_000, None)


async def test_when_time_is_up_the_default_is_given_and_journaled(tmp_path: Path) -> None:
    time = HandClock()
    async with serving(tmp_path, time) as service, staged(service.url, LIMIT) as stage:
        seat, decision = stage.asked, stage.decisions[stage.asked]
        assert decision is not None
        time.pass_ms(LIMIT_MS)
        frame = await stage.seats[seat].expect("diff")
        assert (frame.get("decision") or {"w": 0})["w"] != decision["w"]
        (lapse,) = await entries_of(service, stage.match, Lapsed)
        assert isinstance(lapse, Lapsed)
        assert (lapse.s, lapse.w, lapse.at) == (seat, decision["w"], BEGUN_MS + LIMIT_MS)
        nack = await stage.seats[seat].refused(intent(stage.match, 1, decision))
        assert nack["code"] in ("stale_decision", "not_your_decision")


async def test_who_runs_out_of_time_again_and_again_has_conceded(tmp_path: Path) -> None:
    time = HandClock()
    async with serving(tmp_path, time) as service, staged(service.url, {**LIMIT, "lapses": 2}) as stage:
        slow = stage.asked
        with anyio.fail_after(PATIENCE_S):
            while True:
                await stage.sync()
                actor = service.registry.get(stage.match)
                if actor is None or actor.result is not None:
                    break
                if stage.asked == slow:
                    before = len(await service.registry.journal.read(stage.match))
                    time.pass_ms(LIMIT_MS)
                    while len(await service.registry.journal.read(stage.match)) == before:
                        await anyio.lowlevel.checkpoint()
                else:
                    await stage.answer()
        end = await stage.seats[1 - slow].expect("end")
        assert end["result"]["winners"] == [1 - slow]


async def test_announcing_and_taking_back_does_not_move_the_deadline(tmp_path: Path) -> None:
    time = HandClock()
    more = {"decks": ["burn", "burn"], "seed": "s"}
    async with serving(tmp_path, time, fixed_shuffles=1) as service, staged(service.url, LIMIT, **more) as stage:
        spell, question = await announced(stage)
        asked, deadline = stage.asked, question["deadline"]
        for _ in range(3):
            time.pass_ms(LIMIT_MS // 4)
            decision = await stage.answer({"do": "cancel"})
            assert (decision["kind"], decision["deadline"]) == ("act", deadline)
            decision = await stage.answer(spell)
            assert (decision["w"] > question["w"], decision["deadline"]) == (True, deadline)
        time.pass_ms(LIMIT_MS // 4)
        with anyio.fail_after(PATIENCE_S):
            while stage.asked == asked:
                await stage.sync()
        lapses = await entries_of(service, stage.match, Lapsed)
        given = [bytes(entry.a) for entry in lapses if isinstance(entry, Lapsed)]
        assert given == [b'{"do":"cancel"}', b'{"do":"pass"}']


async def test_a_seat_at_which_nobody_is_uses_another_bank_first(tmp_path: Path) -> None:
    time = HandClock()
    async with serving(tmp_path, time) as service, staged(service.url, {**LIMIT, "away_ms": 60_000}) as stage:
        seat, other = stage.asked, stage.seats[1 - stage.asked]
        await stage.seats[seat].send({"t": "leave", "m": stage.match})
        waiting = await other.expect("waiting")
        while waiting["deadline"] != BEGUN_MS + 59_000 + LIMIT_MS:  # it came a second after the match began
            waiting = await other.expect("waiting")
        time.pass_ms(40_000)
        state = await stage.seats[seat].join(stage.match, stage.tokens[seat])
        assert state["view"]["game"]["waiting"] == [seat]
        assert (await other.expect("waiting"))["deadline"] == BEGUN_MS + 40_000 + LIMIT_MS
        assert len(await entries_of(service, stage.match, Left)) == 2
        assert len(await entries_of(service, stage.match, CameBack)) == 2


async def test_a_restart_charges_nobody_and_the_clock_goes_on(tmp_path: Path) -> None:
    time = HandClock()
    async with serving(tmp_path, time) as service, staged(service.url, {"bank_ms": 100_000}) as stage:
        seat = stage.asked
        time.pass_ms(10_000)
        await stage.answer()
        second = stage.asked
        time.pass_ms(5_000)
        await stage.answer()
        left = {seat: 90_000, second: 95_000 if second != seat else 85_000}
    time.jump_ms(3_600_000)
    async with serving(tmp_path, time) as service, peer(service.url) as watcher:
        await watcher.join(stage.match)
        waiting = await watcher.expect("waiting")
        assert waiting["deadline"] - waiting["since"] == waiting["bank_ms"] == left.get(waiting["seat"], 100_000)
        assert waiting["since"] == time.now_ms()
        assert len(await entries_of(service, stage.match, Paused)) == 1


async def test_a_process_that_stood_still_makes_nobody_late(tmp_path: Path) -> None:
    time = HandClock()
    async with serving(tmp_path, time) as service, staged(service.url, LIMIT) as stage:
        time.jump_ms(LIMIT_MS * 2)
        waiting = await stage.seats[0].expect("waiting")
        while waiting["deadline"] <= time.now_ms():
            waiting = await stage.seats[0].expect("waiting")
        assert waiting["deadline"] == time.now_ms() + 1_000
        assert await entries_of(service, stage.match, Lapsed) == []


async def test_while_redis_is_gone_time_stands(tmp_path: Path, binary: str) -> None:
    time = HandClock()
    with redis_process(binary, tmp_path / "redis") as redis:
        await answers(redis.url)
        async with serving(tmp_path, time, redis=redis.url) as service, staged(service.url, LIMIT) as stage:
            time.pass_ms(10_000)
            redis.kill()
            decision = stage.decisions[stage.asked]
            assert decision is not None
            nack = await stage.seats[stage.asked].refused(intent(stage.match, 1, decision))
            assert nack["code"] == "unavailable"
            time.pass_ms(LIMIT_MS * 2)
            redis.start()
            waiting = await stage.seats[0].expect("waiting")
            while waiting["deadline"] <= time.now_ms():
                waiting = await stage.seats[0].expect("waiting")
            assert waiting["deadline"] == time.now_ms() + LIMIT_MS
            assert await entries_of(service, stage.match, Lapsed) == []


async def test_while_a_replica_is_waited_for_time_stands(tmp_path: Path, binary: str) -> None:
    """The answer came in time, and its deadline passes before it is as durable as was promised."""
    time = HandClock()
    with servers(binary, tmp_path / "redis", 2) as (primary, replica):
        await replicate(primary, replica)
        more = {"redis": f"redis://{primary.place},{replica.place}", "durability": Durability.REPLICA}
        async with serving(tmp_path, time, **more) as service, staged(service.url, LIMIT) as stage:
            time.pass_ms(10_000)
            seat, decision = stage.asked, stage.decisions[stage.asked]
            assert decision is not None
            replica.stop()
            nack = await stage.seats[seat].refused(intent(stage.match, 1, decision))
            assert nack["code"] == "unavailable"
            time.pass_ms(LIMIT_MS * 2)
            replica.go_on()
            while (told := await stage.seats[seat].ask(intent(stage.match, 1, decision), "ack", "nack"))["t"] != "ack":
                assert told["code"] == "unavailable"
            await stage.sync()
            following = stage.decisions[stage.asked]
            assert following is not None
            assert following["deadline"] == time.now_ms() + LIMIT_MS
            assert await entries_of(service, stage.match, Lapsed) == []


async def test_a_clock_is_what_the_journal_makes_it(tmp_path: Path) -> None:
    time = HandClock()
    async with serving(tmp_path, time) as service, staged(service.url, {"bank_ms": 100_000, **LIMIT}) as stage:
        for _ in range(12):
            time.pass_ms(700)
            await stage.answer()
        actor = service.registry.get(stage.match)
        assert actor is not None
        assert actor.history.clock is not None
        again = replay(stage.match, await service.registry.journal.read(stage.match), engine_name())
        assert again.clock is not None
        assert again.clock.dump() == actor.history.clock.dump()


@pytest.mark.parametrize("clock", [{}, {"decision_ms": 10}, {"bank_ms": 999}, {"increment_ms": 5000}])
async def test_a_clock_that_bounds_nothing_or_too_much_is_refused(tmp_path: Path, clock: Frame) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        nack = await ann.refused({"t": "create", "r": "c", "game": "magic", "clock": clock})
        assert (nack["code"], nack["r"]) == ("bad_clock", "c")


async def test_a_server_may_set_a_clock_for_all_matches(tmp_path: Path) -> None:
    async with serving(tmp_path, clock='{"decision_ms": 30000}') as service, peer(service.url) as ann:
        match, tokens = await ann.create()
        assert (await ann.join(match, tokens[0]))["clock"] == LIMIT
