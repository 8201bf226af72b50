"""Inputs that a match takes from a seat, and their results."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.state.decisions import Answer
from engine.state.player_settings import Settings

if TYPE_CHECKING:
    from engine.sentences import Words
    from engine.state.decisions import Decision
    from engine.state.game import Game

DRAW: Final = "agree to a draw"
"""As the line of a record."""


class Draw:
    """That all who play agree to call it a draw."""

    __slots__ = ()


Input = Answer | Settings | Draw | None
"""An input from a seat: an answer to a decision, settings, a draw, or (none) that it concedes."""


class Result:
    """The end of a match: the seats that won (none.

    A draw), a stable code ("life", "library", "concede") and a sentence.
    """

    __slots__ = ("code", "reason", "winners")

    def __init__(self, winners: tuple[int, ...], code: str, reason: str) -> None:
        self.winners = winners
        self.code = code
        self.reason = reason


class Reversal:
    """The reason that a play was undone."""

    __slots__ = ("code", "rule", "words")

    def __init__(self, rule: str, code: str, words: Words) -> None:
        self.rule = rule
        self.code = code
        self.words = words

    @property
    def reason(self) -> str:
        """The reason in English."""
        return str(self.words)


class Commit:
    """The result of one accepted input.

    ``number`` counts from 1. ``reversed`` is set if a play was undone. ``start`` is where its writes begin in the
    change log: before that play, if one was. The input was an ``answer``, or ``settings``, or, with neither, a
    concession. A commit that is not whole goes on (``Match.go_on``), and has no number yet.
    """

    __slots__ = ("answer", "is_whole", "number", "reversed", "seat", "settings", "start")

    def __init__(self, number: int, seat: int, input_: Input, reversed_: Reversal | None, start: int) -> None:
        self.number = number
        self.seat = seat
        self.answer = input_ if isinstance(input_, Answer) else None
        self.settings = input_ if isinstance(input_, Settings) else None
        self.reversed = reversed_
        self.start = start
        self.is_whole = number > 0


class Draft:
    """A commit in the making: what it is for, what it led to so far, and what to go back to if it fails.

    Args:
        left: questions that may still be answered for those who need not be asked.
        pending, settings: as they were before.
        copy: the state before, where the change log does not lead back to it.
    """

    __slots__ = ("copy", "input", "left", "pending", "reversed", "seat", "settings", "start")

    def __init__(
        self,
        seat: int,
        input_: Input,
        start: int,
        pending: tuple[Decision, ...],
        settings: tuple[Settings, ...],
        left: int,
    ) -> None:
        self.seat = seat
        self.input = input_
        self.start = start
        self.pending = pending
        self.settings = settings
        self.left = left
        self.reversed: Reversal | None = None
        self.copy: Game | None = None
