"""The other side of a puzzle answers as the proof does: every line but the solution fails."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import orjson
import pytest

import engine
from protocol.client import connect
from server.puzzles.defence import DEFENDER, defend
from server.puzzles.shipped import all_puzzles
from tests.support.server.peer import serving

if TYPE_CHECKING:
    from pathlib import Path

POSITION: Final = all_puzzles()["after-the-block"].position
GROW: Final = 'cast "Giant Growth" target "{}" auto'
WALLS: Final = ", ".join(['"Wall of Frost"'] * 120)
ATTACK: Final = 'choose "Grizzly Bears" "Kalonian Tusker"'


def play_to_the_block(*early: str, position: str = POSITION) -> engine.Match:
    """Both attack; before that the solver does other things."""
    match = engine.read_position(position)
    waiting = list(early)
    while match.decisions[0].kind != "assign":
        asked = match.decisions[0]
        usual = ATTACK if asked.kind == "cards" else "pass"
        match.apply_line(asked.seat, asked.w, waiting.pop(0) if waiting and asked.seat == 0 else usual)
    return match


def defended(match: engine.Match, position: str = POSITION) -> str:
    """The answer of the other side, as a gesture; "" for none."""
    found = defend(position, engine.known_to(match, 1), match.header.decks, 1)
    answer = engine.Answer.from_json(orjson.loads(found)) if found else None
    return engine.answer_text(match.game, match.decisions[0], answer) if answer is not None else ""


@pytest.mark.parametrize("grown", ["Grizzly Bears", "Kalonian Tusker"])
def test_a_wrong_line_is_met_by_the_answer_that_refutes_it(grown: str) -> None:
    match = play_to_the_block(GROW.format(grown))
    assert defended(match) == f'assign "Wall of Frost#1" -> "{grown}#1"'


def test_along_the_solution_it_answers_as_the_proof_does() -> None:
    assert defended(play_to_the_block()) == 'assign "Wall of Frost#1" -> "Kalonian Tusker#1"'


def test_where_there_is_no_goal_or_no_question_it_leaves_the_answer_to_others() -> None:
    match = play_to_the_block()
    assert defended(match, POSITION.replace('goal = "win"\n', "")) == ""
    assert defended(play_to_the_block(position=POSITION.replace('"Wall of Frost"', WALLS))) == ""
    asked = match.decisions[0]
    match.apply(asked.seat, asked.w, engine.Answer("assign"))
    assert defended(match) == ""


def test_a_seat_is_not_told_how_the_position_was_written() -> None:
    """It says how libraries lie."""
    told = engine.known_to(engine.begin(placed()), 1)
    assert "position" not in orjson.loads(told)["header"]


def placed() -> engine.Header:
    return engine.Header("magic", ("Ann", "Bob"), (), engine.Seed("secret"), "seeds", position=POSITION)


async def test_it_sits_at_the_table_by_its_name(tmp_path: Path) -> None:
    seats = ("open", f"bot:{DEFENDER}")
    early = [GROW.format("Grizzly Bears")]
    async with serving(tmp_path) as service, connect(service.url) as client:
        created = await client.create("magic", seats=seats, private=True, position=POSITION)
        match = await client.join(created.m, created.seats[0].token)
        async for decision in match:
            usual = ATTACK if decision.kind == "cards" else "pass"
            await match.answer(early.pop(0) if early else usual)
            if match.view.game.phase == "combat damage":
                break
        said = [match.view.render(line) for line in match.view.log]
        assert "Wall of Frost#1 blocks Grizzly Bears#1" in said
