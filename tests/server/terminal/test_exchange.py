"""Exchanging cards with the sideboard by what is typed (PROTOCOL.md 17.5)."""

from __future__ import annotations

import pytest

from server.terminal.exchange import Exchange
from server.terminal.question_lines import Unreadable

DECK = {"Shock": 4, "Mountain": 56}
SIDE = {"Shock": 1, "Duress": 2}


def test_a_name_keeps_its_number_wherever_its_cards_lie() -> None:
    exchange = Exchange(DECK, SIDE)
    assert exchange.lines == [
        "deck (60):",
        "  1  56 Mountain",
        "  2  4 Shock",
        "sideboard (3):",
        "  2  1 Shock",
        "  3  2 Duress",
    ]
    exchange.move("-2x4 +3x2, +2")
    assert exchange.deck == ({"Mountain": 56, "Shock": 1, "Duress": 2}, {"Shock": 4})
    assert exchange.lines[-1] == "out: 3 Shock; in: 2 Duress"
    exchange.move("+2x3 -3x2")
    assert exchange.deck == (DECK, SIDE)
    assert exchange.lines[-1] == "  3  2 Duress"


@pytest.mark.parametrize(
    ("typed", "reason"),
    [
        ("-2 +3x3", "the sideboard has 2 Duress"),
        ("-2x5", "the deck has 4 Shock"),
        ("-2 +9", "there is no card 9"),
        ("-0", "there is no card 0"),
        ("2", "takes a card out"),
    ],
)
def test_what_cannot_be_done_moves_nothing(typed: str, reason: str) -> None:
    exchange = Exchange(DECK, SIDE)
    with pytest.raises(Unreadable, match=reason):
        exchange.move(typed)
    assert exchange.deck == (DECK, SIDE)
