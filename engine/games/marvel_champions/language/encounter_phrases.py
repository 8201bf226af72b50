"""Phrases of encounter cards: amounts that are added, counts of what was discarded, what is attached to whom."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    YOU,
    Alter,
    Amount,
    Compare,
    CostChange,
    Count,
    Damage,
    Discard,
    EncounterSearch,
    EnemyScheme,
    Filter,
    Fits,
    If,
    IfDid,
    InCase,
    IndirectDamage,
    Instruction,
    Math,
    Modify,
    Move,
    Otherwise,
    Per,
    Prevented,
    PutCounters,
    Ref,
    ResolveMoment,
    Static,
    Test,
    Timed,
    Truth,
    Value,
)
from engine.abilities.records import record
from engine.games.marvel_champions.language.chosen_in_texts import NoneDone
from engine.games.marvel_champions.language.deed_phrases import DeedCompiler, DeedRenderer
from engine.games.marvel_champions.language.event_phrases import BY_ATTACK
from engine.games.marvel_champions.language.noun_phrases import (
    ATTACK_DAMAGED,
    RESOURCE_ICONS,
    RESOURCE_TYPES,
    STATES,
    STATS,
    YOUR_IDENTITY,
    YOUR_NEMESIS,
    as_character,
    is_one,
)
from engine.games.marvel_champions.language.set_phrases import OF_LEADER, SIGNATURE
from engine.games.marvel_champions.language.settled_effects import is_deed, so_now
from engine.games.marvel_champions.language.shared_words import ICONS, SYMBOL_OF
from engine.games.marvel_champions.language.timing_phrases import FORMS
from engine.queries.filters import EXTREMES
from engine.text.antecedents import Pronoun
from engine.text.compiler.actions import Effects, act
from engine.text.compiler.joined_sentences import effects_of, last_condition
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Already, Alternatives, Clause, Suffix, has, rewrite
from engine.text.renderer.writing import an, is_worked_out
from engine.text.speaking_parts import pronouns_in


@record(frozen=True, slots=True)
class ReducedFromAttack(Prevented):
    """So much less of the damage that an attack is about to deal (``EncounterCompiler.timed``)."""


@record(frozen=True, slots=True)
class Placed(Otherwise):
    """Governs what happens if a scheme just before has placed threat."""


if TYPE_CHECKING:
    from collections.abc import Callable

HELD_WITH_COST: Final = (("card", "!resource"),)
ALL_FORMS: Final = {Compare(Fits(YOUR_IDENTITY, Filter(((form,),))), "=", 1) for form in FORMS}
"""The conditions of which one always holds."""
OF_NO_SCHEME: Final = frozenset((*STATS.values(), "printed cost", "cost"))
"""The numbers that no scheme has."""
LAST_STATE: Final = tuple(STATES)[-1]
"""The last of the kinds of status cards."""


@record(frozen=True, slots=True)
class MoreDamage(Damage):
    """Damage that belongs to what was dealt just before ("additional")."""


@record(frozen=True, slots=True)
class MoreIndirect(IndirectDamage):
    """Indirect damage that belongs to what was dealt just before."""


@inline
class EncounterCompiler(DeedCompiler):
    """Reads the phrases of encounters.lark."""

    # --- numbers ---

    def printed_resources_on(self, ref: Ref) -> Amount:
        return Value(RESOURCE_ICONS.field, ref)

    def each_of_both_icons(self, one: Lexeme, other: Lexeme) -> Amount:
        """Icons of two kinds (Resource); a wild one on a card is wild only (Printed)."""
        first, second = (Value(f"printed {ICONS[symbol]}", IT) for symbol in (one, other))
        if first == second:
            raise Reject
        return Per(Math("+", first, second))

    def each_status_of_any(self, ref: Ref) -> Amount:
        """Status cards of all kinds (Status Cards)."""
        one, two, three = (Value(f"counters {name}", as_character(ref)) for name in STATES)
        return Per(Math("+", Math("+", one, two), three))

    # --- nouns ---

    def noun(self, alternatives: Alternatives, *suffixes: Suffix) -> Filter:
        """Of the cards of a hand only those with a cost are compared by it: resource cards have none (Resource)."""
        what = super().noun(alternatives, *suffixes)
        is_extreme = any(test.field == "printed cost" and test.op in EXTREMES for test in what.tests)
        if is_extreme and what.zone == "hand" and what.kinds == (("card",),):
            return replace(what, kinds=HELD_WITH_COST)
        return what

    def search_nemesis(self, what: Filter) -> Filter:
        """Of the set of the nemesis of whoever searches (Nemesis Encounter Set)."""
        if what != Filter(what.kinds):
            raise Reject
        return replace(what, tests=YOUR_NEMESIS)

    def search_noun(self, article: Lexeme, what: Filter) -> Filter:
        """A card of a kind, of which nothing else is asked: no card of a deck is in play or the highest (Search).

        Raises:
            Reject: something is.
        """
        is_of_set = all(test == OF_LEADER or test.field == SIGNATURE for test in what.tests)
        if not is_of_set or what.of or what.other:
            raise Reject
        return super().search_noun(article, what)

    def search_all_encounter(self, verb: Lexeme, what: Filter) -> Clause:
        if what.tests == YOUR_NEMESIS:
            clause = self.search_encounter(verb, what)
            found = [replace(each, aside=True) for each in clause.effects if isinstance(each, EncounterSearch)]
            return replace(clause, effects=tuple(found))
        return super().search_all_encounter(verb, what)

    def resource_kind(self, word: Lexeme) -> str:
        return str(word.lower())

    # --- conditions ---

    def has_no_damage(self, ref: Ref, _has: Lexeme) -> Compare:
        return Compare(Value("damage", as_character(ref)), "=", 0)

    def is_already_either(self, ref: Ref, one: Lexeme, other: Lexeme) -> Already:
        now = self.is_either_state(ref, one, one, other)
        return Already(now.left, now.op, now.right)

    # --- what is done ---

    def timed(self, *parts: Any) -> Timed:
        """Damage from an attack is reduced where an attack deals it.

        Raises:
            Reject: what is interrupted is none of that.
        """
        timed = super().timed(*parts)
        if not has(timed.body, ReducedFromAttack):
            return timed
        if any(event.name != "damaged" or event.how != BY_ATTACK for event in timed.events):
            raise Reject
        return rewrite(timed, lambda part: Prevented(part.amount) if isinstance(part, ReducedFromAttack) else part)

    def if_schemed(self, effects: Effects) -> Effects:
        """A scheme just before has placed so much threat (``joined``)."""
        return (Placed(len(effects)), *effects)

    def in_case_bare(self, clauses: Clause, number: Amount, *rest: object) -> Effects:
        """So much instead of what the last instruction does, which is not said again; or so many random cards.

        Raises:
            Reject: random cards are said where none are discarded at random.
        """
        *words, condition = rest
        last = effects_of(clauses)[-1]
        if isinstance(last, Discard):
            return self._discard_in_case(clauses, number, condition)
        if words:
            raise Reject
        return self.in_case(clauses, number, None, condition)

    def _discard_in_case(self, clauses: Clause, number: Amount, condition: object) -> Effects:
        *before, last = effects_of(clauses)
        assert isinstance(last, Discard)
        assert isinstance(condition, Compare)
        if not last.at_random or last.amount is None:
            raise Reject
        return (*before, replace(last, amount=InCase(number, condition, last.amount)))

    def at_random_in_case(self, clauses: Clause, condition: Compare) -> Effects:
        """The player chooses what is discarded, or in a case it is left to chance."""
        match effects_of(clauses):
            case (Discard(at_random=False, what=None) as usual,):
                return (If(2, condition), replace(usual, at_random=True), Otherwise(1), usual)
            case _:
                raise Reject

    def other_extreme_in_case(self, clauses: Clause, extreme: Lexeme, condition: Compare) -> Effects:
        """The one of the highest cost, or in a case the one of the lowest; or the other way round."""
        match effects_of(clauses):
            case (Move(what=Ref(what=Filter(tests=(Test() as test,)) as what) as ref) as usual,) if _is_extreme(ref):
                other = str(extreme.lower())
                if other == test.op:
                    raise Reject
                changed = replace(what, tests=(replace(test, op=other),))  # type: ignore[arg-type]  # an extreme
                instead = replace(usual, what=replace(usual.what, what=changed))
                return (If(2, condition), instead, Otherwise(1), usual)
            case _:
                raise Reject

    def in_cases(self, *cases: Effects) -> Effects:
        """Of two forms a player is in one: the second case may speak of what was done before both (Form)."""
        if len(cases) != len(FORMS) or not pronouns_in(cases[1]):
            return super().in_cases(*cases)
        one, other = (case[0] for case in cases)
        if not (isinstance(one, If) and isinstance(other, If)) or {one.condition, other.condition} != ALL_FORMS:
            return super().in_cases(*cases)
        end = Otherwise(len(cases[1]) - 1)
        return (If(len(cases[0]), one.condition), *cases[0][1:], end, *cases[1][1:])

    def place_threat_equal(self, verb: Lexeme, refs: tuple[Ref, ...], amount: Amount) -> Clause:
        """A power or a cost is no number of a scheme: "its" is said of something else (``engine.text.binding``)."""
        if isinstance(amount, Value) and amount.field in OF_NO_SCHEME and amount.of.kind == "pronoun":
            of = amount.of
            amount = replace(amount, of=Pronoun(of.kind, of.index, of.what, role="thing"))
        return super().place_threat_equal(verb, refs, amount)

    def take_more(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, MoreDamage(amount, SUBJECT))

    def take_more_indirect(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, MoreIndirect(amount, SUBJECT))

    def prevents_value(self, amount: Amount) -> Clause:
        return Clause((Alter((Prevented(amount),)),))

    def reduces_attack(self, amount: Amount) -> Clause:
        return Clause((Alter((ReducedFromAttack(amount),)),))

    def resolve_moment_on(self, quoted: Lexeme, what: Filter) -> Clause:
        return self.resolve_moment_of(quoted, (Ref("each", 0, what),))

    def joined(self, before: Effects, sentence: Effects, at: int) -> Effects:
        """Additional damage is a part of the damage just before; a scheme has placed so much threat."""
        first = sentence[0]
        if isinstance(first, NoneDone) and _is_of_extremes(before[at:]) and is_deed(before[-1], first):
            sentence = (IfDid(first.steps, did=False), *sentence[1:])
        if isinstance(first, Placed):
            if not before or not isinstance(before[-1], EnemyScheme):
                raise Reject  # of that scheme it is asked what it has placed
            sentence = (IfDid(first.steps), *sentence[1:])
        if isinstance(first, If) and _asks_both(first.condition, before):
            return (*before[:-2], *rewrite(sentence, so_now), *before[-2:])  # "already" is before that
        if has(sentence, MoreDamage) or has(sentence, MoreIndirect):
            return _with_more(before, sentence)
        return super().joined(before, sentence, at)

    # --- what always holds ---

    def changed(self, what: Filter) -> CostChange:
        """The cards whose cost changes are none in play, so that they are attached to nothing.

        Raises:
            Reject: it is said to what they are.
        """
        if any(test.field == "attached" for test in what.tests):
            raise Reject
        return super().changed(what)

    def get_both_for_each(self, verb: Lexeme, one: Modify, other: Modify, each: Count | Per) -> Modify:
        """So much of two powers for each."""
        first, second = (self.get_stats_for_each(verb, change, each) for change in (one, other))
        if not second.stats or second.power or second.toughness or first.toughness:
            first, second = second, first
        if not second.stats or second.power or second.toughness or first.toughness:
            raise Reject
        return replace(first, stats=(*first.stats, *second.stats))

    def costs_more(
        self, what: Filter, action: Lexeme, _costs: Lexeme, number: Amount, _word: Lexeme
    ) -> tuple[Static, ...]:
        return self.costs_so_much_more(what, action, number)

    def costs_so_much_more(self, what: Filter, action: Lexeme, number: Amount) -> tuple[Static, ...]:
        """Cards cost more for the player to whom this says "you"."""
        if what.of or what.tests or not isinstance(number, int):
            raise Reject
        amount = ("more", number, (), self.action(action))
        return self.cost_change((self.changed(replace(what, of="you")),), action, amount)  # type: ignore[arg-type]


def _with_more(before: Effects, sentence: Effects) -> Effects:
    """The instructions before with the damage that a sentence adds to the last of them (Damage: additional).

    Raises:
        Reject: it is damage of another kind, or something decides whether any is dealt, or what is added depends on it.
    """
    asked = sentence[0] if isinstance(sentence[0], If) and len(sentence) == 2 else None
    more, last = sentence[-1], before[-1] if before else None
    if len(sentence) != 1 + (asked is not None) or last_condition(before) != len(before) - 1:
        raise Reject
    match last, more:
        case Damage(amount=number, to=to), MoreDamage(amount=added) if to in (YOU, SUBJECT):
            pass
        case IndirectDamage(amount=number), MoreIndirect(amount=added):
            pass
        case _:
            raise Reject
    if asked is not None:
        if not isinstance(added, int) or pronouns_in(asked):
            raise Reject
        added = Per(Truth(asked.condition), added)
    elif not isinstance(added, Per | Count):
        raise Reject
    return (*before[:-1], replace(last, amount=Math("+", number, added)))


def _asks_both(asked: Compare, before: Effects) -> bool:
    """Whether it is asked if one is already stunned or confused who is just stunned and confused (Status Cards)."""
    match asked, before[-2:]:
        case (
            Already(left=Math(left=Truth(condition=Compare(left=Value(of=of))))),
            (PutCounters(what=one, name="stunned"), PutCounters(what=other, name="confused")),
        ):
            return one == other == of
        case _:
            return False


def _is_extreme(ref: Ref) -> bool:
    """Whether it is the card of the highest or of the lowest cost."""
    tests = ref.what.tests if ref.what is not None else ()
    return len(tests) == 1 and tests[0].field == "printed cost" and tests[0].op in EXTREMES


def _is_of_extremes(sentence: Effects) -> bool:
    """Whether it does one thing to the card of the highest cost, or in a case to that of the lowest."""
    match sentence:
        case (If(), Move(what=one), Otherwise(), Move(what=other)):
            return _is_extreme(one) and _is_extreme(other)
        case _:
            return False


class EncounterRenderer(DeedRenderer):
    """Writes the phrases of encounters.lark."""

    _just_schemed = False
    """Whether the instruction just written was a scheme."""

    # --- numbers ---

    def value_of(self, amount: Value) -> str:
        if amount.field == RESOURCE_ICONS.field:
            return f"the number of printed resources on {self.ref(amount.of)}"
        return super().value_of(amount)

    def _one_of(self, of: Amount) -> str:
        if of == RESOURCE_TYPES and "fully" in self.wording:
            return "different resource icon on the discarded cards"
        if of == RESOURCE_ICONS and "briefly" in self.wording:
            return "resource icon on that card"
        match of:
            case Math(op="+", left=Value(field=one, of=Ref(kind="it")), right=Value(field=other)) if one.startswith(
                "printed "
            ):
                symbols = " and ".join(SYMBOL_OF[field.removeprefix("printed ")] for field in (one, other))
                return f"printed {symbols} resource discarded this way"
            case Math(op="+", left=Math(), right=Value(field=field, of=whose)) if field == f"counters {LAST_STATE}":
                return f"status card on {self.ref(whose)}"
            case _:
                return super()._one_of(of)

    def ref(self, ref: Ref) -> str:
        what = ref.what
        if ref.kind == "chosen" and what is not None and what.kinds == HELD_WITH_COST and _is_extreme(ref):
            return f"a card in your hand with the {what.tests[0].op} cost"
        return super().ref(ref)

    def _test(self, test: Test) -> str:
        host = test.value.of if test.field == "attached" and isinstance(test.value, Value) else None
        if host is not None and "briefly" in self.wording:
            return f" on {self.ref(host)}"
        if host is not None and is_one(host):
            return f" attached to {self.ref(host)}"
        return super()._test(test)

    def condition(self, condition: Compare) -> str:
        if condition == ATTACK_DAMAGED and "undivided" in self.wording:
            return "damage is dealt by this activation"
        said = super().condition(condition)
        is_either = isinstance(condition.left, Math) and isinstance(condition.left.left, Truth) and " or " in said
        return said.replace(" is ", " is already ", 1) if is_either and "actively" in self.wording else said

    # --- what is done ---

    def encounter_search(self, effect: EncounterSearch) -> str:
        what = effect.what
        if what.tests != YOUR_NEMESIS:
            return super().encounter_search(effect)
        said = super().encounter_search(replace(effect, what=replace(what, tests=())))
        noun = self.noun(replace(what, tests=()))
        return said.replace(f"for {an(noun)}", f"for your nemesis {noun}", 1)

    def resolve_moment(self, effect: ResolveMoment) -> str:
        if "undivided" not in self.wording or effect.what.kind != "each" or is_one(effect.what):
            return super().resolve_moment(effect)
        return f'resolve each "{effect.moment.title()}" ability on {self.ref(effect.what)}'

    def cost_change(self, change: CostChange) -> str:
        """A card costs its player more: "Each ally you play costs 1 additional resource."."""
        if change.operation != "more" or change.who != "you" or not isinstance(change.amount, int):
            return super().cost_change(change)
        nouns = ["card"]
        if change.what is not None:
            plain = replace(change.what, zone="battlefield", of="")
            nouns = [self.noun(replace(plain, kinds=(kind,))) for kind in plain.kinds]
        what = f"each {' and '.join(nouns)} you {change.action}"
        if "fully" in self.wording:
            return f"increase the resource cost of {what} by {change.amount}"
        return f"{what} costs {change.amount} additional resource{'' if change.amount == 1 else 's'}"

    def alter(self, effect: Alter) -> str:
        match effect.changes:
            case (Prevented(amount=number),) if is_worked_out(number) and "fully" in self.wording:
                return f"reduce damage from that attack by {self.value(number)}"
            case _:
                return super().alter(effect)

    def _brought_up(self, effect: Instruction) -> None:
        self._just_schemed = isinstance(effect, EnemyScheme)
        super()._brought_up(effect)

    def _core(self, effects: tuple[Instruction, ...]) -> str:
        first = effects[0]
        if isinstance(first, IfDid) and first.did and self._just_schemed and first.steps == len(effects) - 1:
            return f"if threat is placed by this activation, {self._core(effects[1:])}"
        return super()._core(effects)

    def _chosen_and_discarded(self, what: Ref) -> str:
        said = super()._chosen_and_discarded(what)
        is_held = what.what is not None and what.what.zone == "hand"
        if not is_held or "actively" not in self.wording or not said.startswith("choose and discard a"):
            return said
        return f"discard 1 {said.removeprefix('choose and discard ').partition(' ')[2]}"

    def says_amount(self, effect: Instruction) -> bool:
        return isinstance(effect, PutCounters) and effect.name == "threat"

    def damage(self, effect: Damage) -> str:
        more = self._added_to(effect)
        return super().damage(effect) if more is None else self._with_more(self.damage, effect, more, "damage")

    def indirect_damage(self, effect: IndirectDamage) -> str:
        more = self._added_to(effect)
        is_counted = isinstance(effect.amount, Count) and effect.amount.times == 1 and not effect.together
        if is_counted and effect.who == YOU and "undivided" in self.wording:
            return f"take indirect damage equal to {self.value(effect.amount)}"
        if more is None:
            return super().indirect_damage(effect)
        return self._with_more(self.indirect_damage, effect, more, "indirect damage")

    def _added_to(self, effect: Damage | IndirectDamage) -> Math | None:
        """The two numbers of damage that is said in two sentences."""
        amount = effect.amount
        if not isinstance(amount, Math) or amount.op != "+" or not isinstance(amount.right, Per | Count):
            return None
        return None if isinstance(effect, Damage) and effect.to != YOU else amount

    def _with_more(self, said: Callable[..., str], effect: Damage | IndirectDamage, amount: Math, thing: str) -> str:
        more = amount.right
        assert isinstance(more, Per | Count)
        first = said(replace(effect, amount=amount.left))
        if isinstance(more, Per) and isinstance(more.of, Truth):
            return f"{first}. If {self.condition(more.of.condition)}, take {more.times} additional {thing}"
        return f"{first}. Take {more.times} additional {thing}{self.for_each(more)}"

    def discard(self, effect: Discard) -> str:
        amount = effect.amount
        if not isinstance(amount, InCase):
            return super().discard(effect)
        said = self.discard(replace(effect, amount=amount.otherwise))
        return f"{said} ({self.digits(amount.amount)} random cards instead if {self.condition(amount.condition)})"

    def in_case(self, amount: Amount, thing: str) -> str:
        said = super().in_case(amount, thing)
        return said.replace(f" {thing} instead if", " instead if", 1) if "gathered" in self.wording else said

    def _sentence(self, effects: tuple[Instruction, ...]) -> str:
        match effects:
            case (
                If(condition=condition),
                Discard(at_random=True) as one,
                Otherwise(),
                Discard(at_random=False) as other,
            ) if replace(one, at_random=False) == other:
                return f"{self.clause(other)} (at random if {self.condition(condition)})."
            case (
                If(condition=condition),
                Move(what=Ref(what=Filter(tests=(test,)))),
                Otherwise(),
                Move() as usual,
            ) if test.field == "printed cost" and test.op in EXTREMES:
                return f"{self.clause(usual)} ({test.op} cost instead if {self.condition(condition)})."
            case _:
                return super()._sentence(effects)
