"""Actions of texts about threat, damage, healing and status cards."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    Amount,
    AssignDamage,
    Compare,
    CostPart,
    Count,
    Damage,
    Defeat,
    DiscardStatus,
    EnemyAttack,
    EnemyScheme,
    EventAmount,
    Filter,
    GiveBoost,
    Heal,
    IndirectDamage,
    Math,
    Move,
    MoveDamage,
    Per,
    PutCounters,
    Ref,
    RemoveCounters,
    TakeCounters,
    Test,
    Value,
)
from engine.games.marvel_champions.language.noun_phrases import STATES, as_character, is_one
from engine.games.marvel_champions.language.set_phrases import SetCompiler
from engine.text.compiler.actions import Effects, act
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause, TargetRef

ALL_KINDS: Final = tuple(STATES)
BEATEN: Final = frozenset(("minion", "ally"))
"""The characters that a text defeats."""
ENEMIES: Final = frozenset(("enemy", "villain", "minion"))
DAZES: Final = ("stunned", "confused")
NO_COUNTERS: Final = (*STATES, "threat", "damage", "acceleration")
"""Names of what lies on cards and is not called a counter."""


def room_for(name: str, ref: Ref, most: int) -> Amount:
    """The number of counters of a name that something lacks."""
    return Math("-", most, Value(f"counters {name}", ref))


def is_of_enemies(ref: Ref) -> bool:
    """Whether a reference may mean enemies, which activate."""
    what = ref.spec.what if isinstance(ref, TargetRef) else ref.what
    return what is None or bool(what.name) or all(kind and kind[-1] in ENEMIES for kind in what.kinds)


def _once_more(word: object, refs: tuple[Ref, ...]) -> tuple[Ref, ...]:
    """A later word of a clause means the same things, of which one may have been chosen before."""
    assert isinstance(word, Lexeme)
    assert word.start_pos is not None
    at = word.start_pos
    return tuple(Ref("pronoun", at) if isinstance(ref, TargetRef) else ref for ref in refs)


def _statuses_in(parts: tuple[object, ...]) -> tuple[str, ...]:
    """The kinds of status cards that are named; all of them if none is."""
    return tuple(str(part.lower()) for part in parts if isinstance(part, Lexeme) and part.type == "STATUS") or ALL_KINDS


@inline
class CounterCompiler(SetCompiler):
    """Reads the phrases about threat, damage and status cards."""

    def remove_threat(self, verb: Lexeme, amount: Amount, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(TakeCounters(ref, "threat", amount) for ref in refs))

    def place_threat(self, verb: Lexeme, amount: Amount, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(PutCounters(ref, "threat", amount) for ref in refs))

    def place_threat_twice(
        self, verb: Lexeme, amount: Amount, refs: tuple[Ref, ...], other: Amount, others: tuple[Ref, ...]
    ) -> Clause:
        first, second = self.place_threat(verb, amount, refs), self.place_threat(verb, other, others)
        return replace(first, effects=(*first.effects, *second.effects))

    def place_it(self, verb: Lexeme) -> Clause:
        return act(verb, PutCounters(SELF, "damage", EventAmount()))

    def place_discarded(self, verb: Lexeme, ref: Ref) -> Clause:
        if ref.kind != "pronoun":
            raise Reject
        return act(verb, Move(ref, "graveyard"))

    def on_refs(self, refs: tuple[Ref, ...]) -> tuple[Ref, ...]:
        return refs

    def right_here(self) -> tuple[Ref, ...]:
        return (SELF,)

    def put_counters_here(self, verb: Lexeme, count: Amount, name: str) -> Clause:
        return act(verb, PutCounters(SELF, name, count))

    def place_counters(self, verb: Lexeme, count: Amount, name: str, refs: tuple[Ref, ...]) -> Clause:
        if name in NO_COUNTERS:
            raise Reject
        return act(verb, *(PutCounters(ref, name, count) for ref in refs))

    def place_counters_at_most(
        self, verb: Lexeme, count: Amount, name: str, refs: tuple[Ref, ...], most: Amount
    ) -> Clause:
        """So many, and no more than would be there with the last of them."""
        if len(refs) > 1 or not (refs[0] == SELF or is_one(refs[0])) or not isinstance(most, int):
            raise Reject
        return self.place_counters(verb, Math("min", count, room_for(name, refs[0], most)), name, refs)

    def place_tokens(self, verb: Lexeme, number: Amount, _tokens: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return self.give_token(verb, refs, number)

    def take_counters_here(self, verb: Lexeme, count: Amount, name: str) -> Clause:
        return act(verb, TakeCounters(SELF, name, count))

    def remove_counters_here(self, _verb: Lexeme, count: Amount, name: str) -> CostPart:
        return RemoveCounters(name, count, SELF)

    def remove_each_here(self, verb: Lexeme, name: str) -> CostPart:
        return self.remove_all(verb, name, SELF)

    def counters_are_here(self, counted: Test) -> Compare:
        return self.counters_are_on(counted, SELF)

    def heal_from(self, verb: Lexeme, amount: Amount, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(Heal(as_character(ref), amount) for ref in refs))

    def heal_for_each(self, verb: Lexeme, amount: Amount, refs: tuple[Ref, ...], each: Count | Per) -> Clause:
        raise Reject

    def heal_equal(self, verb: Lexeme, refs: tuple[Ref, ...], amount: Amount) -> Clause:
        return self.heal_from(verb, amount, refs)

    def remove_threat_equal(self, verb: Lexeme, refs: tuple[Ref, ...], amount: Amount) -> Clause:
        return self.remove_threat(verb, amount, refs)

    def place_threat_equal(self, verb: Lexeme, refs: tuple[Ref, ...], amount: Amount) -> Clause:
        return self.place_threat(verb, amount, refs)

    def heal_all(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(Heal(as_character(ref)) for ref in refs))

    def heal(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, Heal(SUBJECT, amount))

    def damage(self, amount: Amount, to: tuple[Ref, ...]) -> Effects:
        return super().damage(amount, tuple(as_character(ref) for ref in to))

    def damage_at_most(self, amount: Amount, to: tuple[Ref, ...], most: Amount) -> Effects:
        return self.damage(Math("min", amount, most), to)

    def damage_to_at_most(self, to: tuple[Ref, ...], amount: Amount, most: Amount) -> Effects:
        return self.damage_at_most(amount, to, most)

    def take_damage(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, Damage(amount, SUBJECT, SELF))

    def discard_status(self, verb: Lexeme, *parts: object) -> Clause:
        """One status card of one thing.

        Raises:
            Reject: there are several, or of several things.
        """
        ref = parts[-1]
        number = next((part for part in parts if isinstance(part, int)), 1)
        assert isinstance(ref, Ref)
        if number != 1 or (ref.kind == "each" and not is_one(ref)):
            raise Reject
        return act(verb, DiscardStatus(as_character(ref), _statuses_in(parts)))

    def discard_daze(self, verb: Lexeme, number: Amount, ref: Ref) -> Clause:
        if number != 1 or (ref.kind == "each" and not is_one(ref)):
            raise Reject
        return act(verb, DiscardStatus(as_character(ref), DAZES))

    def discard_each_status(self, verb: Lexeme, *parts: object) -> Clause:
        ref = parts[-1]
        assert isinstance(ref, Ref)
        return act(verb, DiscardStatus(as_character(ref), _statuses_in(parts), all_=True))

    def status_cost(self, _verb: Lexeme, _article: Lexeme, status: Lexeme, ref: Ref) -> CostPart:
        if ref.kind != "each" or not is_one(ref) or ref.what is None or ref.what.of != "you":
            raise Reject
        return RemoveCounters(str(status.lower()), 1, ref)

    def take_indirect(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, IndirectDamage(amount, SUBJECT))

    def deal_indirect(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, IndirectDamage(amount, Ref("players")))

    def take_it(self, verb: Lexeme) -> Clause:
        return act(verb, Damage(EventAmount(), SUBJECT, SELF))

    def move_damage(self, verb: Lexeme, amount: Amount, what: Ref, to: Ref) -> Clause:
        return act(verb, MoveDamage(amount, as_character(what), as_character(to)))

    def assign(self, verb: Lexeme, amount: Amount, one: Filter, other: Filter) -> Clause:
        if one.tests or other.tests or replace(one, kinds=other.kinds) != other:
            raise Reject
        return act(verb, AssignDamage(amount, replace(one, kinds=one.kinds + other.kinds), SUBJECT))

    def clause_of_two(self, one: Ref, other: Ref, action: Clause) -> Clause:
        """Each of them does it, one after the other."""
        if not all(isinstance(effect, EnemyAttack | EnemyScheme) for effect in action.effects):
            raise Reject
        first, second = self.clause(one, action), self.clause(other, action)
        return replace(second, effects=first.effects + second.effects)

    def stun(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(PutCounters(as_character(ref), "stunned") for ref in refs))

    def stun_and_confuse(self, stun: Lexeme, confuse: Lexeme, ref: Ref) -> Clause:
        """The character that is chosen to be stunned is confused too."""
        assert confuse.start_pos is not None
        again = Ref("pronoun", confuse.start_pos) if isinstance(ref, TargetRef) else ref
        first, second = self.stun(stun, (ref,)), self.confuse(confuse, (again,))
        return replace(first, effects=(*first.effects, *second.effects))

    def confuse(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(PutCounters(as_character(ref), "confused") for ref in refs))

    def becomes_state(self, verb: Lexeme, state: Lexeme) -> Clause:
        if state.lower() not in STATES:
            raise Reject
        return Clause((PutCounters(SUBJECT, str(state.lower())),), verb.lower() == "is")

    def becomes_states(self, be: Lexeme, one: Lexeme, other: Lexeme) -> Clause:
        first, second = self.becomes_state(be, one), self.becomes_state(be, other)
        return replace(first, effects=(*first.effects, *second.effects))

    def defeat(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        """Minions and allies leave play; where a villain is defeated more happens than that (Villain Defeat)."""
        nouns = [ref.spec.what if isinstance(ref, TargetRef) else ref.what for ref in refs]
        if any(what is None or any(BEATEN.isdisjoint(kind) for kind in what.kinds) for what in nouns):
            raise Reject
        return act(verb, *(Defeat(ref) for ref in refs))

    def give_status(self, verb: Lexeme, refs: tuple[Ref, ...], _article: Lexeme, status: Lexeme) -> Clause:
        return act(verb, *(PutCounters(as_character(ref), str(status.lower())) for ref in refs))

    def gain_status(self, verb: Lexeme, _article: Lexeme, status: Lexeme) -> Clause:
        return act(verb, PutCounters(SUBJECT, str(status.lower())))

    def give_token(self, verb: Lexeme, refs: tuple[Ref, ...], number: Amount) -> Clause:
        return act(verb, *(PutCounters(ref, "acceleration", number) for ref in refs))

    def give_boost(self, verb: Lexeme, ref: Ref, number: Amount, _card: Lexeme) -> Clause:
        return act(verb, GiveBoost(ref, number))

    def give_another_boost(self, verb: Lexeme, ref: Ref, _card: Lexeme) -> Clause:
        return act(verb, GiveBoost(ref, 1))

    def keep_boost(self, verb: Lexeme, refs: tuple[Ref, ...], number: Amount | Lexeme, _card: Lexeme) -> Clause:
        """Facedown boost cards that enemies keep until they activate (Boost)."""
        amount = 1 if isinstance(number, Lexeme) else number
        if not all(map(is_of_enemies, refs)):
            raise Reject
        return act(verb, *(GiveBoost(ref, amount, kept=True) for ref in refs))

    def give_status_and_boost(
        self, verb: Lexeme, refs: tuple[Ref, ...], article: Lexeme, status: Lexeme, *parts: object
    ) -> Clause:
        """A status card and boost cards are given to the same things, or the boost cards to others."""
        given = self.give_status(verb, refs, article, status)
        to = next((part for part in parts if isinstance(part, tuple)), None) or _once_more(parts[-1], refs)
        if not all(map(is_of_enemies, to)):
            raise Reject
        amount = next((part for part in parts if isinstance(part, int)), 1)
        return replace(given, effects=(*given.effects, *(GiveBoost(ref, amount, kept=True) for ref in to)))

    def give_status_and_another_boost(
        self, verb: Lexeme, refs: tuple[Ref, ...], article: Lexeme, status: Lexeme, card: Lexeme
    ) -> Clause:
        given = self.give_status(verb, refs, article, status)
        return replace(given, effects=(*given.effects, *(GiveBoost(ref) for ref in _once_more(card, refs))))

    def damage_to_both(self, amount: Amount, to: tuple[Ref, ...], others: tuple[Ref, ...]) -> Effects:
        return self.damage(amount, (*to, *others))
