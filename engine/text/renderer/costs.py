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
from engine.text.granted_names import is_giver
from engine.text.phrases import WHOLE_HAND
from engine.text.renderer.conditions import Conditions
from engine.text.renderer.registry import COST_PARTS
from engine.text.renderer.writing import symbols, third
from engine.text.words import SELF_WORD

ANY_NUMBER: Final = Variable("any number")


class Costs(Conditions):
    """Writes costs and their parts."""

    def cost(self, cost: Cost) -> str:
        return ", ".join(map(self.cost_part, cost))

    def payment(self, cost: Cost, *, third_person: bool = False) -> str:
        """A cost inside a sentence: "pay {2} and sacrifice this"; after "its controller" its verbs end in "s"."""
        parts = [self._paid(part, third_person=third_person) for part in cost]
        if len(cost) == 2 and isinstance(cost[0], Mana) and isinstance(cost[1], PayLife):
            parts[1] = parts[1].partition(" ")[2]  # "pay {B} and 2 life"
        elif len(cost) > 1 and not third_person and all(isinstance(part, DiscardCost) for part in cost):
            parts[1:] = [part.removeprefix("discard ") for part in parts[1:]]
        return " and ".join(parts)

    def _paid(self, part: CostPart, *, third_person: bool) -> str:
        if isinstance(part, EitherCost) and third_person:
            return " or ".join(self.payment(option, third_person=third_person) for option in part.options)
        paid = ("pay " if isinstance(part, Mana | Reserve) else "") + self.cost_part(part)
        verb, space, rest = paid.partition(" ")
        return third(verb) + space + rest if third_person else paid

    def due_part(self, part: CostPart) -> str:
        """A part of a cost, as who is to pay it is told."""
        return f"pay {self.cost_part(part)}" if isinstance(part, Mana) else self.cost_part(part)

    def cost_part(self, part: CostPart) -> str:
        """A part of a cost as an order: "sacrifice a creature"."""
        return COST_PARTS.write(self, part)

    @COST_PARTS.writer(Mana)
    def mana(self, part: Mana) -> str:
        return symbols(part.symbols)

    # --- what is tapped ---

    @COST_PARTS.writer(TapSelf)
    def tap_self(self, _part: TapSelf) -> str:
        return self.terms["tap symbol"]

    @COST_PARTS.writer(UntapSelf)
    def untap_self(self, _part: UntapSelf) -> str:
        return self.terms["untap symbol"]

    @COST_PARTS.writer(TapOther)
    def tap_other(self, part: TapOther) -> str:
        return f"{self.terms['tap']} {self.share(part.count, self._fresh(part.what), part.what)}"

    @COST_PARTS.writer(TapTotal)
    def tap_total(self, part: TapTotal) -> str:
        total = f"with total {part.field} {part.least} or more"
        return f"{self.terms['tap']} any number of {self.bare(self._fresh(part.what))} {total}"

    def _fresh(self, what: Filter) -> Filter:
        """Those of them that are untapped."""
        return replace(what, tests=(Test(self.terms["untapped"]), *what.tests))

    # --- what is given up ---

    @COST_PARTS.writer(SacrificeSelf)
    def sacrifice_self(self, _part: SacrificeSelf) -> str:
        return "sacrifice this"

    @COST_PARTS.writer(Sacrifice)
    def sacrifice_cost(self, part: Sacrifice) -> str:
        return f"sacrifice {self.share(part.count, part.what)}"

    @COST_PARTS.writer(DiscardSelf)
    def discard_self(self, _part: DiscardSelf) -> str:
        return "discard this"

    @COST_PARTS.writer(DiscardCost)
    def discard_cost(self, part: DiscardCost) -> str:
        if part.count == WHOLE_HAND:
            return "discard your hand"
        return f"discard {self.share(part.count, part.what)}{' at random' if part.at_random else ''}"

    @COST_PARTS.writer(MoveSelf)
    def move_self(self, part: MoveSelf) -> str:
        if part.zone == "exile":
            return self.terms["exile"] + " this" + ("" if part.from_ == "battlefield" else f" from your {part.from_}")
        return f"{'return' if part.zone == 'hand' else 'put'} this {self.zone(part.zone)}"

    @COST_PARTS.writer(MoveCost)
    def move_cost(self, part: MoveCost) -> str:
        if part.zone == "exile":
            return f"{self.terms['exile']} {self.share(part.count, part.what)}"
        verb = "return" if part.zone == "hand" else "put"
        return f"{verb} {self.share(part.count, part.what)} {self.zone(part.zone)}"

    @COST_PARTS.writer(LibraryCost)
    def library_cost(self, part: LibraryCost) -> str:
        if part.zone != "exile":
            return f"mill {self.cards(part.count)}"
        many = "" if part.count == 1 else f"{self.number(part.count)} "
        return f"{self.terms['exile']} the top {many}card{'s' if many else ''} of your library"

    @COST_PARTS.writer(RevealCost)
    def reveal_cost(self, part: RevealCost) -> str:
        return f"reveal {self.share(part.count, replace(part.what, of='you'))}"

    @COST_PARTS.writer(Unattach)
    def unattach(self, _part: Unattach) -> str:
        return "unattach this"

    @COST_PARTS.writer(EitherCost)
    def either_cost(self, part: EitherCost) -> str:
        return " or ".join(self.payment(option) for option in part.options)

    # --- life and counters ---

    @COST_PARTS.writer(PayLife)
    def pay_life(self, part: PayLife) -> str:
        amount = part.amount
        if amount == ANY_NUMBER:
            return "pay any amount of life"
        match amount:
            case Math(op="half up" | "half down" as op, left=left) if left == Value("life", YOU):
                return f"pay half your life, rounded {op[5:]}"
            case int() | Variable():
                return f"pay {self.digits(amount)} life"
            case _:
                return f"pay life equal to {self.value(amount)}"

    @COST_PARTS.writer(PutCountersCost)
    def put_counters_cost(self, part: PutCountersCost) -> str:
        place = "this" if part.what is None else self.counted(1, part.what)
        return f"put {self.counters(part.count, part.name)} on {place}"

    @COST_PARTS.writer(RemoveCounters)
    def remove_counters(self, part: RemoveCounters) -> str:
        """Counters to be removed, of a kind or any, from one place or from among several."""
        name, count = part.name, part.count
        if count == ANY_NUMBER:
            many = f"any number of {name} counters"
        elif count == Value(f"counters {name}", part.from_):
            many = f"all {name} counters"
        else:
            many = self.counters(count, name)
        if part.from_.kind == "each" and part.from_.what is not None and not part.from_.what.name:
            return f"remove {many} from among {self.bare(part.from_.what)}"
        return f"remove {many} from {self.ref(part.from_)}"

    def share(self, count: Amount, what: Filter, counted: Filter | None = None) -> str:
        """The amount of a noun: "two creatures", "all Forests you control", "any number of artifacts"."""
        if is_giver(what):
            return SELF_WORD
        if count == ANY_NUMBER:
            return f"any number of {self.bare(what)}"
        if count == Count(counted or what):
            return f"all {self.bare(what)}"
        return self.counted(count, what)

    @abstractmethod
    def zone(self, zone: str) -> str:
        """The zone in which something is put."""
