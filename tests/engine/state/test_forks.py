"""Forks are whole: every field of every record is copied, and what is asked stays open."""

from __future__ import annotations

import random

import pytest

from engine import Answer, Match, Refusal
from engine.explain.notation import decision_json
from engine.state.copying import BLANK, copy_record
from engine.state.records import Record
from tests.support.engine.random_play import GAMES, new_match, random_play


@pytest.mark.parametrize("kind", BLANK, ids=lambda kind: kind.__name__)
def test_a_copy_has_every_field(kind: type[Record]) -> None:
    """One field after another is other than in a blank record; a compiled class takes values of its types alone."""
    for field in kind.FIELDS:
        record = BLANK[kind]()
        setattr(record, field, other(getattr(record, field)))
        copy = copy_record(record)
        assert type(copy) is kind
        assert [getattr(copy, each) for each in kind.FIELDS] == [getattr(record, each) for each in kind.FIELDS]


def other(value: object) -> object:
    """Another value of the same type."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "other"
        case tuple():
            return (*value, 1)
        case None:
            return (0,), "life", "it is over"  # Root.over
        case _:
            raise TypeError(f"a record holds {value!r}")


@pytest.mark.parametrize("game", GAMES)
def test_a_fork_asks_what_is_asked_and_goes_its_own_way(game: str) -> None:
    match = new_match(5, game)
    for number, (_, _) in enumerate(random_play(match, 5, cancels=0.1)):
        if number % 9 or not match.decisions:
            continue
        fork, before = match.fork(), match.hash()
        asked = [decision_json(fork.game, decision) for decision in fork.decisions]
        assert asked == [decision_json(match.game, decision) for decision in match.decisions]
        fork.ask_again()
        assert [decision_json(fork.game, decision) for decision in fork.decisions] == asked
        decision = fork.decisions[0]
        fork.apply(decision.seat, decision.w, decision.default())
        assert match.hash() == before
        if number > 400:
            break


@pytest.mark.parametrize("game", GAMES)
def test_forks_stay_as_they_were_while_the_match_goes_on(game: str) -> None:
    match = new_match(7, game)
    kept: list[tuple[Match, str, list[str]]] = []
    for number, (_, _) in enumerate(random_play(match, 7, cancels=0.1)):
        if number % 11 == 0 and match.decisions:
            fork = match.fork()
            kept += [(each, match.hash(), _asked(match)) for each in (fork, fork.fork(), match.fork())][number % 2 :]
        if number > 300:
            break
    for fork, was, asked in kept:
        assert _asked(fork) == asked
        assert fork.hash() == was


@pytest.mark.parametrize("game", GAMES)
def test_a_fork_of_a_fork_is_no_part_of_it(game: str) -> None:
    match = new_match(8, game)
    for number, (_, _) in enumerate(random_play(match, 8)):
        if number % 23 == 0 and match.decisions:
            fork = match.fork()
            decision = fork.decisions[0]
            fork.apply(decision.seat, decision.w, decision.default())
            other, was, asked = fork.fork(), fork.hash(), _asked(fork)
            for decision in fork.decisions[:1]:
                fork.apply(decision.seat, decision.w, decision.default())
            assert _asked(other) == asked
            assert other.hash() == was
        if number > 200:
            break


@pytest.mark.parametrize("game", GAMES)
def test_a_fork_inside_a_play_can_be_rewound_before_anything_is_looked_at(game: str) -> None:
    match = new_match(10, game)
    for number, (_, _) in enumerate(random_play(match, 10)):
        if not match.is_between_plays:
            fork, looked_at = match.fork(), match.fork()
            assert looked_at.hash() == match.hash()
            for each in (fork, looked_at):
                each.game.rewind(match.game.play(match.game.root.plays[0]).mark)
            assert fork.hash() == looked_at.hash()
        if number > 150:
            break


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_in_a_fork_is_what_the_match_asks(game: str) -> None:
    match = new_match(9, game)
    dice = random.Random(9)
    for _ in range(150):
        if not match.decisions:
            break
        fork = match.fork()
        decision = match.decisions[0]
        answer = decision.sample(dice.randrange)
        assert _said(fork, decision.seat, decision.w, answer) == _said(match, decision.seat, decision.w, answer)
        assert _asked(fork) == _asked(match)


def _asked(match: Match) -> list[str]:
    return [f"{decision_json(match.game, decision)} {sorted(decision.unproven)}" for decision in match.decisions]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_fork_knows_is_what_it_would_work_out(game: str) -> None:
    match = new_match(6, game)
    for number, (_, _) in enumerate(random_play(match, 6, cancels=0.1)):
        if number % 61 or not match.decisions:
            continue
        fork, anew = match.fork(), match.fork()
        anew.game.forget()
        dice = random.Random(number)
        for _ in range(20):
            asked = [decision_json(fork.game, decision) for decision in fork.decisions]
            assert asked == [decision_json(anew.game, decision) for decision in anew.decisions]
            assert fork.hash() == anew.hash()
            if not fork.decisions:
                break
            decision = fork.decisions[0]
            answer = decision.sample(dice.randrange)
            assert _said(fork, decision.seat, decision.w, answer) == _said(anew, decision.seat, decision.w, answer)
        if number > 400:
            break


@pytest.mark.parametrize("game", GAMES)
def test_a_glimpse_shows_what_a_fork_has_once_it_is_looked_at(game: str) -> None:
    match = new_match(5, game)
    fork = match.fork()
    for ident, record in match.game.records.items():
        seen = fork.game.glimpse(ident)
        assert seen is not None
        own = fork.game.records[ident]
        assert own is not record
        assert fork.game.glimpse(ident) is own
        assert [getattr(seen, field) for field in seen.FIELDS] == [getattr(own, field) for field in own.FIELDS]
    assert fork.game.glimpse(-1) is None


def _said(match: Match, seat: int, w: int, answer: Answer) -> str:
    try:
        match.apply(seat, w, answer)
    except Refusal as refusal:
        return refusal.code
    return ""
