"""With which cards a greedy player pays where cards pay for each other, and which ones it gives up."""

from __future__ import annotations

import re
from itertools import combinations
from typing import Final

from protocol.messages import Answer, Decision
from protocol.view import Card, View
from server.bots import worth
from server.bots.hand import SPARE, Item, Plan, kept, made, value
from server.bots.needs import Needs
from server.bots.reading import CARD, icons

MOST_SOURCES: Final = 9
"""So many cards are thought of to pay with."""
_UNTYPED: Final = re.compile(r"(\d+) resource")


def pay(view: View, decision: Decision) -> Answer:
    """The cards that generate what the prompt asks for at the least loss; where that is too hard the rules choose."""
    needs = Needs(view, decision.seat)
    due = _due(decision.prompt.removeprefix("generate ").partition(" for ")[0])
    cards = [card for option in decision.options if (card := view.card(option.refs[0])) is not None]
    wanted = {item.card.id: item.value for item in Plan(needs, _hopes(needs)).chosen}
    losses = {card.id: _loss(needs, card, wanted.get(card.id, 0.0)) for card in cards}
    cards = sorted(cards, key=lambda card: (losses[card.id], card.id))[:MOST_SOURCES]
    ways = (way for size in range(1, len(cards) + 1) for way in combinations(cards, size) if _serves(needs, way, due))
    best = min(ways, key=lambda way: sum(losses[card.id] for card in way), default=())
    return Answer(decision.kind, tuple(card.id for card in best)) if best else Answer("auto")


def _loss(needs: Needs, card: Card, wanted: float) -> float:
    """The loss of a card that pays: every icon, the use that it was kept for, and the use that was planned."""
    if card.zone != "hand":
        return 0.5 * CARD
    return CARD * len(made(needs, card)) + kept(needs, card) + 0.5 * wanted


def _due(asked: str) -> list[str]:
    """Resources as a prompt asks for them, ``{e} and 2 resources``, one by one; those of any type last."""
    number = sum(int(found) for found in _UNTYPED.findall(asked))
    return [*icons(asked), *["any"] * number]


def _serves(needs: Needs, cards: tuple[Card, ...], due: list[str]) -> bool:
    """Whether the icons of some cards meet what is due: the particular needs first, wild icons last."""
    left = list(due)
    for icon in sorted((icon for card in cards for icon in made(needs, card)), key="wild".__eq__):
        _serve(left, icon)
    return not left


def _hopes(needs: Needs) -> list[Item]:
    """The cards of the hand as things to play."""
    return [
        Item(card, (card.id,), worth.price(card), value(needs, card))
        for card in needs.hand()
        if card.cost and value(needs, card) > SPARE
    ]


def _serve(left: list[str], icon: str) -> None:
    """Take the first need that an icon serves, if there is one."""
    need = next((need for need in left if need in ("any", icon) or icon == "wild"), "")
    if need:
        left.remove(need)


def give_up(view: View, decision: Decision) -> Answer:
    """The cards that are missed least, as few as must be; of a hand also those that are in the way of better ones."""
    needs = Needs(view, decision.seat)
    cards = [card for option in decision.options if (card := view.card(option.refs[0])) is not None]
    cards.sort(key=lambda card: (_missed(needs, card), card.id))
    is_free = "mulligan" in decision.prompt or "do not want" in decision.prompt
    bad = sum(_missed(needs, card) < 1.0 for card in cards) if is_free else 0
    return Answer(decision.kind, tuple(card.id for card in cards[: max(decision.least, min(decision.most, bad))]))


def _missed(needs: Needs, card: Card) -> float:
    """The worth of a card beside another one drawn instead."""
    return max(kept(needs, card), value(needs, card) - 1.3 * worth.price(card)) if card.cost else 2.0
