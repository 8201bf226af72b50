"""Plans for a hand whose cards pay for each other: the best set of things to play with the rest of it.

A hand is a few cards, so all sets are tried. Types of resources are looked at only when it comes to paying.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from protocol.view import Card
from server.bots import worth
from server.bots.needs import Needs
from server.bots.reading import CARD, RESERVE, SYMBOL, Line, best_harm, best_relief, gain, icons, lines, uses

MOST_ITEMS: Final = 9
"""So many things to play are looked at, the best ones."""
CROWDED: Final = 3
"""So many allies are enough."""
SPARE: Final = 0.3
"""From so much on something is worth doing."""
SCRAP: Final = 0.2
"""The worth of a card left over: a draw less at the end of the turn."""
LATER: Final = 0.4
"""The share of a card's worth that can be looked forward to while it is held."""
DEAR: Final = 1.2
"""The cost of paying for it then, for each resource."""


class Item:
    """Something that could be done for resources: ``refs`` as the option has them."""

    __slots__ = ("card", "cost", "refs", "value")

    def __init__(self, card: Card, refs: tuple[int, ...], cost: int, value: float) -> None:
        self.card = card
        self.refs = refs
        self.cost = cost
        self.value = value


def value(needs: Needs, card: Card) -> float:
    """The worth of having played a card."""
    found = needs.values.get(card.id)
    if found is None:
        found = needs.values[card.id] = _value(needs, card)
    return found


def _value(needs: Needs, card: Card) -> float:
    if card.is_a("ally"):
        return _ally(needs, card)
    if card.is_a("event"):
        return sum(gain(needs, f"{line.cost}. {line.effect}", card) for line in lines(card) if line.label == "action")
    return sum(_stays(needs, card, line) for line in lines(card))


def _ally(needs: Needs, card: Card) -> float:
    """The worth of its acts until it is about to die, of the blow that it takes then, and of its effects on arrival."""
    each = max(best_harm(needs, card.power), best_relief(needs, card.stats.get("thwart", 0)))
    times = max(0, card.toughness - 1)
    comes = sum(gain(needs, line.effect, card) for line in lines(card) if "enters play" in line.effect)
    crowd = sum(one.is_a("ally") for one in needs.mine()) >= CROWDED
    return 0.9 * each * times + needs.cover + comes - crowd * 4.0


def _stays(needs: Needs, card: Card, line: Line) -> float:
    """The worth of a line of a card in play, as often as it will be used."""
    worth_once = gain(needs, line.effect, card) - CARD * len(SYMBOL.findall(line.spent)) - ("take" in line.cost) * 0.6
    match line.label:
        case "":
            return worth_once if "+" in line.effect else 0.0
        case "action" | "resource":
            return max(0.0, worth_once) * min(uses(card), needs.lasting)
        case _:
            return 0.8 * max(0.0, worth_once)


def kept(needs: Needs, card: Card) -> float:
    """The worth of holding a card until others act: an interrupt or response may be used then."""
    waits = [gain(needs, line.effect, card) for line in lines(card) if line.label in ("interrupt", "response")]
    if card.is_a("event") and waits:
        return max(SCRAP, RESERVE * max(waits) - CARD * worth.price(card))
    return max(SCRAP, LATER * (value(needs, card) - DEAR * worth.price(card))) if card.cost else SCRAP


def made(needs: Needs, card: Card) -> list[str]:
    """The resources that a card makes: discarded from hand, or in play by its text."""
    if card.zone == "hand":
        return icons(needs.view.word(card.id, "resources"))
    resource = [line for line in lines(card) if line.label == "resource" and _is_in_form(needs, line)]
    return icons(resource[0].effect) if resource and not card.tapped else []


def _is_in_form(needs: Needs, line: Line) -> bool:
    return not line.form or (line.form == "hero") == needs.is_hero(needs.seat)


class Plan:
    """The best set of items, and the cards of the hand that are left for them.

    Attributes:
        chosen: what to do, the best first.
        value: what all of it is worth beside discarding it.
    """

    def __init__(self, needs: Needs, items: list[Item]) -> None:
        hand = needs.hand()
        self.keeps = {card.id: kept(needs, card) for card in hand}
        self._icons = {card.id: len(made(needs, card)) for card in hand}
        self._free = sum(len(made(needs, card)) for card in needs.mine())
        items = sorted(items, key=lambda item: (-item.value, item.refs))[:MOST_ITEMS]
        sets = [chosen for size in range(len(items) + 1) for chosen in combinations(items, size)]
        rated = [(self._rate(chosen), -n) for n, chosen in enumerate(sets)]
        best = max(rated)
        self.value = best[0]
        self.chosen = sets[-best[1]]

    def _rate(self, chosen: tuple[Item, ...]) -> float:
        """The worth of a set with the cards that are kept; less than nothing if it cannot be paid."""
        played = {item.card.id for item in chosen}
        due = sum(item.cost for item in chosen) - self._free
        total = sum(item.value for item in chosen)
        rest = sorted(
            (ident for ident in self.keeps if ident not in played), key=lambda i: (self.keeps[i], -self._icons[i])
        )
        for ident in rest:
            if due > 0 and self._icons[ident]:
                due -= self._icons[ident]
            else:
                total += self.keeps[ident]
        return total if due <= 0 else -1.0
