"""Last known information: what an object was when something was last seen of it, as an immutable record."""

from __future__ import annotations

from typing import NamedTuple


class LastKnown(NamedTuple):
    """An object as it last was; ``became`` is its id where it went, 0 if it went nowhere or that is not known."""

    id: int
    name: str
    controller: int
    owner: int
    power: int
    toughness: int
    value: int
    words: tuple[str, ...]
    keywords: tuple[str, ...]
    became: int
    number: int
    counters: tuple[tuple[str, int], ...]
    tapped: bool
    attacking: int
    paid: tuple[tuple[str, int], ...]
    attached: int


class OnlyId(NamedTuple):
    """A player, a spell or an ability, of which nothing but the id is kept."""

    id: int


Last = LastKnown | tuple[()]
"""Last known information, or nothing where there was no object."""
LastOrId = LastKnown | OnlyId | tuple[()]
"""Last known information, or the id of a player, a spell or an ability in its place."""
