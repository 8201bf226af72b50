"""Procedures, tables of steps by which something is played: the records that ``play`` runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.state.decisions import Answer
from engine.state.records import Item, Play

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.state.game import Game

    StepRun = Callable[[Game, Play, Answer | None], int]


DONE: Final = 0


WAIT: Final = 1


PASS_ON: Final = 2
"""The step is done and leaves the answer to the next one."""


AGAIN: Final = 3
"""The result of a step that re-opens earlier ones."""


class Step:
    """One line of a procedure.

    Args:
        rule: its paragraph.
        run: does it; returns ``DONE``, ``WAIT`` (it asked, or pushed a frame), ``PASS_ON`` or ``AGAIN``.
        reopened: it is done again for what a payment added.
    """

    __slots__ = ("reopened", "rule", "run")

    def __init__(self, rule: str, run: StepRun, *, reopened: bool = False) -> None:
        self.rule = rule
        self.run = run
        self.reopened = reopened

    @property
    def name(self) -> str:
        """The name of the step, as its function is called."""
        return self.run.__name__


class Procedure:
    """A table of steps, by the name under which plays record it."""

    __slots__ = ("name", "steps")

    def __init__(self, name: str, *steps: Step) -> None:
        self.name = name
        self.steps = steps


def item_of(game: Game, play: Play) -> Item:
    """The item that is being played."""
    return game.records[play.item]  # type: ignore[return-value]  # a play's item lives as long as the play


def current(game: Game) -> Play | None:
    """The innermost play in flight."""
    plays = game.root.plays
    return game.records[plays[-1]] if plays else None  # type: ignore[return-value]  # ids of plays
