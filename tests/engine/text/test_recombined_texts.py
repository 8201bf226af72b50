"""Texts in which known phrases stand together anew are printed back as they were read."""

from __future__ import annotations

import pytest

from engine.formats.print_back import PrintBack

TYPES = {"Event": {"cost": 1}, "Upgrade": {"cost": 1}, "Support": {"cost": 1}, "Treachery": {}}


@pytest.mark.parametrize(
    ("type_line", "text"),
    [
        ("Event", "Action: Ready an ally. At the end of the phase, deal 1 damage to it."),
        (
            "Event",
            (
                "Action: Choose an ally. "
                "Until the end of the round, it gets +2 ATK and does not take consequential damage."
            ),
        ),
        ("Event", "Action: Deal 3 damage to an enemy and stun it. If it was already stunned, deal 3 damage to it."),
        ("Event", "Action: Choose an enemy. If it is stunned, deal 1 damage to it. Otherwise, stun it."),
        ("Event", "Action: Choose an enemy. If it has a tough status card, deal 1 damage to it. Otherwise, stun it."),
        ("Support", "Action: Exhaust ~ → confuse an enemy. If you cannot, deal 1 damage to it."),
        ("Upgrade", "Hero Response: After you attack and defeat an enemy, draw 1 card. Stun the attacked enemy."),
        ("Event", "Action: Discard up to 3 cards from your hand. Draw that many cards."),
        ("Event", "Action: Choose a player. That player discards up to 2 cards from their hand."),
        (
            "Event",
            (
                "Action: Exhaust any number of allies you control → "
                "remove 1 threat from a scheme for each ally exhausted this way."
            ),
        ),
        ("Event", "Action: Choose an enemy. Each ally you control deals damage equal to its ATK to that enemy."),
        ("Treachery", "When Revealed: Take 2 damage. If you are in alter-ego form, take 3 damage instead."),
        ("Event", "Hero Interrupt: When you would be defeated, set your remaining hit points to 1 instead."),
        (
            "Upgrade",
            (
                "Response: After an ally you control is defeated, deal 2 damage to an enemy. "
                "If that enemy is a minion, deal 4 damage to it instead."
            ),
        ),
        (
            "Upgrade",
            (
                "Interrupt: When an ally you control is defeated, deal 2 damage to an enemy. "
                "If that enemy is a minion, deal 4 damage to it instead."
            ),
        ),
        (
            "Upgrade",
            (
                "Hero Interrupt (defense): When you defend against an attack, exhaust ~ → "
                "you get +2 DEF for this attack. If you take no damage from this attack, draw 1 card."
            ),
        ),
        ("Treachery", "When Revealed: Give the villain a tough status card. If you cannot, take 1 damage."),
    ],
)
def test_marvel_champions(type_line: str, text: str) -> None:
    card = {"name": "Test Card", "type": type_line, "text": text, **TYPES[type_line]}
    assert not PrintBack("marvel-champions").differences(card)


@pytest.mark.parametrize(
    ("type_line", "text"),
    [
        ("Action", "Your champion gets +1 level until end of turn. Draw a card if your champion is level 3 or higher."),
        ("Ally - Human", "On Enter: Draw a card. If you have four or more cards in your memory, discard a card."),
        ("Action", "Discard a card. If you discarded a fire element card this way, draw a card."),
    ],
)
def test_grand_archive(type_line: str, text: str) -> None:
    card = {"name": "Test Card", "type": type_line, "text": text, "reserve": 1}
    assert not PrintBack("grand-archive").differences(card)


@pytest.mark.parametrize(
    "text",
    [
        "When ~ enters, put a +1/+1 counter on target creature. If it is red, put two +1/+1 counters on it instead.",
        "Whenever ~ attacks, draw a card. If you control a red creature, draw two cards instead.",
        "When ~ enters, each creature you control deals damage equal to its power to target creature.",
        "When ~ enters, target creature's controller sacrifices it.",
        "When ~ dies, tap all creatures target player controls. They don't untap during that player's next untap step.",
        "Whenever ~ attacks, tap target creature. Target creature you control deals 2 damage to that creature.",
    ],
)
def test_magic(text: str) -> None:
    card = {"name": "Test Card", "type": "Creature - Goblin", "text": text, "power": 1, "toughness": 1, "cost": "{R}"}
    assert not PrintBack("magic").differences(card)
