"""The engine asked from outside: what is printed on a card, and whether a cost can be paid."""

from __future__ import annotations

import pytest

import engine
from engine.formats.scenario_shape import BadScenario

BOARD = 'game = "magic"\n[A]\npool = "{G}"\nbattlefield = ["Forest"]\n'


def test_what_is_printed_on_a_card_is_told_and_may_be_changed() -> None:
    facts = engine.printed_facts("magic", "Shock")
    assert (facts["name"], facts["cost"], facts["type"]) == ("Shock", "{R}", "Instant")
    facts["cost"] = "{0}"
    assert engine.printed_facts("magic", "Shock")["cost"] == "{R}"
    assert "resources" in engine.printed_facts("marvel-champions", "Energy")
    with pytest.raises(engine.UnknownCard):
        engine.printed_facts("magic", "Colossal Typo")


def test_a_cost_is_payable_from_the_pool_alone_or_with_what_adds_to_it() -> None:
    match = engine.read_position(BOARD)
    before = match.hash()
    assert engine.can_pay_now(match, 0, "{G}", pool_alone=True) == 2
    assert engine.can_pay_now(match, 0, "{1}{G}", pool_alone=True) == 0
    assert engine.can_pay_now(match, 0, "{1}{G}") == 2
    assert engine.can_pay_now(match, 0, "{1}{G}{G}") == 0
    assert match.hash() == before


def test_a_game_without_pools_says_so() -> None:
    match = engine.read_position('game = "grand-archive"\n[A]\n[B]\n')
    with pytest.raises(ValueError, match="not measured"):
        engine.can_pay_now(match, 0, "{1}")
    with pytest.raises(BadScenario, match="not measured"):
        engine.run_text('id = "X"\ngame = "grand-archive"\n[A]\n[B]\n[expect]\npayable = [{ A = "(1)" }]')


def test_a_scenario_asks_whether_a_cost_is_payable() -> None:
    head = 'id = "X"\ngame = "magic"\n' + BOARD.partition("\n")[2]
    right = '[expect]\npayable = [{ A = "{1}{G}" }, { A = "{1}{G}", pool = true, can = false }]'
    assert engine.run_text(head + right).passed
    assert (
        "whether A can pay {G}{G}"
        in engine.run_text(head + right.replace("{1}", "{G}")[:-1].replace(", can = false", "") + "]").difference
    )
