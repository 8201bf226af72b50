"""Decisions that several seats have at once: the first answer counts, the others are withdrawn."""

from __future__ import annotations

import random

import pytest

from engine import Match, Refusal, Views
from engine.analysis.secrecy import leaks
from engine.formats.position import build
from engine.state.frames import PriorityFrame

CARDS: list[dict[str, object]] = [
    {"name": "Captain Ember", "type": "Hero", "attack": 1, "hit points": 10, "hand size": 0},
    {"name": "Night Wren", "type": "Hero", "attack": 1, "hit points": 10, "hand size": 0},
    {"name": "Cinder", "type": "Hero", "attack": 1, "hit points": 10, "hand size": 0},
    {"name": "Drum", "type": "Support", "text": "Action: Exhaust this -> Deal 1 damage to target enemy."},
    {"name": "Street Thug", "type": "Minion", "attack": 1, "hit points": 5},
    {"name": "The Plan", "type": "Main Scheme", "target threat": 9},
]


def turn_of_three() -> Match:
    """The first of three players has the turn; each could use a Drum."""
    seats: dict[str, dict[str, object]] = {
        seat: {"identity": name, "play_area": ["Drum"]}
        for seat, name in zip("ABC", ("Captain Ember", "Night Wren", "Cinder"), strict=True)
    }
    seats["scenario"] = {"play_area": ["Street Thug", "The Plan"]}
    return build("marvel-champions", seats, CARDS, {})


def open_(match: Match) -> dict[int, int]:
    """The open decisions: seat -> number."""
    return {decision.seat: decision.w for decision in match.decisions}


def test_all_who_could_act_are_asked_at_once() -> None:
    match = turn_of_three()
    assert open_(match) == {0: 1, 1: 1, 2: 1}
    assert {d.seat for d in match.decisions if d.default().do == "pass"} == {0, 1, 2}


def test_the_first_answer_withdraws_the_others() -> None:
    match = turn_of_three()
    match.apply_text(1, 1, 'use "Drum#2" target "Street Thug"')
    assert open_(match) == {0: 2, 2: 2}
    with pytest.raises(Refusal, match="not open") as refused:
        match.apply_text(0, 1, "pass")
    assert refused.value.code == "stale_decision"


def test_to_decline_withdraws_nobody() -> None:
    match = turn_of_three()
    match.apply_text(1, 1, "pass")
    assert open_(match) == {0: 1, 2: 1}
    match.apply_text(2, 1, "pass")
    assert open_(match) == {0: 1}
    match.apply_text(0, 1, 'use "Drum#1" target "Street Thug"')
    assert open_(match) == {0: 2, 1: 2, 2: 2}


def test_a_play_withdraws_the_others_at_its_announcement_and_taking_it_back_asks_anew() -> None:
    match = turn_of_three()
    match.apply_text(2, 1, 'use "Drum#3"')
    assert open_(match) == {2: 2}
    match.apply_text(2, 2, "cancel")
    assert open_(match) == {0: 2, 1: 2, 2: 3}


def test_the_views_tell_who_is_waited_for_and_what_is_withdrawn() -> None:
    match = turn_of_three()
    views = Views(match)
    match.apply_text(1, 1, "pass")
    diffs = views.update()
    assert diffs["seat1"].decision == b"null"
    assert diffs["seat0"].decision is None
    assert all(b'"waiting":[0,2]' in diffs[name].entities for name in ("public", "seat0", "seat1", "seat2"))
    match.apply_text(2, 1, 'use "Drum#3"')
    diffs = views.update()
    assert diffs["seat0"].decision == b"null"
    assert b"targets" in (diffs["seat2"].decision or b"")


def test_open_decisions_keep_their_numbers_in_a_dump() -> None:
    match = turn_of_three()
    match.apply_text(1, 1, "pass")
    again = Match.load(match.dump())
    assert open_(again) == open_(match) == {0: 1, 2: 1}
    again.apply_text(2, 1, "pass")
    match.apply_text(2, 1, "pass")
    assert again.hash() == match.hash()
    assert open_(again) == open_(match) == {0: 1}


def test_who_has_left_is_not_asked_any_more() -> None:
    match = turn_of_three()
    match.concede(1)
    assert set(open_(match)) == {0, 2}
    match.concede(0)
    assert set(open_(match)) == {2}


def test_where_hands_are_hidden_who_is_asked_in_a_window_tells_nothing() -> None:
    cards: list[dict[str, object]] = [
        *CARDS,
        {"name": "Sidestep", "type": "Event", "cost": 0, "text": "Hero Interrupt: When you take damage, draw a card."},
        {"name": "Energy", "type": "Resource", "resources": "{e}"},
    ]
    cards[4] = {**CARDS[4], "text": "Retaliate 1"}
    seats: dict[str, dict[str, object]] = {
        "A": {"identity": "Captain Ember", "hand": ["Energy"]},
        "B": {"identity": "Night Wren", "hand": ["Sidestep"]},
        "scenario": {"play_area": ["Street Thug", "The Plan"]},
    }
    match = build("marvel-champions", seats, cards, {})
    for zone in match.game.zones["hand"][:2]:
        zone.sight = "owner"
    pick = random.Random(1).randrange
    match.apply_text(0, 1, 'attack "Captain Ember" target "Street Thug"')
    asked = []
    while isinstance(top := match.game.root.agenda[-1], PriorityFrame) and top.round == "interrupt":
        (decision,) = match.decisions
        asked.append((decision.seat, len(decision.options)))
        assert leaks(match, pick) == ""
        match.apply_text(decision.seat, decision.w, "pass")
    assert asked[:2] == [(0, 1), (1, 1)]
