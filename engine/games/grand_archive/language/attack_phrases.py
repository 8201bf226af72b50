"""Grand Archive's texts about attacks: that something is attacked, and that an attack is redirected."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    YOU,
    Amount,
    AttacksOnly,
    Compare,
    Cost,
    Count,
    EndCombat,
    Event,
    FightTerms,
    Filter,
    Fits,
    Forbid,
    Grant,
    Load,
    Modify,
    NextAttack,
    Per,
    RedirectAttack,
    Ref,
    Reserve,
    Static,
    Test,
    ThisTurn,
    Triggered,
    UntilWord,
    Value,
    Variable,
)
from engine.games.grand_archive.intents import ZONE as INTENT
from engine.games.grand_archive.language.action_rendering import REMOVED, YOUR_CHAMPION
from engine.games.grand_archive.language.restrictions import Effects
from engine.games.grand_archive.language.shared_words import INTERCEPTED, RETALIATED
from engine.state.event_kinds import NOT_COMBAT
from engine.text.binding import bind_text
from engine.text.compiler.abilities import Compiler
from engine.text.compiler.actions import is_third
from engine.text.compiler.modifications import number_of_change, times_each
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Choice, Clause, Sentences, Suffix, TargetRef, rewrite
from engine.text.renderer.abilities import Renderer
from engine.text.renderer.registry import ACTIONS, STATICS
from engine.text.renderer.writing import an, listed, signed

IS_ATTACKING: Final = Test("attacking", "is")
ATTACKING: Final = Compare(Value("attacking", SELF), "=", 1)

NEGATED: Final = "be countered"
"""The action that is said to be impossible of an activation that can't be negated."""
UNITS: Final = Filter((("unit",),))
ALLIES: Final = Filter((("ally",),))
CHAMPIONS: Final = Filter((("champion",),))
ATTACKER: Final = Ref("attacker")
"""The unit that attacks."""
SOMEBODY_ATTACKS: Final = Compare(Count(Filter((("unit",),), tests=(IS_ATTACKING,))), ">=", 1)
TAKES: Final = "may take the attack"
TAKES_FROM: Final = "may take the attack on"
"""The relations of the game's rules that a unit passes which is to be attacked instead."""


@inline
class AttackingCompiler(Compiler):
    """The phrases about attacks."""

    def retaliates(self) -> tuple[Event, ...]:
        return (Event("retaliates"),)

    def forbid_negating(self, _self: Ref, *_words: Lexeme) -> tuple[Static, ...]:
        return (Forbid(NEGATED, source=True),)

    def forbid_negating_yours(self, *_words: Lexeme) -> tuple[Static, ...]:
        return (Forbid(NEGATED, Filter((("card",),), "you", zone="stack")),)

    def is_attacked(self, _verb: Lexeme) -> tuple[Event, ...]:
        return (Event("attacked"),)

    def redirect_attack(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        if len(refs) != 1:
            raise Reject
        return Clause((RedirectAttack(refs[0], intercepts=True),), is_third(verb))

    def change_attack(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return self._changed(verb, None, refs)

    def change_attack_on(self, verb: Lexeme, _targets: Lexeme, on: Ref, refs: tuple[Ref, ...]) -> Clause:
        return self._changed(verb, on, refs)

    def _changed(self, verb: Lexeme, on: Ref | None, refs: tuple[Ref, ...]) -> Clause:
        """Only what may take the attack is chosen from, so that nobody is asked for nothing."""
        if len(refs) != 1:
            raise Reject
        to = refs[0]
        if to.kind == "chosen" and to.what is not None:
            test = Test(TAKES, "of", Value("", SELF)) if on is None else Test(TAKES_FROM, "of", Value("", on))
            to = replace(to, what=replace(to.what, tests=(*to.what.tests, test)))
        return Clause((RedirectAttack(to, on),), is_third(verb))

    def attacks_only(self, _self: Ref, what: Filter) -> tuple[Static, ...]:
        return (AttacksOnly(what),)

    def forbid_answer(self, whose: Ref, _cant: Lexeme, answer: Lexeme, by: Filter | None = None) -> tuple[Static, ...]:
        """An attack lets every unit intercept or none: it does not choose among them (Intercept 1)."""
        whose = SELF if whose.kind == "pronoun" and whose.what is None else whose
        if whose != SELF or (by is not None and answer.lower() == INTERCEPTED):
            raise Reject
        return (Forbid(str(answer.lower()), source=True, by=by),)

    def struck_by_champion(self, struck: Lexeme) -> Suffix:
        return Suffix(tests=(Test(str(struck), "of", Value("", YOU)),))

    def load(self, verb: Lexeme, this: Ref, into: Ref | TargetRef) -> Clause:
        """Into something that a text can only mean on the field."""
        what = into.spec.what if isinstance(into, TargetRef) else into.what
        if what is None or what.zone != "battlefield":
            raise Reject
        return Clause((Load(this, into),), is_third(verb))

    def attacker_itself(self, *words: Ref | Lexeme) -> Ref:
        first = words[0]
        return first if isinstance(first, Ref) else self.pronoun(first)

    def attacker_any(self) -> None:
        return None

    def is_attacking(self, attacker: Ref | None, _article: Lexeme, what: Filter) -> Compare:
        """That one of what is attacked fits: with cleave these are several."""
        return Compare(Fits(Ref("attacked", of=attacker), what), ">=", 1)

    def attacks_get(self, whose: Ref, change: Modify, duration: UntilWord = "") -> Clause:
        """The gains of attacks are those of their attacker as long as it is attacking."""
        abilities = (*self.while_attacking(change), *change.abilities)
        attacker = replace(change, power=0, toughness=0, level=0, abilities=abilities)
        return Clause((replace(attacker, what=whose, until=duration),), subject=whose)

    def next_attack_gets(self, whose: Ref, change: Modify) -> Clause:
        if change.toughness or change.level:
            raise Reject
        return Clause((NextAttack(replace(change, what=whose, until="combat")),))

    def this_attack_gets(self, change: Modify) -> Clause:
        """The attacker has what its attack gets until the combat is over, whatever says so."""
        if change.toughness or change.level:
            raise Reject
        return Clause((replace(change, what=ATTACKER, until="combat"),))

    def this_attack_gets_for_each(self, _verb: Lexeme, change: Modify, each: Count | Per) -> Clause:
        whole = times_each(change, each)
        assert isinstance(whole, Modify)
        return self.this_attack_gets(whole)

    def this_attack_gets_for_removed(self, _verb: Lexeme, change: Modify, _counters: Lexeme) -> Clause:
        whole = times_each(change, REMOVED)
        assert isinstance(whole, Modify)
        return self.this_attack_gets(whole)

    def first_attack_gets(self, whose: Ref, change: Modify) -> Clause:
        (attack,) = self.next_attack_gets(whose, change).effects
        assert isinstance(attack, NextAttack)
        return Clause((replace(attack, later=True),))

    def end_combat(self) -> Clause:
        return Clause((EndCombat(),))

    def is_state(self, ref: Ref, *words: Lexeme) -> Compare:
        """One of a kind is so: nobody is asked which one is meant."""
        if ref.kind != "chosen":
            return super().is_state(ref, *words)
        if ref.what is None or ref.count != 1 or ref.up_to or ref.what.zone != "battlefield" or ref.what.other:
            raise Reject
        (state,) = self.with_state(words[-1]).tests
        return Compare(Count(replace(ref.what, tests=(*ref.what.tests, state))), ">=", 1)

    def somebody_attacks(self) -> Compare:
        return SOMEBODY_ATTACKS

    def enters_intent(self, what: Filter, change: Lexeme, stat: Lexeme) -> tuple[Static, ...]:
        """Attack cards alone enter the Intent, and as they are activated."""
        if stat.lower() != "power" or what.of != "you" or what.zone != "hand":
            raise Reject
        if any("attack" not in kind or "card" not in kind for kind in what.kinds):
            raise Reject
        return (Grant(replace(what, zone=INTENT), number_of_change(change)),)

    def attacks_cost(self, _cant: Lexeme, what: Filter, cost: Cost) -> tuple[Static, ...]:
        if what not in (ALLIES, CHAMPIONS) or not _in_reserve(cost):
            raise Reject
        return (FightTerms(("attack",), cost, what),)

    def cannot_attack_with(self, _cant: Lexeme, what: Filter) -> tuple[Static, ...]:
        """An attack is declared with a unit, which then can't attack (Combat 2)."""
        if what.zone != "battlefield" or not all({"ally", "champion", "unit"} & {*kind} for kind in what.kinds):
            raise Reject
        return (Forbid("attack", what),)

    def opponents_cannot_attack_with(self, cant: Lexeme, what: Filter) -> tuple[Static, ...]:
        if what.of:
            raise Reject
        return self.cannot_attack_with(cant, replace(what, of="opponent"))

    def all_attacks_cost(self, _cant: Lexeme, cost: Cost) -> tuple[Static, ...]:
        if not _in_reserve(cost):
            raise Reject
        return (FightTerms(("attack",), cost, UNITS),)

    def attacks_of_opponents_cost(self, cant: Lexeme, cost: Cost) -> tuple[Static, ...]:
        (terms,) = self.all_attacks_cost(cant, cost)
        assert isinstance(terms, FightTerms)
        return (replace(terms, what=replace(UNITS, of="opponent")),)

    def attacks_cost_where(
        self, cant: Lexeme, what: Filter, cost: Cost, _x: Lexeme, value: Amount
    ) -> tuple[Static, ...]:
        """A price that is worked out as each attack is declared."""
        if cost != (Reserve(Variable()),):
            raise Reject
        return _priced(self.attacks_cost(cant, what, (Reserve(0),)), value)

    def all_attacks_cost_where(self, cant: Lexeme, cost: Cost, x: Lexeme, value: Amount) -> tuple[Static, ...]:
        if cost != (Reserve(Variable()),):
            raise Reject
        return _priced(self.all_attacks_cost(cant, (Reserve(0),)), value)

    def for_rest_of_game(self) -> UntilWord:
        return ""

    def this_turn(self, statics: tuple[Static, ...]) -> Effects:
        """The price of attacks may hold for a time, too."""
        if all(isinstance(static, FightTerms) and static.what is not None for static in statics):
            return tuple(ThisTurn(static) for static in statics)
        return super().this_turn(statics)

    def use_cost(self, _self: Ref, cost: Cost) -> FightTerms:
        """Nobody has to use a weapon, which costs that only as it is used."""
        if not _in_reserve(cost):
            raise Reject
        return FightTerms(("attack",), cost, source=True)

    def the_attacker(self) -> Ref:
        return ATTACKER

    def used_for_attack(self, _self: Ref, text: Sentences | Choice) -> Triggered:
        """A unit that uses the card: "it" is that unit."""
        text = rewrite(text, lambda part: ATTACKER if isinstance(part, Ref) and part.kind == "pronoun" else part)
        return Triggered((Event("attacks", source=True),), *bind_text(text, types=self.vocabulary.types))

    def grant_in_state(self, what: Ref, change: Modify, state: Lexeme) -> tuple[Static, ...]:
        """Each of several has it in a state: those that are in it."""
        if what.kind != "each" or what.what is None or what.what.zone != "battlefield":
            raise Reject
        tests = (*what.what.tests, *self.with_state(state).tests)
        return self.grant(replace(what, what=replace(what.what, tests=tests)), change)

    def grant_attacking(self, what: Ref, change: Modify, attacked: Filter) -> tuple[Static, ...]:
        """The one that attacks has it, if one of what it attacks fits: nothing else attacks then (Combat 2a)."""
        condition = Compare(Fits(Ref("attacked", of=ATTACKER), attacked), ">=", 1)
        state = Lexeme("STATE", "attacking")
        found = self.grant_in_state(what, change, state)
        return tuple(replace(each, condition=condition) for each in found if isinstance(each, Grant))

    def attacks_always_get(self, whose: Ref, change: Modify) -> tuple[Static, ...]:
        if change.toughness or change.level:
            raise Reject  # an attack has none
        if whose == SELF and change.abilities and not change.power:
            raise Reject  # that is an ability of its own
        besides = replace(change, power=0, toughness=0, level=0)
        found = self.grant(whose, besides) if change.gains or change.abilities else ()
        always = self.grant(whose, replace(change, gains=(), abilities=())) if change.power else ()
        return (*found, *(_as_it_attacks(s) for s in always if isinstance(s, Grant)))

    def while_attacking(self, change: Modify) -> tuple[Grant, ...]:
        """A change of power as an ability of the attacker."""
        if change.toughness or change.level:
            raise Reject
        return (Grant(power=change.power, source=True, condition=ATTACKING),) if change.power else ()


def _priced(statics: tuple[Static, ...], value: Amount) -> tuple[Static, ...]:
    return tuple(replace(terms, cost=(Reserve(value),)) for terms in statics if isinstance(terms, FightTerms))


def _in_reserve(cost: Cost) -> bool:
    """Whether a cost is a number of cards in reserve."""
    return all(isinstance(part, Reserve) and isinstance(part.amount, int) for part in cost)


def _as_it_attacks(grant: Grant) -> Grant:
    """A change that something has as it attacks: the card itself, or whichever of others is attacking."""
    if grant.what is None:
        return replace(grant, condition=ATTACKING)
    if grant.what != YOUR_CHAMPION:
        raise Reject
    return replace(grant, what=replace(YOUR_CHAMPION, tests=(IS_ATTACKING,)))


class AttackingRenderer(Renderer):
    """Writes the phrases about attacks."""

    def count_condition(self, count: Count, condition: Compare) -> str:
        return "a unit is attacking" if condition == SOMEBODY_ATTACKS else super().count_condition(count, condition)

    def fits_condition(self, fits: Fits, condition: Compare) -> str:
        if fits.of.kind != "attacked":
            return super().fits_condition(fits, condition)
        attacker = "the attacker" if fits.of.of is None else self.ref(fits.of.of)
        return f"{attacker} is attacking {an(self.noun(fits.what))}"

    @ACTIONS.writer(NextAttack)
    def next_attack(self, effect: NextAttack) -> str:
        when = "first attack during your next turn" if effect.later else "next attack this turn"
        changes = listed(self.changes(replace(effect.change, until=""), many=False), "and")
        return f"{self.possessive(effect.what)} {when} {changes}"

    @STATICS.writer(FightTerms)
    def fight_terms(self, static: FightTerms) -> str:
        assert static.cost is not None
        payment = self.payment(static.cost)
        if static.what is None:
            return f"as an additional cost to use this for an attack, {payment}"
        who = "your opponents" if static.what.of == "opponent" else "players"
        attackers = "" if static.what.kinds == UNITS.kinds else f" with {self.noun(static.what, plural=True)}"
        attackers += " they control" if attackers and "fully" in self.wording else ""
        said = f"{who} can't declare attacks{attackers} unless they {{}} for each attack declaration"
        (part,) = static.cost
        if isinstance(part, Reserve) and not isinstance(part.amount, int):
            price = self.value(part.amount).replace("greatest power", "highest POWER")
            return f"{said.format('pay (X)')}, where X is {price}"
        return said.format(payment)

    @ACTIONS.writer(EndCombat)
    def end_combat(self, effect: EndCombat) -> str:
        return "end the combat phase"

    def grant(self, static: Grant) -> str:
        if static.what is None or static.what.zone != INTENT:
            return super().grant(static)
        cards = self.noun(replace(static.what, zone="hand", of=""), plural=True)
        return f"{cards} you activate enter the intent with {signed(static.power)} POWER"

    def triggered(self, ability: Triggered) -> str:
        """A trigger on an attack, in words about the unit that attacks with the card."""
        said = super().triggered(ability)
        if "fully" not in self.wording or "the attacker" not in said or not said.startswith("On Attack: "):
            return said
        return said.replace("On Attack: ", "whenever a unit uses this for an attack, ").replace("the attacker", "it")

    def _ref(self, ref: Ref) -> str:
        return "the attacker" if ref == ATTACKER else super()._ref(ref)

    def happening_of(self, event: Event, plural: bool = False) -> str:
        if event.name == "attacked" and "fully" in self.wording:
            return f"{'are' if plural else 'is'} targeted for an attack"
        if event.name == "retaliates":
            return "retaliate" if plural else "retaliates"
        if event.name == "attacked":
            return f"{'are' if plural else 'is'} attacked"
        if (event.name, event.how) == ("damaged", NOT_COMBAT):
            return f"{'are' if plural else 'is'} dealt noncombat damage"
        return super().happening_of(event, plural)

    @STATICS.writer(Forbid)
    def forbid(self, static: Forbid) -> str:
        if static.action == NEGATED:
            whose = "this's activation" if static.source else "card activations you control"
            return f"{whose} can't be negated"
        if static.action == "attack" and static.what is not None and "fully" in self.wording:
            who = {"opponent": "your opponents"}.get(static.what.of, "players")
            what = replace(static.what, of="") if static.what.of == "opponent" else static.what
            return f"{who} can't declare attacks with {self.noun(what, plural=True)}"
        if static.action not in (RETALIATED, INTERCEPTED):
            return super().forbid(static)
        by = "" if static.by is None else f" by {self.noun(static.by, plural=True)}"
        attacks = "attacks using this" if "briefly" in self.wording else "this's attacks"
        return f"{attacks} can't {static.action}{by}"

    @STATICS.writer(AttacksOnly)
    def attacks_only(self, static: AttacksOnly) -> str:
        return f"this may only declare attacks against {self.noun(static.what, plural=True)}"

    @ACTIONS.writer(Load)
    def load(self, effect: Load) -> str:
        return f"load {self.ref(effect.what)} into {self.ref(effect.into)}"

    @ACTIONS.writer(RedirectAttack)
    def redirect_attack(self, effect: RedirectAttack) -> str:
        """The text does not say which units may take the attack: no other choice would be one (Redirect 1)."""
        if effect.intercepts:
            return f"redirect that attack to {self.ref(effect.to)}"
        to = effect.to
        if to.what is not None:
            tests = tuple(test for test in to.what.tests if test.field not in (TAKES, TAKES_FROM))
            to = replace(to, what=replace(to.what, tests=tests))
        on = "" if effect.on is None else f" that targets {self.ref(effect.on)}"
        an_attack = "that attack" if "fully" in self.wording and not on else "an attack"
        return f"change the target of {an_attack}{on} to {self.ref(to)}"

    def modify(self, effect: Modify) -> str:
        if effect.switched:
            return f"switch the power and life stat of {self.ref(effect.what)}{self.until(effect.until)}"
        if effect.what == ATTACKER and effect.until == "combat":
            changes = listed(self.changes(replace(effect, until=""), many=False), "and")
            return f"this attack {changes}"
        return self._attacks_get(effect) or super().modify(effect)

    def case_named(self, static: Static, case: Compare) -> str:
        """A bonus of attacks names the case in which there is an attack."""
        if not isinstance(static, Grant) or case != ATTACKING:
            return super().case_named(static, case)
        if not isinstance(static.power, int) or static != Grant(
            power=static.power, source=True, condition=static.condition
        ):
            return ""
        return f"this's attacks get {signed(static.power)} POWER"

    def _gets_in_state(self, static: Grant) -> str:
        """The words for what each of several gets in a state; "" if nothing is said of one."""
        what = static.what
        if what is None or not what.tests:
            return ""
        state = what.tests[-1]
        if state.op not in ("is", "is not") or state.field not in self.vocabulary.states:
            return ""
        plain = replace(static, what=replace(what, tests=what.tests[:-1]), condition=None)
        match static.condition:
            case None if "fully" in self.wording and state.op == "is":
                return f"{self.static_sentence(plain)} as long as they're {state.field}"
            case _:
                return ""

    def _gets_attacking(self, static: Grant, case: Compare) -> str:
        """The words for what the one of several gets that attacks something; "" if it is something else."""
        what = static.what
        if what is None or not what.tests or what.tests[-1] != IS_ATTACKING:
            return ""
        match case:
            case Compare(left=Fits(of=Ref(kind="attacked", of=of), what=attacked)) if of == ATTACKER:
                plain = replace(static, what=replace(what, tests=what.tests[:-1]), condition=None)
                return f"{self.static_sentence(plain)} as long as they're attacking {self.noun(attacked, plural=True)}"
            case _:
                return ""

    def static(self, static: Static) -> str:
        if isinstance(static, Grant) and static.condition is not None:
            attacking = self._gets_attacking(static, static.condition)
            if attacking:
                return f"{attacking}."
        return super().static(static)

    def static_sentence(self, static: Static) -> str:
        if isinstance(static, Grant) and (in_state := self._gets_in_state(static)):
            return in_state
        said = self._champions_attacks_get(static) if isinstance(static, Grant) else ""
        return said or super().static_sentence(static)

    def _champions_attacks_get(self, static: Grant) -> str:
        """The words for the power that attacks of one's champion get; "" if it is something else."""
        attacking = replace(YOUR_CHAMPION, tests=(IS_ATTACKING,))
        if not isinstance(static.power, int) or static != Grant(attacking, static.power, condition=static.condition):
            return ""
        return f"your champion's attacks get {signed(static.power)} POWER"

    def _attacks_get(self, effect: Modify) -> str:
        """The words for attacks that get something: what attacks has it while it does; "" if it has something else."""
        first, more = effect.abilities[0] if effect.abilities else None, effect.abilities[1:]
        power = first.power if isinstance(first, Grant) else 0
        if not power or first != Grant(power=power, source=True, condition=ATTACKING):
            return ""
        if effect != Modify(effect.what, until=effect.until, abilities=effect.abilities, gains=effect.gains):
            return ""
        gains = self.granted(effect.gains, more)
        gained = f" and gain {gains}" if gains else ""
        return f"{self.possessive(effect.what)} attacks get {signed(power)} POWER{gained}{self.until(effect.until)}"
