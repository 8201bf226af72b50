"""Rolling dice (706): the result is a number of the text that rolls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.effects.meaning import amount_of, counted
from engine.events.triggers import occurred
from engine.state.play_notes import PaidNumber, numbers_paid

if TYPE_CHECKING:
    from engine.abilities import DieResult, Roll
    from engine.effects.meaning import Outcome
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Item

ROLLED: Final = "rolled"
"""The event that a player rolls dice, and the note of the result on the text that rolls."""
DIE: Final = "die rolled"
"""The event with the result, for the log."""


def run_roll(game: Game, item: Item, do: Roll, answer: Answer | None) -> Outcome:
    """706.2: one of equally likely numbers, with what the instruction adds to it or subtracts from it."""
    result = 1 + game.stream_below(do.sides) + amount_of(game, item, do.more) - amount_of(game, item, do.less)
    others = tuple(each for each in item.paid if not (isinstance(each, PaidNumber) and each.word == ROLLED))
    game.write(item, "paid", (*others, PaidNumber(ROLLED, result)))
    game.occurred(DIE, item.controller, item.source, result, item.name)
    occurred(game, ROLLED, None, item.controller)
    return counted(game, item, 1)


def die_result(_game: Game, asked: DieResult, _seat: int, item: Item | None) -> int:
    """706.2, 706.3a: the result of the last roll of a text, or whether it is within bounds."""
    result = next(iter(numbers_paid(item.paid, ROLLED)), 0) if item is not None else 0
    if not asked.least:
        return result
    return int(asked.least <= result and (not asked.most or result <= asked.most))
