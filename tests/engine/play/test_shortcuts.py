"""Loops repeated a declared number of times: in random play they replay, dump and rewind like anything else."""

from __future__ import annotations

import random
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from engine import Answer, Match, Refusal, replay, write_record
from engine.explain.gestures import parse_answer
from engine.explain.notation import answer_text
from engine.state.dump import state_json
from tests.support.engine.random_play import new_match

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine import Decision

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]


def play(match: Match, seed: int, accepted: list[Decision]) -> Iterator[tuple[int, int, Answer | None]]:
    """Play at random; whoever has priority proposes now and then to repeat what it did. Yields what was taken."""
    chance = random.Random(seed)
    while match.decisions:
        decision = match.decisions[0]
        if decision.kind == "act" and match.game.root.told and chance.random() < 0.3:
            amounts = (1 + chance.randrange(3), 1 + chance.randrange(2))[: 1 + chance.randrange(2)]
            proposal = Answer("repeat", (), amounts)
            before = match.hash()
            with suppress(Refusal):
                match.apply(decision.seat, decision.w, proposal)
                accepted.append(decision)
                yield decision.seat, decision.w, proposal
                continue
            assert match.hash() == before
        answer = decision.sample(chance.randrange)
        commit = match.apply(decision.seat, decision.w, answer)
        yield decision.seat, decision.w, commit.answer


@pytest.mark.parametrize("seed", range(4))
def test_matches_with_shortcuts_replay_from_answers_and_records(seed: int) -> None:
    match = new_match(seed)
    accepted: list[Decision] = []
    inputs = list(play(match, seed, accepted))
    again = new_match(seed)
    for seat, w, answer in inputs:
        again.take(seat, w, answer)
    assert (again.hash(), again.asked) == (match.hash(), match.asked)
    text = write_record(match.header, [(seat, answer) for seat, _, answer in inputs])
    assert (": repeat " in text) == bool(accepted)
    assert replay(text).hash == match.hash()


def test_a_dump_while_it_is_proposed_loads_and_goes_on_alike() -> None:
    compared = 0
    for seed in range(6):
        match = new_match(seed)
        for _ in play(match, seed, []):
            if match.decisions and match.game.root.agenda[-1].op == "shortcut":
                other = Match.load(match.dump())
                assert state_json(other.game) == state_json(match.game)
                fork = match.fork()
                decision = match.decisions[0]
                for one in (other, fork):
                    one.apply(decision.seat, decision.w, decision.default())
                assert other.hash() == fork.hash()
                compared += 1
    assert compared > 5


@pytest.mark.parametrize("amounts", [(3,), (3, 2), (400, 12)])
def test_a_proposal_is_a_gesture_and_back(amounts: tuple[int, ...]) -> None:
    match = new_match(0)
    answer = Answer("repeat", (), amounts)
    assert parse_answer(match.game, match.decisions[0], answer_text(match.game, match.decisions[0], answer)) == answer


@pytest.mark.parametrize(("refs", "amounts"), [((), ()), ((1,), (3,)), ((), (0,)), ((), (1, 0)), ((), (1, 2, 3))])
def test_a_proposal_of_another_shape_is_refused(refs: tuple[int, ...], amounts: tuple[int, ...]) -> None:
    match = new_match(0)
    decision = match.decisions[0]
    with pytest.raises(Refusal, match="bad_answer"):
        match.apply(decision.seat, decision.w, Answer("repeat", refs, amounts))
