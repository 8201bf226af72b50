"""Cards that say how many of them a deck may have (113.6n)."""

from __future__ import annotations

import pytest

from engine.cards.definitions import CardDef, define
from engine.games.magic.deck_rules import check_deck

FOREST = define("magic", {"name": "Hoary Wood", "type": "Basic Land - Forest", "text": ""})


def hare(text: str) -> CardDef:
    table = {"name": "Count Hare", "type": "Creature - Rabbit", "cost": "{1}", "power": 2, "toughness": 2}
    return define("magic", {**table, "text": text})


@pytest.mark.parametrize(
    ("text", "count", "is_legal"),
    [
        ("A deck can have any number of cards named Count Hare.", 30, True),
        ("A deck can have up to seven cards named Count Hare.", 7, True),
        ("A deck can have up to seven cards named Count Hare.", 8, False),
        ("A deck can have any number of cards named Hoary Wood.", 5, False),
        ("", 5, False),
    ],
)
def test_a_card_says_how_many_of_it_a_deck_may_have(text: str, count: int, is_legal: bool) -> None:
    faults = check_deck(((hare(text), count), (FOREST, 60)), ())
    assert (not faults) == is_legal
