"""A text that speaks of a choice where nobody is asked for one is refused when it is read."""

from __future__ import annotations

import pytest

from engine.text import TextError, parse

REFUSED = [
    "Odd Eye deals damage to any target equal to the power of a creature you control.",
    "Destroy target creature with power equal to the power of a creature you control.",
    "Attach an Equipment you control to a creature you control.",
]
READ = [
    "Destroy target Aura attached to a creature.",
    "Destroy all permanents attached to creatures.",
    "Return a creature you control to its owner's hand.",
    "Remove a counter from a permanent you control: Draw a card.",
]


@pytest.mark.parametrize("text", REFUSED)
def test_a_choice_that_nobody_is_asked_for_is_refused(text: str) -> None:
    with pytest.raises(TextError, match="a choice that nobody is asked for"):
        parse(text, "Odd Eye", "magic")


@pytest.mark.parametrize("text", READ)
def test_a_choice_that_is_asked_for_is_read(text: str) -> None:
    assert parse(text, "Odd Eye", "magic")


@pytest.mark.parametrize(
    ("text", "is_read"),
    [
        ("Target creature becomes the chosen color until end of turn.", False),
        ("Add {R}. Target creature becomes that color until end of turn.", False),
        ("Add two mana in any combination of colors. Target creature becomes that color until end of turn.", False),
        ("Add one mana of any color. Target creature becomes that color until end of turn.", True),
        ("Choose a color. Target creature becomes that color until end of turn.", True),
        ("As Odd Eye enters, choose a color.\n{1}: Target creature becomes the chosen color until end of turn.", True),
        ("Choose a color.\n{1}: Target creature becomes the chosen color until end of turn.", False),
    ],
)
def test_a_chosen_color_has_been_chosen_by_the_ability_or_on_entering(text: str, *, is_read: bool) -> None:
    if is_read:
        assert parse(text, "Odd Eye", "magic")
        return
    with pytest.raises(TextError):
        parse(text, "Odd Eye", "magic")
