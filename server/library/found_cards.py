"""A search through all cards that there are: those that ship with a game, and those that were imported."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple, Protocol

from server.library.card_query import Query, read_query
from server.library.card_search import Matches
from server.library.shipped_index import shipped_index

MOST_FOUND: Final = 60
"""Cards that are told at a time."""
MOST_BEFORE: Final = 6000
"""Cards that may stand before those that are told."""


class Index(Protocol):
    """Imported cards that can be searched, as a library has them."""

    def matches(self, game: str, query: Query, most: int, hidden: Iterable[str] = ()) -> Matches:
        """The first cards that a question means, without those of hidden names."""


class Found(NamedTuple):
    """Some of the cards that a question means, by name, the best first; the number of all; what meant nothing."""

    names: tuple[str, ...]
    total: int
    remarks: tuple[str, ...]


def find_cards(game: str, text: str, library: Index | None = None, start: int = 0, most: int = MOST_FOUND) -> Found:
    """The cards of a game that a question means, from the one numbered ``start``, counted from 0.

    A card that ships stands for an imported one of its name.

    Raises:
        engine.Refusal: ``too_much``.
        BadLibrary, Unavailable: the library cannot be read.
    """
    query, end = read_query(game, text), min(start, MOST_BEFORE) + most
    shipped = shipped_index(game)
    first = shipped.matches(query, end)
    others = library.matches(game, query, end, shipped.names) if library is not None else Matches()
    names = tuple(match.name for match in sorted((*first.first, *others.first)))
    return Found(names[end - most : end], first.total + others.total, query.remarks)
