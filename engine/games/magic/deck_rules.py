"""What a deck must be (100.2a): its size, and how many copies of a card it may hold."""

from __future__ import annotations

from typing import Final

from engine.cards import UnknownCard, card

LEAST_CARDS: Final = 60
MOST_COPIES: Final = 4
MOST_CARDS: Final = 250
"""A bound of ours, so that a deck cannot be used to exhaust a server."""


def check_deck(game: str, entries: tuple[tuple[str, int], ...]) -> list[str]:
    """Everything that is wrong with a deck, as sentences; nothing if it is legal."""
    problems: list[str] = []
    counts: dict[str, int] = {}
    for name, count in entries:
        if count < 1:
            problems.append(f"{name}: {count} copies")
        counts[name] = counts.get(name, 0) + max(count, 0)
    total = sum(counts.values())
    if total < LEAST_CARDS:
        problems.append(f"{total} cards; a deck has at least {LEAST_CARDS}")
    if total > MOST_CARDS:
        problems.append(f"{total} cards; a deck has at most {MOST_CARDS}")
    for name, count in counts.items():
        problems += _problems_of(game, name, count)
    return problems


def _problems_of(game: str, name: str, count: int) -> list[str]:
    try:
        definition = card(game, name)
    except UnknownCard:
        return [f"{name}: no such card"]
    if count > MOST_COPIES and not {"basic", "land"} <= set(definition.words):
        return [f"{name}: {count} copies; a deck has at most {MOST_COPIES}"]
    return []
