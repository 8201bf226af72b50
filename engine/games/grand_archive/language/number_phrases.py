"""Grand Archive's texts about numbers that are worked out: the champion's level as LV, sums, and X."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    Ability,
    Amount,
    Compare,
    Filter,
    Fits,
    Instruction,
    Math,
    Per,
    Ref,
    Tally,
    Test,
    Value,
    Variable,
)
from engine.games.grand_archive.language.action_rendering import ActionRenderer
from engine.games.grand_archive.language.restrictions import CHAMPION
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Suffix, put, rewrite
from engine.text.renderer.writing import an

CHAMPIONS_LEVEL: Final = Value("level", CHAMPION)
PARITIES: Final = ("even", "odd")


@inline
class NumberCompiler(Compiler):
    """The phrases about numbers."""

    def champions_level(self, _level: Lexeme) -> Amount:
        return CHAMPIONS_LEVEL

    def champion_level(self, _champion: Lexeme, level: Amount) -> Compare:
        return Compare(CHAMPIONS_LEVEL, ">=", level)

    def level_and_more(self, number: Lexeme, _level: Lexeme) -> Amount:
        return Math("+", int(number[:-1]), CHAMPIONS_LEVEL)

    def with_parity(self, _article: Lexeme, parity: Lexeme, field: str) -> Suffix:
        return Suffix(tests=(_parity(parity, field),))

    def has_parity(self, what: Ref, _has: Lexeme, _article: Lexeme, parity: Lexeme, field: str) -> Compare:
        return Compare(Fits(what, Filter(tests=(_parity(parity, field),))), "=", 1)

    def x_and_so_much(self, _x: Lexeme, number: Lexeme) -> Amount:
        return Math("+", Variable(), int(number))

    def each_materialized(self, what: Filter) -> Amount:
        """Cards as they were materialized, whatever became of them."""
        if what.of or what.whose is not None or what.tests or what.zone != "hand":
            raise Reject
        every = what.kinds == (("card",),) and not what.name
        return Per(Tally("materialized", None if every else replace(what, zone="stack"), "you"))

    def x_and_more(self, number: Lexeme, _x: Lexeme) -> Amount:
        return Math("+", int(number[:-1]), Variable())


def _parity(word: Lexeme, field: str) -> Test:
    return Test(field, "even" if word.lower() == "even" else "odd")


def with_sums(ability: Ability) -> Ability:
    """An ability with the champion's level as LV, and as "2+LV" where it is added to a number."""

    def brief(part: object) -> object:
        match part:
            case Math(op="+", left=int(left), right=Variable(name="LV")):
                return Variable(f"{left}+LV")
            case _:
                return Variable("LV") if part == CHAMPIONS_LEVEL else part

    return rewrite(ability, brief, besides=(Compare,))


def sum_in(effects: tuple[Instruction, ...]) -> Math | None:
    """The one sum of a number and what is counted in some instructions, if there is one; either may stand first."""
    found = {
        value
        for effect in effects
        for value in (getattr(effect, "amount", 0), getattr(effect, "count", 0))
        if isinstance(value, Math) and value.op == "+" and isinstance(value.left, int) != isinstance(value.right, int)
    }
    return found.pop() if len(found) == 1 else None


class NumberRenderer(ActionRenderer):
    """Writes the phrases about numbers."""

    def ability(self, ability: Ability) -> str:
        return super().ability(with_sums(ability) if "briefly" in self.wording else ability)

    def _core(self, effects: tuple[Instruction, ...]) -> str:
        worked_out = sum_in(effects) if "briefly" in self.wording else None
        if worked_out is None:
            return super()._core(effects)
        number, counted = worked_out.left, worked_out.right
        brief, x = f"{number}+X", counted
        if not isinstance(number, int):
            brief, x = f"X+{counted}", number
        return f"{self._core(put(effects, worked_out, Variable(brief)))}, where X is {self.value(x)}"

    def _one_of(self, of: Amount) -> str:
        if not isinstance(of, Tally) or of.event != "materialized":
            return super()._one_of(of)
        return (
            f"{'card' if of.what is None else self.noun(replace(of.what, zone='hand'))} you've materialized this turn"
        )

    def value_condition(self, value: Value, condition: Compare) -> str:
        if value == CHAMPIONS_LEVEL and condition.op == ">=":
            return f"your champion is level {self.number(condition.right)} or higher"
        return super().value_condition(value, condition)

    def _ref(self, ref: Ref) -> str:
        """So many things by chance as the champion's level, which no later words explain."""
        is_level = ref.kind == "random" and ref.count == CHAMPIONS_LEVEL
        return super()._ref(replace(ref, count=Variable("LV")) if is_level else ref)

    def _test(self, test: Test) -> str:
        return f" with {self._of_parity(test)}" if test.op in PARITIES else super()._test(test)

    def fits_condition(self, fits: Fits, condition: Compare) -> str:
        match fits.what:
            case Filter(tests=(test,)) if test.op in PARITIES and test.field.startswith("counters "):
                return self._parity_of_counters(fits, test)
            case Filter(tests=(test,)) if test.op in PARITIES and fits.what == Filter(tests=(test,)):
                return f"{self.ref(fits.of)} has {self._of_parity(test)}"
            case _:
                return super().fits_condition(fits, condition)

    def _parity_of_counters(self, fits: Fits, test: Test) -> str:
        counters = f"{test.field.removeprefix('counters ')} counters on {self.ref(fits.of)}"
        return f"there's {an(str(test.op))} amount of {counters}"

    def _of_parity(self, test: Test) -> str:
        return an(f"{test.op} {self.stat(test.field)}")

    def _limit(self, amount: Amount) -> str:
        return amount.name if isinstance(amount, Variable) else super()._limit(amount)

    def number(self, amount: Amount) -> str:
        return amount.name if isinstance(amount, Variable) else super().number(amount)

    def digits(self, amount: Amount) -> str:
        return amount.name if isinstance(amount, Variable) else super().digits(amount)
