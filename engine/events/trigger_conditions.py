"""Triggering conditions: the names that waiting abilities give an event that is about to happen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.state.counter_kinds import PLAIN
from engine.state.frames import OccurrenceFrame
from engine.state.last_known import remembered
from engine.state.proposed_events import Happening, Prospect, way_of_damage
from engine.state.records import NOBODY, Object, Player

if TYPE_CHECKING:
    from collections.abc import Collection

    from engine.state.event_kinds import Conditions
    from engine.state.game import Game

KNOWN: Final = {"draw": "drawn", "untap": "untaps", "gain": "gains life", "lose": "loses life"}
"""Kinds of events that befall a player or an object, and what those are called once they have happened."""


def names_of(game: Game, each: Prospect) -> Conditions:
    """The names of what would happen, with whom and what has a part in it; those of the game's own come last."""
    kind = game.rules.events.get(each.kind)
    return _shared(game, each) + (kind.conditions(game, each) if kind is not None else [])


def _shared(game: Game, each: Prospect) -> Conditions:
    """Those names that games share."""
    if each.kind in ("move", "create"):
        return _moving(game, each)
    if each.kind == "damage":
        return _damage(game, each)
    if each.kind == "counters":
        put = game.rules.counters.get(each.name, PLAIN).put
        obj = game.object(each.subject)
        return [(put, Happening(obj, each.seat, each.amount, how=each.name))]
    name = KNOWN.get(each.kind)
    return [(name, Happening(game.object(each.subject), each.seat, each.amount))] if name is not None else []


def has_name(game: Game, each: Prospect, names: Collection[str]) -> bool:
    """Whether what would happen has one of these names."""
    kind = each.kind
    name = KNOWN.get(kind)
    if name is not None:
        return name in names
    if kind in ("move", "create"):
        return _moves_as(game, each, names)
    if kind == "counters" and game.rules.counters.get(each.name, PLAIN).put in names:
        return True
    if kind == "damage" and "damage" in names:
        return True
    if not (kind == "damage" and "damaged" in names) and not _may_be_called(game, kind, names):
        return False
    return any(name in names for name, _ in names_of(game, each))


def _may_be_called(game: Game, kind: str, names: Collection[str]) -> bool:
    """Whether the game has some of these names for events of a kind: most often not, and then none is looked at."""
    own = game.rules.events.get(kind)
    return own is not None and any(name in names for name in own.named)


def _moves_as(game: Game, each: Prospect, names: Collection[str]) -> bool:
    """Whether a move has one of these names; those that ``_moving`` gives it."""
    arena, origin, zone = game.arena, each.origin, each.zone
    if zone == arena != origin and "enters" in names:
        return True
    is_named = (
        (origin == arena != zone and "leaves" in names)
        or (each.cause == DEFEATED and DEFEATED in names)
        or (each.cause == "discarded" and "discarded" in names)
    )
    if is_named and game.object(each.subject) is not None:
        return True
    if not _may_be_called(game, each.kind, names):
        return False
    own = game.rules.events[each.kind].conditions(game, each)
    return any(name in names for name, _ in own)


def _moving(game: Game, each: Prospect) -> Conditions:
    """A card enters or leaves play, by defeat or otherwise, or is discarded."""
    arena = game.arena
    obj = game.object(each.subject)
    found: Conditions = []
    if each.zone == arena and each.origin != arena:
        seat = each.controller if each.controller != NOBODY else each.seat
        found.append(("enters", Happening(obj, seat, how=each.origin)))
    if obj is None:
        return found
    if each.origin == arena != each.zone:
        found.append(("leaves", Happening(obj, obj.controller)))
    if each.cause == DEFEATED:
        found.append((DEFEATED, defeat(game, obj, each)))
    if each.cause == "discarded":
        found.append(("discarded", Happening(obj, obj.owner)))
    return found


DEFEATED: Final = "defeated"
"""The cause of a move out of play that is a defeat, and the name of that event."""


def defeat(game: Game, obj: Object, each: Prospect, became: int = 0) -> Happening:
    """Something is defeated: by the source of an event, or of the damage that has just led to it."""
    source = _source(game, each) or _culprit(game, obj)
    seat = source.controller if source is not None else NOBODY
    how = _manner(game, obj, each) if _asks_manner(game) else ""
    return Happening(obj, seat, became=became, other=source, how=how)


def _culprit(game: Game, obj: Object) -> Object | None:
    """The source of the damage that is being settled."""
    each = _settled(game, obj)
    return _source(game, each) if each is not None else None


def _settled(game: Game, obj: Object) -> Prospect | None:
    """The damage to an object that is being settled."""
    frame = game.root.agenda[-1]
    for plain in frame.batch if isinstance(frame, OccurrenceFrame) else ():
        each = Prospect.from_plain(plain)
        if each.kind == "damage" and each.subject == obj.id and not each.is_off:
            return each
    return None


def _manner(game: Game, obj: Object, each: Prospect) -> str:
    """The way in which the damage is dealt that defeats something; none if a text alone defeats it."""
    damage = each if each.kind == "damage" else None if _source(game, each) is not None else _settled(game, obj)
    return way_of_damage(damage, game.rules.events["damage"].in_combat) if damage is not None else ""


def _asks_manner(game: Game) -> bool:
    """Whether a text of this match waits for what is defeated in some way: only there it is told."""
    cached = game.fixed.get("asks manner")
    if cached is None:
        awaited = (event for text in game.texts for event in getattr(text.ability, "events", ()))
        cached = game.fixed["asks manner"] = (any(event.name == DEFEATED and event.how for event in awaited),)
    return bool(cached[0])


def _damage(game: Game, each: Prospect) -> Conditions:
    """The source and the victim of damage."""
    source = _source(game, each)
    record = game.records.get(each.subject)
    victim = record if isinstance(record, Object) else None
    how = way_of_damage(each, game.rules.events["damage"].in_combat)
    found: Conditions = [("damage", Happening(source, each.seat, each.amount, other=record, how=how))]
    if victim is not None or isinstance(record, Player):
        found.append(("damaged", Happening(victim, each.seat, each.amount, other=source, how=how)))
    return found


def _source(game: Game, each: Prospect) -> Object | None:
    """The source of an event, as it is or last was."""
    source = game.object(each.source)
    return remembered(each.last) if source is None and each.last else source
