"""A text by which a card that is not in play gains what nothing reads there is refused when it is read."""

from __future__ import annotations

import pytest

from engine.text import TextError, parse

REFUSED = [
    "Target creature card in your graveyard gains haste until end of turn.",
    "Target creature card in your graveyard gains unearth {2}{B} until end of turn.",
    "Creature cards in your graveyard gain haste until end of turn.",
    'Target creature card in your graveyard gains "{2}: Return this card to the battlefield." until end of turn.',
]
READ = [
    "Target sorcery card in your graveyard gains flashback {2}{R} until end of turn.",
    "Target card in your graveyard gains flashback until end of turn. The flashback cost is equal to its mana cost.",
    "Return target creature card from your graveyard to the battlefield. It gains haste until end of turn.",
    "Put up to two target creature cards from your graveyard onto the battlefield. They gain haste until end of turn.",
    "Creatures you control gain haste until end of turn.",
]


@pytest.mark.parametrize("text", REFUSED)
def test_what_nothing_reads_is_refused(text: str) -> None:
    with pytest.raises(TextError, match="an ability that nothing reads on a card that is not in play"):
        parse(text, "Odd Eye", "magic")


@pytest.mark.parametrize("text", READ)
def test_what_is_read_there_or_what_is_in_play_by_then_is_read(text: str) -> None:
    assert parse(text, "Odd Eye", "magic")
