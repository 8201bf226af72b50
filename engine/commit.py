"""What a match takes from a seat, and what becomes of it."""

from __future__ import annotations

from engine.decisions import Answer
from engine.settings import Settings

Input = Answer | Settings | None
"""What a match takes from a seat: an answer to a decision, settings, or (none) that it concedes."""


class Result:
    """How a match ended: the seats that won (none.

    A draw), a stable code ("life", "library", "concede") and a sentence.
    """

    __slots__ = ("code", "reason", "winners")

    def __init__(self, winners: tuple[int, ...], code: str, reason: str) -> None:
        self.winners = winners
        self.code = code
        self.reason = reason


class Reversal:
    """Why a play was undone."""

    __slots__ = ("code", "reason", "rule")

    def __init__(self, rule: str, code: str, reason: str) -> None:
        self.rule = rule
        self.code = code
        self.reason = reason


class Commit:
    """What one accepted input did.

    ``number`` counts from 1. ``reversed`` is set if a play was undone. ``start`` is where its writes begin in the
    change log. The input was an ``answer``, or ``settings``, or, with neither, a concession.
    """

    __slots__ = ("answer", "number", "reversed", "seat", "settings", "start")

    def __init__(self, number: int, seat: int, input_: Input, reversed_: Reversal | None, start: int) -> None:
        self.number = number
        self.seat = seat
        self.answer = input_ if isinstance(input_, Answer) else None
        self.settings = input_ if isinstance(input_, Settings) else None
        self.reversed = reversed_
        self.start = start
