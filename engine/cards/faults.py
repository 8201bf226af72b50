"""Faults of a deck: which card, by which rule, and in a list that somebody wrote in which line."""

from __future__ import annotations

from typing import Final

MAIN: Final = "main"
"""The part of a deck that every deck has."""
SIDEBOARD: Final = "sideboard"
"""The cards beside the deck, to be exchanged between games."""
NO_SIDEBOARD: Final = "this game is played without sideboards"


class Fault:
    """One thing that keeps a deck from being played.

    ``card`` is the name it is about as it was written, "" where it is about the deck; ``line`` counts from 1, 0 where
    no line is to blame; ``near`` are names that may have been meant.
    """

    __slots__ = ("card", "code", "line", "near", "reason", "rule")

    def __init__(
        self,
        rule: str,
        reason: str,
        card: str = "",
        code: str = "illegal_deck",
        line: int = 0,
        near: tuple[str, ...] = (),
    ) -> None:
        self.rule = rule
        self.reason = reason
        self.card = card
        self.code = code
        self.line = line
        self.near = near

    def __reduce__(self) -> tuple[type[Fault], tuple[str, str, str, str, int, tuple[str, ...]]]:
        """So that it can be pickled, compiled too: a worker process is told of it."""
        return Fault, (self.rule, self.reason, self.card, self.code, self.line, self.near)

    def __str__(self) -> str:
        return f"{self.card}: {self.reason}" if self.card else self.reason

    def at(self, line: int) -> Fault:
        """This fault, in a line of a list."""
        return Fault(self.rule, self.reason, self.card, self.code, line, self.near)


def no_such_card(name: str, near: tuple[str, ...] = ()) -> Fault:
    """A name that no card of the game has."""
    return Fault("", "no such card", name, "unknown_card", near=near)
