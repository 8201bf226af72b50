"""Actions of texts: threat and statuses, healing, enemies that attack and scheme, encounter cards, decks, choices.

In an ability that its player need not use, what it is about is chosen as it is initiated, like a target; where an
ability just happens, or on a condition, as the text gets there.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    SELF,
    YOU,
    Ability,
    Amount,
    Attach,
    Body,
    BoostIcons,
    ByPrinted,
    Cancel,
    Choose,
    Compare,
    Cost,
    CostPart,
    Count,
    Damage,
    DamageByDiscarded,
    DealEncounter,
    Done,
    Draw,
    EachPlayer,
    Either,
    EncounterSearch,
    EnemyAttack,
    EnemyScheme,
    Event,
    Filter,
    Heal,
    If,
    IfDid,
    InCase,
    IndirectDamage,
    Later,
    Math,
    Mill,
    Modify,
    Move,
    Otherwise,
    Paid,
    Per,
    PutCounters,
    Recover,
    Ref,
    RemoveCounters,
    ResolveSpecial,
    Resources,
    Search,
    Shuffle,
    StrengthenUse,
    TakeCounters,
    TapOther,
    Timed,
    UntilWord,
    WindowTiming,
)
from engine.games.marvel_champions.language.card_phrases import CardCompiler
from engine.games.marvel_champions.language.chosen_in_texts import (
    ChosenInCost,
    NoneDone,
    NotBoosted,
    RemoveFromIt,
    ResourceCase,
    XIs,
    asks_whether,
    chosen_first,
    chosen_late,
    either_of,
    in_case_of,
    is_arrow,
    settle_choices,
    use_of,
    with_event,
    with_it,
)
from engine.games.marvel_champions.language.cost_phrases import DISCARD_PILE
from engine.games.marvel_champions.language.noun_phrases import (
    ACTIVATING,
    ACTIVATION_ATTACKS,
    NO_NEMESIS,
    THE_SIDE,
    YOUR_IDENTITY,
    is_one,
)
from engine.games.marvel_champions.language.settled_effects import (
    END_OF_ACTIVATION,
    END_OF_ATTACK,
    SETTLED,
    YOU_UNHARMED,
    as_each,
    asked_first,
    completed,
    deeds,
    discards_who_has_status,
    is_alike,
    is_deed,
    is_of_nemesis,
    is_plain,
    is_told,
    looking_back,
    looks_back_twice,
    of_activation,
    of_boosts,
    settled_in_order,
    so_now,
    speaks_on,
    with_revealed,
)
from engine.games.marvel_champions.language.shared_words import ICONS
from engine.text.compiler.actions import Effects, act, is_third
from engine.text.compiler.joined_sentences import effects_of
from engine.text.compiler.modifications import times_each
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import (
    SUBJECT,
    Choice,
    Clause,
    DoneTo,
    Sentences,
    TargetRef,
    has,
    has_part,
    records_of,
    rewrite,
)

YOUR_HERO: Final = Ref("each", 0, Filter((("hero",),), "you"))
END_OF_ROUND: Final = Event("end", how="round")
FOR_CHARACTERS: Final = (PutCounters, Heal, Modify, StrengthenUse)
"""Instructions by which a player means the own identity."""
ATTACKING: Final = (EnemyAttack, EnemyScheme)
"""Instructions that no text has in a choice which each player makes."""


@inline
class ActionCompiler(CardCompiler):
    """Reads the phrases about actions."""

    # --- choices ---

    def choose_in_cost(self, verb: Lexeme, article: Lexeme, what: Filter) -> CostPart:
        ref = self.chosen(article, what)
        if is_third(verb) or not isinstance(ref, TargetRef):
            raise Reject
        return ChosenInCost(what=ref)

    def timed(self, head: Timed, moment: tuple[WindowTiming, tuple[Event, ...]], *rest: object) -> Timed:
        if not head.forced:
            rest = chosen_first(rest)
        parts = (with_event(settle_choices(part, free=not head.forced), moment[1]) for part in rest)
        return super().timed(head, moment, *parts)

    def timed_alone(self, head: Timed, text: Sentences | Choice) -> Timed:
        settled = settle_choices(text, free=head.timing == "special")
        assert isinstance(settled, Sentences | Choice)
        return super().timed_alone(head, settled)

    def choose_one_of(self, verb: Lexeme, ref: Ref) -> Clause:
        is_discarded = ref.kind == "chosen" and ref.what is not None and ref.what.zone == DISCARD_PILE
        if not isinstance(ref, TargetRef) and not is_discarded:
            raise Reject
        return act(verb, Choose(ref))

    def choose_to_draw(self, verb: Lexeme, ref: Ref, _draw: Lexeme, amount: Amount) -> Clause:
        if not isinstance(ref, TargetRef):
            raise Reject
        return act(verb, Draw(amount, ref))

    # --- what is given up ---

    def remove_counters(self, verb: Lexeme, count: Amount, name: str, from_: Ref) -> CostPart:
        """In a cost "it" is the source, if that was spoken of just before (``cost``)."""
        if from_.kind == "pronoun" and from_.what is None:
            return RemoveFromIt(name, count, from_)
        if from_.kind == "each" and from_.what is not None and from_.what == Filter(name=from_.what.name):
            return RemoveCounters(name, count, from_)
        return super().remove_counters(verb, count, name, from_)

    def cost(self, *parts: CostPart | Cost) -> Cost:
        return with_it(super().cost(*parts))

    def payment(self, *parts: CostPart | Cost) -> Cost:
        return with_it(super().payment(*parts))

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
        if ref not in (SELF, YOU, YOUR_IDENTITY, YOUR_HERO):
            raise Reject
        return Recover(amount, "hero" if ref == YOUR_HERO else "")

    # --- clauses and sentences ---

    def clause(self, subject: Ref, action: Clause) -> Clause:
        """You do and suffer as your identity all that only a character does or suffers.

        Raises:
            Reject: one who is no player takes indirect damage.
        """
        if subject != YOU and has_part(action.effects, SUBJECT) and has(action.effects, IndirectDamage):
            raise Reject
        if subject == YOU and any(isinstance(effect, FOR_CHARACTERS) for effect in action.effects):
            return replace(super().clause(YOUR_IDENTITY, action), subject=YOU)
        match action.effects:
            case (Move(zone="hand", what=Ref(kind="topmost", what=Filter(whose=Ref())) as what) as move,):
                if subject == YOU or not action.third:
                    raise Reject
                return Clause((replace(move, what=replace(what, of=subject)),), action.third, subject)
        return super().clause(subject, action)

    def for_each_amount(self, action: Clause) -> Clause:
        if len(action.effects) != 1:
            raise Reject
        return replace(action, effects=(times_each(action.effects[0], Done()),))

    def for_each(self, action: Clause, each: Count | Per | Paid) -> Clause:
        (effect,) = action.effects if len(action.effects) == 1 else (None,)
        if isinstance(effect, Heal | TakeCounters | IndirectDamage | BoostIcons) and isinstance(effect.amount, int):
            return replace(action, effects=(replace(effect, amount=replace(each, times=effect.amount)),))
        if isinstance(effect, Damage) and isinstance(effect.amount, Math) and effect.amount.op == "min":
            if not isinstance(effect.amount.left, int):
                raise Reject
            amount = replace(effect.amount, left=replace(each, times=effect.amount.left))
            return replace(action, effects=(replace(effect, amount=amount),))
        return super().for_each(action, each)

    def leading_for_each(self, each: Count | Per | Paid, action: Clause) -> Effects:
        return effects_of(self.for_each(action, each))

    def for_each_done(self, action: Clause, what: Filter, word: Lexeme) -> Clause:
        """The top cards of a deck are discarded, too."""
        (effect,) = action.effects if len(action.effects) == 1 else (None,)
        if isinstance(effect, TakeCounters) and isinstance(effect.amount, int):
            done = DoneTo(effect.amount, what=what, words=deeds(word))
            return replace(action, effects=(replace(effect, amount=done),))
        clause = super().for_each_done(action, what, word)
        return rewrite(clause, lambda part: replace(part, words=deeds(word)) if isinstance(part, DoneTo) else part)

    def if_nothing(self, *parts: Effects) -> Effects:
        if has(parts[-1], Cancel):
            raise Reject  # that happens in its place anyway
        return (IfDid(len(parts[-1]), did=False), *parts[-1])

    def if_cannot_instead(self, clauses: Clause) -> Effects:
        """Another deed takes the place of one before it that could not be done."""
        return self.if_nothing(effects_of(clauses))

    def if_none_resolved(self, quoted: Lexeme, effects: Effects) -> Effects:
        return (NoneDone(len(effects), (), str(quoted)[1:-1].lower()), *effects)

    def if_none_done(self, what: Filter, deed: Lexeme, effects: Effects) -> Effects:
        if what.of or what.tests or has(effects, Cancel):
            raise Reject
        return (NoneDone(len(effects), what.kinds, str(deed.lower())), *effects)

    def if_none_acted(self, what: Filter, deed: Lexeme, effects: Effects) -> Effects:
        return self.if_none_done(what, deed, effects)

    def done_for(self, clauses: Clause, effects: Effects) -> Effects:
        """A deed before an arrow is a cost as well: without it nothing that follows happens (``body``)."""
        before = effects_of(clauses)
        is_one = len(before) == 1 or (len(before) == 2 and isinstance(before[0], EncounterSearch))
        last = before[-1]
        is_no_cost = isinstance(last, DealEncounter) or (isinstance(last, Move) and last.engaged is not None)
        is_no_cost = is_no_cost or (isinstance(last, Mill) and last.who == THE_SIDE)
        if not is_one or not is_no_cost:
            raise Reject  # what a cost can say stands there as one
        return (*before, IfDid(len(effects), paid=True), *effects)

    def body(self, *sentences: Effects) -> Sentences:
        text = super().body(*sentences)
        at = next((place for place, effect in enumerate(text.effects) if is_arrow(effect)), -1)
        if at < 0:
            return text
        if any(map(is_arrow, text.effects[at + 1 :])):
            raise Reject
        arrow = IfDid(len(text.effects) - at - 1, paid=True)
        return replace(text, effects=(*text.effects[:at], arrow, *text.effects[at + 1 :]))

    def timed_doing(self, *parts: object) -> Timed:
        if not any(isinstance(part, Sentences) and any(map(is_arrow, part.effects)) for part in parts):
            raise Reject
        return self.timed(*parts)  # type: ignore[arg-type]  # the parts of a timed ability

    def then_sentence(self, effects: Effects) -> Effects:
        """The instructions after "then" happen only if all before it did (Then)."""
        return (IfDid(len(effects)), *effects)

    def may_do_to(self, who: Ref, action: Clause, clauses: Clause) -> Effects:
        """The player does the one thing first, and the other happens only if it was done."""
        after = effects_of(clauses)
        return (*effects_of(self.may(who, action)), IfDid(len(after)), *after)

    def may_pay_to(self, who: Ref, cost: Cost, clauses: Clause) -> Effects:
        after = effects_of(clauses)
        return (*self.may_pay(who, cost), IfDid(len(after)), *after)

    def choose_either(self, verb: Lexeme, one: Clause, other: Clause) -> Effects:
        """One of two parts.

        Raises:
            Reject: another player chooses than the one who is told so.
        """
        if is_third(verb):
            raise Reject
        return self.either_of(one, other)

    def damaged_you(self) -> Filter:
        assert YOUR_IDENTITY.what is not None
        return YOUR_IDENTITY.what

    def damaged_noun(self, _article: Lexeme, what: Filter) -> Filter:
        return what

    def if_damaged(self, what: Filter, effects: Effects) -> Effects:
        return (Later(len(effects), (Event("end", what, how="attack"),), until="combat"), *effects)

    def activation_gains(self, _it: Lexeme, verb: Lexeme, *keywords: Lexeme) -> Effects:
        """The attack that an activation is gains keywords."""
        gains = self.attack_gains(verb, *keywords).effects
        return (If(len(gains), ACTIVATION_ATTACKS), *gains)

    def if_unharmed(self, _take: Lexeme, effects: Effects) -> Effects:
        """After a defense of yours, which is what is interrupted (``of_boosts``)."""
        return (Later(len(effects), (YOU_UNHARMED,), until="combat"), *effects)

    def at_end_of_attack(self, effects: Effects) -> Effects:
        return (Later(len(effects), (END_OF_ATTACK,)), *effects)

    def done_after_attack(self, clauses: Clause) -> Effects:
        return self.at_end_of_attack(effects_of(clauses))

    def after_activation(self, effects: Effects) -> Effects:
        return (Later(len(effects), (END_OF_ACTIVATION,), about=ACTIVATING), *effects)

    def done_after_activation(self, clauses: Clause) -> Effects:
        return self.after_activation(effects_of(clauses))

    def at_end_of_round(self, effects: Effects) -> Effects:
        return (Later(len(effects), (END_OF_ROUND,)), *effects)

    def in_its_place(self, clauses: Clause, *more: Clause) -> Effects:
        effects = effects_of(clauses)
        return (Cancel(steps=len(effects)), *effects, *(effect for clause in more for effect in effects_of(clause)))

    def in_case(self, clauses: Clause, *parts: object) -> Effects:
        *_, number, _thing, condition = (part for part in parts if not isinstance(part, Lexeme))
        effects = effects_of(clauses)
        assert isinstance(condition, Compare)
        alike = effects[-1]
        changed = [in_case_of(each, number, condition) if is_alike(each, alike) else each for each in effects]  # type: ignore[arg-type]  # an Amount
        return tuple(changed)

    def in_case_from(self, clauses: Clause, refs: tuple[Ref, ...], condition: Compare) -> Effects:
        """Threat is removed from other schemes in a case."""
        match effects_of(clauses), refs:
            case (TakeCounters() as usual,), (other,):
                return (If(2, condition), replace(usual, what=other), Otherwise(1), *chosen_late((usual,)))
            case _:
                raise Reject

    def take_together(self, _take: Lexeme, amount: Amount) -> Effects:
        return (IndirectDamage(amount, Ref("players"), together=True),)

    def take_together_in_case(self, take: Lexeme, amount: Amount, number: Amount, condition: Compare) -> Effects:
        return self.take_together(take, InCase(number, condition, amount))

    def thing_done(self, *_words: Lexeme) -> None:
        return None

    def x_sentence(self, _x: Lexeme, value: Amount) -> Effects:
        return (XIs(0, value),)

    def not_boosted(self, *_words: Lexeme) -> Effects:
        return (NotBoosted(0),)

    def either_of(self, *parts: object) -> Effects:
        clauses = [part for part in parts if isinstance(part, Clause)]
        return either_of([(effects_of(clause), ()) for clause in clauses])

    def each_chooses(self, _words: Lexeme, one: Clause, other: Clause) -> Effects:
        """Each player makes the choice, and is "you" in it.

        Raises:
            Reject: it says "you" itself.
        """
        chosen = either_of([(effects_of(one), ()), (effects_of(other), ())])
        if has_part(chosen, YOUR_IDENTITY) or any(isinstance(effect, ATTACKING) for effect in chosen):
            raise Reject
        return (EachPlayer(len(chosen)), *rewrite(chosen, as_each))

    def each_told(self, who: Ref, *sentences: Effects) -> Effects:
        """A deed of players, told to each of them, who is "you" in it (``told_to_players``)."""
        effects = self.body(*sentences).effects
        if has(effects, EachPlayer) or any(map(is_arrow, effects)):
            raise Reject
        return (EachPlayer(len(effects), who), *chosen_late(effects))

    def each_in_form_told(self, who: Ref, form: Lexeme, *sentences: Effects) -> Effects:
        told, *effects = self.each_told(who, *sentences)
        assert isinstance(told, EachPlayer)
        return (replace(told, form=str(form.lower())), *effects)

    def by_printed(self, *parts: object) -> Effects:
        cases = [part for part in parts if isinstance(part, ResourceCase)]
        if not cases or any(not case.effects for case in cases[:-1]):
            raise Reject
        resources = tuple(case.resource for case in cases)
        if len(set(resources)) < len(resources) or ("wild" in resources) != (not cases[-1].effects):
            raise Reject  # a wild resource is each of the others, and no part of its own
        named = tuple(case for case in cases if case.effects)
        sizes = tuple(len(case.effects) for case in named)
        effects = tuple(effect for case in named for effect in case.effects)
        return (ByPrinted(tuple(case.resource for case in named), sizes), *effects)

    def resource_case(self, _bullet: Lexeme, symbol: Lexeme, _dash: Lexeme, body: Sentences) -> ResourceCase:
        return ResourceCase(ICONS[symbol], body.effects)

    def all_cases(self, _bullet: Lexeme, symbol: Lexeme, _dash: Lexeme) -> ResourceCase:
        return ResourceCase(ICONS[symbol], ())

    def damage_by_discarded(self, symbol: Lexeme, *parts: object) -> Effects:
        number = parts[-1]
        if not isinstance(number, int):
            raise Reject
        return (DamageByDiscarded(ICONS[symbol], number),)

    def choose_to_pay_or(self, verb: Lexeme, cost: Cost, clauses: Clause) -> Effects:
        """The player who is told so chooses.

        Raises:
            Reject: another one does.
        """
        if is_third(verb) or not all(isinstance(part, Resources) for part in cost):
            raise Reject  # anything else that is paid is done
        return self.pay_or(cost, clauses)

    def pay_or(self, cost: Cost, clauses: Clause) -> Effects:
        return either_of([((), cost), (effects_of(clauses), ())])

    def in_cases(self, *cases: Effects) -> Effects:
        return tuple(effect for case in cases for effect in case)

    def plain_form_case(self, _bullet: Lexeme, form: Lexeme, body: Sentences) -> Effects:
        return (If(len(body.effects), self.in_form(form)), *body.effects)

    def enemy_case(self, _bullet: Lexeme, name: str, _dash: Lexeme, body: Sentences) -> Effects:
        return (If(len(body.effects), self.is_in_play(self.named_card(name))), *body.effects)

    def trait_case(self, _bullet: Lexeme, trait: Lexeme, *parts: Lexeme | Sentences) -> tuple[Lexeme, Effects]:
        body = parts[-1]
        assert isinstance(body, Sentences)
        return trait, body.effects

    def cases_of(self, who: Ref, has: Lexeme, *cases: tuple[Lexeme, Effects]) -> Effects:
        if not is_one(who):
            raise Reject
        conditions = [(If(len(effects), self.has_trait(who, has, trait)), effects) for trait, effects in cases]
        return tuple(effect for asked, effects in conditions for effect in (asked, *effects))

    def option(self, _bullet: Lexeme, body: Sentences) -> tuple[Effects, Cost]:
        return asked_first(body.effects), ()

    def paid_option(self, _bullet: Lexeme, cost: Cost, body: Sentences) -> tuple[Effects, Cost]:
        return asked_first(body.effects), cost

    def only_paid(self, _bullet: Lexeme, cost: Cost) -> tuple[Effects, Cost]:
        return (), cost

    def only_spent(self, bullet: Lexeme, cost: Cost) -> tuple[Effects, Cost]:
        """An option that is no more than resources to spend: who lacks them has not got it."""
        if not all(isinstance(part, Resources) for part in cost):
            raise Reject
        return self.only_paid(bullet, cost)

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
        if is_told(before) and speaks_on(sentence):
            raise Reject  # who is told to do something with it is another one
        if is_of_nemesis(last):
            sentence = with_revealed(sentence)
        if isinstance(first, If) and first.condition == NO_NEMESIS and before:
            return (*sentence, *before)  # that is known before
        if isinstance(first, IfDid) and first.did and isinstance(last, TakeCounters) and isinstance(last.amount, int):
            sentence = (replace(first, least=last.amount), *sentence[1:])
        if isinstance(first, Otherwise) and not isinstance(first, XIs | NoneDone | NotBoosted) and is_plain(before, at):
            sentence = (IfDid(first.steps, did=False), *sentence[1:])  # of what is not conditional, it was not done
        if isinstance(first, NoneDone):
            if not (is_plain(before, at) and is_deed(before[-1], first)):
                raise Reject  # of the last deed it is asked whether it was done
            sentence = (IfDid(first.steps, did=False), *sentence[1:])
        if looks_back_twice(before, sentence):
            raise Reject
        if isinstance(last, Damage) and isinstance(first, Damage) and isinstance(first.amount, Count):
            raise Reject  # what is dealt for each of them is a part of the damage before (Repulsor Blast, FAQ)
        if isinstance(first, XIs | NotBoosted):
            return completed(before, first)
        sentence = of_activation(last, sentence)
        if any(isinstance(effect, Either) and effect.costs for effect in before):
            raise Reject  # what comes after an option belongs to it
        if isinstance(last, PutCounters) and asks_whether(last, sentence):
            if any(isinstance(effect, Either) for effect in before):
                raise Reject  # it would be taken out of the option that gives the status
            return (*before[:-1], *rewrite(sentence, so_now), last)  # "already" is before that
        searches = [effect for effect in before if isinstance(effect, Search)]
        if searches and sentence == (Shuffle(YOU),):
            return before  # a deck that was searched is shuffled
        if any(isinstance(effect, Search) and not effect.zone for effect in sentence):
            raise Reject  # nothing is said of what was found
        if any(isinstance(effect, EncounterSearch) and effect.who != YOU and not effect.use for effect in sentence):
            raise Reject  # nothing is said of what each of them does with it
        if isinstance(first, If) and isinstance(sentence[1], Cancel) and type(sentence[2]) is type(last):
            raise Reject  # that is done in the place of the deed before, and not of what is interrupted
        if isinstance(sentence[0], Cancel) and any(isinstance(effect, Cancel) for effect in before):
            return before + sentence[1:]
        return super().joined(before, looking_back(before, sentence), at)

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Where nothing was done before, what is already so is so."""
        settled = rewrite(found, settled_in_order, only=SETTLED)
        if any(discards_who_has_status(body.effects) for body in records_of(settled, Body)):
            raise Reject  # "it" may be the status card
        return of_boosts(super().start(settled))

    def join(self, left: Clause, joiner: str, right: Clause) -> Clause:
        """One instruction says what is searched for and what is done with it: by you, that it is added to the hand.

        A deck that was searched is shuffled, whether or not it is said.
        """
        last = left.effects[-1]
        if isinstance(last, Search) and right.effects == (Shuffle(SUBJECT),):
            return left
        first = right.effects[0]
        if isinstance(last, Attach) and last.what == SELF and isinstance(first, ResolveSpecial):
            if first.of is None or first.of.kind != "pronoun" or len(right.effects) > 1:
                raise Reject
            right = replace(right, effects=(ResolveSpecial(first.what, of=IT),))  # the ability is the attachment's
        if isinstance(last, EncounterSearch) and isinstance(first, Move) and first.zone == "library":
            raise Reject  # an encounter card in a player's deck
        if isinstance(last, EncounterSearch) and left.subject is not None:
            use = use_of(first)
            if not use or len(right.effects) > 1 or not right.third:
                raise Reject
            return replace(left, effects=(*left.effects[:-1], replace(last, use=use)))
        if is_of_nemesis(last):
            right = replace(right, effects=with_revealed(right.effects))
        if isinstance(last, Search) and not last.zone:
            if not isinstance(first, Move) or first != Move(first.what, first.zone) or first.what.kind != "pronoun":
                raise Reject
            if first.zone not in ("hand", "battlefield"):
                raise Reject
            return replace(left, effects=(*left.effects[:-1], replace(last, zone=first.zone), *right.effects[1:]))
        return super().join(left, joiner, right)
