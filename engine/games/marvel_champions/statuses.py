"""Status cards: stunned, confused and tough, one of each kind at most on a character (Status Cards)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.execution import change_counters
from engine.games.marvel_champions.character_stats import counters_of
from engine.queries.prohibitions import forbidden
from engine.state.counter_kinds import CounterKind
from engine.state.records import NOBODY, Object

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect


def _may_get(game: Game, ident: int, name: str) -> bool:
    """Whether a status may be put there: of each there is one at most, on characters only."""
    obj = game.records.get(ident)
    if not isinstance(obj, Object) or "character" not in obj.words or counters_of(obj, name):
        return False
    return name == "tough" or "stalwart" not in obj.keywords


def absorbs(game: Game, each: Prospect) -> bool:
    """Whether damage is not taken: it cannot be, or a tough status goes instead, before any ability changes it."""
    obj = game.object(each.subject) if each.kind == "damage" and each.amount > 0 else None
    return obj is not None and stands(game, obj, game.object(each.source))


def stands(game: Game, obj: Object, source: Object | None) -> bool:
    """Whether a character takes no damage now: it cannot (Cannot), or discards a tough status instead."""
    return forbidden(game, "take damage", NOBODY, obj, by=source) or shakes_off(game, obj, "tough")


def shakes_off(game: Game, obj: Object, name: str) -> bool:
    """Discard a status that takes the place of what a character would do or suffer; say whether it had it."""
    if not counters_of(obj, name):
        return False
    change_counters(game, obj.id, name, -1)
    return True


COUNTERS: Final = dict.fromkeys(("stunned", "confused", "tough"), CounterKind(may_be_put=_may_get))
