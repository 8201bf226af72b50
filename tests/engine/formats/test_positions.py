"""A match that was set up at a position is a match like any other: it is dumped, loaded and forked."""

from __future__ import annotations

import pytest

from engine import Match, Refusal
from engine.formats.position import BadPosition, build

SCROLL: dict[str, object] = {"name": "Scroll of Two Words", "type": "Artifact", "text": "{T}: Draw a card."}


def position() -> Match:
    seats: dict[str, dict[str, object]] = {
        "A": {"battlefield": ["Scroll of Two Words", "Forest", "Scroll of Two Words"], "hand": ["Shock"]},
        "B": {"graveyard": ["Forest"], "library": 3},
    }
    return build("magic", seats, [SCROLL], {})


def test_a_position_with_cards_of_its_own_outlives_its_dump() -> None:
    match = position()
    loaded = Match.load(match.dump())
    assert (loaded.hash(), loaded.dump()) == (match.hash(), match.dump())
    for other in (match, loaded):
        other.apply_text(0, other.decisions[0].w, 'activate "Scroll of Two Words#2"')
    assert (loaded.hash(), loaded.dump()) == (match.hash(), match.dump())


def test_a_pool_holds_units_of_mana_and_nothing_generic() -> None:
    with pytest.raises(BadPosition, match="is no pool"):
        build("magic", {"A": {"pool": "{1}"}, "B": {}}, [], {})


def test_a_card_that_is_neither_known_nor_defined_is_named() -> None:
    with pytest.raises(Refusal, match=r"unknown_card.*Colossal Typo"):
        build("magic", {"A": {"hand": ["Colossal Typo"]}, "B": {}}, [SCROLL], {})
