"""Puzzles as they are played at the table: with the page's settings, against the bot of the other side."""

from __future__ import annotations

from typing import Final

import orjson
import pytest

import engine
from server.puzzles.defence import MOST_POSITIONS, defend
from server.puzzles.lines import moves
from server.puzzles.proof import goal_of
from server.puzzles.puzzle import SOLVER, Puzzle
from server.puzzles.shipped import all_puzzles
from server.puzzles.tree import Goal, Tree

MOST_ANSWERS: Final = 300


def solves(puzzle: Puzzle) -> bool:
    """Whether somebody who finds each right answer reaches the goal, asked where the page asks."""
    match = puzzle.begin()
    goal = goal_of(puzzle, engine.Line(puzzle.begin(), SOLVER))
    match.set(SOLVER, match.game.rules.settings)
    for _ in range(MOST_ANSWERS):
        found = goal.verdict(engine.Line(match.fork(), SOLVER))
        if found is not None:
            return found
        asked = match.decisions[0]
        right = right_answer(match, goal) if asked.seat == SOLVER else defended(match, asked, puzzle)
        match.apply(asked.seat, asked.w, right)
    return False


def right_answer(match: engine.Match, goal: Goal) -> engine.Answer:
    """An answer after which the goal is in reach."""
    line = engine.Line(match.fork(), SOLVER, is_thorough=True)
    tree = Tree(line, goal, MOST_POSITIONS)
    start = line.mark()
    for answer in moves(line, match.decisions[0]):
        try:
            line.play(answer)
        except engine.Refusal:
            continue
        is_reached = tree.reaches()
        line.rewind(start)
        if is_reached:
            return answer
    raise AssertionError(match.decisions[0].prompt)


def defended(match: engine.Match, asked: engine.Decision, puzzle: Puzzle) -> engine.Answer:
    found = defend(puzzle.position, engine.known_to(match, asked.seat), match.header.decks, asked.seat)
    return engine.Answer.from_json(orjson.loads(found)) if found else asked.default()


@pytest.mark.slow
@pytest.mark.timeout(300)
@pytest.mark.parametrize("name", sorted(all_puzzles()))
def test_a_puzzle_is_solved_as_the_page_asks(name: str) -> None:
    assert solves(all_puzzles()[name])
