"""The deck of somebody at a table, as it lies in Redis for whichever node begins the match."""

import msgspec

import engine
from server.lobby.held_decks import Held, cards_together, held_deck, written_deck
from tests.support.engine.brought import TABLES, deck, in_form


def test_a_deck_is_read_as_it_was_written() -> None:
    for held in (Held(), Held(deck("magic"), (("Shock", 2),)), Held(deck("magic"), (), in_form("magic"))):
        assert held_deck(written_deck(held)) == held


def test_one_of_cards_that_ship_lies_there_as_servers_before_have_it() -> None:
    pair = ((("Shock", 4),), ())
    assert written_deck(Held(*pair)) == msgspec.json.encode(pair)


def test_of_two_texts_of_one_name_the_first_is_played_and_no_card_comes_twice() -> None:
    glow, otter = TABLES["magic"]
    ours, theirs = (engine.BroughtCard({**glow, "text": text}).to_json() for text in ("Draw a card.", "Scry 1."))
    other = engine.BroughtCard(otter).to_json()
    held = [Held(cards=(ours,)), Held(cards=(other, theirs))]
    assert cards_together(held) == (other, ours)
