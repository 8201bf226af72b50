"""Costs and activation instructions.

One method for each alternative of ``engine/text/grammar``, called with what its phrase consists of.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from lark import Token as Lexeme

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
    EitherCost,
    Filter,
    LibraryCost,
    Limit,
    Mana,
    Math,
    Move,
    MoveCost,
    MoveSelf,
    PayLife,
    Per,
    PutCountersCost,
    Ref,
    RemoveCounters,
    RevealCost,
    Sacrifice,
    SacrificeSelf,
    TapOther,
    TapSelf,
    TapTotal,
    Test,
    Unattach,
    UntapSelf,
    Value,
    Variable,
    Who,
)
from engine.text.binding import settled
from engine.text.compiler.conditions import Conditions
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.mentions import ITSELF
from engine.text.phrases import WHOLE_HAND, CostAmount

ANY_NUMBER: Final = Variable("any number")
"""A number that a cost leaves to its payer; it is announced like X (601.2b)."""
CARD_IN_HAND: Final = Filter((("card",),), zone="hand")
Period: TypeAlias = tuple[str, Who]
"""A part of the turn, and on whose turns."""


@inline
class Costs(Conditions):
    """Costs and activation instructions."""

    # --- costs ---

    def cost(self, *parts: CostPart | Cost) -> Cost:
        return _flat(parts)

    def payment(self, *parts: CostPart | Cost) -> Cost:
        return _flat(parts)

    def pay_mana(self, _pay: Lexeme, mana: Mana) -> CostPart:
        return mana

    def pay_mana_and_life(self, pay: Lexeme, mana: Mana, amount: Amount) -> Cost:
        return (mana, self.pay_life(pay, amount))

    def tap_self(self, *_words: object) -> CostPart:
        return TapSelf()

    def untap_self(self, _symbol: Lexeme) -> CostPart:
        return UntapSelf()

    def pay_life(self, _pay: Lexeme, amount: Amount) -> CostPart:
        return PayLife(amount)

    def sacrifice_self_cost(self, _verb: Lexeme, _self: Ref) -> CostPart:
        return SacrificeSelf()

    def sacrifice_cost(self, _verb: Lexeme, *shares: tuple[Amount, Filter]) -> Cost:
        return tuple(Sacrifice(what, count) for count, what in shares)

    def all_of(self, what: Filter) -> tuple[Amount, Filter]:
        return Count(what), what

    def any_number_of(self, what: Filter) -> tuple[Amount, Filter]:
        return ANY_NUMBER, what

    def either_cost(self, *options: CostPart | Cost) -> CostPart:
        costs = tuple(_flat((option,)) for option in options)
        if any(isinstance(part, EitherCost) for cost in costs for part in cost):
            raise Reject
        return EitherCost(costs)

    def discard_self_cost(self, _verb: Lexeme, _self: Ref) -> CostPart:
        return DiscardSelf()

    def discard_cost(self, _verb: Lexeme, *shares: tuple[Amount, Filter]) -> Cost:
        return tuple(DiscardCost(_card_in_hand(what), count) for count, what in shares)

    def discard_cost_at_random(self, _verb: Lexeme, share: tuple[Amount, Filter]) -> CostPart:
        return DiscardCost(_card_in_hand(share[1]), share[0], at_random=True)

    def discard_hand_cost(self, _verb: Lexeme) -> CostPart:
        return DiscardCost(CARD_IN_HAND, WHOLE_HAND)

    def exile_self(self, _verb: Lexeme, _self: Ref, zone: Lexeme | None = None) -> CostPart:
        return MoveSelf("exile", "battlefield" if zone is None else str(zone.lower()))

    def return_self(self, _verb: Lexeme, _self: Ref, _to: Lexeme) -> CostPart:
        return MoveSelf("hand")

    def put_self(self, _verb: Lexeme, _self: Ref, there: Move) -> CostPart:
        return MoveSelf(_put_where(there))

    def exile_cost(self, _verb: Lexeme, share: tuple[Amount, Filter]) -> CostPart:
        return self._moved_cost(share, "exile")

    def return_cost(self, _verb: Lexeme, share: tuple[Amount, Filter], _to: Lexeme) -> CostPart:
        return self._moved_cost(share, "hand")

    def put_cost(self, _verb: Lexeme, share: tuple[Amount, Filter], there: Move) -> CostPart:
        return self._moved_cost(share, _put_where(there))

    def _moved_cost(self, share: tuple[Amount, Filter], zone: str) -> CostPart:
        count, what = share
        if (
            what.zone in ("stack", "")
            or what.of == "opponent"
            or (what.zone in ("battlefield", "hand") and not what.of)
        ):
            raise Reject  # one pays with what is one's own
        return MoveCost(what, zone, count)

    def exile_top(self, _verb: Lexeme, *parts: object) -> CostPart:
        count = next((part for part in parts if not isinstance(part, Lexeme)), 1)
        return LibraryCost(count, "exile")  # type: ignore[arg-type]  # an Amount

    def mill_cost(self, _verb: Lexeme, count: Amount) -> CostPart:
        return LibraryCost(count)

    def reveal_cost(self, share: tuple[Amount, Filter]) -> CostPart:
        return RevealCost(_card_in_hand(share[1]), share[0])

    def unattach(self, _self: Ref) -> CostPart:
        return Unattach()

    def pay_half_life(self, _pay: Lexeme, rounded: Lexeme) -> CostPart:
        return PayLife(Math("half up" if rounded.lower().endswith("up") else "half down", Value("life", YOU)))

    def pay_any_life(self, _pay: Lexeme) -> CostPart:
        return PayLife(ANY_NUMBER)

    def remove_counters(self, _verb: Lexeme, count: Amount, name: str, from_: Ref) -> CostPart:
        if from_.kind not in ("self", "champion", "chosen"):
            raise Reject
        return RemoveCounters(name, count, from_)

    def remove_among(self, _verb: Lexeme, count: Amount, name: str, what: Filter) -> CostPart:
        return RemoveCounters(name, count, Ref("each", 0, what))

    def remove_one_of_any(self, verb: Lexeme, _article: Lexeme, _word: Lexeme, from_: Ref) -> CostPart:
        return self.remove_counters(verb, 1, "", from_)

    def remove_any_among(self, verb: Lexeme, count: Amount, _word: Lexeme, what: Filter) -> CostPart:
        return self.remove_among(verb, count, "", what)

    def remove_all(self, _verb: Lexeme, name: str, _self: Ref) -> CostPart:
        return RemoveCounters(name, Value(f"counters {name}", SELF))

    def remove_any_number(self, verb: Lexeme, name: str, from_: Ref) -> CostPart:
        return self.remove_counters(verb, ANY_NUMBER, name, from_)

    def remove_any_number_among(self, verb: Lexeme, name: str, what: Filter) -> CostPart:
        return self.remove_among(verb, ANY_NUMBER, name, what)

    def put_counters_on_self(self, _verb: Lexeme, count: Amount, name: str, _self: Ref) -> CostPart:
        return PutCountersCost(name, count)

    def put_counters_cost(self, _verb: Lexeme, count: Amount, name: str, *what: Filter | Lexeme) -> CostPart:
        noun = what[-1]
        assert isinstance(noun, Filter)
        return PutCountersCost(name, count, replace(noun, other=noun.other or len(what) == 1))

    def tap_other(self, _verb: Lexeme, portion: tuple[Amount, Filter]) -> CostPart:
        count, what = portion
        fresh = Test(self.vocabulary.terms["untapped"])
        if fresh not in what.tests:
            raise Reject
        return TapOther(replace(what, tests=tuple(t for t in what.tests if t != fresh)), count)

    def tap_total(self, _tap: Lexeme, what: Filter, field: Lexeme, least: Amount) -> CostPart:
        tapped = self.tap_other(_tap, (1, what))
        if not isinstance(least, int) or not isinstance(tapped, TapOther):
            raise Reject
        return TapTotal(tapped.what, str(field.lower()), least)

    def mana(self, *symbols: Lexeme) -> CostPart:
        return Mana(tuple(symbol[1:-1] for symbol in symbols))

    # --- limits ---

    def limits(self, _verb: Lexeme, parts: tuple[Limit, ...]) -> tuple[Limit, ...]:
        return parts

    def limit_items(self, *parts: Limit | tuple[Limit, ...] | Lexeme) -> tuple[Limit, ...]:
        found: list[Limit] = []
        for part in parts:
            if isinstance(part, Limit):
                found.append(part)
            elif isinstance(part, tuple):
                found += part
        return tuple(found)

    def any_player(self, _only: Lexeme | None = None, more: tuple[Limit, ...] = ()) -> tuple[Limit, ...]:
        return (Limit("any player"), *more)

    def only_opponents(self) -> tuple[Limit, ...]:
        return (Limit("opponents"),)

    def x_is(self, _x: Lexeme, value: Amount) -> tuple[Limit, ...]:
        return (Limit("x is", value=value),)

    def x_not_zero(self, _x: Lexeme) -> tuple[Limit, ...]:
        return (Limit("x at least", 1),)

    def from_zone(self, _verb: Lexeme, _self: Ref, zone: Lexeme) -> tuple[Limit, ...]:
        return (Limit("zone", step=str(zone.lower())),)

    def ability_costs(self, _costs: Lexeme, amount: CostAmount, each: Count | Per | None = None) -> tuple[Limit, ...]:
        operation, number, symbols, _ = amount
        if symbols or not isinstance(number, int):
            raise Reject
        return (Limit(operation, value=number if each is None else replace(each, times=number)),)

    def ability_costs_where(self, _costs: Lexeme, amount: CostAmount, _x: Lexeme, value: Amount) -> tuple[Limit, ...]:
        operation, number, symbols, _ = amount
        if symbols or number != Variable():
            raise Reject
        return (Limit(operation, value=settled(value, ITSELF)),)

    def ability_costs_if(self, _costs: Lexeme, amount: CostAmount, condition: Compare) -> tuple[Limit, ...]:
        (limit,) = self.ability_costs(_costs, amount)
        return (replace(limit, condition=settled(condition, ITSELF)),)

    def often_once(self) -> int:
        return 1

    def often_twice(self) -> int:
        return 2

    def often(self, number: Amount) -> int:
        if not isinstance(number, int) or number < 2:
            raise Reject
        return number

    def no_more_than(self, number: int) -> tuple[Limit, ...]:
        return (Limit("once", number),)

    def limit_often(self, number: int) -> Limit:
        return Limit("once", number)

    def limit_ever(self, number: int) -> Limit:
        return Limit("ever", number)

    def any_period(self, period: Lexeme) -> Period:
        return str(period.lower()), ""

    def your_period(self, period: Lexeme) -> Period:
        return str(period.lower()), "you"

    def opponents_period(self, *parts: Lexeme) -> Period:
        return str(parts[-1].lower()), "opponent"

    def limit_during(self, period: Period) -> Limit:
        step, who = period
        if not who and step == "turn":
            raise Reject
        return Limit("during", step=step, who=who)

    def limit_during_before(self, period: Period, moment: Lexeme) -> tuple[Limit, ...]:
        return self.limit_during(period), self.limit_before(moment)

    def limit_during_after(self, period: Period, moment: Lexeme) -> tuple[Limit, ...]:
        return self.limit_during(period), self.limit_after(moment)

    def limit_before(self, moment: Lexeme) -> Limit:
        return Limit("before", step=str(moment.lower()))

    def limit_after(self, moment: Lexeme) -> Limit:
        return Limit("after", step=str(moment.lower()))

    def limit_sorcery(self) -> Limit:
        return Limit("sorcery")

    def limit_instant(self) -> Limit:
        return Limit("instant")

    def limit_condition(self, condition: Compare) -> Limit:
        return Limit("condition", condition=settled(condition, ITSELF))


def _put_where(there: Move) -> str:
    """The zone that a phrase names, if nothing is said of how it is to arrive there."""
    if there != Move(there.what, there.zone) or there.zone == "battlefield":
        raise Reject
    return there.zone


def _card_in_hand(what: Filter) -> Filter:
    """A noun for cards in one's hand, which the text need not say."""
    if what.zone != "hand" or what.of == "opponent" or not all("card" in kind for kind in what.kinds):
        raise Reject
    return replace(what, of="")


def _flat(parts: tuple[CostPart | Cost, ...]) -> Cost:
    return tuple(inner for part in parts for inner in (part if isinstance(part, tuple) else (part,)))
