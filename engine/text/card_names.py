"""Names of cards and words of type lines that a text may say: looked up when it is read, and no part of a grammar."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.text.words import split

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.text.words import Word

MOST_KEPT: Final = 256
"""Sets of further words that are kept once they were made ready."""


class CardNames:
    """Names of cards, by their first words."""

    __slots__ = ("_by_first",)

    def __init__(self, names: Iterable[str]) -> None:
        self._by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for name in names:
            words = tuple(word.lower for word in split(name))
            if words:
                self._by_first.setdefault(words[0], []).append((words, name))

    def at(self, words: list[Word], at: int) -> list[tuple[int, str]]:
        """The names that begin at word ``at``, each with its length in words."""
        known = self._by_first.get(words[at].lower, ())
        return [
            (len(said), name)
            for said, name in known
            if len(said) == 1 or tuple(word.lower for word in words[at : at + len(said)]) == said
        ]

    def begins(self, word: str) -> bool:
        """Whether a name begins with this word, in lower case."""
        return word in self._by_first


class Mentioned:
    """The further words that one text may say: names of cards, and words of their type lines."""

    __slots__ = ("names", "types")

    def __init__(self, names: tuple[str, ...], types: tuple[str, ...]) -> None:
        self.names = CardNames(names)
        self.types = frozenset(word.lower() for word in types)


@lru_cache(maxsize=MOST_KEPT)
def mentioned(names: tuple[str, ...], types: tuple[str, ...]) -> Mentioned:
    """The further words of a text, made ready to be looked up."""
    return Mentioned(names, types)


NOTHING: Final = mentioned((), ())
