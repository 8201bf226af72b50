"""Phrases about more damage of the same attack, and about numbers that have a bound or lie before a player."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    YOU,
    Ability,
    Amount,
    AttackDeals,
    AttackGains,
    Compare,
    Count,
    Damage,
    Filter,
    Fits,
    Grant,
    If,
    InCase,
    Instruction,
    Math,
    Modify,
    Paid,
    Per,
    PutCounters,
    Ref,
    Static,
    TakeCounters,
    Test,
    Timed,
    Value,
    Variable,
)
from engine.abilities.records import record
from engine.games.marvel_champions.language.battle_phrases import BattleCompiler, BattleRenderer
from engine.games.marvel_champions.language.interrupted_moments import interrupts_attack_of_player
from engine.games.marvel_champions.language.lasting_phrases import UNTIL
from engine.games.marvel_champions.language.noun_phrases import in_status
from engine.games.marvel_champions.language.settled_effects import so_now
from engine.games.marvel_champions.language.shared_words import BOOST_AREA, ENCOUNTER_CARDS, INSTEAD, SOFTENED, STAGE
from engine.text.compiler.actions import Effects
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Already, Clause, TargetRef, has, records_of, rewrite
from engine.text.renderer.registry import ACTIONS, CONDITIONS

GAINS_TOO: Final = re.compile(r"(this attack deals [^.]* additional damage[^.]*)\. This attack(?= gains )")
"""The damage that an attack deals more, and the words that it gains: texts say both together."""
BEHIND: Final = re.compile(
    r"(?:If (?P<asked>[^.]*), this attack deals [^.]*)(?P<end>\. If (?P=asked), this attack gains )"
)
"""Two sentences of one case: the attack deals more, and it gains something."""
DIFFERENT_SCHEME: Final = re.compile(r"(?<= scheme)\. Remove (\d+ threat from a different scheme)")
"""Two sentences about two schemes, which texts say in one."""
EACH_DEALT: Final = re.compile(r"damage to(?= [A-Z][^.,]* and [A-Z])")
"""Damage that is dealt to several, each by its name."""
ACCELERATION: Final = "acceleration"
COUNTED: Final = (Count, Per, Paid)


@record(frozen=True, slots=True)
class DealsMore(AttackGains):
    """Says that the damage dealt before it is so much more."""

    amount: Amount = 0


@record(frozen=True, slots=True)
class MoreDamage(Damage):
    """Damage that is called additional."""


@inline
class MoreCompiler(BattleCompiler):
    """Reads the phrases of more.lark."""

    def attack_deals_more(self, _deal: Lexeme, number: Amount) -> Clause:
        return Clause((DealsMore("", number),))

    def attack_deals_more_and(self, _deal: Lexeme, number: Amount, gain: Lexeme, *words: Lexeme) -> Clause:
        return Clause((DealsMore("", number), *self.attack_gains(gain, *words).effects))

    def more_damage(self, number: Amount, to: tuple[Ref, ...]) -> Effects:
        return tuple(_called(MoreDamage, step) for step in self.damage(number, to))

    def for_each_at_most(self, action: Clause, each: Count | Per | Paid, most: Amount) -> Clause:
        """A number that is counted, of which there is a most."""
        clause = self.for_each(action, each)
        (effect,) = clause.effects if len(clause.effects) == 1 else (None,)
        if not isinstance(effect, Damage | TakeCounters) or not isinstance(effect.amount, COUNTED):
            raise Reject
        return replace(clause, effects=(replace(effect, amount=Math("min", effect.amount, most)),))

    def x_damage_at_most(self, x: Lexeme, to: tuple[Ref, ...], most: Amount) -> Effects:
        return self.more_damage(Math("min", Variable(), most), to)

    def remove_x_at_most(self, verb: Lexeme, x: Lexeme, refs: tuple[Ref, ...], most: Amount) -> Clause:
        return self.remove_threat(verb, Math("min", Variable(), most), refs)

    def each_dealt(self, _card: Lexeme) -> Per:
        return Per(Value(ENCOUNTER_CARDS, YOU))

    def each_in_boost_area(self) -> Per:
        return Per(Value(BOOST_AREA, IT))

    def in_boost_area(self) -> Amount:
        return Value(BOOST_AREA, IT)

    def hardens(self, whom: Ref | Lexeme, take: Lexeme, number: Amount) -> tuple[Static, ...]:
        """More damage from each attack is less by less than nothing."""
        if not isinstance(number, int):
            raise Reject
        return self.softens(whom, take, -number)

    def has_either_keyword(self, ref: Ref, _has: Lexeme, one: Lexeme, other: Lexeme) -> Compare:
        return self.has_keyword(ref, _has, Lexeme("KEYWORD", f"{one} or {other}"))

    def remove_threat_twice(
        self, verb: Lexeme, one: Amount, refs: tuple[Ref, ...], other: Amount, others: tuple[Ref, ...]
    ) -> Clause:
        first, second = self.remove_threat(verb, one, refs), self.remove_threat(verb, other, others)
        return replace(first, effects=(*first.effects, *second.effects))

    def each_token(self, _tokens: Lexeme, ref: Ref) -> Per:
        return Per(Value(f"counters {ACCELERATION}", ref))

    def stage_number(self, whose: Ref) -> Amount:
        return Value(STAGE, whose)

    def in_case(self, clauses: Clause, *parts: object) -> Effects:
        """A status that something has already is asked about before the one is given that stands beside it."""
        effects = super().in_case(clauses, *parts)
        given, *others = effects
        asked = parts[-1]
        if not isinstance(given, PutCounters) or not isinstance(asked, Already) or len(others) != 1:
            return effects
        if not isinstance(given.what, TargetRef) or not _is_status(asked, given):
            raise Reject

        def settle(part: object) -> object:
            is_again = isinstance(part, Ref) and part.kind == "pronoun"
            return given.what if is_again else so_now(part)

        return (*rewrite((others[0],), settle), given)

    def joined(self, before: Effects, sentence: Effects, at: int) -> Effects:
        """More damage of an attack is a part of the damage before it (Repulsor Blast, FAQ)."""
        merged = _counted_more(before, sentence)
        if merged is not None:
            return merged
        sentence = rewrite(sentence, _plainly, only=(MoreDamage,))
        while has(sentence, DealsMore) and any(isinstance(step, Damage) for step in before):
            before, sentence = _with_more(before, sentence)
        return super().joined(before, sentence, at) if sentence else before

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Of what no text deals there is no more."""
        abilities = super().start(rewrite(found, _plainly, only=(MoreDamage,)))
        return tuple(_of_interrupted(ability) if has(ability, DealsMore) else ability for ability in abilities)

    def for_each(self, action: Clause, each: Count | Per | Paid) -> Clause:
        (effect,) = action.effects if len(action.effects) == 1 else (None,)
        if isinstance(effect, DealsMore) and isinstance(effect.amount, int):
            return replace(action, effects=(replace(effect, amount=replace(each, times=effect.amount)),))
        return super().for_each(action, each)


def _of_interrupted(ability: Ability) -> Ability:
    """More damage of the attack that an ability interrupts.

    Raises:
        Reject: it interrupts none, or one that may be an enemy's, or it is an attack itself.
    """
    if not isinstance(ability, Timed) or "attack" in ability.labels or not interrupts_attack_of_player(ability):
        raise Reject

    def settle(part: object) -> object:
        return AttackDeals(part.amount) if isinstance(part, DealsMore) else part

    return rewrite(ability, settle, only=(DealsMore,))


def _is_status(asked: Already, given: PutCounters) -> bool:
    """Whether something is asked to have already what it is just given."""
    value = asked.left
    is_one = isinstance(value, Value) and value.of.kind == "pronoun"
    return is_one and isinstance(value, Value) and value.field == in_status(given.name).field


def _called(kind: type[Damage], part: Instruction) -> Damage:
    """Damage as another kind of it."""
    assert isinstance(part, Damage)
    return kind(part.amount, part.to, part.by, part.unpreventable, part.also)


def _plainly(part: object) -> object:
    """Damage that is no part of what was dealt before is damage as any other."""
    return _called(Damage, part) if isinstance(part, MoreDamage) else part


def _counted_more(before: Effects, sentence: Effects) -> Effects | None:
    """Damage with what the next sentence deals to the same for each of something; none if it does not."""
    last, first = before[-1] if before else None, sentence[0]
    if not isinstance(last, Damage) or not isinstance(first, MoreDamage) or len(sentence) > 1:
        return None
    first = _called(Damage, first)
    if not _is_counted(first.amount) or not isinstance(last.amount, int):
        return None
    is_by_one = last.by.kind == first.by.kind == "self"
    if replace(last, amount=0, to=first.to, by=first.by) != replace(first, amount=0) or not is_by_one:
        return None
    if not _is_same(last.to, first.to):
        return None
    return (*before[:-1], replace(last, amount=Math("+", last.amount, first.amount)))


def _is_counted(amount: Amount) -> bool:
    counted = amount.left if isinstance(amount, Math) and amount.op == "min" else amount
    return isinstance(counted, COUNTED) or (isinstance(amount, Math) and isinstance(counted, Variable | Value))


def _is_same(one: Ref, other: Ref) -> bool:
    """Whether a reference means again what was dealt damage just before."""
    is_again = isinstance(one, TargetRef) and other.kind == "pronoun"
    return is_again or (one == other and one.kind == "each")


def _with_more(before: Effects, sentence: Effects) -> tuple[Effects, Effects]:
    """The instructions before a sentence, with what is dealt more by it, and what is left of the sentence."""
    at = next((place for place, step in enumerate(sentence) if isinstance(step, DealsMore)), -1)
    dealt = [place for place, step in enumerate(before) if isinstance(step, Damage)]
    asked = sentence[at - 1] if at > 0 else None
    if at < 0 or len(dealt) != 1 or (at > 0 and not isinstance(asked, If)):
        raise Reject
    more, hit = sentence[at], before[dealt[0]]
    assert isinstance(more, DealsMore)
    assert isinstance(hit, Damage)
    amount = more.amount
    is_ours = isinstance(hit.to, TargetRef) and hit.to.spec.divided == 0
    if not is_ours or any(step is not hit and getattr(step, "steps", 0) for step in before):
        raise Reject  # what is dealt to one, whatever happens
    left: Effects = (*sentence[:at], *sentence[at + 1 :])
    if isinstance(asked, If):
        if _speaks(asked.condition):
            raise Reject
        amount = InCase(amount, asked.condition, 0)
        rest = (replace(asked, steps=asked.steps - 1),) if asked.steps > 1 else ()
        left = (*sentence[: at - 1], *rest, *sentence[at + 1 :])
    raised = replace(hit, amount=Math("+", hit.amount, amount))
    return (*before[: dealt[0]], raised, *before[dealt[0] + 1 :]), left


def _speaks(condition: Compare) -> bool:
    """Whether a condition speaks of something that a text has brought up."""
    return any(part.kind in ("pronoun", "it", "they") for part in records_of(condition, Ref))


class MoreRenderer(BattleRenderer):
    """Writes the phrases of more.lark."""

    def damage(self, effect: Damage) -> str:
        match effect.amount:
            case Math(op="+", left=int() | Math() as first, right=InCase(amount=more, condition=asked, otherwise=0)):
                said = self.damage(replace(effect, amount=first))
                return f"{said}. If {self.condition(asked)}, this attack deals {self.digits(more)} additional damage"
            case Math(op="+", left=int() as first, right=Count() | Per() | Paid() | Math(op="min") as more):
                return f"{self.damage(replace(effect, amount=first))}. {self._more(effect, more)}"
            case _:
                return super().damage(effect)

    def _more(self, effect: Damage, more: Count | Per | Paid | Math) -> str:
        whom = "that enemy" if effect.to.kind == "target" else self.ref(effect.to)
        counted = more.left if isinstance(more, Math) else more
        most = f" (to a maximum of {self.digits(more.right)})" if isinstance(more, Math) else ""
        if not isinstance(counted, Count | Per | Paid):
            worth = self.value(counted)
            return f"Deal X additional damage to {whom}{most}, where X is equal to {worth}"
        return f"Deal {self.digits(counted.times)} additional damage to {whom}{self.for_each(counted)}{most}"

    @ACTIONS.writer(AttackDeals)
    def attack_deals(self, effect: AttackDeals) -> str:
        amount = effect.amount
        if isinstance(amount, Count | Per | Paid):
            return f"this attack deals {self.digits(amount.times)} additional damage{self.for_each(amount)}"
        return f"this attack deals {self.digits(amount)} additional damage"

    def take_counters(self, effect: TakeCounters) -> str:
        match effect:
            case TakeCounters(name="threat", amount=Math(op="min", left=Value() as worth, right=most)):
                bound = f"(to a maximum of {self.digits(most)}), where X is equal to {self.value(worth)}"
                return f"remove X additional threat from {self.ref(effect.what)} {bound}"
            case TakeCounters(name="threat", amount=Math(op="min", left=Count() | Per() | Paid() as each, right=most)):
                said = self.take_counters(replace(effect, amount=each))
                return f"{said} (to a maximum of {self.digits(most)})"
            case _:
                return super().take_counters(effect)

    def cards(self, amount: Amount) -> str:
        if isinstance(amount, Count | Per) and amount.times == 1:
            return f"1 card{self.for_each(amount)}"
        return super().cards(amount)

    def _one_of(self, of: Amount) -> str:
        if of == Value(ENCOUNTER_CARDS, YOU):
            return "facedown encounter card in front of you"
        if isinstance(of, Value) and of.field == f"counters {ACCELERATION}":
            return f"acceleration token on {self.ref(of.of)}"
        if of == Value(BOOST_AREA, IT):
            return f"icon (and [boost]) {self._boost_area()}"
        return super()._one_of(of)

    def _clause(self, effects: tuple[Instruction, ...], *, first: bool) -> str:
        """Nobody else is had to discard from the encounter deck."""
        said = super()._clause(effects, first=first).replace(" may have discard the top ", " may discard the top ")
        used = isinstance(effects[0], Modify) and any(INSTEAD in keyword for keyword in effects[0].gains)
        return said.removesuffix(UNTIL["combat"]) if used and "briefly" in self.wording else said

    @CONDITIONS.writer(Fits)
    def fits_condition(self, fits: Fits, condition: Compare) -> str:
        match fits.what.tests:
            case (Test(field=words, op="has"),) if " or " in words and fits.what == Filter(tests=fits.what.tests):
                return f"{self.ref(fits.of)} has the {words} keyword"
            case _:
                return super().fits_condition(fits, condition)

    def _boost_area(self) -> str:
        return "in that card's boost area" if "briefly" in self.wording else "in the discarded card's boost area"

    def value_of(self, amount: Value) -> str:
        if amount == Value(BOOST_AREA, IT):
            return f"the number of icons (and [boost]) {self._boost_area()}"
        if amount.field == STAGE:
            return f"{self.possessive(amount.of)} stage number"
        return super().value_of(amount)

    def grant(self, static: Grant) -> str:
        match static.stats:
            case ((name, int() as less),) if name == SOFTENED and less < 0:
                said = super().grant(replace(static, stats=((name, -less),)))
                return said.replace("reduce", "increase", 1)
            case _:
                return super().grant(static)

    def text(self, *parts: object, **more: object) -> str:
        said: str = super().text(*parts, **more)  # type: ignore[arg-type]  # what the method takes
        if "gathered" in self.wording:
            said = EACH_DEALT.sub("damage each to", DIFFERENT_SCHEME.sub(r" and \1", said))
        said = said if "gathered" in self.wording else GAINS_TOO.sub(r"\1 and", said)
        found = BEHIND.search(said)
        return said if found is None else f"{said[: found.start('end')]} and gains {said[found.end('end') :]}"
