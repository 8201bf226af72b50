"""Status cards: stunned, confused and tough, one of each kind at most on a character (Status Cards).

A character with steady may have two cards of one kind, and is stunned or confused only by two (Steady).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.execution import change_counters
from engine.games.marvel_champions.character_stats import counters_of
from engine.games.marvel_champions.language.shared_words import MORE_TOUGH
from engine.queries.prohibitions import forbidden
from engine.state.counter_kinds import CounterKind
from engine.state.records import NOBODY, Object

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect

DAZES: Final = ("stunned", "confused")
"""The statuses that stalwart and steady speak of."""


def _may_get(game: Game, ident: int, name: str) -> bool:
    """Whether a status may be put there: on characters only, and no more of it than one may have."""
    obj = game.records.get(ident)
    if not isinstance(obj, Object) or obj.zone != game.arena:
        return False
    return "character" in obj.words and counters_of(obj, name) < _most(obj, name)


def _most(obj: Object, name: str) -> int:
    """The most status cards of a kind that a character may have (Stalwart, Steady)."""
    if name in DAZES and "stalwart" in obj.keywords:
        return 0
    return 2 if name == "tough" and MORE_TOUGH in obj.keywords else _needed(obj, name)


def _needed(obj: Object, name: str) -> int:
    """The number of status cards of a kind that do something to a character."""
    return 2 if name in DAZES and "steady" in obj.keywords else 1


def is_in_status(obj: Object, name: str) -> bool:
    """Whether a character is stunned, confused or tough; with steady it takes two cards of a kind."""
    return counters_of(obj, name) >= _needed(obj, name)


def drop_excess(game: Game, objs: list[Object]) -> bool:
    """Discard the cards that characters may no longer have; say whether there were any (Stalwart, Status Cards)."""
    found: list[tuple[Object, str, int]] = []
    for obj in objs:
        for name in COUNTERS if obj.counters else ():
            number = counters_of(obj, name)
            if number and number > _most(obj, name):
                found.append((obj, name, number - _most(obj, name)))
    for obj, name, number in found:
        change_counters(game, obj.id, name, -number)
    return bool(found)


def absorbs(game: Game, each: Prospect) -> bool:
    """Whether damage is not taken: it cannot be, or a tough status goes instead, before any ability changes it."""
    obj = game.object(each.subject) if each.kind == "damage" and each.amount > 0 else None
    return obj is not None and stands(game, obj, game.object(each.source))


def stands(game: Game, obj: Object, source: Object | None) -> bool:
    """Whether a character takes no damage now: it cannot (Cannot), or discards a tough status instead."""
    return forbidden(game, "take damage", NOBODY, obj, by=source) or shakes_off(game, obj, "tough")


def shakes_off(game: Game, obj: Object, name: str) -> bool:
    """Discard what takes the place of what a character would do or suffer; say whether it was in that status."""
    if not is_in_status(obj, name):
        return False
    number = counters_of(obj, name) if name in DAZES else 1
    change_counters(game, obj.id, name, -number)
    return True


COUNTERS: Final = dict.fromkeys((*DAZES, "tough"), CounterKind(may_be_put=_may_get))
