"""Deck rules of Grand Archive: a main deck, and a material deck with a champion of level 0."""

from __future__ import annotations

from typing import Final

import pytest

from engine import LATEST, BroughtCard, Header, Match, Refusal, Seed, check_deck, load_decks, pool_of

EMBER: Final = dict(load_decks("grand-archive")["ember-blades"].entries)


def create(deck: dict[str, int]) -> Match:
    decks = (tuple(deck.items()), tuple(EMBER.items()))
    return Match.create(Header("grand-archive", ("ann", "bob"), decks, Seed("decks")))


def without(*names: str) -> dict[str, int]:
    return {name: count for name, count in EMBER.items() if name not in names}


def test_the_starter_decks_are_legal() -> None:
    for deck in load_decks("grand-archive").values():
        assert create(dict(deck.entries)).decisions


@pytest.mark.parametrize(
    ("deck", "problem"),
    [
        (without("Esteemed Knight"), "cards in the main deck"),
        ({**EMBER, "Esteemed Knight": 5}, "at most 4"),
        ({**EMBER, "Steel Halberd": 2}, "at most 1"),
        ({**EMBER, "Beastbond Paws": 1}, "cards in the material deck"),
        (without("Spirit of Fire"), "no champion of level 0"),
        ({**EMBER, "Colossal Typo": 1}, "has no card"),
    ],
)
def test_a_deck_that_is_not_is_refused_with_every_problem(deck: dict[str, int], problem: str) -> None:
    with pytest.raises(Refusal, match=problem):
        create(deck)


@pytest.mark.parametrize("kind", ["Token Item - Lamp", "Token Regalia Item - Lamp"])
def test_a_token_that_an_import_has_is_in_no_deck(kind: str) -> None:
    """The site lists tokens among its cards; they are put into play by what summons them."""
    card = BroughtCard({"name": "Spare Lamp", "type": kind, "text": "Sacrifice Spare Lamp: Recover 1."})
    pool = pool_of("grand-archive", (card.to_json(),), LATEST)
    faults = check_deck(pool, (*EMBER.items(), ("Spare Lamp", 1)))
    assert [(fault.card, fault.reason) for fault in faults if fault.card] == [("Spare Lamp", "a token is in no deck")]
