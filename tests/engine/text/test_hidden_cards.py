"""A text that would offer, count or name cards that its player must not see is refused when it is read."""

from __future__ import annotations

import pytest

from engine.text import TextError, parse

REFUSED = [
    ("grand-archive", "Banish target card in an opponent's memory.", "a target in the memory"),
    ("grand-archive", "Banish target card in an opponent's material deck.", "a target in the material deck"),
    ("grand-archive", "Banish a card in target opponent's memory.", "a choice in a hidden zone"),
    ("grand-archive", "Draw a card for each fire element card in an opponent's memory.", "a number of cards of a kind"),
    ("magic", "Exile target card in an opponent's hand.", "a target in the hand"),
    ("magic", "Exile target card from a library.", "a target in the library"),
    ("magic", "Exile a card from target opponent's hand.", "a choice in a hidden zone"),
    ("magic", "Exile a creature card from an opponent's library.", "a choice in a hidden zone"),
    ("magic", "Draw a card for each land card in target opponent's hand.", "a number of cards of a kind"),
    ("magic", "If an opponent has a creature card in hand, draw a card.", "a number of cards of a kind"),
    ("marvel-champions", "Action: Draw 1 card for each ally in your deck.", "a number of cards of a kind"),
    ("magic", "Gain control of all creature cards in target opponent's hand.", "cards in the hand are not told apart"),
    ("magic", "You may cast a spell from target opponent's hand.", "a choice in a hidden zone"),
    ("grand-archive", "Materialize a card from target opponent's material deck.", "a choice in a hidden zone"),
    ("magic", "Exile a creature card from your library: Draw a card.", "a choice in a hidden zone"),
    ("magic", "Sacrifice Prying Eyes unless you exile a card from your library.", "a choice in a hidden zone"),
    ("magic", "As an additional cost to cast this spell, exile a card from your library.", "a choice in a hidden zone"),
    ("magic", "Tap all cards from target opponent's library.", "cards in the library are not told apart"),
    ("magic", "Destroy target creature with the same name as a card in an opponent's hand.", "a number of cards of a"),
    (
        "magic",
        "Look at target opponent's hand. Draw a card for each creature card in your library.",
        "a number of cards of a kind in the library",
    ),
]
READ = [
    ("grand-archive", "Banish target card in your memory."),
    ("grand-archive", "Deal 1 damage to target unit for each card in an opponent's memory."),
    ("magic", "Exile target creature card in your hand."),
    ("magic", "You gain 1 life for each card in target opponent's hand."),
    ("magic", "You gain 1 life for each creature card in your hand."),
    ("magic", "Destroy target creature with the same name as a card in your hand."),
    ("magic", "Target opponent exiles a card from their hand."),
    ("magic", "Exile all creature cards from target opponent's hand."),
    ("magic", "Exile a creature card from your hand: Draw a card."),
    ("magic", "You may cast a spell from your hand."),
    ("grand-archive", "Until end of turn, cards in target opponent's memory are norm element."),
    (
        "magic",
        "Target opponent reveals their hand. You choose a nonland card from it. That player discards that card.",
    ),
]


@pytest.mark.parametrize(("game", "text", "told"), REFUSED)
def test_a_text_about_cards_that_are_not_seen_is_refused(game: str, text: str, told: str) -> None:
    with pytest.raises(TextError, match=f"Prying Eyes: line 1, column 1: {told}"):
        parse(text, "Prying Eyes", game)


@pytest.mark.parametrize("quoted", ["{T}: Exile target card in an opponent's hand.", "{T}: Draw a card."])
def test_a_quoted_ability_is_looked_into_as_well(quoted: str) -> None:
    text = f'Creatures you control have "{quoted}"'
    if "hand" not in quoted:
        assert parse(text, "Prying Eyes", "magic")
        return
    with pytest.raises(TextError, match="a target in the hand"):
        parse(text, "Prying Eyes", "magic")


@pytest.mark.parametrize(("game", "text"), READ)
def test_what_is_seen_known_to_all_or_shown_before_is_read(game: str, text: str) -> None:
    assert parse(text, "Prying Eyes", game)
