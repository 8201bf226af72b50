"""Phrases about what is counted: the resources that paid for a card, what is printed on a card, what a cost did."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    SELF,
    Ability,
    Alter,
    Amount,
    Compare,
    CostChange,
    Damage,
    Done,
    EventAmount,
    Filter,
    Grant,
    InCase,
    Math,
    Modify,
    MoveCost,
    Paid,
    Per,
    Prevented,
    PutAmong,
    PutCounters,
    Ref,
    Static,
    TakeCounters,
    TapOther,
    Value,
)
from engine.games.marvel_champions.language.chosen_in_texts import asks_whether, in_case_of
from engine.games.marvel_champions.language.cost_phrases import DIFFERENT_TYPES, DISCARD_PILE
from engine.games.marvel_champions.language.counter_phrases import NO_COUNTERS
from engine.games.marvel_champions.language.noun_phrases import STATES, YOUR_IDENTITY, in_status
from engine.games.marvel_champions.language.reference_phrases import ReferenceCompiler, ReferenceRenderer
from engine.games.marvel_champions.language.settled_effects import so_now
from engine.games.marvel_champions.language.shared_words import ATTACK_EXCESS, ICONS, SYMBOL_OF, UNCOUNTED
from engine.text.compiler.actions import act
from engine.text.compiler.joined_sentences import effects_of, last_condition
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import (
    SAME_VICTIM,
    SUBJECT,
    Already,
    Clause,
    InsteadIf,
    Suffix,
    has,
    has_part,
    records_of,
    rewrite,
)

if TYPE_CHECKING:
    from engine.abilities import Comparison, Cost, CostPart, Enters, MoreResources, UntilWord
    from engine.text.compiler.actions import Effects
    from engine.text.compiler.triggers import Events

EXCESS_DEALT: Final = Value(ATTACK_EXCESS, YOUR_IDENTITY)
"""The damage of the attack that a text is, of which it speaks, that was more than enough."""
PRINTED: Final = tuple(f"printed {name}" for name in SYMBOL_OF)


@inline
class TallyCompiler(ReferenceCompiler):
    """Reads the phrases of tally.lark."""

    def each_spent(self, symbol: Lexeme, *_words: Lexeme) -> Paid:
        """The resources of a type that paid for the card (Cost: paid for)."""
        return Paid(ICONS[symbol])

    def each_type_spent(self, *_words: Lexeme) -> Per:
        return Per(DIFFERENT_TYPES)

    def each_printed_on(self, symbol: Lexeme, _resources: Lexeme, ref: Ref) -> Per:
        return Per(Value(f"printed {ICONS[symbol]}", ref))

    def remove_from_the_same(self, verb: Lexeme, number: Amount) -> Clause:
        return act(verb, TakeCounters(SAME_VICTIM, "threat", number))

    def each_excess(self) -> Per:
        return Per(EXCESS_DEALT)

    def excess_dealt(self) -> Amount:
        return EXCESS_DEALT

    def resolve_one_special(self, quoted: Lexeme, _article: Lexeme, what: Filter) -> Clause:
        return self.resolve_specials(quoted, 1, what)

    def remove_any_number_here(self, verb: Lexeme, name: str) -> CostPart:
        return self.remove_any_number(verb, name, SELF)

    def return_named(self, _verb: Lexeme, name: str, _hand: Lexeme) -> CostPart:
        """A card that one controls, by its name (Cost: control)."""
        return MoveCost(Filter(name=name, of="you"), "hand")

    # --- other words ---

    def confuse_and_stun(self, confuse: Lexeme, stun: Lexeme, ref: Ref) -> Clause:
        """The character that is chosen to be confused is stunned too."""
        return self.stun_and_confuse(stun, confuse, ref)

    def is_uncounted(self) -> Modify:
        """Said of an ally to which a card is attached (Ally Limit)."""
        return Modify(SUBJECT, until="", gains=(UNCOUNTED,))

    def all_cost_more(
        self, what: Filter, _costs: Lexeme, number: Amount, _word: Lexeme, *action: Lexeme
    ) -> tuple[Static, ...]:
        """The cards of all players cost so much more (Cost)."""
        if not isinstance(number, int) or what.of or what.tests:
            raise Reject
        return self.increase_costs(action[0] if action else Lexeme("ACTION", "play"), what, number)

    def add_some_of_those(self, verb: Lexeme, number: Amount, _hand: Lexeme) -> Clause:
        return self.add_some(verb, number)

    def flipped_to(self, _flip: Lexeme, form: Lexeme) -> Events:
        return self.changed_to(form)

    def in_status_of(self, _article: Lexeme, status: Lexeme) -> Suffix:
        return Suffix(tests=(in_status(str(status.lower())),))

    def shuffle_discards(self) -> Clause:
        """All cards of one's own discard pile."""
        lying = Filter((("card",),), "you", DISCARD_PILE)
        return self.shuffle_back(Lexeme("SHUFFLE", "shuffle"), (Ref("each", 0, lying),))

    def has_threat(self, ref: Ref, _has: Lexeme, compared: tuple[Comparison, Amount]) -> Compare:
        return self.threat_is_on(compared, ref)

    def doubles_if_paying(
        self, article: Lexeme, what: Filter, double: Lexeme, card: Lexeme, verb: Lexeme
    ) -> MoreResources:
        return self.doubles_when(double, card, verb, article, what)

    def generate_only_for(self, verb: Lexeme, *parts: Lexeme | Filter) -> Effects:
        return effects_of(self.generate_for(verb, *parts))

    def give_boosts(self, verb: Lexeme, ref: Ref, number: Amount | Lexeme, card: Lexeme) -> Clause:
        return self.give_boost(verb, ref, 1 if isinstance(number, Lexeme) else number, card)

    def attack_gains_and_deals_more(self, gain: Lexeme, *parts: Lexeme | Amount) -> Clause:
        """The words that an attack gains, and then how much more it deals."""
        words = [part for part in parts if isinstance(part, Lexeme) and part.type == "KEYWORD"]
        deal = next(part for part in parts if isinstance(part, Lexeme) and part.type == "DEAL")
        number = parts[-1]
        assert not isinstance(number, Lexeme)
        return self.attack_deals_more_and(deal, number, gain, *words)

    def takes_less(self, whom: Ref | Lexeme, take: Lexeme, number: Amount) -> tuple[Static, ...]:
        return self.softens(whom, take, number)

    def so_many_counters_there(self, count: Amount, name: str) -> Enters:
        return self.so_many_counters(count, name)

    def found_resource_of(self, _article: Lexeme, symbol: Lexeme, _resource: Lexeme | None = None) -> Filter:
        """A resource card on which the type is printed (Resource)."""
        found = self.found_resource()
        return replace(found, tests=self.with_printed(symbol).tests)

    def tap_both_named(self, tap: Lexeme, own: Ref, name: str) -> Cost:
        """The card itself, and another one that one controls."""
        return (self.tap_self(tap, own), self.tap_named(tap, name))

    def give_stats_until(self, verb: Lexeme, refs: tuple[Ref, ...], change: Modify, until: UntilWord) -> Clause:
        return act(verb, *(replace(change, what=ref, until=until) for ref in refs))

    def ignores_and_gains(self, deed: Lexeme, ignores: Lexeme, word: Lexeme, *more: Lexeme) -> Clause:
        """Things that an attack ignores, and words that it gains."""
        clause = self.ignores(deed, ignores, self.ignored_keyword(word))
        if not more:
            return clause
        gains = self.attack_gains(more[0], *(each for each in more if each.type == "KEYWORD"))
        return replace(clause, effects=(*clause.effects, *gains.effects))

    # --- numbers that change ---

    def joined(self, before: Effects, sentence: Effects, at: int) -> Effects:
        """Another number in a case is of the same deed, to what was chosen for it.

        Raises:
            Reject: the sentence before does something else.
        """
        at = min(at, last_condition(before)) if before else at  # a sentence may have become a part of the one before
        if has_part(sentence, SAME_VICTIM):
            match before[at:], sentence:
                case (Damage(also=()) as usual,), (InsteadIf(condition=asked), Damage(amount=number)):
                    pass
                case (TakeCounters(name="threat", onto=None) as usual,), (
                    InsteadIf(condition=asked),
                    TakeCounters(amount=int() as number),
                ):
                    pass
                case _:
                    raise Reject
            changed = in_case_of(usual, number, asked)
            given = before[at - 1] if at else None
            if isinstance(given, PutCounters) and asks_whether(given, sentence):
                return (*before[: at - 1], rewrite(changed, so_now), given)  # "already" is before that
            if has(sentence, Already) and has(before[:at], PutCounters):
                raise Reject  # it would be asked behind that
            return (*before[:at], changed)
        return super().joined(before, sentence, at)

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Threat is removed from something, and excess damage is that of an attack that the text itself is.

        Raises:
            Reject: no word says from what, or there is no such attack.
        """
        if any(part.what == SAME_VICTIM for part in records_of(found, TakeCounters)):
            raise Reject
        abilities = super().start(found)
        for ability in abilities:
            if has_part(ability, EXCESS_DEALT) and not _is_of_one_attack(ability):
                raise Reject
        return abilities


def _is_of_one_attack(ability: Ability) -> bool:
    """Whether a text is an attack of one enemy, to which it deals damage once (Attack)."""
    hits = records_of(ability, Damage)
    return "attack" in getattr(ability, "labels", ()) and len(hits) == 1 and hits[0].to.kind == "target"


class TallyRenderer(ReferenceRenderer):
    """Writes the phrases of tally.lark."""

    _cost_written: Cost = ()
    """The cost of the ability that is written."""

    def ability(self, ability: Ability) -> str:
        before, self._cost_written = self._cost_written, getattr(ability, "cost", ())
        try:
            return super().ability(ability)
        finally:
            self._cost_written = before

    def done(self) -> str:
        """The cost has done a deed that nothing before has done."""
        if self._doing is None and len(self._cost_written) == 1 and isinstance(self._cost_written[0], TapOther):
            return f"{self.noun(Filter(self._cost_written[0].what.kinds))} exhausted"
        return super().done()

    def noun(self, what: Filter, *, plural: bool = False) -> str:
        found = [status for status in STATES if in_status(status) in what.tests]
        if plural or len(found) != 1 or "gathered" not in self.wording:
            return super().noun(what, plural=plural)
        rest = tuple(test for test in what.tests if test != in_status(found[0]))
        return f"{super().noun(replace(what, tests=rest))} with a {found[0]} status card"

    def cards(self, amount: Amount) -> str:
        is_one = isinstance(amount, Done | Paid) and amount.times == 1
        is_one = is_one and (isinstance(amount, Paid) or "actively" not in self.wording)
        return f"1 card{self.for_each(amount)}" if is_one else super().cards(amount)

    def for_each(self, amount: Amount) -> str:
        if isinstance(amount, Paid):
            return f" for each {SYMBOL_OF[amount.name]} resource {self._spent()}"
        return super().for_each(amount)

    def _one_of(self, of: Amount) -> str:
        if of == EXCESS_DEALT:
            return f"{'' if 'briefly' in self.wording else 'point of '}excess damage dealt by this attack"
        if of == DIFFERENT_TYPES:
            return f"different resource type {self._spent()}"
        if isinstance(of, Value) and of.field in PRINTED and "gathered" in self.wording:
            where = "that card" if of.of == IT else self.ref(of.of)
            return f"printed {SYMBOL_OF[of.field[8:]]} resource on {where}"
        return super()._one_of(of)

    def damage(self, effect: Damage) -> str:
        return self._in_case(effect, "deal", "damage") or super().damage(effect)

    def take_counters(self, effect: TakeCounters) -> str:
        said = self._in_case(effect, "remove", "threat") if effect.name == "threat" else ""
        return said or super().take_counters(effect)

    def value_of(self, amount: Value) -> str:
        return "the excess damage dealt by this attack" if amount == EXCESS_DEALT else super().value_of(amount)

    def alter(self, effect: Alter) -> str:
        match effect.changes:
            case (Prevented(amount=Math(op="-", left=EventAmount(), right=number)),) if "gathered" in self.wording:
                return f"prevent all but {self.digits(number)} of that damage"
            case _:
                return super().alter(effect)

    def put_among(self, effect: PutAmong) -> str:
        if effect.place.zone != "hand" or effect.count is None or "gathered" not in self.wording:
            return super().put_among(effect)
        return f"add {self.digits(effect.count)} of those cards to your hand"

    def condition(self, condition: Compare) -> str:
        match condition:
            case Compare(Value(field=field, of=of), ">=", int() as least) if of == SELF and "gathered" in self.wording:
                if field.startswith("counters ") and field[9:] not in NO_COUNTERS:
                    return f"there is at least {least} {field[9:]} counter here"
        return super().condition(condition)

    def cost_change(self, change: CostChange) -> str:
        is_of_all = change.operation == "more" and not change.source and not change.who and change.what is not None
        if not is_of_all or change.what is None or not self.wording & {"gathered", "fully"}:
            return super().cost_change(change)
        noun = self.noun(replace(change.what, zone=""), plural=True)
        to_play = f" to {change.action}" if "gathered" in self.wording else ""
        return f"{noun} cost {self.price(change)} additional resource{to_play}"

    def changes(self, effect: Modify | Grant, *, many: bool, gain: str = "gain") -> list[str]:
        if UNCOUNTED not in effect.gains:
            return super().changes(effect, many=many, gain=gain)
        rest = replace(effect, gains=tuple(word for word in effect.gains if word != UNCOUNTED))
        said = (
            super().changes(rest, many=many, gain=gain) if rest != replace(rest, stats=(), toughness=0, power=0) else []
        )
        return [*said, UNCOUNTED]

    def put_counters(self, effect: PutCounters) -> str:
        amount = effect.amount
        if not isinstance(amount, Paid):
            return super().put_counters(effect)
        return super().put_counters(replace(effect, amount=amount.times)) + self.for_each(amount)

    def move_cost(self, part: MoveCost) -> str:
        is_named = part.zone == "hand" and bool(part.what.name)
        return f"return {part.what.name} to your hand" if is_named else super().move_cost(part)

    def _in_case(self, effect: Damage | TakeCounters, verb: str, thing: str) -> str:
        """Two sentences, of which the second changes the number of the first; "" where there is one."""
        amount = effect.amount
        is_asked = isinstance(amount, InCase) and isinstance(amount.amount, int) and isinstance(amount.otherwise, int)
        if not isinstance(amount, InCase) or not is_asked or "listed" not in self.wording:
            return ""
        usual = self.action(replace(effect, amount=amount.otherwise))
        return f"{usual}. If {self.condition(amount.condition)}, {verb} {self.digits(amount.amount)} {thing} instead"

    def _spent(self) -> str:
        return f"{'spent' if 'briefly' in self.wording else 'used'} to pay for this card"
