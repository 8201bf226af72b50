"""Magic's phrases about dice: a roll, the table of its results, and "the result" (706)."""

from __future__ import annotations

import re
from typing import Final

from lark import Token as Lexeme

from engine.abilities import Amount, Body, Compare, DieResult, Event, If, Instruction, Later, Ref, Roll
from engine.games.magic.dice import ROLLED
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause, Sentences, has
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS, CONDITIONS, VALUES

DICE: Final = (4, 6, 8, 10, 12, 20, 100)
"""The numbers of sides of the dice that there are."""


@inline
class DiceCompiler(Compiler):
    """Reads rolls and what their results bring about."""

    def roll(self, verb: Lexeme, _article: Lexeme, sides: Lexeme) -> Clause:
        return _roll(verb, sides)

    def roll_and_add(self, verb: Lexeme, _article: Lexeme, sides: Lexeme, more: Amount) -> Clause:
        return _roll(verb, sides, more)

    def roll_and_subtract(self, verb: Lexeme, _article: Lexeme, sides: Lexeme, less: Amount) -> Clause:
        return _roll(verb, sides, less=less)

    def rolled_dice(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event(ROLLED),)

    def die_result(self) -> Amount:
        return DieResult()

    def result_is(self, result: DieResult) -> Compare:
        return Compare(result, ">=", 1)

    def result_exactly(self, number: Lexeme) -> DieResult:
        return _within(int(number), int(number))

    def result_between(self, least: Lexeme, most: Lexeme) -> DieResult:
        return _within(int(least), int(most.removeprefix("-")))

    def result_between_dash(self, least: Lexeme, _dash: Lexeme, most: Lexeme) -> DieResult:
        return _within(int(least), int(most))

    def result_from(self, number: Lexeme) -> DieResult:
        return _within(int(number.removesuffix("+")), 0)

    def result_row(self, result: DieResult, *sentences: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        effects = self.body(*sentences).effects
        return (If(len(effects), self.result_is(result)), *effects)

    def body_with_results(self, *sentences: tuple[Instruction, ...]) -> Sentences:
        """The rows of a table say what follows from the roll before them (706.3)."""
        return self.body(*sentences)

    def with_rolls(self, effects: tuple[Instruction, ...]) -> tuple[Instruction, ...]:
        """A result is that of a roll before it, in the same ability."""
        if not has(effects, DieResult):
            return effects
        first = next((at for at, effect in enumerate(effects) if isinstance(effect, Roll)), len(effects))
        later = any(isinstance(effect, Later) for effect in effects)
        if has(effects[: first + 1], DieResult) or later:
            raise Reject
        return effects


def _roll(verb: Lexeme, sides: Lexeme, more: Amount = 0, less: Amount = 0) -> Clause:
    if is_third(verb) or int(sides) not in DICE:
        raise Reject
    return Clause((Roll(int(sides), more, less),))


def _within(least: int, most: int) -> DieResult:
    if least < 1 or (most and most < least):
        raise Reject
    return DieResult(least, most)


DASH: Final = "\N{EM DASH}"
_IN_ROW: Final = re.compile(r"(?<=\. )If the result is ([0-9]+(?:-[0-9]+|\+)?), (\w)")


class DiceRenderer(Renderer):
    """Writes rolls and their results."""

    @ACTIONS.writer(Roll)
    def roll(self, effect: Roll) -> str:
        changed = f" and add {self.value(effect.more)}" if effect.more != 0 else ""
        changed += f" and subtract {self.value(effect.less)}" if effect.less != 0 else ""
        return f"roll a d{effect.sides}{changed}"

    def _sentences(self, body: Body, antecedent: Ref, noun: str, *, trailing_if: bool = False) -> str:
        """The rows of a table stand behind their results."""
        said = super()._sentences(body, antecedent, noun, trailing_if=trailing_if)
        return _IN_ROW.sub(lambda found: f"{found[1].replace('-', DASH)} | {found[2].upper()}", said)

    @VALUES.writer(DieResult)
    def die_result(self, _amount: DieResult) -> str:
        return "the result"

    @CONDITIONS.writer(DieResult)
    def result_condition(self, asked: DieResult, _condition: Compare) -> str:
        most = "+" if not asked.most else "" if asked.most == asked.least else f"-{asked.most}"
        return f"the result is {asked.least}{most}"
