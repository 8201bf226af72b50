"""The worth of cards to a player who reads them but knows no rules.

Numbers are in "mana": a vanilla creature is worth about its cost.
"""

from __future__ import annotations

import re
from typing import Final

from protocol.messages import Decision
from protocol.view import Card, Player, View

EVASION: Final = {"flying": 1.0, "menace": 0.5, "trample": 0.5, "unblockable": 1.0}
STRENGTH: Final = {
    "first strike": 0.7,
    "double strike": 1.5,
    "deathtouch": 1.0,
    "lifelink": 0.8,
    "vigilance": 0.4,
    "haste": 0.3,
    "indestructible": 1.5,
    "reach": 0.2,
    "defender": -0.5,
}

FIGHTERS: Final = ("creature", "ally")
_DAMAGE: Final = re.compile(r"(\d+) damage", re.IGNORECASE)
_SYMBOL: Final = re.compile(r"\{([^}]+)\}")


def price(card: Card) -> int:
    """The price of playing a card: mana, or cards reserved or given up from memory; X counts nothing."""
    reserve = card.reserve if isinstance(card.reserve, int) else 0
    memory = card.memory if isinstance(card.memory, int) else 0
    return mana_value(card.cost) + reserve + memory


def is_fighter(card: Card) -> bool:
    """Whether it attacks and is attacked, without being the end of its player."""
    return any(card.is_a(word) for word in FIGHTERS)


def is_leader(view: View, card: Card) -> bool:
    """Whether its player loses with it."""
    return any(card.is_a(word) for word in view.table.leader.split())


def life_left(view: View, player: Player) -> int:
    """Damage that a player can still take: its own life, or that of the card that stands for it."""
    leader = next((card for card in view.board(player.seat) if is_leader(view, card)), None)
    return player.life if leader is None else toughness_left(leader)


def mana_value(cost: str) -> int:
    """The sum of a cost such as ``{2}{G}{G}``; X counts nothing."""
    return sum(int(symbol) if symbol.isdecimal() else symbol != "X" for symbol in _SYMBOL.findall(cost))


def colours(cost: str) -> set[str]:
    """The colours that a cost asks for."""
    return {letter for symbol in _SYMBOL.findall(cost) for letter in symbol if letter in "WUBRG"}


def worth(card: Card) -> float:
    """The worth of a card on the table to its controller."""
    if card.is_a("land"):
        return 1.0
    value = 0.5 * price(card) + 0.5
    if is_fighter(card):
        value += 0.6 * max(0, card.power) + 0.4 * max(0, card.toughness)
        value += sum(bonus for word, bonus in (EVASION | STRENGTH).items() if card.has(word))
    return value


def toughness_left(card: Card) -> int:
    """Damage that it can still take."""
    return card.toughness - card.damage


def damage_of(text: str) -> int:
    """Damage that the text names, 0 if none."""
    found = _DAMAGE.search(text)
    return int(found.group(1)) if found is not None else 0


def said_of(view: View, decision: Decision) -> str:
    """The text that a question is about, and the question: of its subject, else of a card that the question names."""
    text = text_of(view, decision.subject)
    if not text:
        named = [card for card in view.cards if card.name and card.name in decision.prompt]
        text = max(named, key=lambda card: ("stack" in card.zone, len(card.name), card.id)).text if named else ""
    return f"{text}\n{decision.prompt}"


def text_of(view: View, ref: int) -> str:
    """The text of a card or stack item, empty if it is not to be seen."""
    item = view.item(ref)
    card = view.card(ref)
    if item is not None and item.text:
        return item.text
    return card.text if card is not None else ""
