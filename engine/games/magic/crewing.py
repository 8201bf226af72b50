"""Vehicles and the creatures that crew them (702.122b-c), noted beside the creatures where a text asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Activated, Modify, TapTotal
from engine.games.magic.qualities import CREWING
from engine.state.play_notes import objects_paid
from engine.text.phrases import has_test

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item, Object

CREWED: Final = "crewed"
"""The relation of a creature to a Vehicle that it crewed this turn."""


def note_crew(game: Game, item: Item) -> None:
    """702.122c: the creatures that were tapped for the cost crew the Vehicle, whatever becomes of the ability."""
    if not _is_asked(game) or not _is_crewing(game.texts[item.text].ability):
        return
    note = (_note(item.source), game.root.turn)
    for last in objects_paid(item.paid, "tapped"):
        obj = game.object(last.id)
        if obj is not None and note not in obj.extra:
            game.write(obj, "extra", (*obj.extra, note))


def has_crewed(game: Game, obj: Object, vehicles: tuple[int, ...]) -> bool:
    """Whether a creature has crewed one of some Vehicles this turn."""
    return any((_note(ident), game.root.turn) in obj.extra for ident in vehicles)


def _is_crewing(ability: object) -> bool:
    """Whether an ability is that of crew: others tap creatures for it as well, but make no creature (702.171a)."""
    return (
        isinstance(ability, Activated)
        and any(isinstance(part, TapTotal) and part.beside == CREWING for part in ability.cost)
        and any(isinstance(step, Modify) and "creature" in step.becomes for step in ability.body.effects)
    )


def _is_asked(game: Game) -> bool:
    cached = game.fixed.get(CREWED)
    if cached is None:
        cached = game.fixed[CREWED] = (any(has_test(text.ability, CREWED) for text in game.texts),)
    return bool(cached[0])


def _note(vehicle: int) -> str:
    return f"crewed {vehicle}"
