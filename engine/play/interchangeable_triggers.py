"""Triggered abilities that are alike: whichever goes on the stack first, what follows is the same.

They have one text and one controller, their sources were the same but for their ids, and where the text speaks of its
source or of what triggered it, those are the same things.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from functools import cache
from typing import TYPE_CHECKING

from engine.abilities import Damage, EventAmount, Filter, Ref

if TYPE_CHECKING:
    from engine.abilities import Ability
    from engine.state.game import Game
    from engine.state.occurred import Trigger
    from engine.state.records import Plain


def are_alike(game: Game, entries: list[Trigger]) -> bool:
    """Whether the order of one player's waiting triggers cannot matter."""
    return len({_bound(game, entry) for entry in entries}) == 1


def _bound(game: Game, entry: Trigger) -> Plain:
    """All that such an ability does depends on."""
    last = entry.known
    known = last._replace(id=0, became=0, number=0) if last else ()
    spoken = mentioned_by(game.texts[entry.text].ability)
    parts: list[object] = [entry.text, known]
    if "source" in spoken:
        parts.append(entry.source)
    if "event" in spoken:
        parts.append(entry.event)
    return tuple(parts)


@cache
def mentioned_by(ability: Ability) -> frozenset[str]:
    """Whether a text speaks of its "source" as an object, of the "event" that triggered it, or of both."""
    found: set[str] = set()
    for name in ("body", "modes", "condition"):
        _look(getattr(ability, name, None), found)
    return frozenset(found)


def _look(value: object, found: set[str]) -> None:
    if isinstance(value, tuple):
        for part in value:
            _look(part, found)
    elif isinstance(value, Ref) and value.kind in ("self", "attached"):
        found.add("source")
    elif isinstance(value, EventAmount) or (isinstance(value, Ref) and value.kind.startswith("event")):
        found.add("event")
    elif is_dataclass(value):
        if isinstance(value, Filter) and value.other:
            found.add("source")
        for field in fields(value):
            if not (isinstance(value, Damage) and field.name == "by"):  # which source deals it is known by its look
                _look(getattr(value, field.name), found)
