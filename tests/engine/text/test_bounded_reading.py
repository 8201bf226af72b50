"""Texts that nobody would print are read in bounded time too: each is understood, or declined with what is wrong.

Issue 24: hundreds of "and", nested quotations, conditions said again and again, 10,000 letters.
"""

from __future__ import annotations

import time
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import list_games
from engine.formats.understanding import Understanding, understand
from engine.text.language import MOST_LETTERS
from tests.support.engine.counted_work import calls_of

TYPES: Final = {"magic": "Artifact", "grand-archive": "Ally - Human", "marvel-champions": "Ally"}
CLAUSES: Final = {
    "magic": (
        "draw a card",
        "destroy target creature",
        "each player loses 1 life",
        "you may pay {1}",
        "creatures you control get +1/+1 until end of turn",
    ),
    "grand-archive": (
        "draw a card",
        "destroy target ally",
        "each player discards a card",
        "you may pay (1)",
        "allies you control get +1 POWER until end of turn",
    ),
    "marvel-champions": (
        "draw 1 card",
        "deal 1 damage to an enemy",
        "each player discards 1 card",
        "give a minion a stunned status card",
        "remove 1 threat from a scheme",
    ),
}
JOINTS: Final = (
    *(" and ", ", ", ", then ", ". ", ". Then ", ". If you do, ", " or ", " for each ", " unless ", ": ", "\n"),
    *(", if you control that, ", " that ", " with ", " equal to ", ", where X is ", " \u2014 ", "\n\u2022 "),
)
MARKS: Final = ('"', "{", "[", "(", "*", "\u201c", "\u2022", "\u2014", "'s ", "+1/+1 ", "X ", "~ ", "\n", ". ", "it ")
KINDS: Final = ("text", "otherwise", "field")
"""Of what is wrong with a text, or with a card that has it."""
MOST_CALLS: Final = 2_500_000
"""Of functions, for one text: those whose readings part at each word take the most."""
MOST_S: Final = 5.0
"""Of a processor, for a text of 100,000 letters; one that is looked at again from each letter would take minutes."""
LONG: Final = 100_000


def read(game: str, text: str) -> Understanding:
    return understand(game, {"name": "Adverse Card", "type": TYPES[game], "text": text})


def is_told(found: Understanding) -> bool:
    """Whether a card is understood, or what is wrong with its text is said."""
    return found.status == "whole" or all(fault.kind in KINDS and fault.reason for fault in found.faults)


@st.composite
def repeated(draw: st.DrawFn, game: str) -> str:
    """A sentence of a few clauses, joined in the same ways again and again."""
    clauses = draw(st.lists(st.sampled_from(CLAUSES[game]), min_size=1, max_size=3))
    joints = draw(st.lists(st.sampled_from(JOINTS), min_size=1, max_size=3))
    count = draw(st.sampled_from((3, 12, 40, 100, 400)))
    parts = (clauses[at % len(clauses)] + joints[at % len(joints)] for at in range(count))
    return "".join(parts).capitalize() + clauses[0] + "."


@st.composite
def nested(draw: st.DrawFn, game: str) -> str:
    """Quotations in quotations, with marks of one kind or of two."""
    text = draw(st.sampled_from(CLAUSES[game])).capitalize() + "."
    marks = draw(st.sampled_from(('""', "\u201c\u201d", "\"\"''")))
    who = {"magic": "Creatures you control have ", "grand-archive": "Allies you control have "}.get(game, "~ gains ")
    for at in range(draw(st.sampled_from((1, 2, 7, 30, 120)))):
        pair = marks[at * 2 % len(marks) :][:2]
        text = f"{who}{pair[0]}{text}{pair[1]}"
    return text


@pytest.mark.interpreted("calls of compiled functions are not seen")
@pytest.mark.parametrize("game", list_games())
def test_a_text_takes_bounded_work_however_its_words_are_joined(game: str) -> None:
    most = [0]

    @settings(max_examples=50, deadline=None)
    @given(st.one_of(repeated(game), nested(game), st.text(st.sampled_from("".join(MARKS)), max_size=300)))
    def bounded(text: str) -> None:
        found: list[Understanding] = []
        calls = calls_of(lambda: found.append(read(game, text))).total()
        most[0] = max(most[0], calls)
        assert is_told(found[0]), text
        assert calls <= MOST_CALLS, text

    bounded()
    assert most[0] > 1000


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("mark", [*MARKS, "draw a card and ", "if you do, ", "a"])
def test_a_text_that_is_too_long_is_declined_at_once(game: str, mark: str) -> None:
    began = time.process_time()
    found = read(game, mark * (LONG // len(mark)))
    assert time.process_time() - began < MOST_S
    (fault,) = found.faults
    assert (found.status, fault.kind) == ("none", "text")
    assert f"{MOST_LETTERS} at most" in fault.reason


@pytest.mark.parametrize("game", list_games())
@pytest.mark.parametrize("name", [", Who Came", ",", ", ,", "\u2018", "X, , X"])
def test_a_name_that_begins_with_a_mark_ends(game: str, name: str) -> None:
    """The nothing before the comma is no name of such a card: it would stand everywhere."""
    found = understand(game, {"name": name, "type": TYPES[game], "text": "Draw a card. Draw, x."})
    assert is_told(found)


@pytest.mark.parametrize("game", list_games())
def test_hundreds_of_paragraphs_are_read_in_bounded_time(game: str) -> None:
    began = time.process_time()
    assert is_told(read(game, "Draw a card.\n" * (MOST_LETTERS // 13)))
    assert time.process_time() - began < MOST_S
