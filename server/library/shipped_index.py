"""An index of the cards that ship with a game: as that of a library, made in memory when it is first searched."""

from __future__ import annotations

import sqlite3
import threading
from functools import cache
from typing import TYPE_CHECKING, Final

import engine
from server.library.card_rows import put
from server.library.card_search import MOST_STEPS, Matches, matches
from server.library.kept_cards import Imported, folded
from server.library.schema import migrate

if TYPE_CHECKING:
    from server.library.card_query import Query

SELF: Final = "~"
"""A card, in its own text."""


class ShippedIndex:
    """The cards that ship with a game; threads may share it, one searches at a time.

    Attributes:
        names: of all of them, as they are looked up.
    """

    def __init__(self, game: str) -> None:
        self.game = game
        names = engine.card_names(game)
        self.names = frozenset(map(folded, names))
        self._lock = threading.Lock()
        self._connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
        migrate(self._connection)
        for name in names:
            put(self._connection, _imported(game, name))

    def matches(self, query: Query, most: int, most_steps: int = MOST_STEPS) -> Matches:
        """The first cards that a question means; raises ``engine.Refusal`` (``too_much``)."""
        with self._lock:
            return matches(self._connection, self.game, query, most, most_steps=most_steps)


@cache
def shipped_index(game: str) -> ShippedIndex:
    """The index of a game."""
    return ShippedIndex(game)


def _imported(game: str, name: str) -> Imported:
    table = engine.printed_facts(game, name)
    text = str(table.get("text", "")).replace(SELF, name)
    return Imported(game, "", name, 0, name, (), str(table["type"]), text, table, {"table": table}, "", "", (), {})
