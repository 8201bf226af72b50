"""Phrases of Grand Archive that say one thing in two ways mean the same, and what nothing carries out is refused."""

from __future__ import annotations

from typing import Final

import pytest

from engine.cards.definitions import abilities_of
from engine.text.errors import TextError
from engine.text.language import language

GAME: Final = "grand-archive"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            "Deal 3 damage to all allies. Class Bonus: Deal 4 damage to those allies instead.",
            "Deal 3 damage to all allies. Class Bonus: Deal 4 damage to all allies instead.",
        ),
        (
            "On Enter: For every two Herbs you control, put a buff counter on ~.",
            "On Enter: Put a buff counter on ~ for every two Herbs you control.",
        ),
        (
            "Search your deck for an ally card, reveal it, and put it into your hand. Then shuffle your deck.",
            "Search your deck for an ally card, reveal it, put it into your hand, then shuffle.",
        ),
        (
            "If you control a Sword or a Shield item, draw a card.",
            "If you control a Sword or Shield item, draw a card.",
        ),
        (
            "Whenever an opponent activates a card, deal 1 damage to their champion.",
            "Whenever an opponent activates a card, deal 1 damage to that player's champion.",
        ),
        (
            "Target weapon gains omnishroud until end of turn.\n[Damage 20+] Put a durability counter on that weapon.",
            "Target weapon gains omnishroud until end of turn. Damage 20+: Put a durability counter on that weapon.",
        ),
        (
            "If an ally you control is attacking, draw a card.",
            "If you control an attacking ally, draw a card.",
        ),
        (
            "Draw two cards, then discard a card.\nClass Bonus: If a fire element card was discarded, draw a card.",
            "Draw two cards, then discard a card. Class Bonus: If a fire element card was discarded, draw a card.",
        ),
        (
            "If you control a Beast, summon an additional Powercell token.",
            "If you control a Beast, summon a Powercell token.",
        ),
        (
            "On Enter: If you control a Beast, as a Spell, deal 2 damage to target unit.",
            "On Enter: As a Spell, if you control a Beast, deal 2 damage to target unit.",
        ),
        (
            "On Enter: Damage dealt by fire element sources you control can't be prevented this turn.",
            "On Enter: Until end of turn, damage dealt by fire element sources you control can't be prevented.",
        ),
        (
            (
                "Look at the top three cards of your deck. Banish one of them and put the rest on the bottom of "
                "your deck in any order. Until end of turn, you may activate the banished card."
            ),
            (
                "Look at the top three cards of your deck. Banish one of them. You may activate it until end of turn. "
                "Put the rest on the bottom of your deck in any order."
            ),
        ),
        (
            "Until end of turn, target player can't recover.",
            "Target player can't recover this turn.",
        ),
        (
            "Players can't declare attacks unless they pay (1) for each attack declaration this turn.",
            "Until end of turn, players can't declare attacks unless they pay (1) for each attack declaration.",
        ),
    ],
)
def test_two_ways_of_saying_mean_the_same_and_are_written_so_that_they_do(one: str, other: str) -> None:
    abilities = abilities_of(GAME, one)
    assert abilities == abilities_of(GAME, other)
    assert abilities_of(GAME, "\n".join(map(language(GAME).render, abilities))) == abilities


@pytest.mark.parametrize(
    "text",
    [
        "Each opponent discards a card from their hand or memory.",
        "Draw a card for every card in your hand.",
        "Draw X cards, where X is the amount of damage counters on target ally.",
        'On Attack: ~ gains "If this attack would deal damage, it deals double that damage instead."',
        "Until your next turn, the next ally card you activate this turn costs 2 less to activate.",
        "Deal 2 damage to target ally.\n[Level 2+] Rest it.",
        "Draw a card unless an opponent pays (3).",
        "On Attack: ~ gains stealth until end of turn for each counter removed this way.",
        "On Death: If ~ was activated during your recollection phase, draw a card.",
        "You may activate Mage cards from your hand or memory.",
        "If there are two cards in your hand or memory, draw a card.",
        "Put a haunt counter on your Phantasmagoria. If there are six or more haunt counters on it, draw a card.",
        "Draw a card for each card in your champion's lineage.",
        "Each player discards a card from their memory.",
        "Cards that opponent activates cost 1 more to activate.",
        '~ can only level up into another "Nobody" champion.',
    ],
)
def test_what_nothing_carries_out_or_binds_is_refused(text: str) -> None:
    with pytest.raises(TextError):
        abilities_of(GAME, text)
