"""Costs, conditions and activation instructions.

One method for each alternative of ``engine/text/grammar``, called with what its phrase consists of.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme
from lark import v_args

from engine.abilities import (
    SELF,
    YOU,
    Amount,
    Compare,
    Cost,
    CostPart,
    Count,
    DiscardCost,
    DiscardSelf,
    Filter,
    Limit,
    Mana,
    PayLife,
    PutCountersCost,
    Ref,
    RemoveCounters,
    Sacrifice,
    SacrificeSelf,
    TapOther,
    TapSelf,
    Test,
    UntapSelf,
    Value,
    Variable,
)
from engine.text.binding import settled
from engine.text.compiler.nouns import Nouns
from engine.text.reading import Reject

ZONE_LIMIT: Final = "zone "
"""Says where an ability works; it becomes the ability's zone and never stands in a record."""


@v_args(inline=True)
class Costs(Nouns):
    """Costs, conditions and activation instructions."""

    # --- costs ---

    def cost(self, *parts: CostPart | Cost) -> Cost:
        return _flat(parts)

    def payment(self, *parts: CostPart) -> Cost:
        return parts

    def pay_mana(self, _pay: Lexeme, mana: Mana) -> CostPart:
        return mana

    def tap_self(self, *_words: object) -> CostPart:
        return TapSelf()

    def untap_self(self, _symbol: Lexeme) -> CostPart:
        return UntapSelf()

    def pay_life(self, _pay: Lexeme, amount: Amount) -> CostPart:
        return PayLife(amount)

    def sacrifice_self_cost(self, _verb: Lexeme, _self: Ref) -> CostPart:
        return SacrificeSelf()

    def sacrifice_cost(self, _verb: Lexeme, portion: tuple[Amount, Filter]) -> CostPart:
        count, what = portion
        return Sacrifice(what, count)

    def discard_self_cost(self, _verb: Lexeme, _self: Ref) -> CostPart:
        return DiscardSelf()

    def discard_cost(self, _verb: Lexeme, portion: tuple[Amount, Filter]) -> CostPart:
        count, what = portion
        if not all("card" in kind for kind in what.kinds) or what.of:
            raise Reject
        return DiscardCost(replace(what, zone="hand"), count)

    def remove_counters(self, _verb: Lexeme, count: Amount, name: str, from_: Ref) -> CostPart:
        if from_.kind not in ("self", "champion"):
            raise Reject
        return RemoveCounters(name, count, from_)

    def put_counters_on_self(self, _verb: Lexeme, count: Amount, name: str, _self: Ref) -> CostPart:
        return PutCountersCost(name, count)

    def put_counters_cost(self, _verb: Lexeme, count: Amount, name: str, _article: Lexeme, what: Filter) -> CostPart:
        return PutCountersCost(name, count, what)

    def tap_other(self, _verb: Lexeme, portion: tuple[Amount, Filter]) -> CostPart:
        count, what = portion
        fresh = Test(self.vocabulary.terms["untapped"])
        if fresh not in what.tests:
            raise Reject
        return TapOther(replace(what, tests=tuple(t for t in what.tests if t != fresh)), count)

    def tap_yours(self, _verb: Lexeme, what: Filter) -> CostPart:
        return TapOther(replace(what, of="you"))

    def mana(self, *symbols: Lexeme) -> CostPart:
        return Mana(tuple(symbol[1:-1] for symbol in symbols))

    # --- conditions ---

    def you_control(self, counted: Compare) -> Compare:
        return _of(counted, "you")

    def opponent_controls(self, counted: Compare) -> Compare:
        return _of(counted, "opponent")

    def there_is(self, counted: Compare) -> Compare:
        return counted

    def on_stack(self, counted: Compare) -> Compare:
        if not isinstance(counted.left, Count) or counted.left.what.zone != "stack":
            raise Reject
        return counted

    def you_have(self, counted: Compare) -> Compare:
        if not isinstance(counted.left, Count) or counted.left.what.zone != "hand":
            raise Reject
        return counted

    def your_life(self, comparison: tuple[str, Amount]) -> Compare:
        return Compare(Value("life", YOU), *comparison)

    def value_is(self, value: Amount, comparison: tuple[str, Amount]) -> Compare:
        return Compare(value, *comparison)

    def x_compared(self, _x: Lexeme, comparison: tuple[str, Amount]) -> Compare:
        return Compare(Variable(), *comparison)

    def is_state(self, ref: Ref, state: Lexeme) -> Compare:
        return Compare(Value(str(state.lower()), ref), "=", 1)

    def has_counters(self, ref: Ref, _verb: Lexeme, counted: Test) -> Compare:
        return Compare(Value(counted.field, ref), counted.op, counted.value)

    def none(self, what: Filter) -> Compare:
        return Compare(Count(what), "=", 0)

    def some(self, _article: Lexeme, what: Filter) -> Compare:
        return Compare(Count(what), ">=", 1)

    def another_some(self, what: Filter) -> Compare:
        return Compare(Count(replace(what, other=True)), ">=", 1)

    def at_least_nouns(self, number: Amount, what: Filter) -> Compare:
        return Compare(Count(what), ">=", number)

    def compared_nouns(self, comparison: tuple[str, Amount], what: Filter) -> Compare:
        return Compare(Count(what), *comparison)

    def some_counters(self, _article: Lexeme, name: str) -> Test:
        return Test(f"counters {name}", ">=", 1)

    def no_counters(self, name: str) -> Test:
        return Test(f"counters {name}", "=", 0)

    def compared_counters(self, comparison: tuple[str, Amount], name: str) -> Test:
        return Test(f"counters {name}", *comparison)

    def or_more(self, number: Amount) -> tuple[str, Amount]:
        return ">=", number

    def or_less(self, number: Amount) -> tuple[str, Amount]:
        return "<=", number

    def exactly(self, number: Amount) -> tuple[str, Amount]:
        return "=", number

    def less_than(self, number: Amount) -> tuple[str, Amount]:
        return "<", number

    def more_than(self, number: Amount) -> tuple[str, Amount]:
        return ">", number

    # --- limits ---

    def limits(self, _verb: Lexeme, parts: tuple[Limit, ...]) -> tuple[Limit, ...]:
        return parts

    def limit_items(self, *parts: Limit | Lexeme) -> tuple[Limit, ...]:
        return tuple(part for part in parts if isinstance(part, Limit))

    def any_player(self, _only: Lexeme | None = None, more: tuple[Limit, ...] = ()) -> tuple[Limit, ...]:
        return (Limit("any player"), *more)

    def only_opponents(self) -> tuple[Limit, ...]:
        return (Limit("opponents"),)

    def x_is(self, _x: Lexeme, value: Amount) -> tuple[Limit, ...]:
        return (Limit("x is", value=settled(value, SELF)),)

    def x_not_zero(self, _x: Lexeme) -> tuple[Limit, ...]:
        return (Limit("x at least", 1),)

    def from_zone(self, _verb: Lexeme, _self: Ref, zone: Lexeme) -> tuple[Limit, ...]:
        return (Limit(f"{ZONE_LIMIT}{zone.lower()}"),)

    def ability_costs(
        self, _costs: Lexeme, amount: tuple[str, Amount, tuple[str, ...], str], each: Filter | None = None
    ) -> tuple[Limit, ...]:
        operation, number, symbols, _ = amount
        if symbols or not isinstance(number, int):
            raise Reject
        return (Limit(operation, value=number if each is None else Count(each, number)),)

    def ability_costs_where(
        self, _costs: Lexeme, amount: tuple[str, Amount, tuple[str, ...], str], _x: Lexeme, value: Amount
    ) -> tuple[Limit, ...]:
        operation, number, symbols, _ = amount
        if symbols or number != Variable():
            raise Reject
        return (Limit(operation, value=settled(value, SELF)),)

    def ability_costs_if(
        self, _costs: Lexeme, amount: tuple[str, Amount, tuple[str, ...], str], condition: Compare
    ) -> tuple[Limit, ...]:
        (limit,) = self.ability_costs(_costs, amount)
        return (replace(limit, condition=settled(condition, SELF)),)

    def often_once(self) -> int:
        return 1

    def often_twice(self) -> int:
        return 2

    def often(self, number: Amount) -> int:
        if not isinstance(number, int) or number < 2:
            raise Reject
        return number

    def limit_often(self, number: int) -> Limit:
        return Limit("once", number)

    def limit_ever(self, number: int) -> Limit:
        return Limit("ever", number)

    def any_period(self, period: Lexeme) -> tuple[str, str]:
        return str(period.lower()), ""

    def your_period(self, period: Lexeme) -> tuple[str, str]:
        return str(period.lower()), "you"

    def opponents_period(self, *parts: Lexeme) -> tuple[str, str]:
        return str(parts[-1].lower()), "opponent"

    def limit_during(self, period: tuple[str, str]) -> Limit:
        step, who = period
        if not who and step == "turn":
            raise Reject
        return Limit("during", step=step, who=who)

    def limit_before(self, moment: Lexeme) -> Limit:
        return Limit("before", step=str(moment.lower()))

    def limit_after(self, moment: Lexeme) -> Limit:
        return Limit("after", step=str(moment.lower()))

    def limit_sorcery(self) -> Limit:
        return Limit("sorcery")

    def limit_instant(self) -> Limit:
        return Limit("instant")

    def limit_condition(self, condition: Compare) -> Limit:
        return Limit("condition", condition=settled(condition, SELF))


def _of(counted: Compare, whose: str) -> Compare:
    if not isinstance(counted.left, Count) or counted.left.what.of:
        raise Reject
    return replace(counted, left=replace(counted.left, what=replace(counted.left.what, of=whose)))


def _flat(parts: tuple[CostPart | Cost, ...]) -> Cost:
    return tuple(inner for part in parts for inner in (part if isinstance(part, tuple) else (part,)))
