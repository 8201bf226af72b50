"""A plan that turns out wrong after its answer was taken: its play is undone, and nobody is stuck."""

from __future__ import annotations

import pytest

from engine import Answer, Match, Refusal
from engine.formats.position import build
from engine.state.occurred import LoggedEvent

NOWHERE = Answer("activate", (1, 0))
WRONG = {
    "no such ability": NOWHERE,
    "no payment": Answer("pass"),
    "no question": Answer("targets", (1,)),
    "not payable": Answer("life"),
}


@pytest.fixture
def match() -> Match:
    return build(
        "magic", {"A": {"battlefield": ["Mountain"] * 3 + ["Chromatic Star"], "hand": ["Mind Stone"]}, "B": {}}, [], {}
    )


def named(match: Match, name: str) -> int:
    return next(ident for ident, record in match.game.records.items() if getattr(record, "name", "") == name)


def announce(match: Match, *plan: Answer) -> None:
    """Begin to pay for an artifact with an ability that has to be paid for itself; the plan goes on after that."""
    star = Answer("activate", (named(match, "Chromatic Star"), 0))
    answer(match, Answer("cast", (named(match, "Mind Stone"),), (), (star, *plan)))
    assert len(match.game.root.plays) == 2


def answer(match: Match, given: Answer) -> str:
    """Give an answer; return the code of what it undid."""
    decision = match.decisions[0]
    reversal = match.apply(decision.seat, decision.w, given).reversed
    return reversal.code if reversal is not None else ""


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_taking_back_the_play_inside_undoes_the_one_around_it_if_its_plan_is_wrong(match: Match, wrong: Answer) -> None:
    before = match.hash()
    announce(match, wrong)
    assert answer(match, Answer("cancel")) not in ("", "cancelled")
    assert not match.game.root.plays
    assert match.hash() == before


@pytest.mark.parametrize("wrong", WRONG.values(), ids=WRONG)
def test_completing_the_play_inside_undoes_the_one_around_it_if_its_plan_is_wrong(match: Match, wrong: Answer) -> None:
    announce(match, wrong)
    answer(match, Answer("auto"))
    assert answer(match, Answer("modes", (0,)))
    assert not match.game.root.plays


def test_a_plan_that_is_wrong_within_its_answer_refuses_the_whole(match: Match) -> None:
    before = match.hash()
    decision = match.decisions[0]
    with pytest.raises(Refusal, match="not_activated"):
        match.apply(decision.seat, decision.w, Answer("cast", (named(match, "Mind Stone"),), (), (NOWHERE,)))
    assert match.hash() == before


def test_a_wrong_answer_beside_a_plan_is_refused_and_the_plan_stands(match: Match) -> None:
    announce(match, Answer("auto"))
    before = match.hash()
    with pytest.raises(Refusal):
        answer(match, NOWHERE)
    assert match.hash() == before
    assert answer(match, Answer("cancel")) == "cancelled"
    assert not match.game.root.plays
    assert match.game.root.stack


def test_a_commit_that_undoes_a_play_tells_what_came_after_that_from_its_beginning_on() -> None:
    """A mana ability that draws is not undone with the spell that its mana does not pay for (733.1)."""
    seats: dict[str, dict[str, object]] = {
        "A": {"battlefield": ["Mountain", "Chromatic Sphere"], "hand": ["Ancient Stirrings"], "library": 3},
        "B": {},
    }
    match = build("magic", seats, [], {})
    answer(match, Answer("cast", (named(match, "Ancient Stirrings"),)))
    answer(match, Answer("activate", (named(match, "Chromatic Sphere"), 0)))
    while (decision := match.decisions[0]).kind == "pay":
        match.apply(decision.seat, decision.w, Answer("auto"))
    commit = match.apply(decision.seat, decision.w, Answer("modes", (0,)))
    assert commit.reversed is not None
    events = [old for _, _, old in match.game.log[commit.start :]]
    assert any(isinstance(event, LoggedEvent) and event.name == "drawn" for event in events)
