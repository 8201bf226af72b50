"""Copies that have no mana cost, unlike what they are copies of (702.128a, 707.9): their mana value is 0 (202.3a)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.magic.keywords.hidden import MANA_COST
from engine.queries.layers import EXCEPT
from engine.state.lasting import Modification

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.state.records import Object


def lack_costs(entries: Iterable[tuple[str, object]]) -> bool:
    """Whether the exceptions of a copy, noted beside it, take its mana cost."""
    changes = [Modification(*change) for key, change in entries if key == EXCEPT]  # type: ignore[misc]  # its fields
    return any(MANA_COST in change.loses for change in changes)


def have_no_cost(obj: Object, entries: Iterable[tuple[str, object]]) -> None:
    """202.3a: what enters without a mana cost has the mana value 0."""
    if lack_costs(entries):
        obj.value = 0
