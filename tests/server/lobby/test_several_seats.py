"""One person has several seats of a match, each with a view, decisions and a token of its own (PROTOCOL.md 9.6)."""

from pathlib import Path
from typing import Final

import anyio
import pytest

import engine
from server.service.service import Service
from tests.support.server.peer import PATIENCE_S, Frame, Peer, dial, peer, serving
from tests.support.server.staged import say, staged
from tests.support.server.tables import BEARS, OPEN, begun, listed, sits
from tests.support.server.takeovers import a_moment

SPIDER, HULK, MARVEL = "spider_man_justice", "she_hulk_aggression", "captain_marvel_leadership"
HEROES: Final[Frame] = {**OPEN, "game": "marvel-champions", "deck": SPIDER, "also": [HULK]}
TWO: Final = ["open", "open"]
BOTH_SIDES: Final[Frame] = {**OPEN, "seats": TWO, "private": True, "also": [BEARS]}


def decks_of(service: Service, match: str) -> list[dict[str, int]]:
    actor = service.registry.get(match)
    assert actor is not None
    return [dict(deck) for deck in actor.match.header.decks]


def tokens_of(told: Frame) -> list[str]:
    return [told["token"], *(seat["token"] for seat in told["also"])]


async def until(player: Peer, kind: str, is_so: str) -> Frame:
    """The next frame of a kind that has a field."""
    while not (told := await player.expect(kind)).get(is_so):
        pass
    return told


async def test_two_seats_are_taken_with_a_deck_for_each(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as second:
        await ann.send({**HEROES, "seats": TWO})
        told = await begun(ann)
        line = told["table"]
        assert line["seats"] == [{"name": "ann"}, {"name": "ann 2", "of": 0}]
        assert (told["you"], [seat["seat"] for seat in told["also"]]) == (0, [1])
        shipped = engine.load_decks("marvel-champions")
        assert decks_of(service, line["m"]) == [dict(shipped[SPIDER].entries), dict(shipped[HULK].entries)]
        for seat, (player, token) in enumerate(zip((ann, second), tokens_of(told), strict=True)):
            state = await player.join(line["m"], token)
            assert (state["you"], state["hands"], state["alone"]) == (seat, [[0, 1]], True)


async def test_others_who_play_are_told_whose_seats_are_one_persons(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        opened = await ann.ask({**HEROES, "seats": ["open"] * 3}, "table")
        assert [seat.get("of") for seat in opened["table"]["seats"]] == [None, 0, None]
        assert (await listed(bob))[0]["seats"][1] == {"name": "ann 2", "of": 0}
        await sits(bob, opened["table"]["id"], deck=MARVEL)
        told = await begun(bob)
        state = await bob.join(told["table"]["m"], told["token"])
        assert (state["you"], state["hands"], state.get("alone", False)) == (2, [[0, 1]], False)
        assert state["view"]["p2"]["name"] == "ann 2"
        watching = await bob.ask({"t": "join", "m": told["table"]["m"]}, "state")
        assert watching["hands"] == [[0, 1]]


async def test_who_sits_down_may_bring_several_decks_too(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        opened = await ann.ask({**HEROES, "also": [], "seats": ["open"] * 3}, "table")
        table = opened["table"]["id"]
        full = await sits(bob, table, deck=HULK, also=[MARVEL, MARVEL])
        assert full["code"] == "table_full"
        assert await is_free(bob, table) == 2
        await sits(bob, table, deck=HULK, also=[MARVEL])
        told = await begun(bob)
        assert (told["you"], [seat["seat"] for seat in told["also"]]) == (1, [2])


async def is_free(player: Peer, table: str) -> int:
    seen = await player.ask({"t": "look", "r": "l", "table": table}, "table")
    return sum(not seat.get("name") for seat in seen["table"]["seats"])


@pytest.mark.parametrize(
    ("frame", "code"),
    [
        ({**BOTH_SIDES, "private": False}, "not_private"),
        ({**BOTH_SIDES, "also": [BEARS, BEARS]}, "bad_seats"),
        ({**BOTH_SIDES, "also": ["none"]}, "unknown_deck"),
        ({**BOTH_SIDES, "also": [{"Forest": 59}]}, "illegal_deck"),
    ],
)
async def test_seats_that_nobody_can_have_are_refused(tmp_path: Path, frame: Frame, code: str) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann:
        assert (await ann.ask(frame, "nack", "table")).get("code") == code
        assert await listed(ann) == []


async def test_all_seats_of_a_place_are_left_and_taken_again_together(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as bob:
        async with dial(service.url) as ann:
            identity = (await ann.ask({"t": "hello", "name": "ann"}, "welcome"))["token"]
            table = (await ann.ask({**HEROES, "seats": ["open"] * 3}, "table"))["table"]["id"]
        with anyio.fail_after(PATIENCE_S):
            while not all(seat.get("away") for seat in (await seats(bob, table))[:2]):
                await a_moment()
        async with dial(service.url) as again:
            await again.ask({"t": "hello", "token": identity}, "welcome")
            told = await again.ask({"t": "sit", "r": "s", "table": table}, "table")
            assert (told["you"], told["also"]) == (0, [{"seat": 1}])
            assert [seat.get("name") for seat in told["table"]["seats"]] == ["ann", "ann 2", None]
            assert not any(seat.get("away") for seat in told["table"]["seats"])
            risen = await again.ask({"t": "rise", "r": "r", "table": table}, "table")
            assert risen["gone"] is True
            assert risen["table"]["seats"] == [{}, {}, {}]


async def seats(player: Peer, table: str) -> list[Frame]:
    found: list[Frame] = (await player.ask({"t": "look", "r": "l", "table": table}, "table"))["table"]["seats"]
    return found


async def test_a_match_that_is_created_with_open_seats_of_one_person_says_so(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, staged(service.url, None, own=True) as stage:
        await stage.answer()
        for seat, player in enumerate(stage.seats):
            state = await player.ask({"t": "sync", "m": stage.match}, "state")
            assert (state["you"], state["hands"], state["alone"]) == (seat, [[0, 1]], True)
            hidden = state["view"]["p2" if seat == 0 else "p1"]
            assert "hand" not in hidden
            assert hidden["hand_count"] == 7


async def test_a_position_is_played_from_both_sides_by_one_person(tmp_path: Path) -> None:
    lies = 'game = "magic"\n[A]\nhand = ["Shock"]\nbattlefield = ["Mountain"]\n[B]\nhand = ["Forest"]\nlife = 2\n'
    asked = {"t": "create", "r": "c", "game": "magic", "position": lies, "private": True, "seats": TWO, "own": True}
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as second:
        made = await ann.ask(asked, "created", "nack")
        assert made["t"] == "created", made
        for seat, player in zip(made["seats"], (ann, second), strict=True):
            state = await player.join(made["m"], seat["token"])
            assert (state["hands"], state["alone"]) == ([[0, 1]], True)
            assert len(state["view"][f"p{state['you'] + 1}"]["hand"]) == 1


async def test_one_word_of_such_a_person_is_that_of_all_their_seats(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, staged(service.url, None, own=True) as stage:
        assert (await say(stage, 1, "draw"))["t"] == "ack"
        assert (await stage.seats[0].expect("end"))["result"]["code"] == "draw"
        assert (await say(stage, 0, "rematch"))["t"] == "ack"
        following = [await until(player, "rematch", "next") for player in stage.seats]
        assert len({told["next"] for told in following}) == 1
        for seat, (player, told) in enumerate(zip(stage.seats, following, strict=True)):
            state = await player.join(told["next"], told["token"])
            assert (state["you"], state["hands"]) == (seat, [[0, 1]])


async def test_what_it_takes_others_to_agree_to_waits_for_them(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as bob:
        await ann.send({**HEROES, "seats": ["open"] * 3})
        opened = await ann.expect("table")
        await sits(bob, opened["table"]["id"], deck=MARVEL)
        told, other = await begun(ann), await begun(bob)
        match = told["table"]["m"]
        await ann.join(match, tokens_of(told)[1])
        await bob.join(match, other["token"])
        await ann.ask({"t": "agree", "m": match, "c": 1, "to": "draw"}, "ack")
        view = (await bob.ask({"t": "sync", "m": match}, "state"))["view"]
        assert view["offers"] == {"draw": {"by": 1, "seats": [0, 1]}}
        await bob.send({"t": "agree", "m": match, "c": 1, "to": "draw"})
        assert (await bob.expect("end"))["result"]["code"] == "draw"


async def test_each_seat_is_conceded_by_itself(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, peer(service.url) as ann, peer(service.url) as second:
        await ann.send({**HEROES, "seats": TWO})
        told = await begun(ann)
        match = told["table"]["m"]
        for player, token in zip((ann, second), tokens_of(told), strict=True):
            await player.join(match, token)
        await ann.ask({"t": "concede", "m": match, "c": 1}, "ack")
        state = await second.ask({"t": "sync", "m": match}, "state")
        assert state["view"]["p1"]["lost"] == "concede"
        assert "result" not in state
        await second.send({"t": "concede", "m": match, "c": 1})
        assert (await second.expect("end"))["result"].get("winners", []) == []
