"""Costs and conditions.

One method for each kind of phrase, mirroring ``engine/text/grammar``.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Final

from engine.abilities import (
    YOU,
    Amount,
    Cost,
    CostPart,
    Count,
    DiscardCost,
    DiscardSelf,
    EitherCost,
    Filter,
    LibraryCost,
    Mana,
    Math,
    MoveCost,
    MoveSelf,
    PayLife,
    PutCountersCost,
    RemoveCounters,
    Reserve,
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
)
from engine.text.renderer.conditions import Conditions
from engine.text.renderer.writing import (
    Unwritable,
    symbols,
    third,
)

ANY_NUMBER: Final = Variable("any number")
WHOLE_HAND: Final = Count(Filter((("card",),), "you", "hand"))


class Costs(Conditions):
    """Costs."""

    def cost(self, cost: Cost) -> str:
        return ", ".join(map(self.cost_part, cost))

    def payment(self, cost: Cost, *, third_person: bool = False) -> str:
        """A cost inside a sentence: "pay {2} and sacrifice this"; after "its controller" its verbs end in "s"."""
        parts = [("pay " if isinstance(part, Mana | Reserve) else "") + self.cost_part(part) for part in cost]
        if third_person:
            parts = [third(verb) + space + rest for verb, space, rest in (part.partition(" ") for part in parts)]
        return " and ".join(parts)

    def due_part(self, part: CostPart) -> str:
        """A part of a cost, as who is to pay it is told."""
        return f"pay {self.cost_part(part)}" if isinstance(part, Mana) else self.cost_part(part)

    def cost_part(self, part: CostPart) -> str:
        match part:
            case Mana(symbols=symbols_):
                return symbols(symbols_)
            case TapSelf():
                return self.terms["tap symbol"]
            case UntapSelf():
                return self.terms["untap symbol"]
            case TapOther(what=what, count=count):
                fresh = replace(what, tests=(Test(self.terms["untapped"]), *what.tests))
                return f"{self.terms['tap']} {self.share(count, fresh, what)}"
            case TapTotal(what=what, field=field, least=least):
                fresh = replace(what, tests=(Test(self.terms["untapped"]), *what.tests))
                return f"{self.terms['tap']} any number of {self.bare(fresh)} with total {field} {least} or more"
            case SacrificeSelf():
                return "sacrifice this"
            case Sacrifice(what=what, count=count):
                return f"sacrifice {self.share(count, what)}"
            case DiscardSelf():
                return "discard this"
            case DiscardCost(count=count) if count == WHOLE_HAND:
                return "discard your hand"
            case DiscardCost(what=what, count=count, at_random=at_random):
                return f"discard {self.share(count, what)}{' at random' if at_random else ''}"
            case MoveSelf(zone="exile", from_=from_):
                return self.terms["exile"] + " this" + ("" if from_ == "battlefield" else f" from your {from_}")
            case MoveSelf(zone=zone):
                return f"{'return' if zone == 'hand' else 'put'} this {self.zone(zone)}"
            case MoveCost(what=what, zone="exile", count=count):
                return f"{self.terms['exile']} {self.share(count, what)}"
            case MoveCost(what=what, zone=zone, count=count):
                return f"{'return' if zone == 'hand' else 'put'} {self.share(count, what)} {self.zone(zone)}"
            case LibraryCost(count=count, zone="exile"):
                many = "" if count == 1 else f"{self.number(count)} "
                return f"{self.terms['exile']} the top {many}card{'s' if many else ''} of your library"
            case LibraryCost(count=count):
                return f"mill {self.cards(count)}"
            case RevealCost(what=what, count=count):
                return f"reveal {self.share(count, replace(what, of='you'))}"
            case Unattach():
                return "unattach this"
            case EitherCost(options=options):
                return " or ".join(self.payment(option) for option in options)
            case PayLife(amount=amount) if amount == ANY_NUMBER:
                return "pay any amount of life"
            case PayLife(amount=Math(op="half up" | "half down" as op, left=left)) if left == Value("life", YOU):
                return f"pay half your life, rounded {op[5:]}"
            case PayLife(amount=int() | Variable() as amount):
                return f"pay {self.digits(amount)} life"
            case PayLife(amount=amount):
                return f"pay life equal to {self.value(amount)}"
            case RemoveCounters():
                return self._removed(part)
            case PutCountersCost(name=name, count=count, what=what):
                place = "this" if what is None else self.counted(1, what)
                return f"put {self.counters(count, name)} on {place}"
            case _:
                return self.special_cost(part)

    def share(self, count: Amount, what: Filter, counted: Filter | None = None) -> str:
        """How many of what: "two creatures", "all Forests you control", "any number of artifacts"."""
        if count == ANY_NUMBER:
            return f"any number of {self.bare(what)}"
        if count == Count(counted or what):
            return f"all {self.bare(what)}"
        return self.counted(count, what)

    def _removed(self, part: RemoveCounters) -> str:
        """Counters to be removed, of a kind or any, from one place or from among several."""
        name, count = part.name, part.count
        if count == ANY_NUMBER:
            many = f"any number of {name} counters"
        elif count == Value(f"counters {name}", part.from_):
            many = f"all {name} counters"
        else:
            many = self.counters(count, name)
        if part.from_.kind == "each":
            assert part.from_.what is not None
            return f"remove {many} from among {self.bare(part.from_.what)}"
        return f"remove {many} from {self.ref(part.from_)}"

    @abstractmethod
    def zone(self, zone: str) -> str:
        """Where something is put."""

    def special_cost(self, part: CostPart) -> str:
        """A cost that only this game has."""
        raise Unwritable(part)
