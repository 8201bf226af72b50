"""Mandatory loops in which a number grows: no position comes back, and yet they end (104.4b, 732.4)."""

from __future__ import annotations

from typing import Final

import pytest

from engine import Answer, Match, read_position
from engine.events.loop_detection import STEPS_EACH
from engine.state.budget import BUDGETS, CURRENT
from tests.support.engine.crowd import Table

pytestmark = pytest.mark.timeout(300)

CARDS: Final = """
[[card]]
name = "Growing Ache"
cost = "{1}"
type = "Artifact"
text = '''
Whenever you lose life, put a charge counter on ~.
Whenever one or more charge counters are put on ~, you lose 1 life.'''

[[card]]
name = "Endless Script"
cost = "{1}"
type = "Artifact"
text = '''
Whenever you draw a card, put a page counter on ~.
Whenever one or more page counters are put on ~, draw a card.'''

[[card]]
name = "Growing Idol"
cost = "{1}"
type = "Artifact"
text = "Whenever one or more idol counters are put on ~, put an idol counter on ~."

[[card]]
name = "First Step"
cost = "{0}"
type = "Sorcery"
text = '''
You lose 1 life.
Draw a card.
Put an idol counter on each artifact.'''

[[card]]
name = "Way Out"
cost = "{0}"
type = "Artifact"
text = "Sacrifice ~: You gain 1 life."

[[card]]
name = "Small Font"
type = "Land"
text = "{T}: Add {C}."
"""
MOST: Final = BUDGETS[CURRENT].steps // STEPS_EACH


def begun(seats: str) -> Match:
    """A match in which the first seat has cast the spell that sets the loop going."""
    table = Table(read_position(f'game = "magic"\nsetup = {{ step = "precombat main" }}\n{seats}\n{CARDS}'))
    table.say('cast "First Step" auto')
    return table.match


def passed(match: Match, most: int) -> str:
    """The code of the result once everybody has passed, or "" after so many passes."""
    for _ in range(most):
        if match.result is not None:
            return match.result.code
        decision = match.decisions[0]
        match.apply(decision.seat, decision.w, Answer("pass"))
    return ""


def test_life_is_lost_to_the_end() -> None:
    match = begun('A = { battlefield = ["Growing Ache"], hand = ["First Step"], library = ["Way Out"], life = 8 }')
    assert passed(match, 100) == "life"
    assert match.result is not None
    assert match.result.winners == (1,)


def test_a_library_is_drawn_to_the_end() -> None:
    library = ", ".join(f'"Way Out#{n}"' for n in range(1, 9))
    match = begun(f'A = {{ battlefield = ["Endless Script"], hand = ["First Step"], library = [{library}], life = 8 }}')
    assert passed(match, 100) == "library"


def test_what_nothing_ends_and_nobody_can_stop_is_a_draw_once_it_is_more_than_a_move_may_be() -> None:
    match = begun('A = { battlefield = ["Growing Idol", "Small Font"], hand = ["First Step"], library = ["Forest"] }')
    assert passed(match, 2 * MOST - 100) == ""
    assert passed(match, 200) == "budget"


def test_what_somebody_could_stop_goes_on() -> None:
    match = begun(
        'A = { battlefield = ["Growing Idol"], hand = ["First Step"], library = ["Forest"] }\n'
        'B = { battlefield = ["Way Out"] }'
    )
    assert passed(match, 2 * MOST + 600) == ""
