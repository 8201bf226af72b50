"""Turning permanents over to their other face, and what enters with its other face up (701.27, 712)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.effects.meaning import DONE, objects_of, touched
from engine.events.triggers import occurred
from engine.events.zones import turn_over
from engine.queries.faces import FLEETING, back_to_enter, other_face
from engine.queries.layers import refresh
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine import abilities as a
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect
    from engine.state.records import Item, Object

STAYS_SO: Final = "can't transform"
"""The word of what no text turns over."""
TURNED: Final = "turned"
"""The id that was the next one to be given when an object was last turned over."""
INTO: Final = "into"


def transform(game: Game, item: Item, do: a.Transform, answer: Answer | None) -> Outcome:
    """701.27a: each is turned over, all at once; nothing happens to what has no other face that could be up there."""
    objs = [obj for obj in objects_of(game, item, do.what) if _may_turn(game, item, obj)]
    for obj in objs:
        turn(game, obj)
    touched(game, item, tuple([obj.id for obj in objs]))
    refresh(game)
    for obj in objs:
        occurred(game, "transforms", obj, obj.controller, how=INTO)
    return DONE


def turn(game: Game, obj: Object) -> None:
    """Turn an object in the arena over; it is the same one, with a new timestamp (613.7g, 712.18)."""
    game.write(obj, "extra", (*(entry for entry in obj.extra if entry[0] != TURNED), (TURNED, game.root.next_id)))
    turn_over(game, obj, other_face(game, obj))
    game.write(obj, "timestamp", game.new_timestamp())


def _may_turn(game: Game, item: Item, obj: Object) -> bool:
    """Whether an object has a face to turn to (712.9, 712.10), and no text of its own was overtaken (701.27f)."""
    number = other_face(game, obj) if obj.zone == game.arena and STAYS_SO not in obj.keywords else NOBODY
    if number == NOBODY or not FLEETING.isdisjoint(game.prints[number].definition.words):
        return False
    turned = next((since for key, since in obj.extra if key == TURNED), 0)
    return obj.id != item.source or not isinstance(turned, int) or turned <= (item.since or item.id)


def enters_turned(game: Game, batch: list[Prospect], objs: list[Object]) -> list[Prospect]:
    """712.14a: what is put into play transformed has its back face up; a card without one stays where it is."""
    found = []
    for each, obj in zip(batch, objs, strict=True):
        back = back_to_enter(game, obj)
        if back != NOBODY:
            each.copying = back
            found.append(each)
    return found
