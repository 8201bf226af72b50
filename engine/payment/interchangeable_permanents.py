"""Permanents that are as good as each other: what can be done with one can be done with any of them.

They are the same in all but their ids, numbers and timestamps, and nothing attached speaks of one of them alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.state.records import Object

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.state.game import Game
    from engine.state.records import Plain

ITS_OWN: Final = frozenset({"id", "number", "timestamp"})
SHARED: Final = tuple(field for field in Object.FIELDS if field not in ITS_OWN)
"""The fields that what is alike has in common."""


def alike(game: Game, objs: Iterable[Object]) -> list[list[Object]]:
    """Objects by what they are like, in the order in which the first of each kind comes."""
    hosts = {obj.attached for obj in game.battlefield()}
    kinds: dict[Plain, list[Object]] = {}
    for obj in objs:
        key = (obj.id if obj.id in hosts else 0, *[getattr(obj, field) for field in SHARED])
        kinds.setdefault(key, []).append(obj)
    return list(kinds.values())
