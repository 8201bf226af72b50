"""The order in which triggered abilities are put on the stack by the current rules (603.3b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.play.stack import run_triggers
from engine.state.agenda import replace
from engine.state.frames import TriggersFrame

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Game


def run_triggers_in_lots(game: Game, frame: TriggersFrame, answer: Answer | None) -> None:
    """603.3b: what triggered on another ability triggering is placed after all others."""
    last = tuple(entry for entry in frame.entries if entry.event.name == "triggers")
    if last and len(last) < len(frame.entries):
        first = TriggersFrame(tuple(entry for entry in frame.entries if entry.event.name != "triggers"))
        replace(game, TriggersFrame(last), first)
        frame = first
    run_triggers(game, frame, answer)
