"""Costs and conditions.

One method for each kind of phrase, mirroring ``engine/text/grammar``.
"""

from __future__ import annotations

from dataclasses import replace

from engine.abilities import (
    YOU,
    Compare,
    Cost,
    CostPart,
    Count,
    DiscardCost,
    DiscardSelf,
    Filter,
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
from engine.text.renderer.nouns import Nouns
from engine.text.renderer.writing import (
    Unwritable,
    an,
    symbols,
    third,
)


class Costs(Nouns):
    """Costs and conditions."""

    # --- costs ---

    def cost(self, cost: Cost) -> str:
        return ", ".join(map(self.cost_part, cost))

    def payment(self, cost: Cost, *, third_person: bool = False) -> str:
        """A cost inside a sentence: "pay {2} and sacrifice this"; after "its controller" its verbs end in "s"."""
        parts = [("pay " if isinstance(part, Mana) else "") + self.cost_part(part) for part in cost]
        if third_person:
            parts = [third(verb) + space + rest for verb, space, rest in (part.partition(" ") for part in parts)]
        return " and ".join(parts)

    def cost_part(self, part: CostPart) -> str:
        match part:
            case Mana(symbols=symbols_):
                return symbols(symbols_)
            case TapSelf():
                return self.terms["tap symbol"]
            case UntapSelf():
                return self.terms["untap symbol"]
            case TapOther(what=what, count=count):
                if what.of == "you" and count == 1:
                    return f"{self.terms['tap']} your {self.noun(replace(what, of=''))}"
                fresh = replace(what, tests=(Test(self.terms["untapped"]), *what.tests))
                return f"{self.terms['tap']} {self.counted(count, fresh)}"
            case SacrificeSelf():
                return "sacrifice this"
            case Sacrifice(what=what, count=count):
                return f"sacrifice {self.counted(count, what)}"
            case DiscardSelf():
                return "discard this"
            case DiscardCost(what=what, count=count):
                return f"discard {self.counted(count, what)}"
            case PayLife(amount=amount):
                return f"pay {self.digits(amount)} life"
            case RemoveCounters(name=name, count=count, from_=from_):
                return f"remove {self.counters(count, name)} from {self.ref(from_)}"
            case PutCountersCost(name=name, count=count, what=what):
                return f"put {self.counters(count, name)} on {'this' if what is None else an(self.noun(what))}"
            case _:
                return self.special_cost(part)

    def special_cost(self, part: CostPart) -> str:
        """A cost that only this game has."""
        raise Unwritable(part)

    # --- conditions ---
    def condition(self, condition: Compare) -> str:
        left = condition.left
        match left:
            case Count(what=what):
                return self._count_condition(what, condition)
            case Variable():
                return f"X is {self.comparison(condition.op, condition.right)}"
            case Value(field=field, of=of):
                return self._value_condition(field, of, condition)
            case _:
                raise Unwritable(condition)

    def _count_condition(self, what: Filter, condition: Compare) -> str:
        one = condition.op == ">=" and condition.right == 1
        if what.zone == "stack" and one:
            return f"{an(self.noun(what))} is on the stack"
        if what.zone == "battlefield" and what.of == "you":
            return f"you control {self._how_many(replace(what, of=''), condition)}"
        if what.zone == "battlefield" and what.of == "opponent":
            return f"an opponent controls {self._how_many(replace(what, of=''), condition)}"
        if what.zone == "hand" and what.of == "you":
            return f"you have {self._how_many(replace(what, of=''), condition)} in hand"
        return f"there {'is' if one else 'are'} {self._how_many(what, condition)}"

    def _how_many(self, what: Filter, condition: Compare) -> str:
        plain = replace(what, other=False)
        if condition.op == ">=" and condition.right == 1:
            return ("another " + self.noun(plain)) if what.other else an(self.noun(plain))
        other = "other " if what.other else ""
        if condition.op == "=" and condition.right == 0:
            return f"no {other}{self.noun(plain, plural=True)}"
        return f"{self.comparison(condition.op, condition.right, words=True)} {other}{self.noun(plain, plural=True)}"

    def _value_condition(self, field: str, of: Ref, condition: Compare) -> str:
        if field == "life" and of == YOU:
            return f"you have {self.comparison(condition.op, condition.right)} life"
        if field.startswith("counters "):
            many = self._counters_test(field[9:], condition.op, condition.right)
            return f"{self.ref(of)} has {many} on it"
        if condition.op == "=" and condition.right == 1 and field in self.vocabulary.states:
            return f"{self.ref(of)} is {field}"
        return f"{self.possessive(of)} {field} is {self.comparison(condition.op, condition.right)}"
