"""Texts whose words are swapped say nothing that may be taken for something else: they are no reading (608.2c)."""

from __future__ import annotations

import pytest

from engine.abilities import SELF, Damage, SpellText
from engine.text import TextError, parse, render


@pytest.mark.parametrize(
    ("game", "text"),
    [
        ("magic", "Whenever a creature enters, its controller may draw a card. If you do, you lose 1 life."),
        ("magic", "Whenever a creature an opponent controls enters, you may pay {1}. If they do, draw a card."),
        (
            "magic",
            "At the beginning of each opponent's upkeep, you may discard a card. If that player does, draw a card.",
        ),
        ("magic", "Target opponent discards a card. If you do, draw a card."),
        ("magic", "When Test Card enters, you may sacrifice a creature. When they do, draw a card."),
        ("grand-archive", "Target opponent may discard a card. If you do, draw a card."),
        ("grand-archive", "You may discard a card. If they do, draw a card."),
        ("magic", "Tap target creature. It doesn't untap during your next untap step."),
        ("magic", "Target creature doesn't untap during your next untap step."),
        ("magic", "Target creature doesn't untap during your untap step for as long as you control Test Card."),
        ("magic", "Creatures don't untap during your untap step."),
        ("grand-archive", "REST: Rest target ally. It doesn't wake up during your next wake up phase."),
        ("magic", "Destroy target creature with power greater than target creature's toughness."),
        ("grand-archive", "Target opponent may choose a unit and deal 2 damage to it."),
    ],
)
def test_what_is_said_of_another_than_it_can_be_about_is_refused(game: str, text: str) -> None:
    with pytest.raises(TextError):
        parse(text, "Test Card", game)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Target opponent may discard a card. If they don't, draw a card.", "If they don't"),
        ("Target opponent discards a card. If they do, draw a card.", "If they do"),
        ("You may have target opponent draw a card. If you do, draw a card.", "If you do"),
        ("Target creature you control doesn't untap during your next untap step.", "next untap step"),
        ("Creatures you control don't untap during your untap step.", "don't untap"),
    ],
)
def test_what_is_said_of_whom_it_is_about_is_read(text: str, said: str) -> None:
    assert said in " ".join(render(ability, "magic") for ability in parse(text, "Test Card", "magic"))


@pytest.mark.parametrize(
    "text", ["You may deal 2 damage to target unit.", "You may choose a unit and deal 2 damage to it."]
)
def test_what_you_may_deal_the_card_deals(text: str) -> None:
    """A player is no source of damage (Damage 1): what asks for damage by a Spell has to find it."""
    (ability,) = parse(text, "Test Card", "grand-archive")
    assert isinstance(ability, SpellText)
    assert [each.by for each in ability.body.effects if isinstance(each, Damage)] == [SELF]
