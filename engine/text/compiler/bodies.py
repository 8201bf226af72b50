"""Bodies of texts: sentences, clauses and modes.

One method for each alternative of ``grammar/bodies.lark``, called with what its phrase consists of.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Final, TypeAlias

from lark import Token as Lexeme

from engine.abilities import (
    ANY_NUMBER,
    YOU,
    Amount,
    AsThough,
    Behold,
    Chooser,
    CollectEvidence,
    Compare,
    CopySpell,
    Cost,
    CostChange,
    Count,
    Done,
    Draw,
    EitherCost,
    Event,
    Filter,
    Flip,
    Forbid,
    GainControl,
    GainLife,
    If,
    IfDid,
    Instead,
    Later,
    Mana,
    May,
    MayPlay,
    Memory,
    Modify,
    Move,
    Otherwise,
    Paid,
    PayLife,
    Per,
    Ref,
    Reserve,
    Resources,
    Scry,
    Static,
    ThisTurn,
    TokenCopy,
    Unchosen,
    UnlessPays,
    UntilWord,
    Variable,
)
from engine.text.compiler.actions import Effects
from engine.text.compiler.doers import (
    SINGLE,
    as_many_as_liked,
    check_doer,
    chosen_by,
    done_by,
    is_done_by_others,
    puts_any_number,
    with_own_numbers,
)
from engine.text.compiler.finished_bodies import finished, with_difference, with_those_counters
from engine.text.compiler.joined_sentences import (
    FOR_GOOD,
    STILL,
    also_later,
    amended,
    behind_then,
    check_apart,
    effects_of,
    entering_so,
    goes_on,
    is_half_about,
    is_modify,
    is_open,
    is_part_of_reflexive,
    last_condition,
    open_ability,
    with_more,
)
from engine.text.compiler.library import Library
from engine.text.compiler.modifications import times_each
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.offers import for_those_who_did_not, offered
from engine.text.phrases import (
    Being,
    Choice,
    Clause,
    CounteredInto,
    DoneTo,
    ForGood,
    IfSomebodyDid,
    InsteadIf,
    LeadingIf,
    LeadingLater,
    Lost,
    NotPut,
    Sentences,
    TargetRef,
    ThisWay,
    as_being,
    has,
    plain_form,
    put,
    with_subject,
)
from engine.text.speaking_parts import differs, targets_in

PAID: Final = (Behold, CollectEvidence, Mana, PayLife, Reserve, Memory, Resources)
"""Costs that can only be paid."""
PLAYED: Final = ("cast", "activate")
"""Actions that are forbidden to players and not to objects."""
WAITING: Final = ("turn", "combat", "your turn")
"""The durations for which a delayed ability may wait."""
MOST_MODES: Final = 9
"""The highest number of modes that a text may have chosen."""
Choosing: TypeAlias = tuple[int, int, Chooser]
"""The least and the most modes that are chosen, and by whom."""


def _is_thing(subject: Ref) -> bool:
    """Whether the subject of a clause is no player."""
    what = subject.spec.what if isinstance(subject, TargetRef) else subject.what
    return subject.kind in ("self", "champion", "pronoun", "attached") or (what is not None and bool(what.zone))


def _is_told(deed: Clause) -> bool:
    """Whether a deed of a player stands in the form in which you are told to do it."""
    return not deed.third and isinstance(deed.effects[0], Draw | Scry | GainLife)


def _lasting(duration: UntilWord, effects: Effects) -> Effects:
    """A delayed ability that waits as long as a duration lasts (603.7b)."""
    later, *rest = effects
    if not isinstance(later, Later) or duration not in WAITING:
        raise Reject
    return (replace(later, until=duration), *rest)


@inline
class Bodies(Library):
    """Compiles bodies of texts: sentences, clauses, actions and modifications."""

    reflexive_reaches_on = False
    """Whether all that stands behind a reflexive ability in its paragraph is a part of it in this game."""

    def body(self, *sentences: Effects) -> Sentences:
        effects: Effects = ()
        at = 0
        for sentence in sentences:
            effects, at = self.added(effects, sentence, at)
        return Sentences(finished(effects))

    def added(self, before: Effects, sentence: Effects, at: int) -> tuple[Effects, int]:
        """The sentences with one more, and where the last of them begins: one that only changes it begins none."""
        effects = self.joined(before, sentence, at)
        return effects, len(before) if len(effects) > len(before) else at

    @abstractmethod
    def besides(self, before: Effects, sentence: Effects) -> Effects:
        """A sentence about damage prevented "this way" belongs to the prevention effect before it."""

    def joined(self, before: Effects, sentence: Effects, at: int) -> Effects:
        """A sentence put after those before it, of which the last begins at ``at``.

        "Otherwise" belongs to the condition before it, "instead" to the sentence, what something still is to what it
        became.
        """
        if (later := open_ability(before)) >= 0:
            if goes_on(sentence) or (self.reflexive_reaches_on and is_part_of_reflexive(before, sentence, later)):
                return with_more(before, later, self.joined(before[later + 1 :], sentence, max(0, at - later - 1)))
            check_apart(before, sentence, later, at)
        if sentence is STILL:
            last = before[-1] if before else None
            if not isinstance(last, Modify) or not last.becomes:
                raise Reject
            return (*before[:-1], replace(last, keeps=True))
        if isinstance(sentence[0], ForGood | CounteredInto | InsteadIf):
            return amended(before, sentence, at)
        if isinstance(sentence[0], Being) and (entered := entering_so(before, sentence)):
            return entered
        if before and has(sentence, ThisWay):
            return self.besides(before, sentence)
        if is_half_about(before, sentence):
            raise Reject  # whether the other half holds, too, if there is no such thing (608.2c)
        if isinstance(sentence[0], NotPut):
            last = before[-1] if before else None
            if not isinstance(last, Move) or last.zone != sentence[0].zone or not isinstance(before[-2:][0], May):
                raise Reject
            sentence = (IfDid(sentence[0].steps, did=False), *sentence[1:])
        if isinstance(sentence[0], IfSomebodyDid):
            first = sentence[0]
            if before and is_done_by_others(before[at:], first.doer):
                raise Reject  # who is said to have done it is not who could
            sentence = (IfDid(first.steps, first.did, first.least, first.paid), *sentence[1:])
        if isinstance(sentence[0], IfDid) and before and puts_any_number(before[-1:]):
            raise Reject  # which of several players did so
        if isinstance(sentence[0], IfDid):
            return also_later(before, at, len(sentence)) + sentence
        if not isinstance(sentence[0], Otherwise):
            return before + sentence
        if isinstance(sentence[0], Lost):
            if before and isinstance(before[-1], Flip):
                return (*before, IfDid(sentence[0].steps, did=False), *sentence[1:])
            sentence = (Otherwise(sentence[0].steps), *sentence[1:])
        at = last_condition(before)
        condition = before[at] if before else None
        if not isinstance(condition, If | IfDid) or at + 1 + condition.steps != len(before):
            raise Reject
        if isinstance(condition, If) and has(condition.condition, Paid) and targets_in(sentence):
            raise Reject  # targets that are there only if a cost was not paid
        return (*before[:at], replace(condition, steps=condition.steps + 1), *before[at + 1 :], *sentence)

    def flip_won(self, effects: Effects) -> Effects:
        return (IfDid(len(effects)), *effects)

    def flip_lost(self, effects: Effects) -> Effects:
        return (Lost(len(effects)), *effects)

    def damaged_for_good(self, _article: Lexeme, what: Filter, _cant: Lexeme) -> Effects:
        if what != Filter((("creature",),)):
            raise Reject
        return (FOR_GOOD,)

    def then_if(self, condition: Compare, effects: Effects) -> Effects:
        effects = with_difference(condition, with_those_counters(condition, effects))
        return (If(len(effects), condition), *effects)

    def unless_where(self, clauses: Clause, who: Ref, cost: Cost, _x: Lexeme, value: Amount) -> Effects:
        before, effects = behind_then(clauses)
        if not any(isinstance(part, Mana) and "X" in part.symbols for part in cost):
            raise Reject
        return (*before, UnlessPays(len(effects), who, cost, x=value), *effects)

    def unless_for_each(self, clauses: Clause, who: Ref, cost: Cost, each: Amount) -> Effects:
        before, effects = behind_then(clauses)
        if len(cost) != 1 or not isinstance(cost[0], Mana | PayLife):
            raise Reject
        return (*before, UnlessPays(len(effects), who, cost, each), *effects)

    @abstractmethod
    def guard(self, *effects: Effects) -> Effects:
        """Replacement effects for a time."""

    def and_guard(self, clauses: Clause, guard: Effects) -> Effects:
        """A deed and a replacement effect for a time: "it can't block, and if it would die this turn, ..."."""
        return (*effects_of(clauses), *self.guard(guard))

    def if_and_guard(self, condition: Compare, clauses: Clause, guard: Effects) -> Effects:
        return self.if_first(condition, self.and_guard(clauses, guard))

    def for_good(self, what: Ref, _cant: Lexeme) -> Effects:
        return (ForGood(what),)

    def countered_into(self, clauses: Clause) -> Effects:
        effects = effects_of(clauses)
        first = effects[0]
        if len(effects) > 1 or not isinstance(first, Move) or first.what.kind != "pronoun":
            raise Reject
        return (CounteredInto(first.what, first.zone),)

    def instead_if(self, condition: Compare, clauses: Clause) -> Effects:
        effects = effects_of(clauses)
        return (InsteadIf(len(effects), condition), *effects)

    def instead_if_both(self, condition: Compare, clauses: Clause, own: Compare) -> Effects:
        """A sentence about the other course of things has a condition of its own."""
        effects = self.if_last(clauses, own)
        return (InsteadIf(len(effects), condition), *effects)

    def instead_if_unless(self, condition: Compare, clauses: Clause, who: Ref, cost: Cost) -> Effects:
        """Another price for the same deed."""
        effects = self.unless(clauses, who, cost)
        return (InsteadIf(len(effects), condition), *effects)

    def instead_if_last(self, clauses: Clause, condition: Compare) -> Effects:
        return self.instead_if(condition, clauses)

    def modes(self, choose: Choosing, _dash: Lexeme, *modes: Sentences) -> Choice:
        return Choice(tuple(mode.effects for mode in modes), *choose, tuple(mode.condition for mode in modes))

    def modes_unchosen(self, unchosen: Unchosen, dash: Lexeme, *modes: Sentences) -> Choice:
        return replace(self.modes(self.choose_one(), dash, *modes), unchosen=unchosen)

    def unchosen_this_turn(self) -> Unchosen:
        return "turn"

    def modes_instead(
        self,
        choose: Choosing,
        condition: Compare,
        more: Choosing,
        *rest: Lexeme | Sentences,
    ) -> Choice:
        least, most, chooser = more
        if chooser != choose[2]:
            raise Reject
        modes = tuple(part for part in rest if isinstance(part, Sentences))
        return replace(self.modes(choose, Lexeme("DASH", ""), *modes), instead=Instead(condition, least, most))

    def modes_may_instead(
        self, choose: Choosing, condition: Compare, more: Choosing, *rest: Lexeme | Sentences
    ) -> Choice:
        """Of so many modes it may be left at as many as there would be otherwise."""
        choice = self.modes_instead(choose, condition, more, *rest)
        assert choice.instead is not None
        return replace(choice, instead=replace(choice.instead, least=choose[0]))

    def modes_again(self, choose: Choosing, *modes: Sentences) -> Choice:
        """700.2d: so many as a number says; one may be chosen as often."""
        if choose[1] > MOST_MODES:
            raise Reject
        return replace(self.modes(choose, Lexeme("DASH", ""), *modes), again=True)

    def modes_apart(self, choose: Choosing, kind: Lexeme, *modes: Sentences) -> Choice:
        """Each mode has one target, and no two the same."""
        return replace(self.modes(choose, Lexeme("DASH", ""), *modes), apart=str(kind.lower()))

    def fresh_modes(self, dash: Lexeme, *modes: Sentences) -> Choice:
        return replace(self.modes(self.choose_one(), dash, *modes), fresh=True)

    def mode(self, _bullet: Lexeme, body: Sentences) -> Sentences:
        return body

    def inline_modes(self, choose: Choosing, _dash: Lexeme, *modes: Clause) -> Choice:
        return Choice(tuple(effects_of(mode) for mode in modes), *choose)

    def choose_one(self) -> Choosing:
        return 1, 1, "you"

    def choose_two(self) -> Choosing:
        return 2, 2, "you"

    def choose_up_to_one(self) -> Choosing:
        return 0, 1, "you"

    def choose_so_many(self, number: Amount) -> Choosing:
        if not isinstance(number, int) or not 2 < number <= MOST_MODES:
            raise Reject  # the lower numbers are words of their own
        return number, number, "you"

    def choose_up_to(self, number: Amount) -> Choosing:
        if not isinstance(number, int) or not 1 < number <= MOST_MODES:
            raise Reject
        return 0, number, "you"

    def choose_any_number(self) -> Choosing:
        return 0, ANY_NUMBER, "you"

    def choose_one_or_both(self) -> Choosing:
        return 1, 2, "you"

    def choose_one_or_more(self) -> Choosing:
        return 1, ANY_NUMBER, "you"

    def opponent_chooses(self) -> Choosing:
        return 1, 1, "opponent"

    def plain(self, effects: Effects) -> Effects:
        return effects

    def said(self, clauses: Clause) -> Effects:
        return effects_of(clauses)

    def where(self, clauses: Clause, _x: Lexeme, value: Amount) -> Effects:
        effects = effects_of(clauses)
        if not has(effects, Variable):
            raise Reject
        return with_own_numbers(put(effects, Variable(), value))

    def where_then(self, clauses: Clause, x: Lexeme, value: Amount, then: Clause) -> Effects:
        """A number that is said before the rest of its sentence, which has none of its own."""
        if has(then.effects, Variable):
            raise Reject
        return (*self.where(clauses, x, value), *effects_of(then))

    def if_first(self, condition: Compare, effects: Effects) -> Effects:
        effects = with_difference(condition, with_those_counters(condition, effects))
        return (LeadingIf(len(effects), condition), *effects)

    def if_last(self, clauses: Clause, condition: Compare) -> Effects:
        before, effects = behind_then(clauses)
        condition = _besides_target(condition, effects)
        return (*before, If(len(effects), condition), *effects)

    def unless_so(self, clauses: Clause, condition: Compare) -> Effects:
        """Of what is or has happened at all: of how many there are it is said the other way round."""
        before, effects = behind_then(clauses)
        if (condition.op, condition.right) != (">=", 1):
            raise Reject
        return (*before, If(len(effects), replace(condition, op="<")), *effects)

    def unless(self, clauses: Clause, who: Ref, cost: Cost) -> Effects:
        if who.kind in ("chosen", "chosen opponent"):
            raise Reject  # any of them may pay, and only one that is named is asked
        before, effects = behind_then(clauses)
        is_theirs = not before and who.kind in ("that player", "they")
        if is_theirs and (offer := for_those_who_did_not(effects, cost)) is not None:
            return offer
        return (*before, UnlessPays(len(effects), who, cost), *effects)

    def may_pay(self, who: Ref, cost: Cost) -> Effects:
        if not any(isinstance(part, (*PAID, EitherCost)) or getattr(part, "from_", None) == YOU for part in cost):
            raise Reject  # what can also be done is an action
        return (May(0, who, cost),)

    def if_done(self, who: Ref, _do: Lexeme, effects: Effects) -> Effects:
        check_doer(who)
        return (IfSomebodyDid(len(effects), doer=who), *effects)

    def if_not_done(self, who: Ref, _dont: Lexeme, effects: Effects) -> Effects:
        check_doer(who)
        return (IfSomebodyDid(len(effects), did=False, doer=who), *effects)

    def if_not_put(self, who: Ref, *words: Lexeme | Move | Effects) -> Effects:
        """The deed of the sentence before it is told by where it puts a card."""
        check_doer(who)
        *_, there, effects = words
        assert isinstance(there, Move)
        assert isinstance(effects, tuple)
        return (NotPut(len(effects), did=False, zone=there.zone), *effects)

    def when_done(self, who: Ref, _do: Lexeme, effects: Effects) -> Effects:
        check_doer(who)
        if isinstance(effects[0], LeadingIf):
            raise Reject  # it is asked as the ability would trigger, too (603.4)
        return (IfSomebodyDid(len(effects) + 1, doer=who), Later(len(effects)), *effects)

    def when_so_done(self, condition: Compare, effects: Effects) -> Effects:
        """An ability that triggers on what the text has just done, if that was such a thing (603.12)."""
        if isinstance(effects[0], LeadingIf):
            raise Reject  # it is asked as the ability would trigger, too (603.4)
        return (If(len(effects) + 1, condition), Later(len(effects)), *effects)

    def later_this_turn(self, *parts: object) -> Effects:
        *when, events, effects = parts
        assert isinstance(events, tuple)
        assert isinstance(effects, tuple)
        if any(event.source for event in events):
            raise Reject  # the source may be what is waited for, by whatever name
        return (LeadingLater(len(effects), events, (), None, not when, "turn"), *effects)

    def next_time_you(self, events: tuple[Event, ...], effects: Effects) -> Effects:
        return self.later_this_turn(tuple(replace(event, who="you") for event in events), effects)

    def later_about(self, *parts: object) -> Effects:
        *when, about, events, effects = parts
        assert isinstance(about, Ref)
        assert isinstance(events, tuple)
        assert isinstance(effects, tuple)
        if about.kind not in ("pronoun", "they", "self") and not isinstance(about, TargetRef):
            raise Reject
        return (LeadingLater(len(effects), events, (), about, not when, "turn"), *effects)

    def later_until(self, duration: UntilWord, *parts: object) -> Effects:
        """An ability that waits for its event as long as a duration lasts."""
        return _lasting(duration, self.later_this_turn(*parts))

    def later_about_until(self, duration: UntilWord, *parts: object) -> Effects:
        return _lasting(duration, self.later_about(*parts))

    def later_first(self, event: Event, clauses: Clause) -> Effects:
        effects = effects_of(clauses)
        return (LeadingLater(len(effects), (event,)), *effects)

    def later_last(self, clauses: Clause, event: Event) -> Effects:
        later, *effects = self.later_first(event, clauses)
        if isinstance(later, LeadingLater):  # what follows is no part of it
            later = plain_form(later)
        return (later, *effects)

    def end_of_combat(self) -> Event:
        return Event("step", how="end of combat")

    def next_step(self, step: Lexeme) -> Event:
        return Event("step", how=str(step.lower()))

    def your_next_step(self, step: Lexeme) -> Event:
        return Event("step", who="you", how=str(step.lower()))

    def next_turns_step(self, step: Lexeme) -> Event:
        return Event("step", how=str(step.lower()))

    def duration_first_where(self, duration: UntilWord, clauses: Clause, _x: Lexeme, value: Amount) -> Effects:
        effects = self.duration_first(duration, clauses)
        if not has(effects, Variable):
            raise Reject
        return put(effects, Variable(), value)

    def is_so(self, what: Ref, being: Modify, *more: Modify) -> Clause:
        whole = self.modifications(as_being(being), *more)
        if not isinstance(whole, Being):
            raise Reject
        return Clause((replace(whole, what=what),), subject=what)

    def still(self, _pronoun: Ref, *_words: Lexeme) -> Effects:
        return STILL

    def they_still(self, _type: Lexeme) -> Effects:
        return STILL

    def otherwise(self, effects: Effects) -> Effects:
        return (Otherwise(len(effects)), *effects)

    def as_though_now(self, action: Lexeme, what: Filter, keyword: Lexeme) -> Effects:
        return self.this_turn(self.as_though(action, what, keyword))

    def as_though_until(self, duration: UntilWord, action: Lexeme, what: Filter, keyword: Lexeme) -> Effects:
        if duration != "turn":
            raise Reject
        return self.as_though_now(action, what, keyword)

    @abstractmethod
    def as_though(self, action: Lexeme, what: Filter, keyword: Lexeme) -> tuple[Static, ...]:
        """Leave to play cards as though they had a keyword."""

    def duration_first(self, duration: UntilWord, clauses: Clause) -> Effects:
        effects = effects_of(clauses)
        if not all(isinstance(effect, Modify | GainControl) and not effect.until for effect in effects):
            raise Reject
        return tuple(replace(e, until=duration) for e in effects if isinstance(e, Modify | GainControl))

    def this_turn(self, statics: tuple[Static, ...]) -> Effects:
        if not all(
            isinstance(static, CostChange | AsThough | MayPlay)
            or (isinstance(static, Forbid) and static.action in (*PLAYED, "be prevented", "gain life"))
            for static in statics
        ):
            raise Reject  # what happens to objects is a modification
        return tuple(ThisTurn(static) for static in statics)

    def static_lasting(self, statics: tuple[Static, ...], until: UntilWord) -> Effects:
        """A static ability that holds for longer than this turn; one that is used up is of this turn."""
        effects = self.this_turn(statics)
        if any(isinstance(effect, ThisTurn) and getattr(effect.ability, "once", False) for effect in effects):
            raise Reject
        return tuple(replace(effect, until=until) for effect in effects if isinstance(effect, ThisTurn))

    def static_lasting_first(self, until: UntilWord, statics: tuple[Static, ...]) -> Effects:
        return self.static_lasting(statics, until)

    def clauses(self, clause: Clause) -> Clause:
        return clause

    def joined_and(self) -> str:
        return "and"

    def joined_then(self) -> str:
        return "then"

    def join(self, left: Clause, joiner: str, right: Clause) -> Clause:
        """Two clauses as one: the second goes on with the subject of the first unless it has its own."""
        second = right
        made = left.effects[-1]
        if isinstance(right.effects[0], Being) and (entered := entering_so(left.effects, right.effects)):
            return replace(left, effects=entered)
        has_exception = isinstance(made, TokenCopy) and made.more is not None
        if has_exception and isinstance(right.effects[0], Modify) and not right.effects[0].until:
            raise Reject  # one more exception
        if right.subject is None:
            if left.subject is not None and _is_told(right) and _is_thing(left.subject):
                second = replace(right, effects=with_subject(right.effects, YOU), subject=YOU)
            elif left.third and _is_told(right):
                raise Reject  # whether you do it, or whoever did the first thing
            elif left.subject is not None:
                second = replace(right, effects=with_subject(right.effects, left.subject), subject=left.subject)
            elif right.third:
                raise Reject
            if is_open(left.effects) and is_modify(right.effects):
                raise Reject  # one set of modifications, not two
        effects = effects_of(second)
        first = effects_of(left)
        if left.may:
            may = first[0]
            assert isinstance(may, May)
            first = (replace(may, steps=may.steps + len(effects)), *first[1:])
        is_behind = joiner == "then" and not left.may
        return Clause(first + effects, left.third, left.subject, left.may, len(effects) if is_behind else 0)

    def last_listed(self, one: Clause, last: Clause) -> tuple[str, tuple[Clause, ...]]:
        return self.joined_and(), (one, last)

    def last_listed_then(self, one: Clause, last: Clause) -> tuple[str, tuple[Clause, ...]]:
        return self.joined_then(), (one, last)

    def first_listed(self, one: Clause, rest: tuple[str, tuple[Clause, ...]]) -> tuple[str, tuple[Clause, ...]]:
        joiner, others = rest
        return joiner, (one, *others)

    def join_listed(self, first: Clause, more: tuple[str, tuple[Clause, ...]]) -> Clause:
        """Three clauses or more as one, each of which goes on with the subject of the one before it."""
        joiner, rest = more
        *before, last = rest
        if first.may or any(clause.may for clause in rest):
            raise Reject
        whole = first
        for clause in before:
            joined = self.join(whole, "and", clause)
            whole = replace(joined, subject=clause.subject or whole.subject)
        return self.join(whole, joiner, last)

    def imperative(self, action: Clause) -> Clause:
        return action

    def then_clause(self, clause: Clause) -> Clause:
        return clause

    def clause_of_each(self, subject: Ref, clause: Clause) -> Clause:
        """An effect on all of them is one on each: "two target creatures each get +1/+1"."""
        return self.clause(subject, clause)

    def clause_of_two(self, one: Ref, others: Ref, action: Clause) -> Clause:
        """One modification of something and of other things: "target creature and all other creatures get -2/-2"."""
        if others.kind != "each" or others.what is None or not others.what.other or len(action.effects) != 1:
            raise Reject
        change = action.effects[0]
        if (
            not isinstance(change, Modify)
            or not change.until
            or change.becomes
            or change.loses
            or has((change.power, change.toughness), Filter)
        ):
            raise Reject  # what would change which other things are meant, or is not the same for both
        first, second = self.clause(one, action), self.clause(others, action)
        return replace(first, effects=first.effects + second.effects)

    def clause(self, subject: Ref, action: Clause) -> Clause:
        if action.subject is not None or (subject == YOU and action.third):
            raise Reject
        if subject.kind in SINGLE and not (action.third or is_modify(action.effects)):
            raise Reject
        effects = done_by(subject, action.effects)
        if puts_any_number(effects):
            raise Reject  # what they may do is said so
        return Clause(effects, action.third, subject)

    def may(self, subject: Ref, action: Clause) -> Clause:
        if action.third:
            raise Reject
        if (offer := offered(subject, action.effects)) is not None:
            return Clause((offer,), False, subject)
        effects = as_many_as_liked(subject, action.effects)
        effects = chosen_by(subject, with_subject(effects, subject))
        if puts_any_number(effects):
            return Clause(effects, False, subject)
        return Clause((May(len(effects), subject), *effects), False, subject, may=True)

    def may_have(self, who: Ref, subject: Ref, action: Clause) -> Clause:
        if action.third:
            raise Reject
        effects = chosen_by(subject, with_subject(action.effects, subject))
        return Clause((May(len(effects), who), *effects), False, who, may=True)

    def for_each(self, action: Clause, each: Count | Per | Paid) -> Clause:
        effects = list(action.effects)
        if len(effects) != 1 or isinstance(effects[0], Modify):
            raise Reject
        return replace(action, effects=(times_each(effects[0], each),))

    def done_again(self, action: Clause) -> Clause:
        return action

    def done_twice(self, action: Clause) -> Clause:
        first = action.effects[0]
        if len(action.effects) == 1 and isinstance(first, CopySpell):
            return replace(action, effects=(replace(first, times=2),))
        if has(action.effects, TargetRef) or has(action.effects, Modify):
            raise Reject
        return replace(action, effects=action.effects * 2)

    def for_each_prevented(self, action: Clause) -> Clause:
        if len(action.effects) != 1:
            raise Reject
        effect = put(times_each(action.effects[0], Done()), Done(), ThisWay())
        if has(effect, Done):
            raise Reject
        return replace(action, effects=(effect,))

    def for_each_done(self, action: Clause, what: Filter, word: Lexeme) -> Clause:
        if len(action.effects) != 1:
            raise Reject
        return replace(action, effects=(times_each(action.effects[0], DoneTo(what=what, words=(word.lower(),))),))

    def for_each_done_first(self, what: Filter, word: Lexeme, clauses: Clause) -> Effects:
        effects = effects_of(clauses)
        if len(effects) != 1 or isinstance(effects[0], Modify):
            raise Reject
        return (times_each(effects[0], DoneTo(what=what, words=(word.lower(),))),)

    def for_each_first(self, each: Count | Per | Paid, clauses: Clause) -> Effects:
        effects = effects_of(clauses)
        if len(effects) != 1 or isinstance(effects[0], Modify):
            raise Reject
        return (times_each(effects[0], each),)


def _besides_target(condition: Compare, effects: Effects) -> Compare:
    """A condition behind what it governs: "other" creatures are others than the target that was spoken of."""
    counted, found = condition.left, targets_in(effects)
    if not isinstance(counted, Count) or not counted.what.other or counted.what.of == "you" or not found:
        return condition
    if len(found) > 1 or found[0].spec.most != 1:
        raise Reject
    what = replace(counted.what, other=False, tests=(*counted.what.tests, differs(found[0])))
    return replace(condition, left=replace(counted, what=what))
