"""Actions of texts: threat and statuses, healing, enemies that attack and scheme, encounter cards, decks, choices.

In an ability that its player need not use, what it is about is chosen as it is initiated, like a target; where an
ability just happens, or on a condition, as the text gets there.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    SELF,
    YOU,
    Ability,
    Alter,
    Amount,
    AssignDamage,
    AttackGains,
    Body,
    Cancel,
    ChangeForm,
    Choose,
    Compare,
    Cost,
    CostPart,
    Count,
    Damage,
    DealEncounter,
    Discard,
    DiscardUntil,
    Done,
    Draw,
    DrawUp,
    Either,
    EncounterSearch,
    EnemyAttack,
    EnemyScheme,
    Event,
    EventAmount,
    Filter,
    FoundUse,
    GiveBoost,
    Heal,
    If,
    IfDid,
    InCase,
    Instruction,
    Later,
    Limit,
    Look,
    Math,
    May,
    Mill,
    Modify,
    Move,
    MoveDamage,
    NextCost,
    Otherwise,
    Paid,
    Per,
    PlaceFacedown,
    Prevented,
    PutAmong,
    PutCounters,
    PutRest,
    Recover,
    Ref,
    RemoveCounters,
    Reveal,
    Search,
    Shuffle,
    Surge,
    TakeCounters,
    TapOther,
    TapSelf,
    Timed,
    UntilWord,
    Value,
    Variable,
    WindowTiming,
)
from engine.games.marvel_champions.language.noun_phrases import (
    CHOICE,
    SET_ASIDE,
    STATES,
    THE_SIDE,
    YOUR_IDENTITY,
    YOUR_NEMESIS,
    NounCompiler,
    as_character,
)
from engine.text.antecedents import Pronoun
from engine.text.compiler import is_third
from engine.text.compiler.actions import Effects, act
from engine.text.compiler.bodies import effects_of
from engine.text.compiler.modifications import times_each
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Already, Choice, Clause, Sentences, TargetRef, has, put, rewrite
from engine.text.reading import Reject

GOVERNING: Final = (If, IfDid, May, Later, Otherwise, Either)
"""Instructions on which it depends whether the next ones are carried out."""
END_OF_ATTACK: Final = Event("end", how="attack")
END_OF_ROUND: Final = Event("end", how="round")
STATUS: Final = {"stunned": "stun", "confused": "confuse"}
SURGE: Final = "surge"
TO_DISCARD: Final = Move(IT, "graveyard")


@inline
class ActionCompiler(NounCompiler):
    """Reads the phrases about actions."""

    # --- choices ---

    def timed(self, head: Timed, moment: tuple[WindowTiming, tuple[Event, ...]], *rest: object) -> Timed:
        parts = (_with_event(settle_choices(part, free=not head.forced), moment[1]) for part in rest)
        return super().timed(head, moment, *parts)

    def timed_alone(self, head: Timed, text: Sentences | Choice) -> Timed:
        settled = settle_choices(text, free=head.timing == "special")
        assert isinstance(settled, Sentences | Choice)
        return super().timed_alone(head, settled)

    def choose_one_of(self, verb: Lexeme, ref: Ref) -> Clause:
        if not isinstance(ref, TargetRef):
            raise Reject
        return act(verb, Choose(ref))

    def choose_to_draw(self, verb: Lexeme, ref: Ref, _draw: Lexeme, amount: Amount) -> Clause:
        if not isinstance(ref, TargetRef):
            raise Reject
        return act(verb, Draw(amount, ref))

    # --- threat, damage, statuses ---

    def remove_threat(self, verb: Lexeme, amount: Amount, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(TakeCounters(ref, "threat", amount) for ref in refs))

    def place_threat(self, verb: Lexeme, amount: Amount, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(PutCounters(ref, "threat", amount) for ref in refs))

    def place_it(self, verb: Lexeme) -> Clause:
        return act(verb, PutCounters(SELF, "damage", EventAmount()))

    def on_refs(self, refs: tuple[Ref, ...]) -> tuple[Ref, ...]:
        return refs

    def right_here(self) -> tuple[Ref, ...]:
        return (SELF,)

    def put_counters_here(self, verb: Lexeme, count: Amount, name: str) -> Clause:
        return act(verb, PutCounters(SELF, name, count))

    def heal_from(self, verb: Lexeme, amount: Amount, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(Heal(as_character(ref), amount) for ref in refs))

    def heal_for_each(self, verb: Lexeme, amount: Amount, refs: tuple[Ref, ...], each: Count | Per) -> Clause:
        raise Reject

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

    def confuse(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(PutCounters(as_character(ref), "confused") for ref in refs))

    def becomes_state(self, verb: Lexeme, state: Lexeme) -> Clause:
        if state.lower() not in STATES:
            raise Reject
        return Clause((PutCounters(SUBJECT, str(state.lower())),), verb.lower() == "is")

    def give_status(self, verb: Lexeme, refs: tuple[Ref, ...], _article: Lexeme, status: Lexeme) -> Clause:
        return act(verb, *(PutCounters(as_character(ref), str(status.lower())) for ref in refs))

    def give_token(self, verb: Lexeme, refs: tuple[Ref, ...], number: Amount) -> Clause:
        return act(verb, *(PutCounters(ref, "acceleration", number) for ref in refs))

    def give_boost(self, verb: Lexeme, ref: Ref, number: Amount, _card: Lexeme) -> Clause:
        return act(verb, GiveBoost(ref, number))

    # --- what is given up ---

    def remove_counters(self, verb: Lexeme, count: Amount, name: str, from_: Ref) -> CostPart:
        """In a cost "it" is the source, if that was spoken of just before (``cost``)."""
        if from_.kind == "pronoun" and from_.what is None:
            return RemoveFromIt(name, count, from_)
        return super().remove_counters(verb, count, name, from_)

    def cost(self, *parts: CostPart | Cost) -> Cost:
        return _with_it(super().cost(*parts))

    def payment(self, *parts: CostPart | Cost) -> Cost:
        return _with_it(super().payment(*parts))

    def either_cost(self, *options: CostPart | Cost) -> CostPart:
        if any(isinstance(option, RemoveFromIt) for option in options):
            raise Reject
        return super().either_cost(*options)

    def tap_own(self, _verb: Lexeme, what: Filter) -> CostPart:
        ref = self.your_own(what)
        assert ref.what is not None
        return TapOther(ref.what)

    def tap_named(self, _verb: Lexeme, name: str) -> CostPart:
        return TapOther(Filter(of="you", name=name))

    def heal_cost(self, _verb: Lexeme, amount: Amount, ref: Ref) -> CostPart:
        if ref not in (SELF, YOU, YOUR_IDENTITY):
            raise Reject
        return Recover(amount)

    # --- cards ---

    def discard_it(self, verb: Lexeme, what: Ref) -> Clause:
        raise Reject  # what is discarded is a reference like any other

    def discard_refs(self, verb: Lexeme, *rest: object) -> Clause:
        """A player who is told to choose does; else the chooser depends on whose card it is (``Rules.chooser``)."""
        refs = rest[-1]
        assert isinstance(refs, tuple)
        if len(rest) > 1:
            refs = tuple(
                Ref("chosen", 0, ref.spec.what, YOU) if isinstance(ref, TargetRef) and ref.kind == CHOICE else ref
                for ref in refs
            )
        if any(ref.kind == "zone" and ref.what is not None and ref.what.zone == "hand" for ref in refs):
            raise Reject  # whose hand it is discards it
        return Clause(tuple(Move(ref, "graveyard") for ref in refs), is_third(verb))

    def discard_from_hand(self, verb: Lexeme, amount: Amount, _card: Lexeme, whose: Ref) -> Clause:
        who = SUBJECT if whose.kind in ("you", "they") else whose
        return act(verb, Discard(amount, who, at_random=True))

    def place_random(self, verb: Lexeme, _card: Lexeme, whose: Ref) -> Clause:
        return self.place_randoms(verb, 1, _card, whose)

    def place_randoms(self, verb: Lexeme, amount: Amount, _card: Lexeme, whose: Ref) -> Clause:
        who = SUBJECT if whose.kind in ("you", "they") else whose
        return act(verb, PlaceFacedown(amount, who))

    def discard_resources(self, verb: Lexeme, symbol: Lexeme) -> Clause:
        tests = self.with_printed(symbol).tests
        what = Ref("each", 0, Filter((("card",),), "you", "hand", tests=tests))
        return act(verb, Discard(None, SUBJECT, what=what))

    def deck_of(self, whose: Ref) -> Ref:
        return SUBJECT if whose.kind in ("you", "they") else whose

    def encounter_deck(self) -> Ref:
        return THE_SIDE

    def discard_top_one(self, verb: Lexeme, _card: Lexeme, whose: Ref) -> Clause:
        return act(verb, Mill(1, whose))

    def discard_top(self, verb: Lexeme, number: Amount, _card: Lexeme, whose: Ref) -> Clause:
        return act(verb, Mill(number, whose))

    def discard_until(self, verb: Lexeme, _article: Lexeme, what: Filter) -> Clause:
        return act(verb, DiscardUntil(what))

    def add_to_hand(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        if any(isinstance(ref, TargetRef) for ref in refs):
            raise Reject
        return act(verb, *(Move(ref, "hand") for ref in refs))

    def out_of_the_game(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return self.exile(verb, refs)

    def draw_up(self, verb: Lexeme, whose: Ref) -> Clause:
        _check_own(verb, whose)
        return act(verb, DrawUp(Value("printed hand size", YOUR_IDENTITY), SUBJECT))

    def look_at_top(self, number: Amount, _card: Lexeme) -> Clause:
        return Clause((Look(number),))

    def add_some(self, verb: Lexeme, number: Amount) -> Clause:
        return act(verb, PutAmong(Move(IT, "hand"), count=number))

    def discard_rest(self, verb: Lexeme) -> Clause:
        return act(verb, PutRest(TO_DISCARD))

    def search_deck(self, verb: Lexeme, _article: Lexeme, what: Filter) -> Clause:
        return act(verb, Search(what, "", reveal=True, who=SUBJECT))

    def shuffle_own(self, verb: Lexeme) -> Clause:
        return act(verb, Shuffle(SUBJECT))

    def reduce_next(self, *parts: object) -> Clause:
        who = next((part for part in parts if isinstance(part, Lexeme) and part.type == "THAT_PLAYER"), None)
        amount = parts[-1]
        return Clause((NextCost(amount, YOU if who is None else self.that_player(who)),))  # type: ignore[arg-type]  # an Amount

    # --- encounter cards and enemies ---

    def search_noun(self, _article: Lexeme, what: Filter) -> Filter:
        return what

    def search_ref(self, ref: Ref) -> Filter:
        if ref.kind != "each" or ref.what is None or not ref.what.name:
            raise Reject
        return ref.what

    def search_encounter(self, verb: Lexeme, what: Filter) -> Clause:
        return act(verb, EncounterSearch(what, who=SUBJECT))

    def search_encounter_deck(self, verb: Lexeme, what: Filter) -> Clause:
        return act(verb, EncounterSearch(what, discards=False, who=SUBJECT))

    def shuffle_nemesis(self, verb: Lexeme) -> Clause:
        rest = Ref("each", 0, Filter((("card",),), zone=SET_ASIDE, tests=YOUR_NEMESIS))
        return act(verb, Move(rest, "library"))

    def shuffle_encounter(self, verb: Lexeme) -> Clause:
        return act(verb, Shuffle(THE_SIDE))

    def reveal(self, verb: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return act(verb, *(Reveal(ref) for ref in refs))

    def reveal_top_encounter(self, verb: Lexeme, *_words: Lexeme) -> Clause:
        return act(verb, Reveal())

    def dealt_to(self, who: Ref) -> Ref:
        return who

    def dealt_to_you(self) -> Ref:
        return YOU

    def deal_encounter(self, verb: Lexeme, who: Ref, amount: Amount, _cards: Lexeme) -> Clause:
        return act(verb, DealEncounter(who, amount))

    def put_into_play(self, verb: Lexeme, refs: tuple[Ref, ...], *arrivals: dict[str, object]) -> Clause:
        how = {key: value for arrival in arrivals for key, value in arrival.items()}
        return act(verb, *(replace(Move(ref, "battlefield"), **how) for ref in refs))  # type: ignore[arg-type]  # fields of a move

    def arrives_engaged(self, who: Ref) -> dict[str, object]:
        return {"engaged": who}

    def arrives_under_you(self) -> dict[str, object]:
        return {"under": "you"}

    def scheme(self, verb: Lexeme) -> Clause:
        return Clause((EnemyScheme(SUBJECT),), is_third(verb))

    def attack_whom(self, verb: Lexeme, whom: Ref) -> Clause:
        return Clause((EnemyAttack(SUBJECT, whom),), is_third(verb))

    def attack_engaged(self, verb: Lexeme) -> Clause:
        return Clause((EnemyAttack(SUBJECT, Ref("engaged player")),), is_third(verb))

    def cancel_effects(self, _its: Lexeme, words: Lexeme) -> Clause:
        return Clause((Cancel(str(words[1:-1]).lower()),))

    def cancel_card(self) -> Clause:
        return Clause((Cancel(),))

    def prevents_everything(self) -> Clause:
        return Clause((Alter((Prevented(),)),))

    def prevents_threat(self, number: Amount) -> Clause:
        return Clause((Alter((Prevented(number),)),))

    def attack_gains(self, _verb: Lexeme, keyword: Lexeme) -> Clause:
        return Clause((AttackGains(str(keyword.lower())),))

    def gain(self, verb: Lexeme, abilities: tuple[tuple[str, ...], tuple[Ability, ...]]) -> Modify:
        if SURGE in abilities[0]:
            raise Reject  # that is done at once
        return super().gain(verb, abilities)

    def surge(self, verb: Lexeme) -> Clause:
        return Clause((Surge(SUBJECT),), is_third(verb))

    def x_is(self, _x: Lexeme, value: Amount) -> tuple[Limit, ...]:
        raise Reject  # that is a sentence like others

    def change_form(self, verb: Lexeme, whose: Ref) -> Clause:
        _check_own(verb, whose)
        return act(verb, ChangeForm(SUBJECT))

    def flip_to(self, verb: Lexeme, whose: Ref, form: Lexeme) -> Clause:
        _check_own(verb, whose)
        return act(verb, ChangeForm(SUBJECT, str(form.lower())))

    # --- clauses and sentences ---

    def clause(self, subject: Ref, action: Clause) -> Clause:
        """You do and suffer as your identity all that only a character does or suffers."""
        if subject == YOU and any(isinstance(effect, PutCounters | Heal | Modify) for effect in action.effects):
            return replace(super().clause(YOUR_IDENTITY, action), subject=YOU)
        return super().clause(subject, action)

    def for_each_amount(self, action: Clause) -> Clause:
        if len(action.effects) != 1:
            raise Reject
        return replace(action, effects=(times_each(action.effects[0], Done()),))

    def for_each(self, action: Clause, each: Count | Per | Paid) -> Clause:
        (effect,) = action.effects if len(action.effects) == 1 else (None,)
        if isinstance(effect, Heal | TakeCounters) and isinstance(effect.amount, int):
            return replace(action, effects=(replace(effect, amount=replace(each, times=effect.amount)),))
        if isinstance(effect, Damage) and isinstance(effect.amount, Math) and effect.amount.op == "min":
            if not isinstance(effect.amount.left, int):
                raise Reject
            amount = replace(effect.amount, left=replace(each, times=effect.amount.left))
            return replace(action, effects=(replace(effect, amount=amount),))
        return super().for_each(action, each)

    def for_each_done(self, action: Clause, what: Filter) -> Clause:
        (effect,) = action.effects if len(action.effects) == 1 else (None,)
        if isinstance(effect, TakeCounters) and isinstance(effect.amount, int):
            return replace(action, effects=(replace(effect, amount=Done(effect.amount)),))
        return super().for_each_done(action, what)

    def if_nothing(self, *parts: Effects) -> Effects:
        return (IfDid(len(parts[-1]), did=False), *parts[-1])

    def then_sentence(self, effects: Effects) -> Effects:
        """The instructions after "then" happen only if all before it did (Then)."""
        return (IfDid(len(effects)), *effects)

    def damaged_you(self) -> Filter:
        assert YOUR_IDENTITY.what is not None
        return YOUR_IDENTITY.what

    def damaged_noun(self, _article: Lexeme, what: Filter) -> Filter:
        return what

    def if_damaged(self, what: Filter, effects: Effects) -> Effects:
        return (Later(len(effects), (Event("end", what, how="attack"),), until="combat"), *effects)

    def at_end_of_attack(self, effects: Effects) -> Effects:
        return (Later(len(effects), (END_OF_ATTACK,)), *effects)

    def at_end_of_round(self, effects: Effects) -> Effects:
        return (Later(len(effects), (END_OF_ROUND,)), *effects)

    def in_its_place(self, clauses: Clause, *more: Clause) -> Effects:
        effects = effects_of(clauses)
        return (Cancel(steps=len(effects)), *effects, *(effect for clause in more for effect in effects_of(clause)))

    def in_case(self, clauses: Clause, *parts: object) -> Effects:
        *_, number, _thing, condition = (part for part in parts if not isinstance(part, Lexeme))
        effects = effects_of(clauses)
        assert isinstance(condition, Compare)
        return (*effects[:-1], _in_case(effects[-1], number, condition))  # type: ignore[arg-type]  # an Amount

    def thing_done(self, *_words: Lexeme) -> None:
        return None

    def x_sentence(self, _x: Lexeme, value: Amount) -> Effects:
        return (XIs(0, value),)

    def either_of(self, *parts: object) -> Effects:
        clauses = [part for part in parts if isinstance(part, Clause)]
        return either_of([(effects_of(clause), ()) for clause in clauses])

    def pay_or(self, cost: Cost, clauses: Clause) -> Effects:
        return either_of([((), cost), (effects_of(clauses), ())])

    def option(self, _bullet: Lexeme, body: Sentences) -> tuple[Effects, Cost]:
        return _asked_first(body.effects), ()

    def paid_option(self, _bullet: Lexeme, cost: Cost, body: Sentences) -> tuple[Effects, Cost]:
        return _asked_first(body.effects), cost

    def only_paid(self, _bullet: Lexeme, cost: Cost) -> tuple[Effects, Cost]:
        return (), cost

    def options(self, *options: tuple[Effects, Cost]) -> Effects:
        return either_of(list(options))

    def chosen_stat(
        self, _verb: Lexeme, one: Lexeme, other: Lexeme, duration: UntilWord, what: Ref, _get: Lexeme, change: Lexeme
    ) -> Effects:
        modified = [self.stat_change(change, stat) for stat in (one, other)]
        return either_of([((replace(each, what=what, until=duration),), ()) for each in modified])

    @abstractmethod
    def stat_change(self, change: Lexeme, stat: Lexeme) -> Modify:
        """More or less of one power."""

    def joined(self, before: Effects, sentence: Effects, at: int) -> Effects:
        """The value of X, the use of a search's finds, and the amount that "then" waits for, are said before."""
        last, first = before[-1] if before else None, sentence[0]
        if isinstance(first, IfDid) and first.did and isinstance(last, TakeCounters) and isinstance(last.amount, int):
            sentence = (replace(first, least=last.amount), *sentence[1:])
        if isinstance(sentence[0], XIs):
            if not before or not has(before, Variable):
                raise Reject
            return put(before, Variable(), sentence[0].value)
        if any(isinstance(effect, Either) and effect.costs for effect in before):
            raise Reject  # what comes after an option belongs to it
        if isinstance(last, PutCounters) and asks_whether(last, sentence):
            if any(isinstance(effect, Either) for effect in before):
                raise Reject  # it would be taken out of the option that gives the status
            return (*before[:-1], *rewrite(sentence, _so), last)  # "already" is before that
        searches = [effect for effect in before if isinstance(effect, Search)]
        if searches and sentence == (Shuffle(YOU),):
            return before  # a deck that was searched is shuffled
        if any(isinstance(effect, Search) and not effect.zone for effect in sentence):
            raise Reject  # nothing is said of what was found
        if any(isinstance(effect, EncounterSearch) and effect.who != YOU and not effect.use for effect in sentence):
            raise Reject  # nothing is said of what each of them does with it
        if isinstance(sentence[0], Cancel) and any(isinstance(effect, Cancel) for effect in before):
            return before + sentence[1:]
        return super().joined(before, _looking_back(before, sentence), at)

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Where nothing was done before, what is already so is so."""
        return super().start(rewrite(found, _settled))

    def join(self, left: Clause, joiner: str, right: Clause) -> Clause:
        """One instruction says what is searched for and what is done with it: by you, that it is added to the hand."""
        last = left.effects[-1]
        first = right.effects[0]
        if isinstance(last, EncounterSearch) and left.subject is not None:
            use = _use_of(first)
            if not use or len(right.effects) > 1 or not right.third:
                raise Reject
            return replace(left, effects=(*left.effects[:-1], replace(last, use=use)))
        if isinstance(last, Search) and not last.zone:
            if not isinstance(first, Move) or first.what.kind != "pronoun" or first.zone != "hand":
                raise Reject
            return replace(left, effects=(*left.effects[:-1], replace(last, zone="hand"), *right.effects[1:]))
        return super().join(left, joiner, right)


def _looking_back(before: Effects, sentence: Effects) -> Effects:
    """A sentence with what was already so: right after the status it asks about, if that was not given (Status Cards).

    Raises:
        Reject: the status is given before in another way.
    """
    first = sentence[0]
    asked_of = first.condition if isinstance(first, If) and isinstance(first.condition, Already) else None
    if isinstance(first, If) and asked_of is not None and before and _gives(before[-1], asked_of):
        return (IfDid(first.steps, did=False), *sentence[1:])
    given = {f"counters {effect.name}" for effect in (*before, *sentence) if isinstance(effect, PutCounters)}
    asked: list[object] = []

    def note(part: object) -> object:
        if isinstance(part, Already) and isinstance(part.left, Value):
            asked.append(part.left.field)
        return part

    rewrite(sentence, note)
    if not given.isdisjoint(asked):
        raise Reject
    return sentence


def _gives(effect: Instruction, asked: Already) -> bool:
    """Whether an instruction gives the status that something is asked to have already."""
    value = asked.left
    if not isinstance(effect, PutCounters) or not isinstance(value, Value) or value.field != f"counters {effect.name}":
        return False
    return value.of == effect.what or value.of.kind == "pronoun" or {value.of, effect.what} <= {YOU, YOUR_IDENTITY}


def _settled(part: object) -> object:
    """A part of a text of which all is read: what is already so is so, and a deck that is searched is shuffled.

    Raises:
        Reject: a cost speaks of "it", and nothing was spoken of.
    """
    if isinstance(part, RemoveFromIt):
        raise Reject
    part = _so(part)
    return _shuffling(part) if isinstance(part, Body) else part


def _asked_first(effects: Effects) -> Effects:
    """An option that asks whether a status is there already before it gives it."""
    given = {f"counters {effect.name}" for effect in effects if isinstance(effect, PutCounters)}

    def settle(part: object) -> object:
        is_given = isinstance(part, Already) and isinstance(part.left, Value) and part.left.field in given
        return _so(part) if is_given else part

    return rewrite(effects, settle)


def _so(part: object) -> object:
    """A question whether something is so already, as one whether it is so."""
    return Compare(part.left, part.op, part.right) if isinstance(part, Already) else part


def _shuffling(body: Body) -> Body:
    """A text with searches after which the encounter deck is shuffled, if it does not say so itself (Search)."""
    if any(isinstance(effect, Shuffle) and effect.who == THE_SIDE for effect in body.effects):
        return body
    effects = [replace(each, shuffles=True) if isinstance(each, EncounterSearch) else each for each in body.effects]
    return replace(body, effects=tuple(effects))


@dataclass(frozen=True, slots=True)
class RemoveFromIt(RemoveCounters):
    """Counters that are removed from "it"."""


def _with_it(cost: Cost) -> Cost:
    """A cost with what "it" means; where nothing is paid before, what is interrupted may say that (``_with_event``).

    Raises:
        Reject: what is paid just before speaks of something else than the source.
    """
    bound: list[CostPart] = []
    for part in cost:
        last = bound[-1] if bound else None
        if not isinstance(part, RemoveFromIt) or last is None:
            bound.append(part)
        elif isinstance(last, TapSelf) or (isinstance(last, RemoveCounters) and last.from_ == SELF):
            bound.append(RemoveCounters(part.name, part.count, SELF))
        else:
            raise Reject
    return tuple(bound)


def _with_event(cost: object, events: tuple[Event, ...]) -> object:
    """A cost of which "it" is the source, if that is what the events are about."""
    is_alone = all(event.source and event.other is None for event in events)
    is_source = bool(events) and all(event.source for event in events)

    def bound(part: object) -> object:
        if not isinstance(part, RemoveFromIt):
            return part
        is_named = isinstance(part.from_, Pronoun) and part.from_.role == "named"
        return RemoveCounters(part.name, part.count, SELF) if is_alone or (is_source and is_named) else part

    return tuple(map(bound, cost)) if isinstance(cost, tuple) and is_source else cost


def _use_of(deed: Instruction) -> FoundUse:
    """The deed of those who each search the encounter deck with what they find; "" if it is another."""
    match deed:
        case Reveal(what=Ref(kind="pronoun")):
            return "reveal"
        case Move(what=Ref(kind="pronoun") as what, zone="battlefield", engaged=Ref(kind="they") as whom):
            plain = deed == replace(Move(what, "battlefield"), engaged=whom)
            return "engaged" if plain else ""
        case _:
            return ""


@dataclass(frozen=True, slots=True)
class XIs(Otherwise):
    """The value that the X of the sentences before it stands for."""

    value: Amount = 0


def asks_whether(given: PutCounters, sentence: Effects) -> bool:
    """Whether a sentence asks if something has the status card already that is given to it just before."""
    asked: list[object] = []
    status = Value(f"counters {given.name}", given.what)

    def note(part: object) -> object:
        if isinstance(part, Compare) and part.left == status:
            asked.append(part)
        return part

    rewrite(sentence, note)
    return bool(asked) and given.name in ("stunned", "confused", "tough")


def _in_case(effect: Instruction, number: Amount, condition: Compare) -> Instruction:
    """An instruction of which so much more is done in a case."""
    match effect:
        case Damage(amount=amount) | TakeCounters(amount=amount) | Draw(amount=amount) | MoveDamage(amount=amount):
            assert amount is not None
            return replace(effect, amount=InCase(number, condition, amount))
        case _:
            raise Reject


def either_of(options: list[tuple[Effects, Cost]]) -> Effects:
    """One of several parts, each but the last with its end; what each costs."""
    sizes = []
    effects: list[Instruction] = []
    left = sum(len(part) for part, _ in options) + len(options) - 1
    for at, (part, _) in enumerate(options):
        size = len(part) + (at < len(options) - 1)
        left -= size
        sizes.append(size)
        effects += [*part, Otherwise(left)] if at < len(options) - 1 else part
    costs = tuple(cost for _, cost in options)
    return (Either(tuple(sizes), costs if any(costs) else ()), *effects)


def settle_choices(part: object, *, free: bool) -> object:
    """Settle which choices are made as the ability is initiated, and which only as the text gets there."""
    rewrite(part, _check_assigner)
    if isinstance(part, Choice):
        return part if free else replace(part, options=tuple(_chosen_late(option) for option in part.options))
    if not isinstance(part, Sentences):
        return part
    return replace(part, effects=_only_certain(part.effects) if free else _chosen_late(part.effects))


def _check_assigner(part: object) -> object:
    """One player assigns all of it."""
    if isinstance(part, AssignDamage) and part.who.kind == "players":
        raise Reject
    return part


def _check_own(verb: Lexeme, whose: Ref) -> None:
    """Whoever does it has it: "you ... your", "each player ...s their"."""
    if whose.kind not in ("you", "they") or (whose.kind == "you" and is_third(verb)):
        raise Reject


def _only_certain(effects: Effects) -> Effects:
    """Target words only where nothing decides whether that is done."""
    at = 0
    settled: list[Instruction] = []
    while at < len(effects):
        effect = effects[at]
        size = 1 + effect.steps if isinstance(effect, GOVERNING) else 1
        group = effects[at : at + size]
        settled += _chosen_late(group) if size > 1 else group
        at += size
    return tuple(settled)


def _chosen_late(effects: Effects) -> Effects:
    def change(part: object) -> object:
        if isinstance(part, TargetRef) and part.kind == CHOICE:
            return Ref("chosen", 0, part.spec.what)
        return part

    return rewrite(effects, change)
