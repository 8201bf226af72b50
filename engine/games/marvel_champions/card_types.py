"""Cards that become cards of another type (Card Types)."""

from __future__ import annotations

from typing import Final

from engine.cards.type_lines import retyped, told_apart
from engine.games.marvel_champions.language.vocabulary import VOCABULARY

TYPES: Final = frozenset(VOCABULARY.types)


def become(words: tuple[str, ...], becomes: tuple[str, ...], *, keeps: bool) -> tuple[str, ...]:
    """A card that changes its type loses all others; a trait, or a type besides its own (``keeps``), takes none."""
    gone, new = told_apart(becomes)
    if not keeps and not TYPES.isdisjoint(new):
        gone |= TYPES
    return retyped(VOCABULARY, words, gone, new)
