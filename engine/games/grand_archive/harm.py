"""The units that were dealt damage since the end of their player's previous turn, as Foster asks (Foster 1).

The mark is on the object; it is set only in matches in which some text asks for it, and goes at the end of each turn of
the player who controls the object then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Grant, Keyword, Modify
from engine.state.records import Object

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.state.game import Game
    from engine.state.proposed_events import Happening

HURT: Final = "hurt since your previous turn"
FOSTER: Final = "foster"


def note_harm(game: Game, dealt: Iterable[Happening]) -> None:
    """Mark the units that were dealt damage."""
    if not _is_asked(game):
        return
    for obj in [one.other for one in dealt]:
        if isinstance(obj, Object) and obj.id in game.records and not is_hurt(game, obj, ()):
            game.write(obj, "extra", (*obj.extra, (HURT, 1)))


def forget_harm(game: Game, seat: int) -> None:
    """A turn of a player ends: damage counts anew for what the player controls."""
    for obj in game.battlefield():
        if obj.controller == seat and is_hurt(game, obj, ()):
            game.write(obj, "extra", tuple(entry for entry in obj.extra if entry[0] != HURT))


def is_hurt(_game: Game, obj: Object, _with: tuple[int, ...]) -> bool:
    """Whether an object bears the mark."""
    return any(name == HURT for name, _ in obj.extra)


def _is_asked(game: Game) -> bool:
    """Whether any text of the match has or gives the keyword."""
    found = game.fixed.get(FOSTER)
    if found is None:
        asking = any(_says(part) for text in game.texts for part in (text.ability, *text.body.effects))
        found = game.fixed[FOSTER] = (asking,)
    return bool(found[0])


def _says(part: object) -> bool:
    match part:
        case Keyword(name=name):
            return name == FOSTER
        case Grant(gains=gains, abilities=abilities) | Modify(gains=gains, abilities=abilities):
            return FOSTER in gains or any(map(_says, abilities))
        case _:
            return False
