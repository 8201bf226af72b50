"""Creating a match: what is refused, with which code."""

from __future__ import annotations

import pytest

from engine import Header, Match, Refusal, Seed, load_decks

LEGAL = load_decks("magic")["elvish-ramp"].entries


def create(game: str = "magic", names: tuple[str, ...] = ("ann", "bob"), *decks: tuple[tuple[str, int], ...]) -> Match:
    return Match.create(Header(game, names, decks or (LEGAL, LEGAL), Seed("s")))


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(Refusal, match="unknown_game"):
        create("chess")


def test_seats_and_decks_must_agree() -> None:
    with pytest.raises(Refusal, match="bad_seats"):
        create("magic", ("ann",), LEGAL)


def test_an_unknown_card_is_named() -> None:
    with pytest.raises(Refusal, match=r"unknown_card.*Colossal Typo"):
        create("magic", ("ann", "bob"), LEGAL, (*LEGAL, ("Colossal Typo", 1)))


@pytest.mark.parametrize(
    "deck",
    [(("Forest", 40),), (("Shock", 60),), (*LEGAL, ("Forest", 10**9)), (*LEGAL, ("Mountain", -1)), ()],
    ids=["too small", "too many copies", "too large", "negative", "empty"],
)
def test_an_illegal_deck_is_refused_and_says_why(deck: tuple[tuple[str, int], ...]) -> None:
    with pytest.raises(Refusal, match="illegal_deck"):
        create("magic", ("ann", "bob"), LEGAL, deck)


def test_decks_that_ship_are_legal() -> None:
    for deck in load_decks("magic").values():
        assert create("magic", ("ann", "bob"), deck.entries, deck.entries).decisions
