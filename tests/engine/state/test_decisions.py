"""Decisions judge, count, enumerate and sample their answers by the same bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import Answer, Decision, Option, Refusal
from engine.state.dump import encode, unplain
from tests.support.engine.random_play import picker

if TYPE_CHECKING:
    from engine.state.decisions import DecisionKind

DRAWN: list[DecisionKind] = ["modes", "targets", "cards", "costs", "players", "order", "divide", "assign", "number"]


def decision(kind: DecisionKind, options: int, least: int, most: int, total: int = 0) -> Decision:
    if kind == "assign":
        pairs = tuple(Option("assign", (i,), (j,)) for i in range(options) for j in range(2))
        return Decision(kind, 0, "", "1.1", pairs, least=least, most=most)
    rule = tuple(Option(kind, (i,)) for i in range(options))
    return Decision(kind, 0, "", "1.1", rule, least=least, most=most, total=total)


def number(some: list[int], least: int, most: int) -> Decision:
    """A question for one of some numbers, or, if there are none, for any number of a range."""
    if some:
        least, most = some[0], some[-1]
    options = tuple(Option("number", (), (n,)) for n in some)
    return Decision("number", 0, "", "1.1", options, least=least, most=most)


@st.composite
def decisions(draw: st.DrawFn) -> Decision:
    kind = draw(st.sampled_from(DRAWN))
    options = draw(st.integers(1, 4))
    if kind == "order":
        return decision(kind, options, options, options)
    if kind == "number":
        return number(sorted(draw(st.sets(st.integers(0, 6)))), draw(st.integers(0, 3)), draw(st.integers(3, 6)))
    if kind == "divide":
        least = draw(st.integers(0, 1))
        total = draw(st.integers(options * least, options * least + 3))
        return decision(kind, options, least, total, total)
    least = draw(st.integers(0, options if kind != "assign" else 0))
    return decision(kind, options, least, draw(st.integers(least, options)))


@given(decisions())
def test_count_is_the_number_of_answers_and_each_is_accepted(question: Decision) -> None:
    answers = list(question.answers())
    assert len(set(answers)) == len(answers) == question.count()
    for answer in answers:
        question.check(answer)


@given(decisions(), st.integers(0, 2**32))
def test_a_sample_is_accepted(question: Decision, seed: int) -> None:
    question.check(question.sample(picker(seed)))


@given(decisions())
def test_the_default_is_accepted(question: Decision) -> None:
    question.check(question.default())


@given(decisions(), st.lists(st.integers(-2, 6), max_size=5), st.lists(st.integers(-2, 6), max_size=5))
def test_an_answer_is_accepted_only_if_it_is_one_of_those_enumerated(
    question: Decision, refs: list[int], amounts: list[int]
) -> None:
    answer = Answer(question.kind, tuple(refs), tuple(amounts))
    try:
        question.check(answer)
    except Refusal:
        return
    normal = answer if question.kind in ("order", "number") else _sorted(answer)
    assert normal in {a if question.kind in ("order", "number") else _sorted(a) for a in question.answers()}


def _sorted(answer: Answer) -> Answer:
    if not answer.amounts:
        return Answer(answer.do, tuple(sorted(answer.refs)))
    pairs = sorted(zip(answer.refs, answer.amounts, strict=True))
    return Answer(answer.do, tuple(r for r, _ in pairs), tuple(a for _, a in pairs))


def test_a_cancel_is_no_option_but_the_default_where_nothing_else_is() -> None:
    question = decision("cards", 2, 1, 1)
    question.cancel = True
    assert question.default() == Answer("cancel")
    assert Answer("cancel") not in list(question.answers())


@pytest.mark.parametrize(
    "obj",
    [None, 3, "pass", {}, {"do": 1}, {"do": "x", "refs": 3}, {"do": "x", "refs": ["a"]}, {"do": "x", "refs": [True]},
     {"do": "x", "refs": [2**60]}, {"do": "x", "plan": {}}, {"do": "x", "plan": [{"do": "x"}] * 100}],
)  # fmt: skip
def test_what_is_no_answer_is_refused(obj: object) -> None:
    with pytest.raises(Refusal, match="bad_answer"):
        Answer.from_json(obj)


@given(
    st.recursive(
        st.builds(Answer, st.text(), st.tuples(st.integers(-9, 9)), st.tuples()),
        lambda inner: st.builds(Answer, st.text(), st.tuples(), st.tuples(st.integers(0, 9)), st.tuples(inner, inner)),
        max_leaves=5,
    )
)
def test_an_answer_survives_json_and_state(answer: Answer) -> None:
    assert Answer.from_json(answer.to_json()) == answer
    row = orjson.loads(encode((answer,)))
    assert unplain("plan", row, {}) == (answer,)
