"""What a player's deck must be."""

from __future__ import annotations

from typing import Final

from engine.cards import UnknownCard, card

LEAST: Final = 40
MOST: Final = 50
MOST_COPIES: Final = 3


def check_deck(game: str, entries: tuple[tuple[str, int], ...]) -> list[str]:
    """Everything that is wrong with a deck, as sentences; nothing if it is legal."""
    problems = []
    for name, count in entries:
        try:
            card(game, name)
        except UnknownCard:
            problems.append(f"{name}: no such card")
        if not 0 < count <= MOST_COPIES:
            problems.append(f"{name}: {count} copies; a deck has at most {MOST_COPIES}")
    total = sum(count for _, count in entries)
    if not LEAST <= total <= MOST:
        problems.append(f"{total} cards; a deck has {LEAST} to {MOST}")
    return problems
