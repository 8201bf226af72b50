"""Lines of play: moves are tried and taken back to the bit, in worlds that the seat cannot tell apart."""

from __future__ import annotations

from typing import Final

import pytest

from engine import Answer, Line, Match, Refusal
from engine.formats.position import build
from engine.match.match_views import fresh
from engine.state.dump import state_hash
from tests.support.engine.random_play import GAMES, new_match, picker

STEPS: Final = 40


@pytest.mark.parametrize("game", GAMES)
def test_a_line_goes_on_by_itself_and_is_taken_back_to_the_bit(game: str) -> None:
    match = new_match(1, game)
    line, pick = Line(match.fork(), 0), picker(1)
    before, begun = state_hash(line.game), line.mark()
    for _ in range(3):
        for _ in range(STEPS):
            decision = line.decision
            if decision is None:
                break
            try:
                line.play(decision.sample(pick))
            except Refusal:
                line.rewind(begun)
        line.rewind(begun)
        assert state_hash(line.game) == before
        assert line.decision is begun[1][0]


@pytest.mark.parametrize("game", GAMES)
def test_another_world_looks_the_same_to_the_seat_and_leaves_the_line_alone(game: str) -> None:
    match = new_match(2, game)
    line = Line(match.fork(), 0)
    before = state_hash(line.game)
    assert line.decision is not None
    seat = line.decision.seat
    other = line.fork(seat, picker(2))
    assert state_hash(other.game) != before
    other.play(other.game.asked()[0].default())
    assert state_hash(line.game) == before
    assert fresh(match, seat) == fresh(Match.load(match.dump()), seat)


def test_what_is_refused_leaves_the_line_where_it_was() -> None:
    line = Line(new_match(3).fork(), 0)
    before, mark = state_hash(line.game), line.mark()
    with pytest.raises(Refusal):
        line.play(Answer("cards", (12345,)))
    assert (state_hash(line.game), line.mark()) == (before, mark)


def test_nobody_is_asked_who_would_only_pass_or_pay() -> None:
    seats: dict[str, dict[str, object]] = {
        "A": {"battlefield": ["Mountain", "Forest"], "hand": ["Shock"], "library": 5},
        "B": {"battlefield": ["Forest"], "library": 5, "life": 2},
    }
    line = Line(build("magic", seats, [], {}), 0)
    shock = next(option for option in line.game.asked()[0].options if option.do == "cast")
    line.play(shock.answer())
    assert [decision.kind for decision in line.game.asked()] == ["targets"]
    line.play(Answer("targets", (line.game.players[1].id,)))
    assert line.decision is None
    assert (line.evaluate(0), line.evaluate(1)) == (1.0, 0.0)


@pytest.mark.parametrize("life", [1000, 999_999])
def test_the_likelihood_is_one_however_far_one_is_ahead(life: int) -> None:
    line = Line(build("magic", {"A": {"library": 5}, "B": {"library": 5, "life": life}}, [], {}), 0)
    assert 0.0 <= line.evaluate(0) < 0.01
    assert 0.99 < line.evaluate(1) <= 1.0


@pytest.mark.parametrize("game", GAMES)
def test_what_is_good_for_one_is_bad_for_the_other_unless_they_win_together(game: str) -> None:
    line = Line(new_match(0, game).fork(), 0)
    other = line.evaluate(1)
    assert line.evaluate(0) == pytest.approx(other if line.game.rules.side else 1.0 - other)


@pytest.mark.parametrize("game", GAMES)
def test_a_step_of_a_line_that_asks_all_is_one_decision_of_the_match(game: str) -> None:
    match, pick = new_match(4, game), picker(4)
    for _ in range(STEPS):
        decision = match.decisions[0]
        answer = decision.sample(pick)
        line = Line(match.fork(), decision.seat, asks_all=True)
        line.step(answer)
        match.apply(decision.seat, decision.w, answer)
        assert {(d.seat, d.kind) for d in line.game.pending} == {(d.seat, d.kind) for d in match.decisions}
