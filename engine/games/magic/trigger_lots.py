"""The order in which triggered abilities are put on the stack by the current rules (603.3b)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.play.stack import run_triggers
from engine.state.agenda import replace

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.game import Frame, Game


def run_triggers_in_lots(game: Game, frame: Frame, answer: Answer | None) -> None:
    """603.3b: what triggered on another ability triggering is placed after all others."""
    last = tuple(entry for entry in frame[1] if entry[4][0] == "triggers")
    if last and len(last) < len(frame[1]):
        first = tuple(entry for entry in frame[1] if entry[4][0] != "triggers")
        replace(game, ("triggers", last), ("triggers", first))
        frame = game.root.agenda[-1]
    run_triggers(game, frame, answer)
