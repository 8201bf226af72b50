"""A scenario's expectations are all held to: what means nothing in them is an error, not a silent pass."""

from __future__ import annotations

import pytest

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
    ],
    ids=["of a step", "of a case", "of a card"],
)
def test_what_means_nothing_is_an_error(rest: str) -> None:
    with pytest.raises(ValueError, match=r"has no|nothing that can be said"):
        run_text(HEAD + rest)


@pytest.mark.parametrize("mark", ["tapped", "1 damage", "+1/+1: 1", "2/2", "sick", "token"])
def test_what_is_said_of_a_card_has_to_be_true(mark: str) -> None:
    outcome = run_text(HEAD + f'[expect]\nA = {{ battlefield = ["Memnite ({mark})"] }}')
    assert "A's battlefield is ['Memnite#1']" in outcome.difference


def test_what_shall_not_occur_has_to_be_an_event() -> None:
    step = '[[do]]\nA = "pass"\nexpect = {{ none = ["{}"] }}'
    assert run_text(HEAD + step.format("dies")).passed
    assert "no event is called 'dyes'" in run_text(HEAD + step.format("dyes")).difference
