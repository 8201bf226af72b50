"""The four lineages that ship are those that are printed: costs, levels and life as index.gatcg.com lists them."""

from __future__ import annotations

from typing import Final

import pytest

from engine import load_decks
from engine.cards.definitions import card_table

GAME: Final = "grand-archive"
DECKS: Final = {
    "ember-blades": ("Lorraine", (20, 24, 28)),
    "wildfire-thoughts": ("Rai", (19, 22, 25)),
    "wild-winds": ("Silvie", (19, 22, 25)),
    "woven-shadows": ("Tristan", (19, 22, 25)),
}
"""By deck: its champion, and the life of levels 1 to 3."""


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_has_a_spirit_and_its_champion_of_levels_one_to_three(deck: str) -> None:
    lineage, life = DECKS[deck]
    tables = [card_table(GAME, name) for name, _ in load_decks(GAME)[deck].entries]
    champions = [table for table in tables if str(table["type"]).startswith("Champion")]
    told = sorted((table["level"], table["memory"], table["life"]) for table in champions)
    assert told == [(0, 0, 15), *((level, level, life[level - 1]) for level in (1, 2, 3))]
    assert sum(str(table["name"]).startswith(f"{lineage}, ") for table in champions) == 3
