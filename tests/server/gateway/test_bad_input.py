"""Bad input is answered with a code, the connection and the match go on, and nothing is lost."""

from pathlib import Path

import orjson
import pytest
from websockets.exceptions import ConnectionClosed

from server.identity.tokens import Tokens, load_secret
from tests.support.server.peer import dial, peer, seated, serving


@pytest.mark.parametrize(
    "frame",
    ["", "{", "[]", "null", '{"t":', '{"t": "join"}', '{"t": "join", "m": 7}', "\x00", '{"m": "x"}', "[" * 10_000],
    ids=lambda frame: frame[:12] or "empty",
)
async def test_a_malformed_frame_is_refused_and_the_connection_goes_on(tmp_path: Path, frame: str) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        assert (await ann.refused(frame))["code"] == "bad_frame"
        assert await ann.is_alive()


async def test_bytes_that_are_not_utf8_are_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        assert (await ann.refused(b'{"t": "ping", "r": "\xff"}'))["code"] == "bad_frame"
        assert await ann.is_alive()


async def test_an_unknown_type_is_refused_with_its_request_number(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        nack = await ann.refused({"t": "dance", "r": "7"})
        assert (nack["code"], nack["r"]) == ("unknown_type", "7")
        assert await ann.is_alive()


async def test_an_oversize_frame_is_refused_and_the_connection_goes_on(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        nack = await ann.refused({"t": "ping", "r": "x" * 33_000})
        assert nack["code"] == "too_large"
        assert await ann.is_alive()


async def test_a_frame_beyond_all_bounds_closes_the_connection_and_no_other(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        await ann.send("x" * 1_000_000)
        with pytest.raises(ConnectionClosed):
            await ann.expect("pong")
        assert await bob.is_alive()


async def test_too_many_bad_frames_close_the_connection_for_good(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        for _ in range(33):
            await ann.send("rubbish")
        assert (await ann.expect("bye"))["code"] == 4503
        with pytest.raises(ConnectionClosed):
            await ann.expect("pong")


async def test_without_hello_nothing_is_heard(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, dial(service.url) as ann:
        assert (await ann.ask({"t": "list"}, "bye"))["code"] == 4501


async def test_hello_must_come_in_time(tmp_path: Path) -> None:
    async with serving(tmp_path, hello_timeout_s=0.05) as service, dial(service.url) as ann:
        assert (await ann.expect("bye"))["code"] == 4002


async def test_another_major_version_is_told_apart(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, dial(service.url, "stackloop.99") as ann:
        assert (await ann.expect("bye"))["code"] == 4500


async def test_a_page_of_another_origin_may_not_connect(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        with pytest.raises(Exception, match="403"):
            async with dial(service.url, origin="http://elsewhere.example"):
                pass
        async with dial(service.url, origin=service.url.rstrip("/")) as own:
            await own.ask({"t": "hello"}, "welcome")


async def test_a_forged_seat_token_gives_no_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, _ = await ann.create()
        forged = Tokens("x" * 32, 1).for_seat(match, 0)
        assert (await ann.join(match, forged))["code"] == "bad_token"


async def test_an_expired_seat_token_gives_no_seat(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, _ = await ann.create()
        expired = Tokens(load_secret(tmp_path), -1).for_seat(match, 0)
        assert (await ann.join(match, expired))["code"] == "bad_token"


async def test_a_seat_token_of_another_match_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        one, _ = await ann.create()
        _, tokens = await ann.create()
        assert (await ann.join(one, tokens[0]))["code"] == "wrong_seat"


async def test_a_spectator_cannot_answer(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, _ = await ann.create()
        await ann.join(match)
        nack = await ann.refused({"t": "intent", "m": match, "c": 1, "w": 1, "a": 0})
        assert nack["code"] == "not_seated"


async def test_a_seat_cannot_answer_for_another(tmp_path: Path) -> None:
    """Seats come from tokens: the other seat's answer is taken for its own, and nothing is asked of it."""
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, other, decision):
        nack = await other.refused({"t": "intent", "m": match, "c": 1, "w": decision["w"] + 1000, "a": 0})
        assert nack["code"] in ("not_your_decision", "stale_decision")
        ack = await asked.ask({"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}, "ack")
        assert ack["c"] == 1


async def test_a_stale_decision_is_refused_and_the_open_one_stands(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        nack = await asked.refused({"t": "intent", "m": match, "c": 1, "w": decision["w"] - 1, "a": 0})
        assert nack["code"] == "stale_decision"
        await asked.ask({"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}, "ack")
        again = await asked.refused({"t": "intent", "m": match, "c": 2, "w": decision["w"], "a": decision["default"]})
        assert again["code"] in ("stale_decision", "not_your_decision")


async def test_a_duplicate_intent_is_answered_by_the_first_result_and_applied_once(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        intent = {"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}
        first = await asked.ask(intent, "ack")
        entries = await service.registry.journal.read(match)
        assert await asked.ask(intent, "ack") == first
        assert await service.registry.journal.read(match) == entries
        assert len(entries) == 2


@pytest.mark.parametrize(
    "answer",
    [10_000, "", "juggle", {"do": "juggle"}, {"do": "pass", "refs": [99_999]}, {"refs": []}, None, 1.5, -1],
    ids=str,
)
async def test_an_answer_that_is_none_is_refused_and_the_decision_stands(tmp_path: Path, answer: object) -> None:
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        nack = await asked.refused({"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": answer})
        assert nack["code"] not in ("internal", "unavailable")
        await asked.ask({"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": decision["default"]}, "ack")


async def test_a_plan_nested_too_deep_is_refused(tmp_path: Path) -> None:
    answer: dict[str, object] = {"do": "pass"}
    for _ in range(8):
        answer = {"do": "pass", "plan": [answer]}
    async with serving(tmp_path) as service, seated(service.url) as (match, asked, _, decision):
        frame = orjson.dumps({"t": "intent", "m": match, "c": 1, "w": decision["w"], "a": answer}).decode()
        assert (await asked.refused(frame))["code"] == "bad_answer"


async def test_an_unknown_match_is_refused_by_name(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        nack = await ann.join("nowhere")
        assert (nack["code"], nack["m"]) == ("unknown_match", "nowhere")
        assert await ann.is_alive()


async def test_an_unknown_game_is_refused_and_the_known_ones_are_named(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        nack = await ann.refused({"t": "create", "r": "1", "game": "chess"})
        assert nack["code"] == "unknown_game"
        assert "magic" in nack["reason"]


async def test_an_unknown_profile_is_refused_and_the_known_ones_are_named(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        nack = await ann.refused({"t": "create", "r": "1", "game": "magic", "profile": "2018"})
        assert nack["code"] == "unknown_profile"
        assert "current" in nack["reason"]


async def test_a_game_that_is_played_without_a_scenario_takes_none(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        nack = await ann.refused({"t": "create", "r": "1", "game": "magic", "scenario": "rhino"})
        assert (nack["code"], nack["r"]) == ("unknown_scenario", "1")


async def test_a_binary_message_is_read_like_a_text_message(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        await ann.send(b'{"t": "ping", "r": "1"}')
        assert (await ann.expect("pong"))["r"] == "1"


async def test_who_is_up_to_date_is_told_the_number_alone(tmp_path: Path) -> None:
    """A join with ``since`` is answered by what was missed, and then the view's number (PROTOCOL.md 2.4)."""
    async with serving(tmp_path) as service, peer(service.url) as ann:
        match, tokens = await ann.create()
        state = await ann.join(match, tokens[0])
        join = {"t": "join", "m": match, "token": tokens[0], "since": state["seq"]}
        assert await ann.ask(join, "head", "state") == {"t": "head", "m": match, "seq": state["seq"]}
        assert (await ann.ask({**join, "since": state["seq"] + 1}, "state", "head"))["t"] == "state"


async def test_a_game_that_comes_without_decks_wants_some(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.load_decks", lambda _game: {})
    async with serving(tmp_path) as service, peer(service.url) as ann:
        nack = await ann.refused({"t": "create", "r": "1", "game": "magic"})
        assert nack["code"] == "unknown_deck"
        assert "without decks" in nack["reason"]


async def test_an_unknown_deck_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        nack = await ann.refused({"t": "create", "r": "1", "game": "magic", "decks": ["no such deck"]})
        assert (nack["code"], nack["r"]) == ("unknown_deck", "1")


async def test_a_deck_with_an_unknown_card_is_refused_with_its_name(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        deck = {"Forest": 56, "Card That Nobody Printed": 4}
        nack = await ann.refused({"t": "create", "r": "1", "game": "magic", "decks": [deck, deck]})
        assert nack["code"] == "unknown_card"
        assert "Card That Nobody Printed" in nack["reason"]
        assert await ann.is_alive()


async def test_an_illegal_deck_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        nack = await ann.refused({"t": "create", "r": "1", "game": "magic", "decks": [{"Forest": 5}, {"Forest": 60}]})
        assert nack["code"] == "illegal_deck"


async def test_an_unknown_bot_of_the_house_is_refused(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        nack = await ann.refused({"t": "create", "r": "1", "game": "magic", "seats": ["open", "bot:genius"]})
        assert nack["code"] == "unknown_bot"


async def test_a_flood_is_told_when_to_go_on(tmp_path: Path) -> None:
    async with serving(tmp_path, frames_per_s=1, burst_frames=5) as service, peer(service.url) as ann:
        for number in range(100):
            await ann.send({"t": "ping", "r": str(number)})
        nack = await ann.expect("nack")
        assert nack["code"] == "rate_limited"
        assert nack["retry_ms"] > 0
