"""Grand Archive's texts about costs: reserve, what is given for them, and what makes them more or less."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    Ability,
    Amount,
    Compare,
    Cost,
    CostChange,
    CostPart,
    Count,
    DiscardCost,
    Filter,
    Limit,
    Move,
    MoveSelf,
    Per,
    Ref,
    Reserve,
    RevealCost,
    Static,
    TapOther,
    Test,
    Value,
    Variable,
)
from engine.games.grand_archive.conditions import USE_ABILITY
from engine.games.grand_archive.language.action_rendering import MATERIAL_DECK, is_regalia
from engine.games.grand_archive.language.play_phrases import RESOURCE_OF
from engine.text.compiler.abilities import Compiler
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import CostAmount
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import COST_PARTS

LEVEL: Final = Value("level", Ref("champion"))
"""The level of one's champion, "LV" in a price."""
AWAKE: Final = Test("awake")
OWN_PRICE: Final = re.compile(r"\{(\d+|X)\}")


@inline
class CostCompiler(Compiler):
    """The phrases about costs."""

    def return_self_to_memory(self, _verb: Lexeme, _self: Ref, _to: Lexeme) -> CostPart:
        return MoveSelf("memory")

    def return_to_material_deck(self, _verb: Lexeme, share: tuple[Amount, Filter], _to: Lexeme) -> CostPart:
        return self._moved_cost(share, MATERIAL_DECK)

    def _moved_cost(self, share: tuple[Amount, Filter], zone: str) -> CostPart:
        if zone == MATERIAL_DECK and not is_regalia(Ref("chosen", 0, share[1])):
            raise Reject
        return super()._moved_cost(share, zone)

    def put_self(self, verb: Lexeme, this: Ref, there: Move) -> CostPart:
        if there.zone == MATERIAL_DECK:
            raise Reject  # only its types tell whether it belongs there
        return super().put_self(verb, this, there)

    def static_if(self, statics: tuple[Static, ...], condition: Compare) -> tuple[Ability, ...]:
        """A case in which the card itself costs more or less."""
        if all(isinstance(static, CostChange) and static.source for static in statics):
            return self.static_while(statics, condition)
        return super().static_if(statics, condition)

    def tap_other(self, _verb: Lexeme, portion: tuple[Amount, Filter]) -> CostPart:
        """To rest something is to turn it from awake, said or not (Rest 1)."""
        count, what = portion
        return TapOther(replace(what, tests=tuple(test for test in what.tests if test != AWAKE)), count)

    def discard_cost(self, verb: Lexeme, *shares: tuple[Amount, Filter]) -> Cost:
        if not any(_in_memory(what) for _, what in shares):
            return super().discard_cost(verb, *shares)
        if not all(_in_memory(what) for _, what in shares):
            raise Reject
        return tuple(DiscardCost(what, count) for count, what in shares)

    def reveal_cost(self, share: tuple[Amount, Filter]) -> CostPart:
        return RevealCost(share[1], share[0]) if _in_memory(share[1]) else super().reveal_cost(share)

    def tap_yours(self, _verb: Lexeme, what: Filter) -> CostPart:
        return TapOther(replace(what, of="you"))

    def mana(self, *symbols: Lexeme) -> CostPart:
        if len(symbols) != 1:
            raise Reject
        number = symbols[0][1:-1]
        if number == "LV":
            return Reserve(LEVEL)
        return Reserve(Variable() if number == "X" else int(number))

    def ability_costs(self, costs: Lexeme, amount: CostAmount, each: Count | Per | None = None) -> tuple[Limit, ...]:
        """An own price that is the champion's level."""
        operation, number, symbols, _ = amount
        if number != LEVEL or symbols or each is not None:
            return super().ability_costs(costs, amount, each)
        return (Limit(operation, value=LEVEL),)

    def split_price(self, price: Amount | CostPart) -> tuple[Amount, tuple[str, ...]]:
        """A price in reserve, also written as a symbol: "(2) more" is "2 more"."""
        if isinstance(price, Reserve):
            return price.amount, ()
        return super().split_price(price)  # type: ignore[arg-type]  # no other symbol is a price

    def cost_of_abilities(self, what: Filter) -> tuple[CostChange, ...]:
        return (CostChange(USE_ABILITY, "more", 0, what, resource="reserve"),)

    def changed(self, what: Filter) -> CostChange:
        if what.kinds == (("ability",),) and not what.tests:
            return CostChange(USE_ABILITY, "more", 0, who=what.of, resource="reserve")
        if any("ability" in kind for kind in what.kinds):
            raise Reject
        plain = replace(what, of="", zone="stack")
        every = what.kinds == (("card",),) and not what.tests
        return CostChange("activate", "more", 0, None if every else plain, who=what.of, resource="reserve")

    def priced_self(self) -> CostChange:
        return CostChange("activate", "more", 0, source=True, resource="reserve")

    def priced_for(self, change: CostChange, action: str) -> CostChange:
        if change.action == USE_ABILITY:
            if action != "activate":
                raise Reject
            return change
        return replace(change, action=action, resource=RESOURCE_OF[action])


def _in_memory(what: Filter) -> bool:
    """Whether cards of one's memory are meant, which texts say."""
    return what.zone == "memory" and what.of == "you"


class CostRenderer(Renderer):
    """Writes the phrases about costs."""

    def _limits(self, limits: tuple[Limit, ...]) -> str:
        said = super()._limits(limits).replace("Activate only", "Activate this ability only")
        said = said.replace("as a sorcery", "at slow speed")
        return said.replace("each turn", "per turn") if "fully" in self.wording else said

    def _own_price(self, limit: Limit) -> str:
        """A price in reserve; the case in which it holds is asked as the ability is activated."""
        if limit.value == LEVEL and limit.condition is None:
            return f"This ability costs (LV) {limit.kind} to activate."
        said = OWN_PRICE.sub(r"(\1)", super()._own_price(limit), count=1)
        return said.replace(" to activate if ", " to activate as long as ")

    def cost_change(self, change: CostChange) -> str:
        if change.action != USE_ABILITY or change.what is not None:
            return super().cost_change(replace(change, action=change.action.partition(" ")[0]))
        said = "" if not change.who else f" {'you' if change.who == 'you' else 'your opponents'} activate"
        each = self.for_each(change.amount) if isinstance(change.amount, Count | Per) else ""
        return f"abilities{said} cost {self.price(change)} {change.operation} to activate{each}"

    def played(self, action: str) -> str:
        return ""

    def price(self, change: CostChange) -> str:
        if change.amount == Variable("LV") and "briefly" in self.wording:
            return "(LV)"
        return self.digits(change.amount)

    def tap_other(self, part: TapOther) -> str:
        match part:
            case TapOther(what=Filter(kinds=(("champion",),), of="you") as what, count=1):
                return f"{self.terms['tap']} your {self.noun(replace(what, of=''))}"
            case _:
                said = super().tap_other(part)
                return said.replace("awake ", "", 1) if "briefly" in self.wording else said

    @COST_PARTS.writer(Reserve)
    def reserve(self, part: Reserve) -> str:
        return "(LV)" if part.amount == LEVEL else f"({self.digits(part.amount)})"
