"""The rules of a deck (100.2a, 100.4a): its size and that of its sideboard, how many copies of a card both may hold."""

from __future__ import annotations

from typing import Final

from engine.cards.definitions import UnknownCard, card
from engine.cards.faults import Fault, no_such_card

LEAST_CARDS: Final = 60
MOST_COPIES: Final = 4
MOST_CARDS: Final = 250
"""A bound of ours, so that a deck cannot be used to exhaust a server."""
MOST_BESIDE: Final = 15


def check_deck(game: str, entries: tuple[tuple[str, int], ...], beside: tuple[tuple[str, int], ...]) -> list[Fault]:
    """Everything that is wrong with a deck and its sideboard; nothing if they are legal."""
    problems: list[Fault] = []
    counts: dict[str, int] = {}
    for name, count in (*entries, *beside):
        if count < 1:
            problems.append(Fault("100.2a", f"{count} copies", name))
        counts[name] = counts.get(name, 0) + max(count, 0)
    total, other = (sum(max(count, 0) for _, count in part) for part in (entries, beside))
    if total < LEAST_CARDS:
        problems.append(Fault("100.2a", f"{total} cards; a deck has at least {LEAST_CARDS}"))
    if total > MOST_CARDS:
        problems.append(Fault("100.2a", f"{total} cards; a deck has at most {MOST_CARDS}"))
    if other > MOST_BESIDE:
        problems.append(Fault("100.4a", f"{other} cards; a sideboard has at most {MOST_BESIDE}"))
    for name, count in counts.items():
        problems += _problems_of(game, name, count, "a deck and its sideboard have" if beside else "a deck has")
    return problems


def _problems_of(game: str, name: str, count: int, both: str) -> list[Fault]:
    try:
        definition = card(game, name)
    except UnknownCard:
        return [no_such_card(name)]
    if count > MOST_COPIES and not {"basic", "land"} <= set(definition.words):
        rule = "100.4a" if "sideboard" in both else "100.2a"
        return [Fault(rule, f"{count} copies; {both} at most {MOST_COPIES}", name)]
    return []
