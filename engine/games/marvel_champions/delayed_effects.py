"""Delayed effects: they resolve at once when their moment comes, before responses to it (Delayed Effects)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.effects.interpreter import begin_effects
from engine.events.delayed_triggers import take_over
from engine.state.agenda import pop, push
from engine.state.frames import EndedFrame, FrameKind, TriggersFrame, kinds_by_op
from engine.state.records import Item

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.occurred import Trigger


def run_delayed(game: Game, frame: TriggersFrame, answer: Answer | None) -> None:
    """The frame ``TriggersFrame`` of those whose moment has come, in the order in which they were made."""
    pop(game)
    entries: tuple[Trigger, ...] = frame.entries
    for entry in reversed(entries):
        item = Item(game.new_id(), "delayed", entry.controller, entry.source, entry.text)
        item.known = entry.known
        item.event = entry.event
        item.name = game.item(entry.event.later).name
        game.add(item)
        take_over(game, item, entry.event)
        push(game, EndedFrame(item.id))
        begin_effects(game, item)


FRAMES: Final = kinds_by_op(FrameKind(TriggersFrame, run_delayed))
