"""Every card that ships: its text is understood, and what it means can be written down again."""

from __future__ import annotations

import pytest

from engine.cards.definitions import BadCard, UnknownCard, card, card_names, define, load_cards, load_decks
from engine.text import parse, render

GAMES = ("magic", "grand-archive")


@pytest.mark.parametrize("game", GAMES)
def test_every_ability_of_every_card_survives_being_written_and_read(game: str) -> None:
    for definition in load_cards(game).values():
        text = "\n".join(render(ability, game) for ability in definition.abilities)
        assert parse(text, definition.name, game) == definition.abilities, text


@pytest.mark.parametrize("game", GAMES)
def test_decks_hold_cards_that_exist(game: str) -> None:
    names = set(card_names(game))
    for deck in load_decks(game).values():
        assert {name for name, _ in deck.entries} <= names, deck.name


def test_a_card_knows_its_words_and_numbers() -> None:
    retriever = card("magic", "Myr Retriever")
    assert retriever.words == ("artifact", "creature", "myr", "colorless", "permanent", "card")
    assert (retriever.mana_value, retriever.power, retriever.toughness) == (2, 1, 1)
    assert (retriever.types, retriever.subtypes) == (("artifact", "creature"), ("myr",))


def test_x_counts_nothing_in_a_mana_value_and_a_hybrid_symbol_its_larger_half() -> None:
    made = define("magic", {"name": "Test", "type": "Sorcery", "cost": "{X}{2/W}{B/P}{R}"})
    assert made.mana_value == 4
    assert made.colors == ("white", "black", "red")


def test_paragraphs_of_a_spell_are_one_text() -> None:
    text = "Target creature gets +1/+1 until end of turn.\nDestroy target artifact."
    (ability,) = define("magic", {"name": "Test", "type": "Instant", "text": text}).abilities
    (whole,) = parse(text.replace("\n", " "), "Test", "magic")
    assert ability == whole


def test_an_unknown_card_is_named() -> None:
    with pytest.raises(UnknownCard, match="no card 'Nothing at all'"):
        card("magic", "Nothing at all")


@pytest.mark.parametrize(
    "table",
    [
        {"type": "Instant"},
        {"name": "A"},
        {"name": "A", "type": "Instant", "power": "1"},
        {"name": "A", "type": "Instant", "pwoer": 1},
    ],
)
def test_a_table_that_is_no_card_is_refused(table: dict[str, object]) -> None:
    with pytest.raises(BadCard):
        define("magic", table)
