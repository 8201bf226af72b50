"""Delayed effects: they resolve at once when their moment comes, before responses to it (Delayed Effects)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.effects.interpreter import begin_effects
from engine.events.delayed_triggers import E_LATER, take_over
from engine.state.agenda import pop, push
from engine.state.records import Item

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Frame, Game


def run_delayed(game: Game, frame: Frame, answer: Answer | None) -> None:
    """The frame ``("triggers", entries)`` of those whose moment has come, in the order in which they were made."""
    pop(game)
    for controller, source, text, known, event in reversed(frame[1]):
        item = Item(game.new_id(), "delayed", controller, source, text)
        item.known = known
        item.event = event
        item.name = game.item(event[E_LATER]).name
        game.add(item)
        take_over(game, item, event)
        push(game, ("ended", item.id))
        begin_effects(game, item)


FRAMES: Final = {"triggers": run_delayed}
