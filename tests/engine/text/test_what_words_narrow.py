"""Words that narrow what a text means are in what it compiles to: two texts that differ in one mean something else."""

from __future__ import annotations

from typing import Final

import pytest

from engine.text import TextError, parse

SAME: Final = (
    (
        "magic",
        "Search your library for a basic Plains, Swamp, or Forest card, put it onto the battlefield, then shuffle.",
        (
            "Search your library for a basic Plains card, basic Swamp card, or basic Forest card, "
            "put it onto the battlefield, then shuffle."
        ),
    ),
    (
        "magic",
        "When ~ enters, it deals 2 damage to target creature and each opponent.",
        "When ~ enters, ~ deals 2 damage to target creature and ~ deals 2 damage to each opponent.",
    ),
    (
        "magic",
        "~ deals 1 damage to each creature and each player. If you control an Elf, ~ deals 2 damage to you instead.",
        (
            "If you control an Elf, ~ deals 2 damage to you. "
            "Otherwise, it deals 1 damage to each creature and each player."
        ),
    ),
    (
        "magic",
        "Flip a coin. If you lose the flip, you lose 2 life and discard a card.",
        "Flip a coin. If you lose the flip, you lose 2 life, then discard a card.",
    ),
)
DIFFERENT: Final = (
    (
        "magic",
        "If another red source you control would deal damage to an opponent, it deals that much damage plus 1 instead.",
        "If a red source you control would deal damage to an opponent, it deals that much damage plus 1 instead.",
    ),
    (
        "magic",
        "~ gets +2/+0 as long as another creature entered under your control this turn.",
        "~ gets +2/+0 as long as a creature entered under your control this turn.",
    ),
    ("magic", "Whenever you attack, draw a card.", "Whenever one or more creatures attack, draw a card."),
    (
        "marvel-champions",
        "Resource: Exhaust ~ → generate a {w} resource for each GIFT card you control.",
        "Resource: Exhaust ~ → generate a {w} resource for each GIFT card in your hand.",
    ),
)
MEANINGLESS: Final = (
    (
        "Whenever a creature an opponent controls with the greatest power among creatures that player controls dies, "
        "draw a card."
    ),
    "Whenever a creature enters, its controller may have target creature of their choice get -3/-3 until end of turn.",
    "Draw a card and you gain 3 life. If you control a Swamp, draw two cards instead.",
    "Whenever you expend 0, draw a card.",
    "Whenever you expend 21, draw a card.",
)


@pytest.mark.parametrize(("game", "one", "other"), SAME)
def test_these_mean_the_same(game: str, one: str, other: str) -> None:
    assert parse(one, "Test", game) == parse(other, "Test", game)


@pytest.mark.parametrize(("game", "one", "other"), DIFFERENT)
def test_these_mean_something_else(game: str, one: str, other: str) -> None:
    assert parse(one, "Test", game) != parse(other, "Test", game)


@pytest.mark.parametrize("text", MEANINGLESS)
def test_what_has_no_one_meaning_is_refused(text: str) -> None:
    with pytest.raises(TextError):
        parse(text, "Test", "magic")
