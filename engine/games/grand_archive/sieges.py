"""Siegeable domains: they are attacked like units, and damage takes their durability (Siegeable)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.execution import change_counters, deal
from engine.state.records import Object

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect

SIEGEABLE: Final = "siegeable"
DURABILITY: Final = "durability"


def deal_damage(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """Siegeable b.i: of what is no unit so many durability counters are removed; how much was dealt."""
    record = game.records.get(each.subject)
    if not isinstance(record, Object) or SIEGEABLE not in record.words or "unit" in record.words:
        return deal(game, each, results)
    there = dict(record.counters).get(DURABILITY, 0)
    if there and each.amount > 0:
        change_counters(game, record.id, DURABILITY, -min(there, each.amount))
    return each.amount


def is_fallen(obj: Object) -> bool:
    """Siegeable b.iii: a weapon, or a siegeable domain, without durability is destroyed."""
    return ("weapon" in obj.words or SIEGEABLE in obj.words) and not any(name == DURABILITY for name, _ in obj.counters)
