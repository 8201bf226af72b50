"""Properties that objects get and stay in (Properties and States): distant, ephemeral, fostered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import abilities as a
from engine.effects.changing import modify
from engine.effects.meaning import objects_of, touched
from engine.events.triggers import occurred
from engine.games.grand_archive.conditions import FROM, FROM_ZONES

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item, Object

    Relation = Callable[[Game, Object, tuple[int, ...]], bool]


def gain_property(game: Game, item: Item, do: a.GainProperty, answer: Answer | None) -> Outcome:
    """Distant 2, Ephemeral 1, Fostered 4: an object becomes so once, while it is not."""
    objs = [obj for obj in objects_of(game, item, do.what) if obj.zone == game.arena]
    fresh = [obj for obj in objs if do.word not in obj.keywords]
    modify(game, item, do.change, answer)
    for obj in fresh:
        occurred(game, f"becomes {do.word}", obj, obj.controller)
    return touched(game, item, tuple(obj.id for obj in objs))


def is_distant(_game: Game, obj: Object, _with: tuple[int, ...]) -> bool:
    """Distant 1: a property of units."""
    return "distant" in obj.keywords


def is_ephemeral(_game: Game, obj: Object, _with: tuple[int, ...]) -> bool:
    """Ephemeral 1: of objects that became so, and of what was activated for its Ephemerate cost."""
    return "ephemeral" in obj.keywords or any(name == "ephemerate" and times for name, times in obj.paid)


def is_fostered(_game: Game, obj: Object, _with: tuple[int, ...]) -> bool:
    """Fostered 1 and 2: a property that an ally does not have by default."""
    return "fostered" in obj.keywords


def is_besides(_game: Game, obj: Object, others: tuple[int, ...]) -> bool:
    """Whether an object is none of those that a text leaves out."""
    return obj.id not in others


def was_in(zone: str) -> Relation:
    """The question whether the activation of a card began in a zone."""
    return lambda _game, obj, _with: (FROM + zone, 1) in obj.extra


BESIDES: Final = "except for"
"""The relation of an object to those that a text leaves out."""
RELATIONS: Final[dict[str, Relation]] = {
    "distant": is_distant,
    "ephemeral": is_ephemeral,
    "fostered": is_fostered,
}
ORIGINS: Final[dict[str, Relation]] = {FROM + zone: was_in(zone) for zone in FROM_ZONES}
"""The relations of a card to the zone in which its activation began."""
