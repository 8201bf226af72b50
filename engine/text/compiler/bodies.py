"""Bodies of texts: sentences, clauses and modes.

One method for each alternative of ``grammar/bodies.lark``, called with what its phrase consists of.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Final, TypeAlias, TypeGuard

from lark import Token as Lexeme

from engine.abilities import (
    DONE_TO,
    IT,
    MILLED,
    YOU,
    Amount,
    AsThough,
    Behold,
    ChoosePile,
    Chooser,
    ChooseRevealed,
    ChooseWord,
    CollectEvidence,
    Compare,
    CopySpell,
    Cost,
    CostChange,
    Count,
    CounterSpell,
    Damage,
    Destroy,
    Discard,
    Done,
    Draw,
    Edict,
    EitherCost,
    Event,
    Filter,
    Fits,
    Flip,
    Forbid,
    GainControl,
    GainLife,
    If,
    IfDid,
    Instead,
    Instruction,
    Later,
    Look,
    Mana,
    May,
    MayPlay,
    Memory,
    Mill,
    Modify,
    Move,
    Otherwise,
    Paid,
    PayLife,
    Peek,
    Per,
    PutAmong,
    PutCounters,
    PutPiles,
    PutRest,
    Ref,
    RefKind,
    Reserve,
    Resources,
    RevealHand,
    RevealUntil,
    SacrificeEffect,
    Scry,
    Separate,
    Static,
    TakeCounters,
    Tap,
    Test,
    ThisTurn,
    Token,
    TokenCopy,
    Unchosen,
    UnlessPays,
    Untap,
    UntilWord,
    Value,
    Variable,
    WordFamily,
)
from engine.text.compiler.actions import Effects
from engine.text.compiler.done_counts import counts_settled
from engine.text.compiler.library import Library
from engine.text.compiler.modifications import times_each
from engine.text.compiler.nouns import OF_CHOICE
from engine.text.errors import Reject, Unbound
from engine.text.inline import inline
from engine.text.mentions import NAMED_BY_GAMES, PEOPLE, SEVERAL, introduced, is_person
from engine.text.phrases import (
    EXILED_CARD,
    SAME_VICTIM,
    SUBJECT,
    THOSE_COUNTERS,
    UNNAMED,
    AmendingIf,
    Being,
    Choice,
    Clause,
    CounteredInto,
    DoneTo,
    ForGood,
    InsteadIf,
    LeadingIf,
    Lost,
    NotPut,
    OwnDeed,
    SameTokens,
    Sentences,
    TargetRef,
    ThisWay,
    as_being,
    has,
    has_part,
    plainly,
    put,
    rewrite,
    top_or_bottom,
    with_subject,
)
from engine.text.speaking_parts import differs, end_of_speaking, targets_in

PAID: Final = (Behold, CollectEvidence, Mana, PayLife, Reserve, Memory, Resources)
"""Costs that can only be paid."""
PLAYERS: Final[tuple[RefKind, ...]] = (
    "that player",
    "players",
    "opponents",
    "controller",
    "owner",
    "defending player",
    "event player",
)
"""References that mean players."""
PLAYED: Final = ("cast", "activate")
"""Actions that are forbidden to players and not to objects."""


Choosing: TypeAlias = tuple[int, int, Chooser]
"""The least and the most modes that are chosen, and by whom."""

EACH: Final = ("players", "opponents")
WHERE_EACH_PUTS: Final = ("exile", "memory", "graveyard", "hand", "battlefield")
"""The zones to which each of several players puts cards of its own choice."""
HELD: Final = ("hand", "memory")
"""The zones in which nobody else sees whether somebody has a card of a kind."""
SINGLE: Final = ("players", "that player", *PEOPLE, *NAMED_BY_GAMES)
"""References to one, or to each of several, of whom a text says "draws"; "your opponents" draw."""


def _is_thing(subject: Ref) -> bool:
    """Whether the subject of a clause is no player."""
    what = subject.spec.what if isinstance(subject, TargetRef) else subject.what
    return subject.kind in ("self", "champion", "pronoun", "attached") or (what is not None and bool(what.zone))


def _is_told(deed: Clause) -> bool:
    """Whether a deed of a player stands in the form in which you are told to do it."""
    return not deed.third and isinstance(deed.effects[0], Draw | Scry | GainLife)


@inline
class Bodies(Library):
    """Compiles bodies of texts: sentences, clauses, actions and modifications."""

    def body(self, *sentences: Effects) -> Sentences:
        effects: Effects = ()
        at = 0
        for sentence in sentences:
            effects, at = self.joined(effects, sentence, at), len(effects)
        return Sentences(finished(effects))

    @abstractmethod
    def besides(self, before: Effects, sentence: Effects) -> Effects:
        """A sentence about damage prevented "this way" belongs to the prevention effect before it."""

    def joined(self, before: Effects, sentence: Effects, at: int) -> Effects:
        """A sentence put after those before it, of which the last begins at ``at``.

        "Otherwise" belongs to the condition before it, "instead" to the sentence, what something still is to what it
        became.
        """
        if sentence is STILL:
            last = before[-1] if before else None
            if not isinstance(last, Modify) or not last.becomes:
                raise Reject
            return (*before[:-1], replace(last, keeps=True))
        if isinstance(sentence[0], ForGood | CounteredInto | InsteadIf):
            return _amended(before, sentence, at)
        if isinstance(sentence[0], Being) and (entered := _entering_so(before, sentence)):
            return entered
        if before and has(sentence, ThisWay):
            return self.besides(before, sentence)
        if _is_reflexive(before[at:]) and not _is_for_undone(sentence[0]):
            raise Reject  # whether it belongs to the reflexive ability, too (603.12)
        if is_half_about(before, sentence):
            raise Reject  # whether the other half holds, too, if there is no such thing (608.2c)
        if isinstance(sentence[0], NotPut):
            last = before[-1] if before else None
            if not isinstance(last, Move) or last.zone != sentence[0].zone or not isinstance(before[-2:][0], May):
                raise Reject
            sentence = (IfDid(sentence[0].steps, did=False), *sentence[1:])
        if isinstance(sentence[0], IfDid) and before and _puts_any_number(before[-1:]):
            raise Reject  # which of several players did so
        if isinstance(sentence[0], IfDid):
            return _also_later(before, at, len(sentence)) + sentence
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
        effects = with_those_counters(condition, effects)
        return (If(len(effects), condition), *effects)

    def unless_where(self, clauses: Clause, who: Ref, cost: Cost, _x: Lexeme, value: Amount) -> Effects:
        effects = effects_of(clauses)
        if not any(isinstance(part, Mana) and "X" in part.symbols for part in cost):
            raise Reject
        return (UnlessPays(len(effects), who, cost, x=value), *effects)

    def unless_for_each(self, clauses: Clause, who: Ref, cost: Cost, each: Amount) -> Effects:
        effects = effects_of(clauses)
        if len(cost) != 1 or not isinstance(cost[0], Mana | PayLife):
            raise Reject
        return (UnlessPays(len(effects), who, cost, each), *effects)

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

    def choose_one_or_both(self) -> Choosing:
        return 1, 2, "you"

    def choose_one_or_more(self) -> Choosing:
        return 1, 99, "you"

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
        return put(effects, Variable(), value)

    def where_then(self, clauses: Clause, x: Lexeme, value: Amount, then: Clause) -> Effects:
        """A number that is said before the rest of its sentence, which has none of its own."""
        if has(then.effects, Variable):
            raise Reject
        return (*self.where(clauses, x, value), *effects_of(then))

    def if_first(self, condition: Compare, effects: Effects) -> Effects:
        effects = with_those_counters(condition, effects)
        return (LeadingIf(len(effects), condition), *effects)

    def if_last(self, clauses: Clause, condition: Compare) -> Effects:
        effects = effects_of(clauses)
        condition = _besides_target(condition, effects)
        return (If(len(effects), condition), *effects)

    def unless_so(self, clauses: Clause, condition: Compare) -> Effects:
        """Of what is or has happened at all: of how many there are it is said the other way round."""
        effects = effects_of(clauses)
        if (condition.op, condition.right) != (">=", 1):
            raise Reject
        return (If(len(effects), replace(condition, op="<")), *effects)

    def unless(self, clauses: Clause, who: Ref, cost: Cost) -> Effects:
        if who.kind in ("chosen", "chosen opponent"):
            raise Reject  # any of them may pay, and only one that is named is asked
        effects = effects_of(clauses)
        return (UnlessPays(len(effects), who, cost), *effects)

    def may_pay(self, who: Ref, cost: Cost) -> Effects:
        if not any(isinstance(part, (*PAID, EitherCost)) or getattr(part, "from_", None) == YOU for part in cost):
            raise Reject  # what can also be done is an action
        return (May(0, who, cost),)

    def if_done(self, who: Ref, _do: Lexeme, effects: Effects) -> Effects:
        check_doer(who)
        return (IfDid(len(effects)), *effects)

    def if_not_done(self, who: Ref, _dont: Lexeme, effects: Effects) -> Effects:
        check_doer(who)
        return (IfDid(len(effects), did=False), *effects)

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
        return (IfDid(len(effects) + 1), Later(len(effects)), *effects)

    def later_this_turn(self, *parts: object) -> Effects:
        *when, events, effects = parts
        assert isinstance(events, tuple)
        assert isinstance(effects, tuple)
        if any(event.source for event in events):
            raise Reject  # the source may be what is waited for, by whatever name
        return (Later(len(effects), events, (), None, not when, "turn"), *effects)

    def next_time_you(self, events: tuple[Event, ...], effects: Effects) -> Effects:
        return self.later_this_turn(tuple(replace(event, who="you") for event in events), effects)

    def later_about(self, *parts: object) -> Effects:
        *when, about, events, effects = parts
        assert isinstance(about, Ref)
        assert isinstance(events, tuple)
        assert isinstance(effects, tuple)
        if about.kind not in ("pronoun", "they", "self") and not isinstance(about, TargetRef):
            raise Reject
        return (Later(len(effects), events, (), about, not when, "turn"), *effects)

    def later_first(self, event: Event, clauses: Clause) -> Effects:
        effects = effects_of(clauses)
        return (Later(len(effects), (event,)), *effects)

    def later_last(self, clauses: Clause, event: Event) -> Effects:
        return self.later_first(event, clauses)

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
        if isinstance(right.effects[0], Being) and (entered := _entering_so(left.effects, right.effects)):
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
            if _is_open(left.effects) and _is_modify(right.effects):
                raise Reject  # one set of modifications, not two
        effects = effects_of(second)
        first = effects_of(left)
        if left.may:
            may = first[0]
            assert isinstance(may, May)
            first = (replace(may, steps=may.steps + len(effects)), *first[1:])
        return Clause(first + effects, left.third, left.subject, left.may)

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
        if subject.kind in SINGLE and not (action.third or _is_modify(action.effects)):
            raise Reject
        effects = _done_by(subject, action.effects)
        if _puts_any_number(effects):
            raise Reject  # what they may do is said so
        return Clause(effects, action.third, subject)

    def may(self, subject: Ref, action: Clause) -> Clause:
        if action.third:
            raise Reject
        effects = _as_many_as_liked(subject, action.effects)
        effects = chosen_by(subject, with_subject(effects, subject))
        if _puts_any_number(effects):
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


def _done_by(subject: Ref, effects: Effects) -> Effects:
    """The deeds of a subject; what another player would do as you do, with nothing of its own, is not said of it."""
    if subject.kind == "owner" and subject.of is not None and is_brought_home(effects):
        return tuple(replace(effect, what=subject.of) for effect in effects)
    if (ends := top_or_bottom(effects)) is not None:
        if subject.kind != "owner" or subject.of is None or ends.kind != "pronoun":
            raise Reject
        moved = (replace(each, what=subject.of) if isinstance(each, Move) else each for each in effects[1:])
        return (May(1, subject), *moved)
    done = chosen_by(subject, with_subject(effects, subject))
    if subject != YOU and done == effects:
        raise Reject
    return done


def _as_many_as_liked(subject: Ref, effects: Effects) -> Effects:
    """The card, or none, that each of several players may put somewhere, all at once (101.4)."""
    match effects:
        case (Move(what=Ref(kind="chosen", count=1, up_to=False) as what) as move,) if subject.kind in EACH:
            return (replace(move, what=replace(what, up_to=True)),)
        case _:
            return effects


def _puts_any_number(effects: Effects) -> bool:
    """Whether each of several players puts any number of things somewhere, which may be none."""
    match effects:
        case (Move(what=Ref(kind="chosen", up_to=True, of=Ref(kind=kind))),):
            return kind in EACH
        case _:
            return False


def check_doer(who: Ref) -> None:
    """Refuse a doer that the text has not spoken of: whoever may do something is asked by a pronoun."""
    if isinstance(who, TargetRef) or who.kind in ("self", "each", "chosen", "attached"):
        raise Reject


def is_brought_home(effects: Effects) -> TypeGuard[tuple[Move, ...]]:
    """Whether a thing that was just named goes where it goes by its owner's hand as by any other."""
    return all(isinstance(effect, Move) and effect.what.kind in ("pronoun", "self") for effect in effects)


def chosen_by(subject: Ref, effects: Effects) -> Effects:
    """The deeds of a player other than you with things of its own choice: "theirs" means that player's."""
    if subject == YOU:
        return effects
    return tuple(_chosen_by(subject, effect) for effect in effects)


def is_player(ref: Ref) -> bool:
    """Whether a subject is known to be a player."""
    if isinstance(ref, TargetRef):
        return ref.spec.what.zone == "" and is_person(ref.spec.what.kinds)
    return ref.kind in PLAYERS


def _is_zone_of_theirs(ref: Ref) -> bool:
    return ref.kind == "zone" and ref.of is not None and ref.of.kind == "that player"


def _chosen_by(subject: Ref, effect: Instruction) -> Instruction:
    if isinstance(effect, ThisTurn) and (subject.kind in EACH or not is_player(subject)):
        raise Reject  # of all of them it is said in words of their own
    if isinstance(effect, Mill) and effect.who.kind == "they" and is_player(subject):
        return replace(effect, who=subject)
    what = getattr(effect, "what", None)
    if isinstance(effect, SacrificeEffect) and effect.what.kind == "chosen":
        raise Reject  # whoever sacrifices chooses of its own, and these are yours
    if isinstance(effect, Move) and _is_zone_of_theirs(effect.what) and is_player(subject):
        return replace(effect, what=replace(effect.what, of=subject))
    if isinstance(effect, Move) and isinstance(what, Ref) and what.kind == "random" and is_player(subject):
        return _picked_from_theirs(subject, effect)
    if not isinstance(what, Ref) or what.kind != "chosen" or what.what is None:
        return effect
    if not isinstance(effect, Move | Tap | Untap | PutCounters):
        return effect
    if subject.kind == "they":
        subject = Ref("that player", subject.index)
    whose = what.what.whose
    if isinstance(effect, PutCounters):
        return _laden_of_theirs(subject, effect, what)
    exiled = isinstance(effect, Move) and effect.zone == "exile" and isinstance(subject, TargetRef)
    is_theirs = whose is not None and (whose.kind == "they" or (exiled and whose.kind == "that player"))
    is_one = is_player(subject) and subject.kind not in EACH
    if isinstance(effect, Move) and subject.kind in EACH and is_theirs and effect.zone in WHERE_EACH_PUTS:
        is_of_kind = replace(what.what, whose=None) != Filter((("card",),), zone=what.what.zone)
        is_held = is_of_kind and what.what.zone in HELD and not what.up_to
        if replace(effect, what=IT) != Move(IT, effect.zone) or is_held:
            raise Reject
        return replace(effect, what=replace(what, of=subject, what=replace(what.what, whose=subject)))
    if not isinstance(effect, Move) or not is_one or not is_theirs:
        raise Reject  # what is not done by one player with cards of its own
    own = replace(what, of=subject, what=replace(what.what, whose=subject))
    on_battlefield = effect.zone == "battlefield" and not effect.under
    return replace(effect, what=own, under="owner" if on_battlefield else effect.under)


def _laden_of_theirs(subject: Ref, effect: PutCounters, what: Ref) -> PutCounters:
    """Counters that one player puts on a thing of its own choice that it controls."""
    theirs = what.what.whose if what.what is not None else None
    is_one = is_player(subject) and subject.kind not in EACH
    if theirs is None or theirs.kind not in ("they", "that player") or not is_one or what.what is None:
        return effect
    return replace(effect, what=replace(what, of=subject, what=replace(what.what, whose=subject)))


def _picked_from_theirs(subject: Ref, effect: Move) -> Move:
    """The cards that chance picks from a zone of one player, who puts them elsewhere."""
    picked = effect.what.what
    is_theirs = picked is not None and picked.whose is not None and picked.whose.kind == "they"
    if not is_theirs or subject.kind in EACH or picked is None:
        return effect
    return replace(effect, what=replace(effect.what, what=replace(picked, whose=subject)))


def with_those_counters(condition: Compare, effects: Effects) -> Effects:
    """Let "those counters" be the ones of which a condition asks how many there are."""
    counted = condition.left
    if not isinstance(counted, Value) or not counted.field.startswith("counters "):
        return effects
    those = TakeCounters(counted.of, counted.field.removeprefix("counters "), None)
    return tuple(those if isinstance(each, TakeCounters) and each.name == THOSE_COUNTERS else each for each in effects)


def finished(effects: Effects) -> Effects:
    """All sentences of a body together: whether and how they speak of cards that were shown."""
    effects = own_deeds(effects)
    check_done_this_way(effects)
    effects = counts_settled(effects)
    _check_piles(effects)
    return put_back(sorted_of(after_revealing(among_milled(effects))))


def among_milled(effects: Effects) -> Effects:
    """Cards that you milled just before are found where they went (701.17c); nothing is done with the rest of them."""
    found = list(effects)
    last: Instruction | None = None
    for at, effect in enumerate(effects):
        if isinstance(effect, PutAmong) and isinstance(last, Mill):
            before = [each for each in effects[:at] if not isinstance(each, May)]
            if effect.reveal or last.zone or last.who != YOU or before[-1] is not last:
                raise Reject
            what = effect.what if effect.what is not None else Filter((("card",),))
            found[at] = replace(effect, what=replace(what, zone=MILLED))
        elif isinstance(effect, PutRest) and isinstance(last, Mill):
            raise Reject
        last = effect if isinstance(effect, Mill | Look | Peek | RevealUntil) else last
    return tuple(found)


def own_deeds(effects: Effects) -> Effects:
    """Your part of what each player did just before: sacrificed a permanent of its choice, or discarded a card."""
    found = list(effects)
    for at, effect in enumerate(effects):
        deed = effect.condition.left if isinstance(effect, If) else None
        if not isinstance(deed, OwnDeed):
            continue
        last = effects[at - 1] if at else None
        if not isinstance(last, Edict | Discard) or last.who.kind != "players" or deed.what is None:
            raise Reject
        if isinstance(last, Edict):
            kinds = last.what.kinds if len(last.what.kinds) == 1 else (("permanent",),)
            is_so = deed.verb == "sacrificed" and deed.what == Filter(kinds)
        else:
            is_so = deed.verb == "discarded" and deed.what == Filter((("card",),), zone="hand")
        if not is_so or not isinstance(effect, If):
            raise Reject
        found[at] = replace(effect, condition=replace(effect.condition, left=Done(own=True)))
    return tuple(found)


def check_done_this_way(effects: Effects) -> None:
    """Refuse to ask what was done "this way" unless that is what was done just before."""
    for at, effect in enumerate(effects):
        asked = effect.condition.left if isinstance(effect, If) else None
        if not isinstance(asked, Fits) or asked.of != IT or asked.what.zone not in DONE_TO:
            continue
        last = effects[at - 1] if at else None
        is_known = {
            MILLED: isinstance(last, Mill) and not last.zone,
            "graveyard": isinstance(last, Discard),
            "exile": isinstance(last, Move) and last.zone == "exile" and not last.until,
        }
        if not is_known[asked.what.zone]:
            raise Reject


def _check_piles(effects: Effects) -> None:
    """Refuse piles that are not made of all cards just looked at, or do not go anywhere (700.3a)."""
    at = next((n for n, effect in enumerate(effects) if isinstance(effect, PILES)), -1)
    if at < 0:
        return
    match effects[max(0, at - 1) : at + 3]:
        case (Look(whose=whose, reveal=reveal), Separate(face_down=down), ChoosePile(), PutPiles(one=False)):
            wanted = 3
        case (Look(whose=whose, reveal=reveal), Separate(face_down=down), PutPiles(one=True), *_):
            wanted = 2
        case _:
            raise Reject
    whom = [effect.who for effect in effects if isinstance(effect, Separate | ChoosePile)]
    if any(who != YOU and (who.kind, who.what) != ("chosen", OPPONENT) for who in whom):
        raise Reject
    if whose != YOU or reveal == down or sum(isinstance(effect, PILES) for effect in effects) != wanted:
        raise Reject


def sorted_of(effects: Effects) -> Effects:
    """Cards of another's library that the text goes on to sort are looked at as those of one's own are."""
    peeks = [effect for effect in effects if isinstance(effect, Peek) and effect.zone == "library"]
    if not peeks or not any(isinstance(effect, PutAmong | PutRest) for effect in effects):
        return effects
    whose = peeks[0].whose
    if len(peeks) > 1 or peeks[0].amount is None or any(isinstance(effect, Look) for effect in effects):
        raise Reject

    def change(part: object) -> object:
        if part is peeks[0]:
            return Look(peeks[0].amount or 0, whose=whose)
        return replace(part, whose=whose) if isinstance(part, PutAmong | PutRest) else part

    return rewrite(effects, change)


def after_revealing(effects: Effects) -> Effects:
    """Cards are chosen from the hand that one player revealed just before; of a hand nothing is exiled for a time.

    Or they are chosen among those that have just been exiled from a library.
    """
    for at, effect in enumerate(effects):
        if isinstance(effect, ChooseRevealed) and effect.what == EXILED_CARD:
            if effects[at - 1 : at] != (PutRest(Move(IT, "exile")),) or effect.who not in (YOU, SUBJECT):
                raise Reject
        elif isinstance(effect, ChooseRevealed):
            before = [e for e in effects[:at] if not isinstance(e, May)][-1:]
            if not before or not isinstance(before[0], RevealHand) or before[0].who.kind in ("players", "opponents"):
                raise Reject
            if any(isinstance(e, Move) and e.until for e in effects):
                raise Reject
    return effects


def put_back(effects: Effects) -> Effects:
    """Cards that a text looks at and leaves where they are stay on top; of several cards it says where they go."""
    looks = [effect for effect in effects if isinstance(effect, Look)]
    if not looks or any(isinstance(effect, PutRest | PutPiles) for effect in effects):
        return effects
    if len(effects) == len(looks) == 1 and not looks[0].reveal:
        return (Peek(YOU, looks[0].amount, "library"),)
    if any(look.amount != 1 for look in looks) or not (all(look.reveal for look in looks) or _speaks_of_it(effects)):
        raise Reject
    at = end_of_speaking(effects)
    return (*effects[:at], PutRest(Move(IT, "library top")), *effects[at:])


OPPONENT: Final = Filter((("player",),), "opponent", "")
PILES: Final = (Separate, ChoosePile, PutPiles)
FOR_GOOD: Final = Modify(IT, gains=("can't be regenerated",), until="turn")
"""The creatures that were dealt damage can't be regenerated."""


def _speaks_of_it(effects: Effects) -> bool:
    """Whether something may be done with a card that was looked at."""
    return any(isinstance(effect, Move) and effect.what.kind == "pronoun" for effect in effects)


STILL: Final[Effects] = (Modify(SUBJECT, keeps=True),)


def _is_one(pronoun: Ref) -> bool:
    return pronoun.kind == "pronoun" and pronoun.count != SEVERAL


def _is_many(what: Ref) -> bool:
    return what.kind == "each" or (isinstance(what, TargetRef) and what.spec.most != 1)


def _entering_so(before: Effects, sentence: Effects) -> Effects:
    """The effects with what was put onto the battlefield being so as it enters (611.2e); none if nothing was."""
    last, being = before[-1] if before else None, sentence[0]
    if not isinstance(last, Move) or last.zone != "battlefield" or last.being is not None or len(sentence) > 1:
        return ()
    if not isinstance(being, Being) or being.until or being.what.kind not in ("pronoun", "they"):
        return ()
    entering = plainly(replace(being, what=IT))
    if has(entering.base, Value):
        raise Reject  # a number that would be read off it before it enters
    return (*before[:-1], replace(last, being=entering))


def _is_reflexive(sentence: Effects) -> bool:
    """Whether a sentence is about a deed just done ("when you do"): an ability of its own."""
    return len(sentence) > 1 and isinstance(sentence[1], Later) and not sentence[1].events


def is_half_about(before: Effects, sentence: Effects) -> bool:
    """Whether a part of a sentence is about what the sentence before it may have brought up, and a part is not."""
    at = last_condition(before)
    condition = before[at] if before else None
    if not isinstance(condition, If | IfDid | May) or at + 1 + condition.steps != len(before):
        return False
    if isinstance(sentence[0], If | IfDid | Otherwise):
        return False
    if not any(introduced(effect) is not None for effect in before[at + 1 :]):
        return False
    about = [_speaks_of_something(effect) for effect in sentence if not isinstance(effect, May | Later | PutRest)]
    return any(about) and not all(about)


def _speaks_of_something(effect: Instruction) -> bool:
    what = getattr(effect, "what", None)
    return isinstance(what, Ref) and what.kind in ("pronoun", "they")


def _is_for_undone(first: Instruction) -> bool:
    """Whether a sentence is for the case that the deed was not done."""
    return isinstance(first, Otherwise) or (isinstance(first, IfDid) and not first.did)


def _also_later(before: Effects, at: int, more: int) -> Effects:
    """A sentence that is carried out later takes along what holds "if you do", as that is known only then (603.7c)."""
    later = before[at] if before else None
    if not isinstance(later, Later) or at + 1 + later.steps != len(before):
        return before
    return (*before[:at], replace(later, steps=later.steps + more), *before[at + 1 :])


def _amended(before: Effects, sentence: Effects, at: int) -> Effects:
    """The sentence before one that says how it goes otherwise, and begins at ``at``.

    All of it is done instead (608.2c); of a sentence that does several things it has to say again what stays.
    """
    if not before:
        raise Reject
    amendment, last = sentence[0], before[-1]
    if isinstance(amendment, ForGood):
        if not isinstance(last, Destroy) or (amendment.what.kind not in ("pronoun", "they")):
            raise Reject
        if _is_one(amendment.what) and _is_many(last.what):
            raise Unbound(amendment.what.index)
        return (*before[:-1], replace(last, for_good=True))
    if isinstance(amendment, CounteredInto):
        if not isinstance(last, CounterSpell):
            raise Reject
        return (*before[:-1], replace(last, zone=amendment.zone))
    assert isinstance(amendment, InsteadIf)
    otherwise, instead = before[at:], sentence[1:]
    first, asks = otherwise[0], isinstance(instead[0], If)
    asked_before = isinstance(first, If) and not isinstance(first, AmendingIf) and first.steps == len(otherwise) - 1
    deeds = [type(each) for each in instead]
    without_price = isinstance(first, UnlessPays) and deeds in (
        [type(each) for each in otherwise[1:]],
        [type(each) for each in otherwise],
    )
    if isinstance(first, If | IfDid | UnlessPays | Otherwise) and not (asks and asked_before) and not without_price:
        raise Reject
    if has_part(instead, SAME_VICTIM):
        only = otherwise[0]
        if len(otherwise) > 1 or not isinstance(only, Damage) or only.also:
            raise Reject
        instead = put(instead, SAME_VICTIM, only.to)
    elif isinstance(instead[0], SameTokens):
        instead = _more_tokens(otherwise, instead)
    elif targets_in(instead) and not _is_of_payment(amendment.condition):
        raise Reject  # of two target words only one is there, by what was paid as the spell was cast (702.33g)
    done = otherwise[1:] if without_price else otherwise
    if len(done) > 1 and {type(effect) for effect in instead} < {type(effect) for effect in done}:
        raise Reject  # a part of it, or all
    amending = AmendingIf(len(instead) + 1, amendment.condition, len(otherwise))
    return (*before[:at], amending, *instead, Otherwise(len(otherwise)), *otherwise)


def _besides_target(condition: Compare, effects: Effects) -> Compare:
    """A condition behind what it governs: "other" creatures are others than the target that was spoken of."""
    counted, found = condition.left, targets_in(effects)
    if not isinstance(counted, Count) or not counted.what.other or counted.what.of == "you" or not found:
        return condition
    if len(found) > 1 or found[0].spec.most != 1:
        raise Reject
    what = replace(counted.what, other=False, tests=(*counted.what.tests, differs(found[0])))
    return replace(condition, left=replace(counted, what=what))


def _is_of_payment(condition: Compare) -> bool:
    return isinstance(condition.left, Paid) and condition == Compare(Paid(condition.left.name), ">=", 1)


def _more_tokens(otherwise: Effects, instead: Effects) -> Effects:
    """The tokens of the sentence before, in another number: "create five of those tokens instead"."""
    (made, *rest), count = otherwise, getattr(instead[0], "count", 1)
    if rest or len(instead) > 1 or not isinstance(made, Token | TokenCopy) or isinstance(made, SameTokens):
        raise Reject
    return (replace(made, count=count),)


def last_condition(effects: Effects) -> int:
    """The place where the last instruction begins that none before it governs."""
    at = start = 0
    while at < len(effects):
        start = at
        at += 1 + getattr(effects[at], "steps", 0)
    return start


def effects_of(clause: Clause) -> Effects:
    """The instructions of a clause; one without a subject is said to you, and its source is what deals damage."""
    if clause.subject is not None:
        return _choosing_first(clause.effects)
    if clause.third or _is_modify(clause.effects):
        raise Reject

    def change(part: object) -> object:
        return replace(part, by=UNNAMED) if isinstance(part, Damage) and part.by == SUBJECT else part

    return _choosing_first(with_subject(rewrite(clause.effects, change), YOU))


def _choosing_first(effects: Effects) -> Effects:
    """A thing "of the creature type of your choice" is of a type that is chosen before."""
    found: list[WordFamily] = []

    def change(part: object) -> object:
        if not isinstance(part, Test) or part.op != OF_CHOICE:
            return part
        found.append("color" if part.field == "color" else "creature type")
        return replace(part, op="chosen")

    settled = rewrite(effects, change)
    return (*(ChooseWord(family) for family in dict.fromkeys(found)), *settled)


def _is_modify(effects: Effects) -> bool:
    return any(isinstance(effect, Modify) and effect.what == SUBJECT for effect in effects[:2])


def _is_open(effects: Effects) -> bool:
    """Whether the last instruction is a modification without a duration."""
    last = effects[-1]
    return isinstance(last, Modify) and not last.until
