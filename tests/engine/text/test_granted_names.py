"""A card that gives an ability away and speaks in it of itself by name means itself: it is refused (201.5a)."""

from __future__ import annotations

import pytest

from engine.text.errors import TextError
from engine.text.language import language


@pytest.mark.parametrize(
    "text",
    [
        'Equipped creature has "{1}: Put a charge counter on Old Pole."',
        'Creatures you control have "{1}, Tap Old Pole: Draw a card."',
        'Equipped creature has "{1}, {T}: Tap Old Pole."',
        'Creatures you control have "{T}: Old Pole deals 1 damage to any target."',
        'When Old Pole enters, create a 1/1 white Elf creature token with "{1}: Untap Old Pole."',
        '{1}: Target creature gains "Sacrifice Old Pole: Draw a card" until end of turn.',
    ],
)
def test_an_ability_given_away_does_not_speak_of_its_giver_by_name(text: str) -> None:
    with pytest.raises(TextError, match="not its giver by name"):
        language("magic").parse(text, "Old Pole")


@pytest.mark.parametrize(
    "text",
    [
        'As long as you control an Elf, Old Pole has "{T}: Old Pole deals 1 damage to any target."',
        '{1}: Old Pole gains "{T}: Old Pole deals 1 damage to any target" until end of turn.',
        'Equipped creature has "{1}: Put a charge counter on this creature."',
        'Equipped creature has "{1}, Tap Old Pole: Draw a card."',
        'Enchanted creature has "Sacrifice Old Pole: Old Pole deals 1 damage to any target."',
    ],
)
def test_an_ability_may_name_what_has_it(text: str) -> None:
    assert language("magic").parse(text, "Old Pole")
