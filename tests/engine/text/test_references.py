"""A pronoun that nothing fits is an error at its place; one that something fits means that (608.2c)."""

from __future__ import annotations

import pytest

from engine.text import TextError, parse, render


def said(text: str, game: str) -> str:
    return " ".join(render(ability, game) for ability in parse(text, "Test Card", game))


@pytest.mark.parametrize(
    ("game", "text", "column", "word"),
    [
        ("magic", "That player discards a card.", 1, "That"),
        ("magic", "{1}: That player loses 1 life.", 6, "That"),
        ("magic", "Destroy it.", 9, "it"),
        ("magic", "{T}: It deals 1 damage to any target.", 6, "It"),
        ("magic", "At the beginning of your upkeep, exile it.", 40, "it"),
        ("magic", "When Test Card enters, each opponent loses 1 life unless that player discards a card.", 58, "that"),
        ("magic", "Whenever a creature attacks, that player discards a card.", 30, "that"),
        ("magic", "Whenever a land enters, destroy that creature.", 33, "that"),
        ("magic", "Whenever enchanted creature becomes tapped, counter that spell.", 53, "that"),
        ("magic", "{X}, {T}: Draw a card. X is the mana value of that card.", 47, "that"),
        ("magic", "Test Card deals 1 damage to them.", 29, "them"),
        ("grand-archive", "On Enter: Destroy that ally.", 19, "that"),
    ],
)  # fmt: skip
def test_a_pronoun_that_means_nothing_is_named_with_its_place(game: str, text: str, column: int, word: str) -> None:
    with pytest.raises(TextError) as caught:
        parse(text, "Test Card", game)
    assert (caught.value.line, caught.value.column, caught.value.found) == (1, column, repr(word))


@pytest.mark.parametrize(
    ("game", "text", "meaning"),
    [
        ("magic", "Destroy target creature. Its controller loses 2 life.", "Its controller loses 2 life"),
        ("magic", "Sacrifice this creature: It deals 1 damage to any target.", "This deals 1 damage"),
        ("magic", "Whenever Test Card deals combat damage to a player, that player discards a card.", "that player"),
        ("magic", "Whenever a creature an opponent controls dies, that player loses 2 life.", "that player loses"),
        ("magic", "Whenever a creature attacks you, it gets +1/+0 until end of turn.", "it gets +1/+0"),
        ("magic", "When there are no creatures, sacrifice this enchantment.", "sacrifice this"),
        ("magic", "Whenever a Goblin attacks, that creature gets +1/+0 until end of turn.", "it gets +1/+0"),
        ("magic", "Destroy target creature or land you control. You lose life equal to that permanent's mana value.",
         "equal to its mana value"),
        ("magic", "Whenever this creature deals damage to a Goblin, destroy that creature.", "destroy that Goblin"),
        ("grand-archive", "Put a level counter on Test Card. Class Bonus: Put two level counters on it instead.",
         "two level counters on this"),
        ("grand-archive", "You may rest your champion. If you do, put a level counter on them.", "on your champion"),
    ],
)  # fmt: skip
def test_a_pronoun_means_what_was_spoken_of(game: str, text: str, meaning: str) -> None:
    assert meaning in said(text, game)
