"""The events of a match that abilities count, and the costs of which they ask whether they were paid."""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import lru_cache

from engine.abilities import (
    COLORS_SPENT,
    DONE_AS,
    EXCESS,
    HISTORY,
    MANA_SPENT,
    Ability,
    Event,
    Forbid,
    Paid,
    Tally,
    Test,
    Value,
)
from engine.abilities.nouns import BEGUN


@lru_cache(maxsize=4096)
def tallied(ability: Ability) -> frozenset[str]:
    """The events of this turn that an ability asks about; the same decks are played again and again."""
    return frozenset(_tallied_by(ability))


def _tallied_by(part: object) -> set[str]:
    if isinstance(part, tuple):
        return {name for inner in part for name in _tallied_by(inner)}
    if not is_dataclass(part):
        return set()
    found = {name for field in fields(part) for name in _tallied_by(getattr(part, field.name))}
    if isinstance(part, Tally):
        found |= {part.event, f"{part.since}{BEGUN}"} if part.since else {part.event}
    elif isinstance(part, Test | Value) and part.field in HISTORY:
        found.add(HISTORY[part.field])
    elif isinstance(part, Value) and part.field == MANA_SPENT:
        found.add(MANA_SPENT)
    elif isinstance(part, Value) and part.field == EXCESS:
        found.add(EXCESS)
    elif isinstance(part, Value) and part.field.startswith((COLORS_SPENT, MANA_SPENT)):
        found |= {MANA_SPENT, COLORS_SPENT}
    elif isinstance(part, Event) and part.nth:
        found.add(part.name)
    elif isinstance(part, Forbid) and part.most:
        found.add(DONE_AS.get(part.action, part.action))
    return found


@lru_cache(maxsize=4096)
def paid_names(ability: Ability) -> frozenset[str]:
    """The names of the costs of which an ability asks whether, or how often, they were paid."""
    return frozenset(_paid_by(ability))


def _paid_by(part: object) -> set[str]:
    if isinstance(part, tuple):
        return {name for inner in part for name in _paid_by(inner)}
    if not is_dataclass(part):
        return set()
    own = {part.name} if isinstance(part, Paid) else set()
    return own | {name for field in fields(part) for name in _paid_by(getattr(part, field.name))}
