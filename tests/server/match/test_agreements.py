"""Agreements of all seats, over the wire: a draw, a takeback, open hands, a rematch."""

from pathlib import Path

import pytest

from server.match.replayed_match import replay
from server.records.record_text import record_text
from server.runtime import metrics
from server.runtime.version import engine_name
from server.service.service import Service
from tests.support.server.peer import Peer, peer, serving
from tests.support.server.staged import BURN, Stage, agree, announced, say, staged


async def offers(player: Peer, match: str) -> object:
    return (await player.ask({"t": "sync", "m": match}, "state"))["view"].get("offers")


async def is_as_journaled(service: Service, match: str) -> None:
    """The match in memory is what the journal makes, views and all."""
    actor = service.registry.get(match)
    assert actor is not None
    again = replay(match, await service.registry.journal.read(match), engine_name())
    assert again.dump() == actor.history.dump()


async def test_a_draw_needs_all_and_ends_the_match(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, staged(service.url, None) as stage:
        assert (await say(stage, 0, "draw"))["t"] == "ack"
        assert await offers(stage.seats[1], stage.match) == {"draw": {"by": 0, "seats": [0]}}
        assert (await say(stage, 1, "draw", yes=False))["t"] == "ack"
        assert await offers(stage.seats[0], stage.match) is None
        await say(stage, 1, "draw")
        await is_as_journaled(service, stage.match)
        await say(stage, 0, "draw")
        end = await stage.seats[1].expect("end")
        assert (end["result"].get("winners", []), end["result"]["code"]) == ([], "draw")
        record = record_text(await service.registry.journal.read(stage.match))
        assert "A: agree to a draw" in record


async def test_an_offer_resent_is_answered_by_the_first_result_and_counts_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, staged(service.url, None) as stage:
        frame = agree(stage, 0, "draw")
        first = await stage.seats[0].ask(frame, "ack")
        assert await stage.seats[0].ask(frame, "ack") == first
        assert len(await service.registry.journal.read(stage.match)) == 2


async def test_an_offer_outlives_the_server(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, staged(service.url, None) as stage:
        await say(stage, 0, "draw")
    async with serving(tmp_path) as service, peer(service.url) as bob:
        await bob.join(stage.match, stage.tokens[1])
        assert await offers(bob, stage.match) == {"draw": {"by": 0, "seats": [0]}}
        await bob.send(agree(stage, 1, "draw"))
        assert (await bob.expect("end"))["result"]["code"] == "draw"


async def test_a_takeback_goes_back_where_nobody_learned_anything(tmp_path: Path) -> None:
    async with (
        serving(tmp_path, fixed_shuffles=1) as service,
        staged(service.url, None, **BURN) as stage,
        peer(service.url) as watcher,
    ):
        while not any(option["do"] == "play" for option in (stage.decisions[stage.asked] or {})["options"]):
            await stage.answer()
        seat, before = stage.asked, stage.decisions[stage.asked]
        assert before is not None
        seen = (await watcher.join(stage.match))["view"]
        land = next(option["n"] for option in before["options"] if option["do"] == "play")
        await stage.answer(land)
        now = await watcher.ask({"t": "sync", "m": stage.match}, "state")
        assert now["view"]["p1"] != seen["p1"] or now["view"]["p2"] != seen["p2"]
        assert (await say(stage, seat, "takeback"))["t"] == "ack"
        offered = {"takeback": {"by": seat, "seats": [seat]}}
        assert await offers(stage.seats[1 - seat], stage.match) == offered
        assert (await say(stage, 1 - seat, "takeback"))["t"] == "ack"
        after = await watcher.ask({"t": "sync", "m": stage.match}, "state")
        assert after["seq"] > now["seq"]
        assert {key: after["view"][key] for key in seen} == seen
        lines = [after["view"][key] for key in after["view"].keys() - seen.keys()]
        assert "takes back" in max(lines, key=lambda line: line["n"])["text"]
        await stage.sync()
        again = stage.decisions[seat]
        assert again is not None
        assert again["w"] > before["w"]
        assert again["options"] == before["options"]
        await is_as_journaled(service, stage.match)
        await stage.answer(land)
        await stage.seats[seat].ask({"t": "concede", "m": stage.match, "c": 999}, "ack")
        assert "play" in record_text(await service.registry.journal.read(stage.match))


async def test_what_is_played_next_ends_the_offer(tmp_path: Path) -> None:
    async with serving(tmp_path, fixed_shuffles=1) as service, staged(service.url, None, **BURN) as stage:
        while not any(option["do"] == "play" for option in (stage.decisions[stage.asked] or {})["options"]):
            await stage.answer()
        seat, options = stage.asked, (stage.decisions[stage.asked] or {})["options"]
        await stage.answer(next(option["n"] for option in options if option["do"] == "play"))
        await say(stage, seat, "takeback")
        await stage.answer()
        assert await offers(stage.seats[0], stage.match) is None


async def test_after_a_draw_of_a_card_nothing_is_taken_back(tmp_path: Path) -> None:
    async with serving(tmp_path, fixed_shuffles=1) as service, staged(service.url, None, **BURN) as stage:
        decision = stage.decisions[stage.asked]
        assert decision is not None
        while decision["kind"] != "act":
            decision = await stage.answer()
        seat, turn = stage.asked, await turn_of(stage)
        await stage.answer()
        while await turn_of(stage) < turn + 2:
            await stage.answer()
        nack = await say(stage, seat, "takeback", w=decision["w"])
        assert (nack["t"], nack["code"]) == ("nack", "cannot_take_back")
        stage.c[seat] -= 1
        nack = await say(stage, seat, "takeback", w=10_000)
        assert nack["code"] == "cannot_take_back"


async def test_a_takeback_is_looked_into_in_a_thread_and_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    """That took longer than a node waits for another: each resend had it done again, and no answer came in time."""
    async with serving(tmp_path, fixed_shuffles=1) as service, staged(service.url, None, **BURN) as stage:
        seat = stage.asked
        while stage.asked == seat:
            await stage.answer()
        frame, before = agree(stage, seat, "takeback", w=9_999), made_in_thread()
        first = await stage.seats[seat].ask(frame, "ack", "nack")
        assert first["code"] == "cannot_take_back"
        assert made_in_thread() == before + 1
        assert await stage.seats[seat].ask(frame, "ack", "nack") == first
        assert made_in_thread() == before + 1
        frame["w"] = 10_000
        await stage.seats[seat].ask(frame, "ack", "nack")
        assert made_in_thread() == before + 2
        await stage.answer()
        await stage.seats[seat].ask(frame, "ack", "nack")
        assert made_in_thread() == before + 3


def made_in_thread() -> float:
    return float(metrics.REGISTRY.get_sample_value("stackloop_made_in_thread_total") or 0)


async def test_nothing_is_taken_back_while_something_is_played(tmp_path: Path) -> None:
    async with serving(tmp_path, fixed_shuffles=1) as service, staged(service.url, None, **BURN) as stage:
        await announced(stage)
        nack = await say(stage, 1 - stage.asked, "takeback")
        assert nack["code"] == "cannot_take_back"


async def turn_of(stage: Stage) -> int:
    state = await stage.seats[0].ask({"t": "sync", "m": stage.match}, "state")
    turn: int = state["view"]["game"].get("turn", 0)
    return turn


async def test_open_hands_are_shown_to_the_public_only(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, staged(service.url, None) as stage, peer(service.url) as watcher:
        view = (await watcher.join(stage.match))["view"]
        assert "hand" not in view["p1"]
        await say(stage, 0, "open")
        await say(stage, 1, "open")
        state = await watcher.ask({"t": "sync", "m": stage.match}, "state")
        for player in ("p1", "p2"):
            hand = state["view"][player]["hand"]
            assert len(hand) == state["view"][player]["hand_count"]
            assert all(state["view"][f"o{card}"]["name"] for card in hand)
        own = await stage.seats[0].ask({"t": "sync", "m": stage.match}, "state")
        assert "hand" not in own["view"]["p2"]
        await is_as_journaled(service, stage.match)
        for _ in range(6):
            await stage.answer()
        await is_as_journaled(service, stage.match)


async def test_a_rematch_begins_once_all_agree_and_gives_each_seat_its_own_token(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, staged(service.url, {"bank_ms": 60_000}) as stage:
        nack = await say(stage, 0, "rematch")
        assert nack["code"] == "not_over"
        await stage.seats[0].ask({"t": "concede", "m": stage.match, "c": 50}, "ack")
        stage.c = [60, 60]
        assert (await say(stage, 0, "rematch"))["t"] == "ack"
        assert (await stage.seats[1].expect("rematch"))["seats"] == [0]
        await stage.seats[1].send(agree(stage, 1, "rematch"))
        told = [await player.expect("rematch") for player in stage.seats]
        while "next" not in told[0]:
            told[0] = await stage.seats[0].expect("rematch")
        assert told[0]["next"] == told[1]["next"] != stage.match
        assert told[0]["token"] != told[1]["token"]
        state = await stage.seats[1].join(told[1]["next"], told[1]["token"])
        assert (state["you"], state["clock"]) == (1, {"bank_ms": 60_000})
        await stage.seats[1].send(agree(stage, 1, "rematch"))
        assert (await stage.seats[1].expect("rematch"))["next"] == told[1]["next"]


@pytest.mark.parametrize("seats", [["open", "bot:random"]])
async def test_bots_of_the_house_always_play_again(tmp_path: Path, seats: list[str]) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, tokens = await ann.create(seats=seats)
        await ann.join(match, tokens[0])
        await ann.ask({"t": "concede", "m": match, "c": 1}, "ack")
        await ann.send({"t": "agree", "m": match, "c": 2, "to": "rematch"})
        again = await ann.expect("rematch")
        assert (await ann.join(again["next"], again["token"]))["you"] == 0
