"""A match goes on by the edition of rules and cards by which it began, which stands in its header and its record."""

from __future__ import annotations

import pytest

from engine import Match, Refusal, Seed
from engine.cards.definitions import card, load_decks
from engine.cards.edition import FIRST, LATEST
from engine.match.header import Header, side_deck

GAME = "marvel-champions"


def header(edition: int = LATEST) -> Header:
    decks = load_decks(GAME)
    name = next(each for each in decks if "spider" in each)
    return Header(GAME, ("ann",), (decks[name].entries,), Seed("editions"), edition=edition)


def test_the_first_edition_is_what_is_not_written() -> None:
    assert "edition" not in header(FIRST).to_json()
    assert Header.from_json(header(FIRST).to_json()).edition == FIRST
    assert Header.from_json(header().to_json()).edition == LATEST


def test_cards_are_printed_as_they_were_in_the_edition_of_a_match() -> None:
    now, then = (dict(side_deck(header(edition))) for edition in (LATEST, FIRST))
    assert (now["The Vulture's Plans"], then["The Vulture's Plans"]) == (1, 2)
    resources = [dict(card(GAME, "Aunt May", edition).extra)["resources"] for edition in (LATEST, FIRST)]
    assert resources == ["{e}", "{m}"]


def test_a_dump_goes_on_in_its_edition() -> None:
    match = Match.create(header(FIRST))
    loaded = Match.load(match.dump())
    assert (loaded.header.edition, loaded.game.edition, loaded.fork().game.edition) == (FIRST, FIRST, FIRST)
    assert loaded.hash() == match.hash()


def test_an_edition_that_does_not_exist_is_refused() -> None:
    with pytest.raises(Refusal, match="unknown_edition"):
        Match.create(header(LATEST + 1))
