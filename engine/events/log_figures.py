"""Figures of things at a line of the log: their damage, counters and life just then, where a commit changed them.

A commit may tell of many things, and a view shows only how they are after the last of them. A page that shows the lines
one by one needs the figures in between. They are read off the change log backwards: the value at an event is the old
value of the next write after it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.queries.faces import has_name
from engine.state.occurred import LoggedEvent
from engine.state.records import Object, Player

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Record

FIELDS: Final = ("damage", "counters", "life", "tapped")
"""Fields of objects and players that a view shows under the same name."""
PUBLIC: Final = ("all", "open")
"""Sight of zones that everybody may look into."""

Figures = dict[str, dict[str, object]]
"""Key of an entity -> its fields that changed in the commit, as they were just then."""


def is_in_sight(game: Game, record: Record) -> bool:
    """Whether everybody may know the id of a record; an object has a new id in every zone."""
    return not isinstance(record, Object) or record.shown or game.sight_over(record) in PUBLIC


def past_figures(game: Game, wanted: dict[LoggedEvent, list[int]]) -> dict[LoggedEvent, Figures]:
    """The figures of some things in sight as they were when some events of the log had just happened."""
    idents = {ident for some in wanted.values() for ident in some}
    changed = _changed(game, idents)
    if not changed:
        return {}
    later: dict[tuple[int, str], object] = {}
    found: dict[LoggedEvent, Figures] = {}
    for ident, field, old in reversed(game.log):
        if isinstance(old, LoggedEvent):
            if old in wanted:
                found[old] = _figures(changed, wanted[old], later)
        elif ident in changed and field in FIELDS:
            later[ident, field] = old
    return found


def past_names(game: Game) -> dict[LoggedEvent, dict[int, str]]:
    """The names that things had when an event had just happened, by their ids, as far as they have others since.

    Things that lie facedown, or out of sight, are passed over: nobody is told what they were before.
    """
    found: dict[LoggedEvent, dict[int, str]] = {}
    renamed = {ident for ident, field, _ in game.log if field == "name" and _is_open(game, ident)}
    if not renamed:
        return found
    later: dict[int, str] = {}
    for ident, field, old in reversed(game.log):
        if isinstance(old, LoggedEvent):
            if later:
                found[old] = dict(later)
        elif field == "name" and ident in renamed and isinstance(old, str) and old:
            later[ident] = old
    return found


def _is_open(game: Game, ident: int) -> bool:
    obj = game.object(ident)
    return obj is not None and has_name(game, obj) and is_in_sight(game, obj)


def _changed(game: Game, idents: set[int]) -> dict[int, tuple[Object | Player, set[str]]]:
    """Those of some things that the log has figures of, with the fields that were written."""
    gone: dict[int, object] = {}
    fields: dict[int, set[str]] = {}
    for ident, field, old in game.log:
        if ident in idents and field == "-":
            gone[ident] = old
        elif ident in idents and field in FIELDS:
            fields.setdefault(ident, set()).add(field)
    records = {ident: game.records.get(ident) or gone.get(ident) for ident in fields}
    return {
        ident: (record, fields[ident])
        for ident, record in records.items()
        if isinstance(record, Object | Player) and is_in_sight(game, record)
    }


def _figures(
    changed: dict[int, tuple[Object | Player, set[str]]], idents: list[int], later: dict[tuple[int, str], object]
) -> Figures:
    found: Figures = {}
    for ident in idents:
        if ident not in changed:
            continue
        record, fields = changed[ident]
        key = f"o{ident}" if isinstance(record, Object) else f"p{ident}"
        now = {field: later.get((ident, field), getattr(record, field, None)) for field in fields}
        found[key] = {field: dict(value) if field == "counters" else value for field, value in now.items()}  # type: ignore[call-overload]  # counters are pairs
    return found
