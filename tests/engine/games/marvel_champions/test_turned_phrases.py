"""Texts about boost cards that are turned faceup and about whom an attack is against: what is read, and what is not."""

from __future__ import annotations

import pytest

from engine.formats.print_back import PrintBack
from engine.formats.understanding import understand

GAME = "marvel-champions"


def _card(kind: str, text: str) -> dict[str, object]:
    return {"name": "Probe Card", "type": kind, "text": text}


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("Event", "Hero Response: After a boost card is turned faceup, draw 1 card."),
        ("Event", "Hero Action: Cancel its boost icons."),
        ("Event", 'Interrupt: When an enemy attacks, cancel that card\'s "Boost" ability.'),
        ("Event", 'Interrupt: When a boost card is turned faceup, cancel that card\'s "Special" ability.'),
        ("Minion", "When Revealed: Probe Card attacks an enemy."),
        ("Minion", "When Revealed: Probe Card attacks each ally."),
        (
            "Minion",
            "Forced Interrupt: When Probe Card attacks, it attacks the ally with the fewest remaining hit points.",
        ),
        ("Ally", "Forced Interrupt: When an enemy schemes, it attacks Probe Card instead. It attacks you instead."),
        ("Treachery", "When Revealed: He activates against the player who defeated this scheme."),
        ("Event", "Hero Interrupt: When Groot defends, reduce the amount of threat placed on the scheme by 1."),
        ("Event", "Hero Interrupt: When an enemy attacks you, prevent 1 of that threat."),
        ("Event", "Hero Interrupt: When the villain schemes, prevent 2 of that damage."),
    ],
)
def test_what_does_not_fit_what_is_interrupted_is_not_read(kind: str, text: str) -> None:
    assert understand(GAME, _card(kind, text)).definition is None


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (
            "Event",
            "Interrupt: When a boost card is turned faceup, cancel all boost icons on that card.",
        ),
        (
            "Event",
            'Interrupt: When a boost card is turned faceup, cancel its boost icons and "Boost" ability.',
        ),
        ("Ally", "Forced Interrupt: When a minion would attack you, it attacks Probe Card instead."),
        (
            "Treachery",
            "When Revealed: The villain attacks the ally with the fewest remaining hit points.",
        ),
        ("Side Scheme", "When Defeated: Each player takes 2 damage."),
        ("Side Scheme", "When Defeated: Deal 2 facedown encounter cards to the first player."),
        ("Villain", "When Revealed: Deal 1 encounter card to each player."),
        ("Villain", "Forced Interrupt: When Probe Card would be defeated, give Probe Card a tough status card."),
        ("Event", "Interrupt: When an enemy would scheme, deal 2 damage to it."),
        ("Treachery", "When Revealed: Each player must choose to either exhaust their identity or take 2 damage."),
        ("Treachery", "When Revealed: Each player must either discard an ally they control or place 2 threat here."),
        ("Treachery", "When Revealed: Choose and discard an ally you control. If you cannot, take 3 damage."),
        (
            "Treachery",
            "When Revealed: Discard the top X cards of your deck, where X is the number of minions in play.",
        ),
        ("Minion", "When Defeated: The engaged player discards 1 card at random from their hand."),
        ("Minion", "Forced Response: After Probe Card attacks you, you may take 2 damage. If you do, draw 1 card."),
        ("Main Scheme", "When Revealed: Shuffle the set-aside Lost Stone minion into the encounter deck."),
        ("Event", "Hero Action: Choose to either draw 2 cards and ready your hero or remove 4 threat from a scheme."),
    ],
)
def test_what_is_read_is_written_in_the_same_words(kind: str, text: str) -> None:
    card = _card(kind, text)
    assert understand(GAME, card).definition is not None
    assert not list(PrintBack(GAME).differences(card))
