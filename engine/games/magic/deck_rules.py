"""The rules of a deck (100.2a, 100.4a): its size and that of its sideboard, how many copies of a card both may hold."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import DeckLimit
from engine.cards.faults import Fault

if TYPE_CHECKING:
    from engine.cards.definitions import CardDef, DeckCards

LEAST_CARDS: Final = 60
MOST_COPIES: Final = 4
MOST_CARDS: Final = 250
"""A bound of ours, so that a deck cannot be used to exhaust a server."""
MOST_BESIDE: Final = 15


def check_deck(deck: DeckCards, beside: DeckCards) -> list[Fault]:
    """Everything that is wrong with a deck and its sideboard; nothing if they are legal."""
    problems: list[Fault] = []
    counts: dict[CardDef, int] = {}
    for definition, count in (*deck, *beside):
        if count < 1:
            problems.append(Fault("100.2a", f"{count} copies", definition.name))
        counts[definition] = counts.get(definition, 0) + max(count, 0)
    total, other = (sum(max(count, 0) for _, count in part) for part in (deck, beside))
    if total < LEAST_CARDS:
        problems.append(Fault("100.2a", f"{total} cards; a deck has at least {LEAST_CARDS}"))
    if total > MOST_CARDS:
        problems.append(Fault("100.2a", f"{total} cards; a deck has at most {MOST_CARDS}"))
    if other > MOST_BESIDE:
        problems.append(Fault("100.4a", f"{other} cards; a sideboard has at most {MOST_BESIDE}"))
    for definition, count in counts.items():
        problems += _problems_of(definition, count, "a deck and its sideboard have" if beside else "a deck has")
    return problems


def _problems_of(definition: CardDef, count: int, both: str) -> list[Fault]:
    most = next((own.most for own in _limits_of(definition)), MOST_COPIES)
    if 0 <= most < count and not {"basic", "land"} <= set(definition.words):
        rule = "100.4a" if "sideboard" in both else "100.2a"
        return [Fault(rule, f"{count} copies; {both} at most {most}", definition.name)]
    return []


def _limits_of(definition: CardDef) -> list[DeckLimit]:
    """The abilities of a card that bound its own number in a deck (113.6n)."""
    own = [ability for ability in definition.abilities if isinstance(ability, DeckLimit)]
    return [limit for limit in own if limit.name == definition.name]
