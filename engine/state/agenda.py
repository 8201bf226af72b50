"""The agenda, work that the game still has to do: frames as data, and the loop that runs them.

A frame is a record (``engine.state.frames``); ``root.agenda`` is a stack of them, the next on top (last). A handler
does a piece of work, replaces or pops its frame, pushes others, or asks a decision; it is called again with the answer.
Nothing of a game lives in a generator, a closure or a thread, so a game can be dumped between any two steps.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.state.budget import TooMuch
from engine.state.change_log import SHORT
from engine.state.frames import EffectsFrame, PlayFrame, StatedFrame, effects_frame, op_of
from engine.state.frequent_writes import write_agenda
from engine.state.search_budget import Question

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.frames import Frame
    from engine.state.game import Game
    from engine.state.records import Play

CONCEDED: Final = "concede"
"""The loss of a player who gave the game up."""
STATED: Final = StatedFrame()
FRAMES_WITHOUT_QUESTION: Final = 100_000
"""In a match without a budget: a loop of mandatory work that is longer fails loudly instead of hanging."""


def _is_announced(game: Game, frame: Frame) -> bool:
    """Whether a frame is of a play that a player has begun, and so of what is announced for it."""
    return isinstance(frame, PlayFrame) and frame.play in game.records and bool(game.play(frame.play).given)


def text_on_top(game: Game) -> EffectsFrame:
    """The frame of the text that is being carried out, which is the top one."""
    frame = game.root.agenda[-1]
    assert isinstance(frame, EffectsFrame)
    return frame


def is_on_top(game: Game, play: Play) -> bool:
    """Whether a play is what the agenda goes on with."""
    frame = game.root.agenda[-1] if game.root.agenda else None
    return isinstance(frame, PlayFrame) and frame.play == play.id


def next_instruction(frame: EffectsFrame) -> EffectsFrame:
    """The frame of a text at the position after."""
    item, branch, position, _ = frame
    return effects_frame(item, branch, position + 1)


def push(game: Game, *frames: Frame) -> None:
    """Put frames on the agenda; the last one runs first."""
    _change_top(game, 0, frames)


def pop(game: Game) -> None:
    """Take the top frame off."""
    _change_top(game, 1, ())


def replace(game: Game, *frames: Frame) -> None:
    """Put frames in place of the top one; the same one again is no change (a frame that asks anew leaves no trace)."""
    if len(frames) == 1 and frames[0] == game.root.agenda[-1]:
        return
    _change_top(game, 1, frames)


def _change_top(game: Game, gone: int, frames: tuple[Frame, ...]) -> None:
    """Put frames in place of so many; a short agenda, as nearly all are, is written whole, as ``splice`` would."""
    root = game.root
    agenda = root.agenda
    if isinstance(agenda, tuple) and len(agenda) <= SHORT:
        write_agenda(game, root, agenda[: len(agenda) - gone] + frames)
    else:
        game.splice(root, "agenda", len(agenda) - gone, gone, frames)


def _left_to_default(game: Game) -> Answer | None:
    """The default of what is asked, where all who are asked have conceded: they answer nothing any more."""
    for decision in game.pending:
        if game.players[decision.seat].lost != CONCEDED:
            return None
    return game.pending[0].default()


def advance(game: Game, answer: Answer | None) -> None:
    """Give the answer to the top frame and run until somebody is asked or the game is over.

    Raises:
        TooMuch: that is more than the match's budget allows; the caller puts back what was done.
    """
    root = game.root
    frames = game.rules.frames
    game.question = Question()
    game.close_decisions()
    meter = game.meter
    number = 0
    while True:
        frame = root.agenda[-1]
        try:
            frames[op_of(frame)].run(game, frame, answer)
            answer = None
            if root.noted:
                frames[STATED.op].run(game, STATED, None)
            meter.step(game)
        except TooMuch as excess:
            excess.is_said = not number or _is_announced(game, frame)
            raise
        if root.over is not None:
            return
        if game.pending:
            answer = _left_to_default(game)
            if answer is None:
                return
            game.close_decisions()
        if meter.budget is None and number > FRAMES_WITHOUT_QUESTION:
            raise RuntimeError(f"no decision within {FRAMES_WITHOUT_QUESTION} frames; on top {root.agenda[-1]!r}")
        number += 1
