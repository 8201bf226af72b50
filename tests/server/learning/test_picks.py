"""Every way to pick ends in an answer that the decision allows, and every answer can be reached."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocol.messages import Answer, AnyAnswer, Decision, Option
from server.learning.picks import ACTIONS, BASE, DONE, Picks
from tests.support.protocol.any_decision import allows, decisions


def picked(decision: Decision, rng: random.Random) -> AnyAnswer:
    picks = Picks(decision, lambda answer: allows(decision, answer))
    while picks.answer is None:
        actions = [choice.action for choice in picks.offer]
        assert actions == sorted(set(actions))
        assert all(0 <= action < ACTIONS for action in actions)
        picks.take(rng.choice(actions))
    return picks.answer


def options(kind: str, count: int) -> tuple[Option, ...]:
    return tuple(Option(n, kind, (10 + n,)) for n in range(count))


@settings(deadline=None)
@given(decision=decisions(), seed=st.integers(0, 999))
def test_picks_end_in_an_answer_that_is_allowed(decision: Decision, seed: int) -> None:
    answer = picked(decision, random.Random(seed))
    if decision.kind == "pay":
        assert answer in range(len(decision.options))
    else:
        assert allows(decision, answer)


def test_every_choice_of_some_is_reached() -> None:
    decision = Decision(1, 0, "cards", options=options("cards", 3), least=1, most=2)
    answers = [picked(decision, random.Random(n)) for n in range(300)]
    found = {frozenset(answer.refs) for answer in answers if isinstance(answer, Answer)}
    assert found == {frozenset(s) for s in [(10,), (11,), (12,), (10, 11), (10, 12), (11, 12)]}


def test_every_share_is_reached() -> None:
    decision = Decision(1, 0, "divide", options=options("divide", 3), least=1, total=5)
    found = {answer.amounts for n in range(300) if isinstance(answer := picked(decision, random.Random(n)), Answer)}
    assert found == {(a, b, 5 - a - b) for a in range(1, 4) for b in range(1, 5 - a)}


@pytest.mark.parametrize("number", [0, 1, BASE - 1, BASE, 5_000, BASE**2, 2**53 - 1])
def test_large_numbers_are_picked_in_digits(number: int) -> None:
    picks = Picks(Decision(1, 0, "number", least=3, most=3 + 2**53 - 1), lambda _: True)
    while picks.answer is None:
        picks.take(next(choice.action for choice in reversed(picks.offer) if choice.number <= number))
    assert picks.answer == Answer("number", (), (3 + number,))
    assert picks.made == 8


def test_many_options_are_picked_in_digits() -> None:
    decision = Decision(1, 0, "act", options=options("cast", 300))
    assert {picked(decision, random.Random(n)) for n in range(4000)} == set(range(300))


def test_what_the_rules_do_not_take_is_not_at_its_end() -> None:
    pairs = (Option(0, "assign", (10,), (1,)), Option(1, "assign", (11,), (1,)))
    decision = Decision(1, 0, "assign", options=pairs, least=0, most=2)
    picks = Picks(decision, lambda answer: 11 in answer.refs)
    assert [choice.action for choice in picks.offer] == [0, 1]
    picks.take(1)
    assert [choice.action for choice in picks.offer] == [0, DONE]
    picks.take(DONE)
    assert picks.answer == Answer("assign", (11,), (1,))


def test_what_leads_nowhere_is_answered_by_default() -> None:
    decision = Decision(1, 0, "cards", options=options("cards", 1), most=1, default=Answer("cards"))
    picks = Picks(decision, lambda answer: False)
    picks.take(0)
    assert picks.answer == Answer("cards")


def test_a_pick_that_is_not_offered_changes_nothing() -> None:
    picks = Picks(Decision(1, 0, "act", options=options("cast", 2)), lambda _: True)
    with pytest.raises(ValueError, match="2 is not among"):
        picks.take(2)
    assert picks.made == 0
    picks.take(1)
    assert picks.answer == 1
