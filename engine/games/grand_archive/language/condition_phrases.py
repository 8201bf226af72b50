"""Grand Archive's texts about what players have, and about what holds under a restriction besides."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, TypeAlias

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    YOU,
    Ability,
    Amount,
    Compare,
    Comparison,
    CostChange,
    Count,
    Filter,
    Fits,
    If,
    Instruction,
    Math,
    Modify,
    Opponents,
    Ref,
    SpellText,
    Static,
    Tally,
    Test,
    ThisTurn,
    Truth,
    Value,
)
from engine.games.grand_archive.conditions import FROM, FROM_ZONES, IN_PHASE, both
from engine.games.grand_archive.language.action_rendering import YOUR_CHAMPION
from engine.games.grand_archive.language.restrictions import name_of
from engine.text.antecedents import of_a_person
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.conditions import THAN
from engine.text.compiler.costs import Period
from engine.text.compiler.joined_sentences import effects_of
from engine.text.compiler.numbers import tally
from engine.text.compiler.replacement_effects import Outcome
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Clause, CostAmount, InsteadIf, LeadingIf, Suffix, records_of
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import VALUES
from engine.text.renderer.writing import Unwritable, an

HURT: Final = Tally("damaged", YOUR_CHAMPION, much=True)
"""The damage that one's champion has taken this turn."""
Effects: TypeAlias = tuple[Instruction, ...]
BREWS: Final = "brewed"
"""The event of activating a card for its brew cost."""
SOMEBODY: Final = ("controller", "owner", "that player", "they", "target")


@inline
class ConditionCompiler(Compiler):
    """The phrases about conditions."""

    def restricted_instead_if(self, restriction: Compare, condition: Compare, clauses: Clause) -> tuple[InsteadIf, ...]:
        effects = effects_of(clauses)
        return (InsteadIf(len(effects), both(restriction, condition)), *effects)  # type: ignore[arg-type]  # of two

    def somebody_has_in(self, who: Ref, _has: Lexeme, counted: Compare, zone: Lexeme) -> Compare:
        """That a person has cards in a zone of their own."""
        if not isinstance(counted.left, Count) or counted.left.what.of or counted.left.what.zone != "hand":
            raise Reject
        if who.kind not in SOMEBODY:
            raise Reject
        what = replace(counted.left.what, zone=str(zone.lower()), whose=of_a_person(who))
        return replace(counted, left=Count(what))

    def one_of_several(self, *parts: object) -> Compare:
        """A noun behind the last of several kinds is that of all of them: "a Sword or a Shield object"."""
        *found, last = (part for part in parts if isinstance(part, Filter))
        is_short = all(each == Filter(each.kinds) and len(each.kinds[-1]) == 1 for each in found)
        if is_short and last == Filter(last.kinds) and len(last.kinds[-1]) > 1:
            raise Reject
        return super().one_of_several(*parts)

    def champion_damaged_by(self, _champion: Lexeme, comparison: tuple[Comparison, Amount]) -> Compare:
        return Compare(HURT, *comparison)

    def champion_unhurt(self, _champion: Lexeme) -> Compare:
        return Compare(HURT, "=", 0)

    def is_only(self, this: Ref, what: Filter) -> Compare:
        """That the source is such a thing, and nothing else of what one controls."""
        if what.of != "you" or what.zone != "battlefield":
            raise Reject
        return self.both(Compare(Fits(this, what), "=", 1), Compare(Count(replace(what, other=True)), "=", 0))

    def not_in_your_step(self, step: Lexeme) -> Compare:
        """Of a phase that has no parts: combat is one of the main phase."""
        phase = str(step.lower()).removesuffix(" phase")
        if phase == "main":
            raise Reject
        return Compare(Value(IN_PHASE + phase, YOU), "=", 0)

    def activated_in_step(self, _self: Ref, period: Period) -> Compare:
        """A phase does not end while its activation is on the Effects Stack: it is still that phase as it resolves."""
        step, who = period
        phase = step.removesuffix(" phase")
        if phase in ("main", "turn") or not who:
            raise Reject
        return Compare(Value(IN_PHASE + phase, YOU if who == "you" else Ref("opponents")), ">=", 1)

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Only what a card does as it resolves knows in which phase that was activated."""
        abilities = super().start(found)
        others = tuple(ability for ability in abilities if not isinstance(ability, SpellText))
        if any(map(_asks_for_phase, records_of(others, Compare))):
            raise Reject
        return abilities

    def counters_of_parity(self, _article: Lexeme, parity: Lexeme, name: str, ref: Ref) -> Compare:
        test = Test(f"counters {name}", "even" if parity.lower() == "even" else "odd")
        return Compare(Fits(ref, Filter(tests=(test,))), "=", 1)

    def yours_has_died(self, _article: Lexeme, what: Filter) -> Compare:
        return Compare(tally(what, "dies", "you"), ">=", 1)

    def one_has_died(self, _article: Lexeme, what: Filter) -> Compare:
        """A thing that anybody controlled has died this turn."""
        if what.of or what.whose is not None or what.zone != "battlefield":
            raise Reject
        return Compare(tally(what, "dies", ""), ">=", 1)

    def you_brewed(self, _article: Lexeme, what: Filter) -> Compare:
        """A card that was activated for its brew cost (Brew 1), whatever became of it."""
        if what.of or what.whose is not None or what.tests:
            raise Reject
        return Compare(Tally(BREWS, replace(what, zone="stack"), "you"), ">=", 1)

    def grant_champion_and_others(self, _champion: Lexeme, what: Filter, change: Modify) -> tuple[Static, ...]:
        """A card that says so is no champion: it is the others whom "other" narrows."""
        if what.of != "you" or len(what.kinds) > 1 or what != Filter(what.kinds, "you"):
            raise Reject
        return self.grant(Ref("each", 0, Filter((("champion",), *what.kinds), "you", other=True)), change)

    def did_not_attack(self, this: Ref) -> Compare:
        return Compare(Value("attacked this turn", this), "=", 0)

    def attacker_is(self, _article: Lexeme, what: Filter) -> Compare:
        """The unit that attacks, as long as there is combat."""
        if what.zone != "battlefield" or what.other:
            raise Reject
        return Compare(Fits(Ref("attacker"), what), "=", 1)

    def activated_from_yours(self, what: Ref, zone: Lexeme) -> Compare:
        if what != SELF:
            raise Reject
        return self._activated_from(what, zone)

    def activated_from_any(self, what: Ref, _article: Lexeme, zone: Lexeme) -> Compare:
        if what == SELF:
            raise Reject
        return self._activated_from(what, zone)

    def _activated_from(self, what: Ref, zone: Lexeme) -> Compare:
        """The card lay there as its activation began (1.1)."""
        if zone.lower() not in FROM_ZONES:
            raise Reject
        return Compare(Fits(what, Filter(tests=(Test(FROM + str(zone.lower())),))), "=", 1)

    def with_influence(self, comparison: tuple[Comparison, Amount]) -> Suffix:
        if not isinstance(comparison[1], int):
            raise Reject
        return Suffix(tests=(Test("influence", *comparison),))

    def value_of_player(self, whose: Ref, _influence: Lexeme) -> Amount:
        return Value("influence", of_a_person(whose))

    def influence_than_yours(self, whose: Ref, influence: Lexeme, than: Lexeme) -> Compare:
        return self.value_than(self.value_of_player(whose, influence), than, Value("influence", YOU))

    def greatest_influence(self) -> Amount:
        return Opponents("greatest", Value("influence", YOU))

    def next_cost_if(self, condition: Compare, what: Filter, costs: Lexeme, amount: CostAmount) -> Effects:
        effects = self.next_cost(what, costs, amount)
        return (LeadingIf(len(effects), condition), *effects)

    def restricted_next_cost_if(
        self, restriction: Compare, condition: Compare, what: Filter, costs: Lexeme, amount: CostAmount
    ) -> Effects:
        effects = self.next_cost_if(condition, what, costs, amount)
        return (If(len(effects), restriction), *effects)

    def scaled_damage(self, times: Lexeme) -> Outcome:
        return Outcome((self.times_as_much(times),), event="damage")

    def lose_both(self, verb: Lexeme, one: Lexeme, other: Lexeme) -> Modify:
        return replace(self.lose(verb, one), loses=(one.lower(), other.lower()))


def _asks_for_phase(part: object) -> bool:
    number = part.left if isinstance(part, Compare) and part.op == ">=" else None
    return isinstance(number, Value) and number.field.startswith(IN_PHASE)


class ConditionRenderer(Renderer):
    """Writes the phrases about conditions."""

    def bare(self, what: Filter) -> str:
        if not what.other or len(what.kinds) != 2 or what.kinds[0] != ("champion",) or what.of != "you":
            return super().bare(what)
        return f"your champion and {super().bare(replace(what, kinds=what.kinds[1:]))}"

    def fits_condition(self, fits: Fits, condition: Compare) -> str:
        match fits.what.tests:
            case (Test(field=field),) if field.startswith(FROM):
                whose = "your" if fits.of == SELF else "a"
                return f"{self.ref(fits.of)} was activated from {whose} {field.removeprefix(FROM)}"
            case _:
                return super().fits_condition(fits, condition)

    def _test(self, test: Test) -> str:
        if test.field == "influence":
            return f" with influence {self.comparison(test.op, test.value, words=True)}"
        return super()._test(test)

    def tally_condition(self, tally: Tally, condition: Compare) -> str:
        if (tally.event, tally.who) == ("dies", "you") and tally.what is not None and "fully" in self.wording:
            return f"{an(self.noun(tally.what))} you controlled has died this turn"
        if tally.event == BREWS and tally.what is not None:
            return f"you've brewed {an(self.noun(replace(tally.what, zone='battlefield')))} this turn"
        if tally != HURT:
            return super().tally_condition(tally, condition)
        if (condition.op, condition.right) == ("=", 0):
            return "your champion hasn't taken damage this turn"
        return f"your champion has taken {self.comparison(condition.op, condition.right)} damage this turn"

    def _core(self, effects: Effects) -> str:
        """The price of the next card alone, in some case; a case of a target stands behind what names that."""
        match effects:
            case (If(condition=case, steps=steps), *_) if steps == len(effects) - 1 and self._names_target(case):
                return f"{super()._core(effects[1:])} {self.if_so(case)}"
            case (If(condition=case), ThisTurn(ability=CostChange(once=True) as change, who=who)) if not name_of(case):
                return f"if {self.condition(case)}, {self.of_player(self.rule_this_turn(change), who)}"
            case _:
                return super()._core(effects)

    def math_condition(self, math: Math, condition: Compare) -> str:
        match math:
            case Math(
                op="*",
                left=Truth(condition=Compare(left=Fits(of=of, what=what))),
                right=Truth(condition=Compare(left=Count(what=others), op="=", right=0)),
            ) if others == replace(what, other=True):
                return f"{self.ref(of)} is the only {self.noun(what)}"
            case _:
                return super().math_condition(math, condition)

    def value_condition(self, value: Value, condition: Compare) -> str:
        if value.field.startswith(IN_PHASE):
            phase = f"{value.field.removeprefix(IN_PHASE)} phase"
            whose = "your" if value.of == YOU else "an opponent's"
            return f"it's not your {phase}" if condition.op == "=" else f"this was activated during {whose} {phase}"
        if value.field != "influence":
            return super().value_condition(value, condition)
        whose = self.possessive(value.of)
        if condition.right == Value("influence", YOU):
            return f"{whose} influence {next(said for said, op in THAN.items() if op == condition.op)} yours"
        return f"{whose} influence is {self.comparison(condition.op, condition.right)}"

    def value_of(self, amount: Value) -> str:
        return f"{self.possessive(amount.of)} influence" if amount.field == "influence" else super().value_of(amount)

    @VALUES.writer(Opponents)
    def greatest_of_opponents(self, amount: Opponents) -> str:
        if amount != Opponents("greatest", Value("influence", YOU)):
            raise Unwritable(amount)
        return "the highest influence among your opponents"
