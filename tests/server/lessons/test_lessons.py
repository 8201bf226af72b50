"""Lessons: each is played to its end by the rules, and a file that is none is told why."""

from __future__ import annotations

from typing import Final

import pytest

import engine
from server.lessons.lesson import BadLesson, Lesson
from server.lessons.shipped import lessons_of

LESSONS: Final = [lesson for game in engine.list_games() for lesson in lessons_of(game)]
SEATS: Final = {"do": 0, "they": 1}
MOST_QUESTIONS: Final = 40
"""So many may come between two steps."""
SHORT: Final = """
game = "magic"
title = { en = "One", de = "Eins", fr = "Un" }
[A]
hand = ["Forest"]
[B]

[[step]]
do = 'play "Forest"'
say = { en = "Play it.", de = "Spiele es.", fr = "Joue-la." }
"""


def decline(match: engine.Match, decision: engine.Decision) -> None:
    """Answer as the page does where no step says more: pay as proposed, pass, or take nothing."""
    if decision.kind == "pay" or decision.auto:
        gesture = "auto"
    elif any(option.do == "pass" for option in decision.options):
        gesture = "pass"
    else:
        assert decision.least == 0, decision
        gesture = "assign" if decision.kind == "assign" else "choose"
    match.apply_text(decision.seat, decision.w, gesture)


def is_taken(match: engine.Match, seat: int, gesture: str) -> bool:
    """Whether a seat is asked something to which a gesture is an answer; it is given then."""
    for decision in match.decisions:
        if decision.seat == seat:
            try:
                match.apply_text(seat, decision.w, gesture)
            except engine.Refusal:
                return False
            return True
    return False


def reach(match: engine.Match, step: dict[str, object]) -> None:
    """Play until a step of a lesson is done."""
    [(act, said)] = [(key, str(step[key])) for key in (*SEATS, "reach", "show") if key in step]
    for _ in range(MOST_QUESTIONS):
        if act == "show" or (act == "reach" and (match.result or match.game.root.step == said)):
            return
        if act in SEATS and is_taken(match, SEATS[act], said):
            return
        assert match.decisions, f"the match is over before {said!r}"
        decline(match, match.decisions[0])
    raise AssertionError(f"{said!r} is never asked for")


@pytest.mark.parametrize("game", engine.list_games())
def test_each_game_has_lessons_for_the_first_five_minutes(game: str) -> None:
    assert 4 <= len(lessons_of(game)) <= 6


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: f"{lesson.game} {lesson.name}")
def test_each_step_can_be_done(lesson: Lesson) -> None:
    match = lesson.begin()
    for step in lesson.steps:
        reach(match, step)
    assert any("do" in step for step in lesson.steps)


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("do = 'play", "did = 'play", "a step has one of"),
        ("say =", "show = 'hand'\nsay =", "a step has one of"),
        ("say =", "tell =", "a step has no tell"),
        ("do = 'play \"Forest\"'", "show = 'moon'", "there is no moon to be shown"),
        (', de = "Spiele es."', "", "a text is there in en, de, fr"),
        (', fr = "Joue-la."', "", "a text is there in en, de, fr"),
        ("[[step]]", "[[stop]]", "a lesson has steps"),
        ("title =", "title", "Expected '='"),
    ],
)
def test_what_is_no_lesson_is_told_why(old: str, new: str, reason: str) -> None:
    assert old in SHORT
    with pytest.raises(BadLesson, match=reason):
        Lesson("short", SHORT.replace(old, new))


def test_its_position_is_one_that_a_match_may_begin_at() -> None:
    """The server takes it as it takes that of a puzzle: nothing of the steps stands in it."""
    lesson = Lesson("short", SHORT)
    assert "step" not in lesson.position
    assert "title" not in lesson.position
    assert engine.read_position(lesson.position).decisions
