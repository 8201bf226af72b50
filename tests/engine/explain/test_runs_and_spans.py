"""Many things in one answer: said as runs and as spans of numbers; and blocks that name what is alike by its kind."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Answer, Refusal, decision_json, read_position
from engine.explain.gestures import parse_answer
from engine.explain.notation import answer_text
from engine.state.decisions import LONG, MAX_REFS
from tests.support.engine.crowd import Table, crowd

NUMBERS = st.integers(-5, 500)


@given(refs=st.lists(NUMBERS, max_size=200), amounts=st.lists(NUMBERS, max_size=200), is_sorted=st.booleans())
def test_an_answer_is_what_its_json_says_however_long_it_is(
    refs: list[int], amounts: list[int], is_sorted: bool
) -> None:
    answer = Answer("assign", tuple(sorted(refs) if is_sorted else refs), tuple(amounts))
    assert Answer.from_json(json.loads(json.dumps(answer.to_json()))) == answer


@pytest.mark.parametrize("step", [0, 1])
def test_what_lies_side_by_side_takes_a_run(step: int) -> None:
    count = LONG + 1
    answer = Answer("assign", tuple(range(100, 100 + count)), tuple(7 + step * n for n in range(count)))
    assert answer.to_json() == {"do": "assign", "runs": [[100, count, 7, step]]}


@pytest.mark.parametrize("runs", [[[1]], [[1, 0]], [[1, 2, 3, 4, 5]], [["1", 2]], "1", [1]])
def test_a_run_of_another_shape_is_no_answer(runs: object) -> None:
    with pytest.raises(Refusal, match="bad_answer"):
        Answer.from_json({"do": "cards", "runs": runs})


def test_an_answer_that_names_more_than_there_may_be_is_too_much() -> None:
    with pytest.raises(Refusal, match="too_much"):
        Answer.from_json({"do": "cards", "runs": [[1, MAX_REFS], [1, 1]]})


def test_attackers_whose_numbers_follow_one_on_the_other_are_said_in_one_word() -> None:
    table = crowd(300)
    table.play('cast "Muster"')
    match = table.match
    while not (match.decisions[0].prompt == "declare attackers" and match.decisions[0].seat == 0):
        table.go_on()
    decision = match.decisions[0]
    refs = tuple(option.refs[0] for option in decision.options)
    answer = Answer("cards", refs[:70] + refs[90:])
    gesture = answer_text(match.game, decision, answer)
    assert gesture == 'choose "Soldier#1-70" "Soldier#91-300"'
    assert parse_answer(match.game, decision, gesture) == answer
    for wrong in ('choose "Soldier#300-301"', 'choose "Soldier#01"', 'choose "Soldier#5-3-1"'):
        with pytest.raises(Refusal, match="bad_answer"):
            parse_answer(match.game, decision, wrong)
    with pytest.raises(Refusal, match="too_much"):
        parse_answer(match.game, decision, 'choose "Soldier#1-99999"')


MUTUAL = """
game = "magic"
setup = { active = "A", step = "precombat main" }

[A]
life = 100
hand = ["Muster"]
battlefield = ["Plains", "Hurry", "Bear"]

[B]
life = 900000

[[card]]
name = "Muster"
cost = "{W}"
type = "Sorcery"
text = "Each player creates X 1/1 white Soldier creature tokens, where X is your life total."

[[card]]
name = "Hurry"
cost = "{W}"
type = "Enchantment"
text = "Creatures have haste."

[[card]]
name = "Bear"
cost = "{W}"
type = "Creature - Bear"
power = 2
toughness = 2
"""


def test_of_very_many_attackers_one_of_each_kind_is_offered_and_any_of_it_may_be_blocked() -> None:
    """A hundred blockers and a hundred and one attackers make ten thousand pairs; of two kinds, two hundred."""
    table = Table(read_position(MUTUAL))
    table.play('cast "Muster"')
    match = table.match
    while match.decisions[0].prompt != "declare attackers":
        table.go_on()
    decision = match.decisions[0]
    match.apply(0, decision.w, Answer("cards", tuple(option.refs[0] for option in decision.options)))
    while match.decisions[0].prompt != "declare blockers":
        table.go_on()
    decision = match.decisions[0]
    blockers = list(dict.fromkeys(option.refs[0] for option in decision.options))
    attackers = [obj.id for obj in match.game.battlefield() if obj.attacking == 1]
    assert (len(blockers), len(attackers), len(decision.options)) == (100, 101, 200)
    told = decision_json(match.game, decision)["alike"]
    assert isinstance(told, list)
    assert sum(count for kind in told for _, count in kind["runs"]) == 99
    with pytest.raises(Refusal, match="not_attacked"):
        match.apply(1, decision.w, Answer("assign", (blockers[0],), (blockers[1],)))
    match.apply(1, decision.w, Answer("assign", tuple(blockers), tuple(attackers[:100])))
    blocked = [obj for obj in match.game.battlefield() if obj.blocked]
    assert [obj.id for obj in blocked] == attackers[:100]
