"""Positions against a scenario, evaluated: things that decide a match count, in the right direction."""

from __future__ import annotations

from math import log

import engine
from engine.formats.position import build


def looks(**scenario: object) -> float:
    """The odds of a hero who faces Rhino's first stage, or what is said instead, as their logarithm."""
    usual: dict[str, object] = {"villain": "Rhino I", "villain_deck": ["Rhino II"], "main_scheme": "The Break-In!"}
    seats: dict[str, dict[str, object]] = {
        "A": {"identity": "Spider-Man"},
        "scenario": {**usual, **scenario},
    }
    likely = engine.Line(build("marvel-champions", seats, [], {}), 0).evaluate(0)
    return log(likely / (1.0 - likely))


def test_a_stage_that_is_defeated_is_a_step_forward_though_another_follows() -> None:
    """The next stage comes with all its hit points: not seen, the last damage to the first one looked like a loss."""
    hurt = looks(villain="Rhino I (13 damage)")
    assert looks() < hurt < looks(villain="Rhino II", villain_deck=[])


def test_threat_counts_the_more_the_less_room_is_left() -> None:
    first, second, third = (looks(main_scheme=f"The Break-In! (threat: {n})") for n in (1, 3, 5))
    assert first > second > third
    assert second - third > first - second


def test_threat_of_all_stages_of_the_main_scheme_counts_as_one() -> None:
    """A stage that another follows is not yet the end: its last threat costs less than that of the last stage."""
    followed = [looks(main_scheme=f"The Break-In! (threat: {n})", scheme_deck=["The Break-In!"]) for n in (5, 6)]
    last = [looks(main_scheme=f"The Break-In! (threat: {n})") for n in (5, 6)]
    assert 0 < followed[0] - followed[1] < last[0] - last[1]


def test_what_helps_the_villain_counts_against_the_players() -> None:
    alone = looks()
    assert looks(play_area=["Breakin' & Takin'"]) < alone
    assert looks(play_area=["Enhanced Ivory Horn (attached to Rhino I)"]) < alone
    assert looks(villain="Rhino I (tough: 1)") < alone < looks(villain="Rhino I (stunned: 1)")
