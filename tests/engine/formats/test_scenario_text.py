"""A scenario's expectations are all held to: what means nothing in them is an error, not a silent pass."""

from __future__ import annotations

import pytest

from engine.abilities import Draw
from engine.effects.interpreter import EXECUTE
from engine.formats.scenario import run_text

HEAD = """
id = "X"
game = "magic"
title = "x"
[A]
battlefield = ["Memnite"]
"""


@pytest.mark.parametrize(
    "rest",
    [
        '[[do]]\nA = "pass"\nrefusd = "117.1"',
        '[[case]]\nname = "one"\n[case.expct]\nstack = ["Shock"]',
        '[expect]\nA = { battlefield = ["Memnite (tappd)"] }',
        "[expect]\nA = { batlefield = [] }",
        "[expect]\nA = { materialized = 0 }",
        "[expect]\nstak = []",
        "[expect]\ndecision = { lest = 1 }",
        '[expect]\nitem = { "Shock" = { why = 1 } }',
        "[expect]\nover = { winner = [] }",
        '[expect]\nwhy = [{ A = "Memnite", coed = "" }]',
        '[expect]\nabout = [{ A = "Memnite", line = [] }]',
        '[expect]\nview = { A = { hidden = ["Memmite"] } }',
        "[expect]\ndecision = { lacks = ['activate \"Memmite#1\"'] }",
        "[expect]\nview = { everybody = { hidden = [] } }",
        "[expect]\ndecision = { lacks = ['actvate \"Memnite#1\"'] }",
        "[expect]\ndecision = { lacks = ['rest \"Memnite#1\"'] }",
        "[expect]\ndecision = { lacks = ['activate Memnite'] }",
        "[expect]\ndecision = { lacks = ['target C'] }",
    ],
    ids=[
        "of a step",
        "of a case",
        "of a card",
        "a zone",
        "a mark of another game",
        "a key",
        "of the decision",
        "of an item",
        "of the result",
        "of a question",
        "of a report",
        "a hidden name",
        "an option that is not there",
        "an audience",
        "a mistyped verb",
        "another game's verb",
        "a name without its marks",
        "a seat at which nobody sits",
    ],
)
def test_what_means_nothing_is_an_error(rest: str) -> None:
    with pytest.raises(ValueError, match=r"has no|that can be said|nothing called|is called|no view|is no name"):
        run_text(HEAD + rest)


@pytest.mark.parametrize(
    ("rest", "told"),
    [
        ('[B]\nlife = 3\n[setup]\nstep = 1\n[[do]]\nA = "pass"\nB = "pass"', "needs one seat's gesture"),
        ("[[do]]\nA = 1", "A of step 1 of a scenario is no text"),
        ('[[do]]\nA = "pass"\nexpect = "all well"', "expect of step 1 of a scenario is no table"),
        ("[do]\nA = 1", "do of a scenario is no list of tables"),
        ("[deck]\ncards = 1", "cards of a scenario is no list of texts"),
        ("[deck]\ncards = []\nfaults = [{ rul = 1 }]", "a fault of a scenario is no rule and perhaps a card"),
        ("[deck]\ncards = []\nfaults = []\n[expect]\nstack = []", "a scenario with a deck has no expect"),
        ('[deck]\ncards = ["Memnite"]\nfaults = []', "'Memnite' is no number and name of a card"),
        ("[expect]\nstack = 1", "what is expected of stack is a list"),
        ('[expect]\nA = { hand = "Shock" }', "hand of A is a list of cards or their number"),
        ('[expect]\nA = { battlefield = ["Memnite (charge: x)"] }', "'charge: x' needs a number"),
        ('[expect]\nA = { battlefield = ["Memnite (a/b)"] }', "'a/b' needs a number"),
        ("[expect]\nC = { life = 20 }", "nobody sits at 'C'"),
        ('[expect]\ndecision = { seat = "C" }', "nobody sits at 'C'"),
        ('[expect]\npayable = [{ A = "{1}", pool = "yes" }]', "pool is true or false"),
        ('[[case]]\nunread = "Shock"\n[[case.do]]\nA = "pass"', "unread stands instead of gestures"),
    ],
)
def test_what_has_another_shape_is_told_by_its_name(rest: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        run_text(HEAD + rest)


@pytest.mark.parametrize("wanted", ['cast "Shock"', 'cast "Shock#1"', 'activate "Mountain"', "pass"])
def test_an_option_that_shall_not_be_there_is_found_however_its_name_is_written(wanted: str) -> None:
    position = "[A]\nhand = ['Shock']\nbattlefield = ['Mountain']\n"
    outcome = run_text(
        f'id = "X"\ngame = "magic"\ntitle = "x"\n{position}[expect]\ndecision = {{ lacks = [\'{wanted}\'] }}'
    )
    assert "the options are" in outcome.difference


@pytest.mark.parametrize(
    "rest",
    [
        "",
        "[expect]\nmost = { steps = '4' }",
        "[expect]\nview = { C = { hidden = ['Memnite'] } }",
        '[[case]]\nname = "one"\n[case.B]\nhand = ["Shock"]',
    ],
    ids=["nothing", "a bound that is a text", "a view of nobody", "a case of a position alone"],
)
def test_what_could_be_held_to_nothing_is_an_error(rest: str) -> None:
    with pytest.raises(ValueError, match=r"says nothing|are numbers|nobody sits"):
        run_text(HEAD + rest)


def test_a_file_with_cases_has_no_gestures_of_its_own() -> None:
    with pytest.raises(ValueError, match="gestures stand in the cases or in the file"):
        run_text(HEAD + '[[case]]\nname = "one"\n[[do]]\nA = "pass"')


def test_a_case_says_which_table_of_the_file_it_replaces() -> None:
    case = '[[case]]\nname = "one"\n{}A = {{ battlefield = [] }}\n[case.expect]\nA = {{ battlefield = [] }}'
    with pytest.raises(ValueError, match=r"case one has a \[A\] as the file has"):
        run_text(HEAD + case.format(""))
    assert run_text(HEAD + case.format('replaces = ["A"]\n')).passed
    with pytest.raises(ValueError, match="case one replaces no B"):
        run_text(HEAD + case.format('replaces = ["A", "B"]\n'))


def test_the_faults_of_a_deck_are_those_listed() -> None:
    deck = '[deck]\ncards = ["60 Memnite"]\nfaults = [{}]'
    assert run_text(HEAD + deck.format('{ rule = "100.2a", card = "Memnite" }')).passed
    assert "the faults of the deck are [('100.2a', 'Memnite')], not []" in run_text(HEAD + deck.format("")).difference


def test_what_the_rules_fail_at_is_told_with_its_step_and_its_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> int:
        raise KeyError("a word")

    monkeypatch.setitem(EXECUTE, Draw, fails)
    card = '[[card]]\nname = "Wishing Well"\ntype = "Artifact"\ntext = "{T}: Draw a card."\n'
    text = HEAD.replace("Memnite", "Wishing Well") + card + "[[do]]\nA = 'activate \"Wishing Well\"'\n"
    difference = run_text(text + '[[do]]\nA = "pass"\n[[do]]\nB = "pass"').difference
    assert "step 3, B: pass: internal error KeyError: 'a word'" in difference
    assert "engine/effects/interpreter.py" in difference


@pytest.mark.parametrize("mark", ["tapped", "1 damage", "+1/+1: 1", "2/2", "sick", "token"])
def test_what_is_said_of_a_card_has_to_be_true(mark: str) -> None:
    outcome = run_text(HEAD + f'[expect]\nA = {{ battlefield = ["Memnite ({mark})"] }}')
    assert "A's battlefield is ['Memnite#1']" in outcome.difference


def test_what_shall_not_occur_has_to_be_an_event() -> None:
    step = '[[do]]\nA = "pass"\nexpect = {{ none = ["{}"] }}'
    assert run_text(HEAD + step.format("dies")).passed
    assert "no event is called 'dyes'" in run_text(HEAD + step.format("dyes")).difference


def test_a_name_that_nothing_bears_is_told_with_those_that_are_there() -> None:
    difference = run_text(HEAD + "[[do]]\nA = 'activate \"Memnight\"'").difference
    assert "nothing in sight is called 'Memnight'; there is Memnite#1" in difference
    difference = run_text(HEAD + "[[do]]\nA = 'activate \"Memnite#4\"'").difference
    assert "nothing in sight is called 'Memnite#4'; there is Memnite#1" in difference
