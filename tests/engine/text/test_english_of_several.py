"""Several things are spoken of as several in what a text is printed back as, and what several players do as theirs."""

from __future__ import annotations

from typing import Final

import pytest

from engine.text.language import language

SEARCHED_BY_EACH: Final = (
    "Each player searches their library for up to two basic land cards, reveals them, puts one onto the battlefield "
    "and the other into their hand, then shuffles."
)
UNTIL_TWO: Final = (
    "Reveal cards from the top of your library until you reveal two land cards. Put those land cards onto the "
    "battlefield and the rest into your graveyard."
)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Create three 1/1 red Warrior creature tokens. They gain haste until end of turn.", "Those tokens gain haste"),
        ("Exile the top two cards of your library. You may play them this turn.", "You may play those cards"),
        (UNTIL_TWO, "Put those cards onto the battlefield."),
        (SEARCHED_BY_EACH, "reveals them, puts one onto the battlefield and the other into their hand, then shuffles"),
        ("Return two target creatures to their owners' hands.", "to their owners' hands"),
        ("Return up to one target creature to its owner's hand.", "to its owner's hand"),
        ("Shuffle two target artifacts into their owners' libraries.", "into their owners' libraries"),
        ("Tap two target creatures you control. They each deal 1 damage to you.", "Those creatures each deal 1 damage"),
        ("Each creature you control deals 1 damage to you.", "Each creature you control deals 1 damage"),
        ("Two target players each draw a card and lose 1 life.", "Those players lose 1 life"),
        ("When ~ enters, attach it to target creature you control. That creature gains vigilance.", ". That creature"),
        ("Create two 1/1 red Elf creature tokens. Destroy target creature. It can't be regenerated.", "It can't be"),
    ],
)
def test_several_are_spoken_of_as_several(text: str, words: str) -> None:
    (ability,) = language("magic").parse(text, "Test Card")
    rendering = language("magic").render(ability)
    assert words in rendering
    assert language("magic").parse(rendering, "Test Card") == (ability,)
