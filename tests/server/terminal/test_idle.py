"""Questions that need nobody are answered by themselves, at once where nobody could learn from that."""

from __future__ import annotations

import pytest

from protocol.diffs import Json
from protocol.messages import Answer, AnyAnswer, Decision, Option
from server.terminal.idle import LEAST_S, SPREAD_S, Idle
from server.terminal.only_answers import only_answer, passing
from server.terminal.scene import Scene
from tests.support.server.seen_match import Seat, view

PASS = Option(0, "pass", text="pass")
MANA = Option(1, "activate", (40, 0), text='activate "Forest"', mana=True)
CAST = Option(2, "cast", (41,), text='cast "Bear"')
MINE, THEIRS = Option(0, "target", (40,)), Option(0, "target", (50,))


def decision(kind: str, *options: Option, **more: object) -> Decision:
    return Decision(7, 0, kind, "what?", "1.2", 0, options, **{"least": 1, "most": 1, **more})  # type: ignore[arg-type]  # by their names


@pytest.mark.parametrize(
    ("asked", "answer"),
    [
        (decision("act", PASS), 0),
        (decision("act", PASS, MANA), None),
        (decision("confirm", Option(3, "confirm", (0,), text="no")), 3),
        (decision("number", least=0, most=0), Answer("number", (), (0,))),
        (decision("number", least=0, most=2), None),
        (decision("divide", THEIRS, total=3), Answer("divide", (50,), (3,))),
        (decision("order", MINE), Answer("order", (40,))),
        (decision("order", MINE, THEIRS), None),
        (decision("assign", least=0), Answer("assign")),
        (decision("assign", MINE, least=0), None),
        (decision("targets", THEIRS, cancel=True), Answer("targets", (50,))),
        (decision("targets", MINE, cancel=True), None),  # one would rather take the play back
        (decision("targets", MINE), Answer("targets", (40,))),
        (decision("targets", THEIRS, least=0), None),
        (decision("pay", MANA, auto=True, proposal=(40,)), Answer("auto")),
        (decision("pay", MANA, CAST, auto=True, proposal=(40,)), None),
    ],
)
def test_only_what_leaves_no_choice_has_one_answer(asked: Decision, answer: AnyAnswer | None) -> None:
    assert only_answer(asked, Scene(view(), 0)) == answer


def test_where_only_mana_could_be_made_there_is_nothing_to_do() -> None:
    assert passing(decision("act", PASS, MANA)) == 0
    assert passing(decision("act", PASS, MANA, CAST)) is None
    assert passing(decision("pay", MANA)) is None


@pytest.mark.parametrize(("settings", "answer"), [({"own": True}, 0), ({"full": True}, None), (None, None)])
async def test_a_seat_under_full_control_is_asked_everything(settings: Json, answer: int | None) -> None:
    assert Idle(Seat(view(settings))).answer_to(decision("act", PASS, MANA)) == answer


async def test_an_answer_that_is_refused_is_the_persons_own() -> None:
    idle, asked = Idle(Seat(view({"own": True}))), decision("act", PASS)
    idle.refused(asked)
    assert idle.answer_to(asked) is None


async def test_others_see_somebody_who_thinks_unless_they_could_learn_nothing() -> None:
    match, asked = Seat(view({"own": True})), decision("act", PASS)
    left_s = Idle(match).left_s(asked)
    assert LEAST_S - 0.05 <= left_s <= LEAST_S + SPREAD_S
    assert Idle(match).left_s(decision("act", PASS, open=True)) == 0
    assert Idle(match).left_s(decision("targets", THEIRS, cancel=True)) == 0
    assert Idle(match).left_s(decision("targets", THEIRS, bound=True)) > 0  # others saw some of it, and wait
    match.is_alone = True
    assert Idle(match).left_s(asked) == 0
