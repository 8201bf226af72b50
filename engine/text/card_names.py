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
    """Names of cards, by their first words.

    Args:
        names: as the cards have them.
        exact: whether capitals must be those of the name: "SENTINEL" is a trait, and "Sentinel" may be a card.
    """

    __slots__ = ("_by_first", "_exact")

    def __init__(self, names: Iterable[str], *, exact: bool = False) -> None:
        self._exact = exact
        self._by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        for name in names:
            said = split(name)
            if said:
                self._by_first.setdefault(said[0].lower, []).append((tuple(map(self._form, said)), name))

    def at(self, words: list[Word], at: int) -> list[tuple[int, str]]:
        """The names that begin at word ``at``, each with its length in words."""
        known = self._by_first.get(words[at].lower)
        if known is None:
            return []
        return [(len(said), name) for said, name in known if tuple(map(self._form, words[at : at + len(said)])) == said]

    def _form(self, word: Word) -> str:
        return word.text if self._exact else word.lower

    def begins(self, word: str) -> bool:
        """Whether a name begins with this word, in lower case."""
        return word in self._by_first


class Mentioned:
    """The further words that one text may say: names of cards, and words of their type lines."""

    __slots__ = ("_said", "names", "types")

    def __init__(self, names: tuple[str, ...], types: tuple[str, ...]) -> None:
        self.names = CardNames(names, exact=True)
        self.types = frozenset(word.lower() for word in types)
        self._said = names

    def has_within(self, card: str) -> bool:
        """Whether one of the names has the name of a card in it, and more."""
        return any(card in name and card != name for name in self._said)


@lru_cache(maxsize=MOST_KEPT)
def mentioned(names: tuple[str, ...], types: tuple[str, ...]) -> Mentioned:
    """The further words of a text, made ready to be looked up."""
    return Mentioned(names, types)


NOTHING: Final = mentioned((), ())
