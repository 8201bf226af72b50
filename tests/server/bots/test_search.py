"""The bot that looks ahead: from what its seat knows alone, the same under the same seed, and better than greedy."""

from __future__ import annotations

from pathlib import Path

import orjson
import pytest

import engine
from engine.formats.position import build
from protocol.client import connect
from protocol.messages import Answer
from server.bots.mind import think
from tests.support.engine.random_play import GAMES, new_match, picker, random_play
from tests.support.server.peer import serving


def thought(match: engine.Match, iterations: int, seed: int = 1) -> engine.Answer | None:
    """The bot's answer to the open decision; none if there is nothing to think about."""
    decision = match.decisions[0]
    known = engine.known_to(match, decision.seat)
    found = think(known, match.header.decks, decision.seat, seed, 0.0, iterations)
    if not found:
        return None
    return engine.Answer.from_json(orjson.loads(found))


@pytest.mark.parametrize("game", GAMES)
def test_the_same_seed_gives_the_same_answer_and_a_legal_one(game: str) -> None:
    match = new_match(4, game)
    for number, _ in enumerate(random_play(match, 4)):
        if number > 8 and match.is_between_plays and len(match.decisions[0].options) > 1:
            break
    decision = match.decisions[0]
    answer = thought(match, 2)
    assert answer is not None
    assert thought(match, 2) == answer
    match.apply(decision.seat, decision.w, answer)


def test_it_thinks_of_what_may_be_the_case_and_not_of_what_is() -> None:
    match = new_match(4)
    for number, _ in enumerate(random_play(match, 4)):
        if number > 80 and match.is_between_plays and len(match.decisions[0].options) > 2:
            break
    other = match.fork()
    engine.deal(other.game, match.decisions[0].seat, picker(9))
    other.ask_again()
    assert other.hash() != match.hash()
    assert thought(other, 3) == thought(match, 3)


def test_where_there_is_one_answer_it_does_not_think() -> None:
    match = build("magic", {"A": {"library": 5}, "B": {"library": 5}}, [], {})
    assert len(match.decisions[0].options) == 1
    assert thought(match, 1) is None


def test_where_somebody_else_is_asked_by_now_it_does_not_think() -> None:
    match = new_match(4)
    for number, _ in enumerate(random_play(match, 4)):
        if number > 80 and match.is_between_plays and len(match.decisions[0].options) > 2:
            break
    other = 1 - match.decisions[0].seat
    assert think(engine.known_to(match, other), match.header.decks, other, 1, 0.0, 2) == b""


def test_it_sees_that_holding_a_blocker_back_saves_it() -> None:
    """The counter-attack is more than its life unless one of them is blocked."""
    seats: dict[str, dict[str, object]] = {
        "A": {"battlefield": ["Grizzly Bears"], "life": 3, "library": 5},
        "B": {"battlefield": ["Grizzly Bears (tapped)", "Grizzly Bears (tapped)"], "life": 20, "library": 5},
    }
    match = build("magic", seats, [], {})
    while match.decisions[0].kind == "act":
        match.apply_text(match.decisions[0].seat, match.decisions[0].w, "pass")
    assert match.decisions[0].prompt == "declare attackers"
    assert thought(match, 12) == engine.Answer("cards")


async def test_it_plays_over_the_wire_in_a_match_with_open_decks(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, connect(service.url) as client:
        created = await client.create("magic", seats=("open", "bot:search"))
        match = await client.join(created.m, created.seats[0].token)
        assert (await client.known(created.m)).decks
        answered = 0
        async for decision in match:
            await match.answer(decision.default or Answer("pass"))
            answered += 1
            if match.view.game.turn > 1:
                break
        assert answered
