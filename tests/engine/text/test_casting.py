"""Texts about the casting of spells: keywords, optional costs, permissions; read and written down again."""

from __future__ import annotations

from typing import Final

import pytest

from engine.text import parse, render

TEXTS: Final = (
    "Flashback {2}{R}",
    "Flashback—Sacrifice a creature.",
    "Kicker {2}",
    "Kicker {1}{G} and/or {W}",
    "Kicker—Sacrifice a land.",
    "Multikicker {1}",
    "Buyback {3}",
    "Buyback—Discard two cards.",
    "Evoke {1}{W}",
    "Retrace",
    "Jump-start",
    "Spectacle {R}",
    "Draw a card. If this spell was kicked, draw two cards.",
    "~ deals 2 damage to any target. If this spell was kicked, ~ deals 4 damage to that creature.",
    "When ~ enters, if it was kicked, destroy target creature.",
    "When ~ enters, if its spectacle cost was paid, draw a card.",
    "When ~ enters, if it wasn't kicked, sacrifice it.",
    "When ~ enters, create a 1/1 red Goblin creature token for each time it was kicked.",
    "You gain life equal to the number of times this spell was kicked.",
    "You may play lands from your graveyard.",
    "You may cast creature spells from your graveyard.",
    "You may cast spells from your hand without paying their mana costs.",
    "You may play lands and cast spells from your graveyard.",
    "You may play an additional land on each of your turns.",
    "You may play two additional lands on each of your turns.",
    "You may play an additional land this turn.",
    "You may cast artifact spells from your graveyard this turn.",
    "As long as ~ is tapped, you may play lands from your graveyard.",
    "Exile target card from your graveyard. You may play it this turn.",
    "Exile target card from your graveyard. You may play that card this turn.",
    "Exile target card from your graveyard. Until end of turn, you may play that card.",
    "You may cast target instant card from your graveyard this turn.",
    "Until end of turn, you may cast target sorcery card from your graveyard.",
    "{T}: You may cast target creature card from your graveyard this turn.",
    "Exile target card from your graveyard. You may cast it without paying its mana cost this turn.",
    "Exile target nonland card from an opponent's graveyard. You may cast it this turn.",
    "Storm",
    "This spell costs {3} less to cast if it targets a tapped creature.",
    "Spells your opponents cast that target ~ cost {2} more to cast.",
    "Spells you cast that target a creature you control cost {1} less to cast.",
    "Spells your opponents cast that target enchanted creature cost {2} more to cast.",
    "The next creature spell you cast this turn costs {2} less to cast.",
    "Players can't cast spells from graveyards.",
    "Cascade",
    "Exile the top card of your library. You may cast it.",
    "Exile the top card of your library. You may cast it without paying its mana cost.",
    "You may cast a creature card from your graveyard without paying its mana cost.",
    "You may cast a spell with mana value 3 or less from your hand without paying its mana cost.",
    "Exile cards from the top of your library until you exile a nonland card. Put the rest into your graveyard.",
    "Replicate {1}{R}",
    "Affinity for artifacts",
    "Affinity for Plains",
    "When you cast this spell, copy it.",
    "Whenever you cast an instant or sorcery spell, copy it. You may choose new targets for the copy.",
)


@pytest.mark.parametrize("text", TEXTS)
def test_it_survives_being_written_and_read(text: str) -> None:
    for ability in parse(text, "Test", "magic"):
        assert parse(render(ability, "magic"), "Test", "magic") == (ability,)
