"""A question in lines, and what is typed as its answer."""

from __future__ import annotations

import pytest

from protocol.diffs import Json
from protocol.messages import Answer, AnyAnswer, Decision, Option
from protocol.view import View
from server.terminal import question_lines
from server.terminal.scene import Scene
from server.terminal.slash_commands import split


def decision(
    kind: str, *options: Option, least: int = 1, most: int = 1, auto: bool = False, cancel: bool = False
) -> Decision:
    return Decision(1, 0, kind, "what?", "1.2", 0, options, least, most, 3, cancel, auto=auto)


PASS = Option(0, "pass", text="pass")
CAST = Option(1, "cast", (40,), text='cast "Bear"')
BEAR = Option(0, "target", (40,), text='target "Bear#1"')
OGRE = Option(1, "target", (41,), text='target "Ogre#1"')
PAIR = Option(0, "assign", (40,), (1,), text='attack "Bear" B')
OTHER = Option(1, "assign", (41,), (2,), text='attack "Ogre" C')


@pytest.mark.parametrize(
    ("asked", "typed", "meant"),
    [
        (decision("act", PASS, CAST), "1", 1),
        (decision("act", PASS, CAST), "", 0),
        (decision("act", PASS, CAST), 'cast "Bear" pay auto', 'cast "Bear" pay auto'),
        (decision("pay", CAST, auto=True), "", Answer("auto")),
        (decision("pay", CAST, auto=True), "auto", Answer("auto")),
        (decision("pay", CAST, cancel=True), "cancel", Answer("cancel")),
        (decision("number", least=0, most=9), "4", Answer("number", (), (4,))),
        (decision("targets", BEAR, OGRE, most=2), "1 0", Answer("targets", (41, 40))),
        (decision("targets", BEAR, OGRE, most=2), "1, 0", Answer("targets", (41, 40))),
        (decision("targets", BEAR, OGRE, least=0), "none", Answer("targets")),
        (decision("order", BEAR, OGRE), "1 0", Answer("order", (41, 40))),
        (decision("divide", BEAR, OGRE), "1 2", Answer("divide", (40, 41), (1, 2))),
        (decision("assign", PAIR, OTHER, most=2), "0 1", Answer("assign", (40, 41), (1, 2))),
        (decision("assign", PAIR, OTHER, least=0), "none", Answer("assign")),
        (decision("targets", BEAR), 'target "Bear#1"', 'target "Bear#1"'),
    ],
)
def test_what_is_typed_is_an_answer(asked: Decision, typed: str, meant: AnyAnswer) -> None:
    assert question_lines.read(asked, typed) == meant


@pytest.mark.parametrize(
    ("asked", "typed", "why"),
    [
        (decision("act", PASS), "7", "there is no option 7"),
        (decision("act", PASS, CAST), "0 1", "one number"),
        (decision("divide", BEAR, OGRE), "3", "2 numbers, one for each option"),
        (decision("targets", BEAR), "", "1 of these"),
    ],
)
def test_what_cannot_be_one_is_told(asked: Decision, typed: str, why: str) -> None:
    with pytest.raises(question_lines.Unreadable, match=why):
        question_lines.read(asked, typed)


def scene(**game: Json) -> Scene:
    """A table at which ann sits, in her own turn unless it is said otherwise."""
    entities: dict[str, Json] = {
        "table": {"words": {"pass main": "To combat"}},
        "game": {"name": "tests", "turn": 3, "active": 0, "phase": "main", **game},
        "p1": {"id": 1, "seat": 0, "name": "ann"},
        "p2": {"id": 2, "seat": 1, "name": "bob"},
        "s90": {"id": 90, "name": "Shock", "kind": "spell", "controller": 1},
    }
    return Scene(View(entities), 0)


def test_a_question_says_what_is_asked_and_how_it_is_answered() -> None:
    asked = decision("act", PASS, CAST, cancel=True)
    assert question_lines.question(asked, scene()) == "your turn, main"
    assert question_lines.options(asked, scene()) == ["  0  pass - To combat", '  1  cast "Bear"']
    assert question_lines.how(asked) == "a number, or a gesture; Enter: pass; cancel takes it back"
    assert question_lines.able(asked) == {40}


def test_a_moment_of_somebody_elses_is_told_by_their_name() -> None:
    asked = decision("act", PASS, CAST)
    assert question_lines.question(asked, scene(active=1)) == "bob's turn, main"
    assert question_lines.options(asked, scene(active=1))[0] == "  0  pass"
    assert question_lines.question(asked, scene(stack=[90])) == "Shock is about to resolve"
    assert question_lines.options(asked, scene(stack=[90]))[0] == "  0  pass - Resolve Shock"
    assert question_lines.question(decision("targets", BEAR), scene()) == "what?"


@pytest.mark.parametrize(
    ("text", "label", "told"),
    [
        ("player A", "", "ann"),
        ("target B", "", "target bob"),
        ('attack "Bear" B', "", 'attack "Bear" bob'),
        ("target C", "", "target C"),  # nobody sits there
        ('cast "Plan B"', "", 'cast "Plan B"'),
        ("yes", "Take a mulligan", "Take a mulligan"),
        ('activate "Bear"', "draw a card", 'activate "Bear" - draw a card'),
    ],
)
def test_players_have_names_and_yes_and_no_a_meaning(text: str, label: str, told: str) -> None:
    option = Option(0, "x", (1,), text=text, label=label)
    assert question_lines.options(decision("players", option), scene()) == [f"  0  {told}"]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("?", ("help", "")),
        ("/", ("help", "")),
        ("/Why Bear 2 ", ("why", "Bear 2")),
        ("pass", ("", "pass")),
        ("pass until end of turn", ("set", "pass until end of turn")),
        ("stop upkeep", ("set", "stop upkeep")),
        (" 3 ", ("", "3")),
    ],
)
def test_orders_begin_with_a_slash_and_settings_as_gestures_do(typed: str, meant: tuple[str, str]) -> None:
    assert split(typed) == meant
