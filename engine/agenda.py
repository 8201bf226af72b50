"""What the game still has to do: frames as data, and the loop that runs them.

A frame is a tuple ``(op, ...)``; ``root.agenda`` is a stack of them, the next on top (last). A handler does a piece of
work, replaces or pops its frame, pushes others, or asks a decision, and is called again with the answer. Nothing
of a game lives in a generator, a closure or a thread, so a game can be dumped between any two steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.decisions import Answer
    from engine.game import Frame, Game

FRAMES_WITHOUT_QUESTION: Final = 100_000
"""A loop of mandatory work longer than this is a bug or an endless loop; it fails loudly instead of hanging."""


def push(game: Game, *frames: Frame) -> None:
    """Put frames on the agenda; the last one runs first."""
    game.splice(game.root, "agenda", len(game.root.agenda), 0, frames)


def pop(game: Game) -> None:
    """Take the top frame off."""
    game.splice(game.root, "agenda", len(game.root.agenda) - 1, 1)


def replace(game: Game, *frames: Frame) -> None:
    """Put frames in place of the top one; the same one again is no change (a frame that asks anew leaves no trace)."""
    agenda = game.root.agenda
    if len(frames) == 1 and frames[0] == agenda[-1]:
        return
    game.splice(game.root, "agenda", len(agenda) - 1, 1, frames)


def advance(game: Game, answer: Answer | None) -> None:
    """Give the answer to the top frame and run until somebody is asked or the game is over."""
    root = game.root
    frames = game.rules.frames
    game.close_decisions()
    for _ in range(FRAMES_WITHOUT_QUESTION):
        frame = root.agenda[-1]
        frames[frame[0]](game, frame, answer)
        answer = None
        if root.noted:
            game.rules.respond(game)
        if len(game.pending) or root.over is not None:
            return
    raise RuntimeError(f"no decision within {FRAMES_WITHOUT_QUESTION} frames; on top {root.agenda[-1]!r}")
