"""The kinds of zones that a game has, and the names by which texts and positions mean them."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

ARENA: Final = "battlefield"
DISCARDS: Final = "graveyard"
DRAWS: Final = "library"


class ZoneSpec:
    """A kind of zone.

    Attributes:
        name: as views and records have it.
        words: what ability records and positions call it besides; ``ARENA``, ``DISCARDS`` and ``DRAWS`` name the zone
            where permanents are, the one where spent cards go and the one that is drawn from.
        shared: all players have one together.
        sight: who may look: "all", "open", "owner", "nobody" or "looker".
        whose: only the "seats" have cards there, or only the "side" at which nobody sits; "" for all.
        apart: it is known which cards of a deck are there, though not where each lies.
        is_pile: a table shows it as a pile, if it is not shared.
        lends: its cards lie beneath an object and lend it abilities.
    """

    __slots__ = ("apart", "is_pile", "lends", "name", "shared", "sight", "whose", "words")

    def __init__(
        self,
        name: str,
        *words: str,
        shared: bool = False,
        sight: str = "all",
        whose: str = "",
        apart: bool = False,
        is_pile: bool = True,
        lends: bool = False,
    ) -> None:
        self.name = name
        self.words = words
        self.shared = shared
        self.sight = sight
        self.whose = whose
        self.apart = apart
        self.is_pile = is_pile
        self.lends = lends


@lru_cache(maxsize=64)
def zone_words(specs: tuple[ZoneSpec, ...]) -> dict[str, str]:
    """Return the name of the zone by each other word for it."""
    return {word: spec.name for spec in specs for word in spec.words}


def zone_called(specs: tuple[ZoneSpec, ...], word: str) -> str:
    """Return the name of the zone that a word means: a name means itself."""
    return zone_words(specs).get(word, word)


def zone_beneath(specs: tuple[ZoneSpec, ...]) -> str:
    """Return the name of the zone that lends abilities, "" if the game has none."""
    return next((spec.name for spec in specs if spec.lends), "")
