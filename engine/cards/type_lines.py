"""Type lines that a text changes: with a type goes, and comes, what that type implies."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Set as AbstractSet

    from engine.text.words import Vocabulary


def retyped(
    vocabulary: Vocabulary, words: tuple[str, ...], gone: AbstractSet[str], new: tuple[str, ...]
) -> tuple[str, ...]:
    """The words of a type line without those that are gone, and with new ones."""
    lost = {*gone, *(word for kind in gone for word in vocabulary.implied.get(kind, ()))}
    types = [word for word in (*words, *new) if word in vocabulary.types and (word in new or word not in lost)]
    implied = tuple(dict.fromkeys(word for kind in types for word in vocabulary.implied.get(kind, ())))
    kept = tuple(word for word in words if word in implied or word not in lost)
    return tuple(dict.fromkeys((*kept, *new, *implied)))


def told_apart(becomes: tuple[str, ...]) -> tuple[set[str], tuple[str, ...]]:
    """The words that a text takes from a type line, written after "!", and those that it gives."""
    return {word[1:] for word in becomes if word[0] == "!"}, tuple(word for word in becomes if word[0] != "!")
