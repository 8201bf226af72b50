"""Magic's phrases about counters that players have (122.1): energy (107.14), experience, poison."""

from __future__ import annotations

from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    COMPARISONS,
    YOU,
    Amount,
    Compare,
    Comparison,
    Done,
    Event,
    Filter,
    Opponents,
    Per,
    PutCounters,
    TakeCounters,
    Test,
    Value,
)
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause, DoneTo
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import VALUES

ENERGY: Final = "energy"
OF_PLAYERS: Final = (ENERGY, "poison", "experience")
"""Counters that players get."""
COUNTERS: Final = "counters "
PAID_ENERGY: Final = Filter(((ENERGY,),))


@inline
class CounterCompiler(Compiler):
    """Compiles how many counters players have, and how much energy they pay."""

    def own_counters(self, name: str) -> Amount:
        return _had(name)

    def own_energy(self, _symbol: Lexeme) -> Amount:
        return _had(ENERGY)

    def each_own_counter(self, name: str) -> Amount:
        return Per(_had(name))

    def each_own_energy(self, _symbol: Lexeme) -> Amount:
        return Per(_had(ENERGY))

    def each_energy_paid(self, symbol: Lexeme) -> Amount:
        return self.energy_paid(symbol)

    def energy_paid(self, _symbol: Lexeme) -> Amount:
        return DoneTo(what=PAID_ENERGY, words=("paid",))

    def you_have_counters(self, counted: Test) -> Compare:
        return _compared(_had(counted.field.removeprefix(COUNTERS)), counted)

    def you_have_energy(self, comparison: tuple[Comparison, Amount], _symbol: Lexeme) -> Compare:
        return Compare(_had(ENERGY), *comparison)

    def opponent_has_counters(self, counted: Test) -> Compare:
        """One opponent who has so many."""
        if counted.op != ">=":
            raise Reject
        return _compared(Opponents("greatest", _had(counted.field.removeprefix(COUNTERS))), counted)

    def get_amount_of_energy(self, verb: Lexeme, _symbol: Lexeme, number: Amount) -> Clause:
        return Clause((PutCounters(SUBJECT, ENERGY, number),), is_third(verb))

    def got_energy(self, _verb: Lexeme, _some: Lexeme, _symbol: Lexeme) -> tuple[Event, ...]:
        return (Event("counters", how=ENERGY),)

    def got_counters(self, _verb: Lexeme, _some: Lexeme, name: str) -> tuple[Event, ...]:
        """Counters that only players have: whose they are is who gets them."""
        _had(name)
        return (Event("counters", how=name),)

    def may_pay_any_energy(self, _pay: Lexeme, _symbol: Lexeme) -> Clause:
        """Any amount, none too: that is to pay nothing (107.14)."""
        return Clause((PAID,), subject=YOU)


def _had(name: str) -> Value:
    if name not in OF_PLAYERS:
        raise Reject
    return Value(COUNTERS + name, YOU)


def _compared(left: Amount, counted: Test) -> Compare:
    assert counted.op in COMPARISONS
    return Compare(left, counted.op, counted.value)


class CounterRenderer(Renderer):
    """Writes the phrases about counters of players."""

    @VALUES.writer(Value)
    def value_of(self, amount: Value) -> str:
        name = _name_of(amount)
        if name == ENERGY:
            return "the amount of {E} you have"
        return f"the number of {name} counters you have" if name else super().value_of(amount)

    def _one_of(self, of: Amount) -> str:
        name = _name_of(of)
        if name == ENERGY:
            return "{E} you have"
        return f"{name} counter you have" if name else super()._one_of(of)

    def trigger(self, events: tuple[Event, ...]) -> str:
        first = events[0]
        if events != (Event("counters", who=first.who, how=first.how),) or first.how not in OF_PLAYERS:
            return super().trigger(events)
        what = "{E}" if first.how == ENERGY else f"{first.how} counters"
        return f"whenever {self._does(first, f'get one or more {what}')}"

    def value(self, amount: Amount) -> str:
        if self._doing == PAID and amount == Done():
            return "the amount of {E} paid this way"
        return super().value(amount)

    def done(self) -> str:
        return "{E} paid" if self._doing == PAID else super().done()

    def take_counters(self, effect: TakeCounters) -> str:
        if effect == PAID:
            return "you may pay any amount of {E}"
        return super().take_counters(effect)

    def value_condition(self, value: Value, condition: Compare) -> str:
        name = _name_of(value)
        if not name:
            return super().value_condition(value, condition)
        return f"you have {self._had(name, condition)}"

    def opponents_condition(self, left: Opponents, condition: Compare) -> str:
        name = _name_of(left.amount)
        if not name:
            return super().opponents_condition(left, condition)
        return f"an opponent has {self._had(name, condition)}"

    def _had(self, name: str, condition: Compare) -> str:
        if name == ENERGY:
            return f"{self.comparison(condition.op, condition.right, words=True)} {{E}}"
        return self._counters_test(name, condition.op, condition.right)


PAID: Final = TakeCounters(YOU, ENERGY, None, up_to=True)


def _name_of(amount: Amount) -> str:
    """The counters of yours that a number counts; "" if it is another one."""
    if not isinstance(amount, Value) or amount.of != YOU or not amount.field.startswith(COUNTERS):
        return ""
    return amount.field.removeprefix(COUNTERS)
