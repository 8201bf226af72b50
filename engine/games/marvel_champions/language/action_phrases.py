"""Actions of texts: threat and statuses, healing, enemies that attack and scheme, encounter cards, decks, choices.

In an ability that its player need not use, what it is about is chosen as it is initiated, like a target; where an
ability just happens, or on a condition, as the text gets there.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    SELF,
    YOU,
    Ability,
    Activated,
    ActivationGets,
    Alter,
    Amount,
    AssignDamage,
    Attach,
    AttackGains,
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
    Discard,
    DiscardCost,
    DiscardUntil,
    Done,
    Draw,
    EachPlayer,
    Either,
    EncounterSearch,
    EnemyActivation,
    EnemyAttack,
    EnemyScheme,
    Event,
    Filter,
    FormCost,
    FoundUse,
    GiveBoost,
    Heal,
    If,
    IfDid,
    InCase,
    IndirectDamage,
    Instruction,
    Later,
    LibraryCost,
    Math,
    May,
    Mill,
    Modify,
    Move,
    MoveDamage,
    Otherwise,
    Paid,
    Per,
    PutCounters,
    Recover,
    Ref,
    RemoveCounters,
    ResolveMoment,
    ResolveSpecial,
    Resources,
    Reveal,
    Search,
    Shuffle,
    SpellText,
    StrengthenUse,
    TakeCounters,
    Tap,
    TapOther,
    TapSelf,
    Test,
    Timed,
    UntilWord,
    Value,
    Variable,
    WindowTiming,
)
from engine.games.marvel_champions.language.card_phrases import CardCompiler
from engine.games.marvel_champions.language.cost_phrases import DISCARD_PILE
from engine.games.marvel_champions.language.counter_phrases import ENEMIES
from engine.games.marvel_champions.language.done_last import speaks_of_what_is_lost
from engine.games.marvel_champions.language.event_phrases import BASIC, BASIC_POWERS, FORMS
from engine.games.marvel_champions.language.noun_phrases import (
    ACTIVATING,
    ACTIVATION_ATTACKS,
    ATTACK_DEFEATS,
    CHOICE,
    DEFEATER,
    IS_ATTACKING,
    NO_NEMESIS,
    SET_ASIDE,
    THE_SIDE,
    THEIR,
    YOUR_IDENTITY,
    in_play_as_named,
    in_status,
    is_one,
)
from engine.games.marvel_champions.language.shared_words import ICONS
from engine.text.antecedents import Pronoun
from engine.text.compiler.actions import Effects, act, is_third
from engine.text.compiler.done_counts import paid_counts_settled
from engine.text.compiler.joined_sentences import effects_of, last_condition
from engine.text.compiler.modifications import times_each
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import (
    SUBJECT,
    Already,
    Choice,
    Clause,
    DoneTo,
    LeadingIf,
    Sentences,
    TargetRef,
    has,
    has_part,
    put,
    rewrite,
)

GOVERNING: Final = (If, IfDid, May, Later, Otherwise, Either)
"""Instructions on which it depends whether the next ones are carried out."""
YOU_UNHARMED: Final = Event("unharmed", YOUR_IDENTITY.what)
YOUR_HERO: Final = Ref("each", 0, Filter((("hero",),), "you"))
END_OF_ATTACK: Final = Event("end", how="attack")
END_OF_ACTIVATION: Final = Event("end", how="activation")
ASKED: Final = (ACTIVATION_ATTACKS.left, Value("undefended", ACTIVATING))
ACTIVATIONS: Final = frozenset(("attack", "scheme"))
CHARACTERS: Final = ENEMIES | {"ally", "character", "hero", "alter-ego", "identity"}
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
        parts = (_with_event(settle_choices(part, free=not head.forced), moment[1]) for part in rest)
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
            done = DoneTo(effect.amount, what=what, words=_deeds(word))
            return replace(action, effects=(replace(effect, amount=done),))
        clause = super().for_each_done(action, what, word)
        return rewrite(clause, lambda part: replace(part, words=_deeds(word)) if isinstance(part, DoneTo) else part)

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

    def then_either(self, verb: Lexeme, one: Clause, other: Clause) -> Effects:
        if is_third(verb):
            raise Reject
        return self.then_sentence(either_of([(effects_of(one), ()), (effects_of(other), ())]))

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
        """After a defense of yours, which is what is interrupted (``_of_boosts``)."""
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
        changed = [_in_case(each, number, condition) if _is_alike(each, alike) else each for each in effects]  # type: ignore[arg-type]  # an Amount
        return tuple(changed)

    def in_case_from(self, clauses: Clause, refs: tuple[Ref, ...], condition: Compare) -> Effects:
        """Threat is removed from other schemes in a case."""
        match effects_of(clauses), refs:
            case (TakeCounters() as usual,), (other,):
                return (If(2, condition), replace(usual, what=other), Otherwise(1), *_chosen_late((usual,)))
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
        return (EachPlayer(len(chosen)), *rewrite(chosen, _as_each))

    def each_told(self, who: Ref, *sentences: Effects) -> Effects:
        """A deed of players, told to each of them, who is "you" in it (``told_to_players``)."""
        effects = self.body(*sentences).effects
        if has(effects, EachPlayer) or any(map(is_arrow, effects)):
            raise Reject
        return (EachPlayer(len(effects), who), *_chosen_late(effects))

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
        return _asked_first(body.effects), ()

    def paid_option(self, _bullet: Lexeme, cost: Cost, body: Sentences) -> tuple[Effects, Cost]:
        return _asked_first(body.effects), cost

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
        if _is_told(before) and _speaks_on(sentence):
            raise Reject  # who is told to do something with it is another one
        if _is_of_nemesis(last):
            sentence = _with_revealed(sentence)
        if isinstance(first, If) and first.condition == NO_NEMESIS and before:
            return (*sentence, *before)  # that is known before
        if isinstance(first, IfDid) and first.did and isinstance(last, TakeCounters) and isinstance(last.amount, int):
            sentence = (replace(first, least=last.amount), *sentence[1:])
        if (
            isinstance(first, Otherwise)
            and not isinstance(first, XIs | NoneDone | NotBoosted)
            and _is_plain(before, at)
        ):
            sentence = (IfDid(first.steps, did=False), *sentence[1:])  # of what is not conditional, it was not done
        if isinstance(first, NoneDone):
            if not (_is_plain(before, at) and is_deed(before[-1], first)):
                raise Reject  # of the last deed it is asked whether it was done
            sentence = (IfDid(first.steps, did=False), *sentence[1:])
        if _looks_back_twice(before, sentence):
            raise Reject
        if isinstance(last, Damage) and isinstance(first, Damage) and isinstance(first.amount, Count):
            raise Reject  # what is dealt for each of them is a part of the damage before (Repulsor Blast, FAQ)
        if isinstance(first, XIs | NotBoosted):
            return _completed(before, first)
        sentence = _of_activation(last, sentence)
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
        if isinstance(sentence[0], Cancel) and any(isinstance(effect, Cancel) for effect in before):
            return before + sentence[1:]
        return super().joined(before, _looking_back(before, sentence), at)

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Where nothing was done before, what is already so is so."""
        return _of_boosts(super().start(rewrite(found, _settled)))

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
            use = _use_of(first)
            if not use or len(right.effects) > 1 or not right.third:
                raise Reject
            return replace(left, effects=(*left.effects[:-1], replace(last, use=use)))
        if _is_of_nemesis(last):
            right = replace(right, effects=_with_revealed(right.effects))
        if isinstance(last, Search) and not last.zone:
            if not isinstance(first, Move) or first != Move(first.what, first.zone) or first.what.kind != "pronoun":
                raise Reject
            if first.zone not in ("hand", "battlefield"):
                raise Reject
            return replace(left, effects=(*left.effects[:-1], replace(last, zone=first.zone), *right.effects[1:]))
        return super().join(left, joiner, right)


def _of_activation(last: Instruction | None, sentence: Effects) -> Effects:
    """A sentence by which the enemy that has just attacked or schemed has more of that power for this."""
    if not isinstance(last, EnemyAttack | EnemyScheme | AttackGains | ActivationGets):
        return sentence
    changed: list[Instruction] = []
    for effect in sentence:
        if isinstance(effect, Modify) and effect.until in ("combat", "thwart"):
            stats = (("attack", effect.power), *effect.stats)
            given = [(name, number) for name, number in stats if number]
            is_other = isinstance(last, EnemyAttack | EnemyScheme) and effect.what not in (last.what, SUBJECT)
            is_other = is_other and effect.what.kind != "pronoun"
            if len(given) != 1 or not isinstance(given[0][1], int) or is_other:
                raise Reject
            changed.append(ActivationGets(effect.what, given[0][0], given[0][1]))
        else:
            changed.append(effect)
    return tuple(changed)


def _completed(before: Effects, sentence: XIs | NotBoosted) -> Effects:
    """The instructions of the sentences before, with what a sentence says about them."""
    if isinstance(sentence, XIs):
        if not before or not has(before, Variable):
            raise Reject
        return put(before, Variable(), sentence.value)
    last = before[-1] if before else None
    if not isinstance(last, EnemyActivation | EnemyAttack | EnemyScheme):
        raise Reject
    return (*before[:-1], replace(last, boosted=False))


def is_arrow(effect: Instruction) -> bool:
    """Whether what stands before is the cost of what follows."""
    return isinstance(effect, IfDid) and effect.paid


def _is_told(before: Effects) -> bool:
    """Whether the last sentence is about what the one who defeated something does."""
    told = before[last_condition(before)] if before else None
    return isinstance(told, EachPlayer) and told.who == DEFEATER


def _speaks_on(sentence: Effects) -> bool:
    """Whether a sentence speaks of what was done before it."""
    found: list[object] = []

    def note(part: object) -> object:
        if isinstance(part, Ref) and part.kind in ("pronoun", "it"):
            found.append(part)
        return part

    rewrite(sentence, note)
    return bool(found)


def _is_plain(before: Effects, at: int) -> bool:
    """Whether the last sentence is one instruction on which nothing depends, and which depends on nothing."""
    return len(before) == at + 1 and not isinstance(before[-1], GOVERNING)


def is_deed(done: Instruction, asked: NoneDone) -> bool:
    """Whether an instruction does what is asked about, and to nothing but what is asked about."""
    match asked.deed, done:
        case deed, ResolveMoment(moment=moment):
            return deed == moment
        case "exhausted", Tap(what=what):
            pass
        case "discarded", Move(what=what, zone="graveyard"):
            pass
        case "stunned" | "confused" as deed, PutCounters(name=name, what=what) if name == deed:
            pass
        case "attacked" | "attacks", EnemyAttack(what=what):
            return _is_of_actors(what, asked.kinds)
        case "schemed" | "schemes", EnemyScheme(what=what):
            return _is_of_actors(what, asked.kinds)
        case "activated" | "activates", EnemyActivation(what=what) | EnemyAttack(what=what) | EnemyScheme(what=what):
            return _is_of_actors(what, asked.kinds)
        case _:
            return False
    filtered = what.spec.what if isinstance(what, TargetRef) else what.what
    kinds = filtered.kinds if filtered is not None else ()
    if asked.deed == "exhausted" and asked.kinds == (("character",),):
        return bool(kinds) and all(kind and kind[-1] in CHARACTERS for kind in kinds)
    return bool(kinds) and set(kinds) == set(asked.kinds)


def _is_of_actors(ref: Ref, kinds: tuple[tuple[str, ...], ...]) -> bool:
    """Whether all enemies that do something are of the kind that is asked for."""
    what = ref.spec.what if isinstance(ref, TargetRef) else ref.what
    if len(kinds) != 1 or what is None or not what.kinds:
        return False
    *before, kind = kinds[0]
    fitting = ENEMIES if kind == "enemy" else {kind}
    return all(each and each[-1] in fitting and set(before) <= set(each) for each in what.kinds)


def _looks_back_twice(before: Effects, sentence: Effects) -> bool:
    """Whether an attack gains something only if one did what would be done before that."""
    conditional = isinstance(sentence[0], IfDid) and has(sentence, AttackGains)
    return conditional and has(before, IfDid) and has(before, Damage)


def _is_of_nemesis(effect: Instruction | None) -> bool:
    """Whether an instruction reveals a card that is set aside: of each kind there is one."""
    what = effect.what.what if isinstance(effect, Reveal) and effect.what is not None else None
    return what is not None and what.zone == SET_ASIDE


def _with_revealed(effects: Effects) -> Effects:
    """Instructions of which the first puts what was just revealed into play, which it may be already."""
    first = effects[0]
    if isinstance(first, Move) and first.zone == "battlefield" and first.what.kind in ("pronoun", "they"):
        return (replace(first, what=IT), *effects[1:])
    return effects


def _looking_back(before: Effects, sentence: Effects) -> Effects:
    """A sentence with what was already so: right after the status it asks about, if that was not given (Status Cards).

    Raises:
        Reject: the status is given before in another way.
    """
    first = sentence[0]
    asked_of = first.condition if isinstance(first, If) and isinstance(first.condition, Already) else None
    if isinstance(first, If) and asked_of is not None and before and _gives(before[-1], asked_of):
        return (IfDid(first.steps, did=False), *sentence[1:])
    put = [effect.name for effect in (*before, *sentence) if isinstance(effect, PutCounters)]
    given = {field for name in put for field in (f"counters {name}", in_status(name).field)}
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
    if (
        not isinstance(effect, PutCounters)
        or not isinstance(value, Value)
        or value.field != in_status(effect.name).field
    ):
        return False
    return value.of == effect.what or value.of.kind == "pronoun" or {value.of, effect.what} <= {YOU, YOUR_IDENTITY}


def _deeds(word: Lexeme) -> tuple[str, ...]:
    """The words for what a text calls so."""
    return ("discarded", "milled") if word.lower() == "discarded" else (word.lower(),)


def _settled(part: object) -> object:
    """A part of a text of which all is read: what is already so is so, and a deck that is searched is shuffled.

    Raises:
        Reject: a cost speaks of "it", and nothing was spoken of.
    """
    if isinstance(part, RemoveFromIt | ChosenInCost):
        raise Reject
    part = so_now(part)
    if isinstance(part, PutCounters) and part.what == YOU:
        return replace(part, what=YOUR_IDENTITY)  # you as a character are your identity (You)
    part = in_play_as_named(so_now(part))
    if isinstance(part, Timed | Activated):
        return paid_counts_settled(part, part.cost)
    return _shuffling(part) if isinstance(part, Body) else part


def _of_boosts(abilities: tuple[Ability, ...]) -> tuple[Ability, ...]:
    """Abilities, of which only boosts count their own icons and ask which activation they are turned faceup in.

    Boost cards are given to an activation: by boosts, and by what interrupts one.

    Raises:
        Reject: another one does; or something is about a thwart or your defense, and it waits for none.
    """
    for ability in abilities:
        if any(part.until == "thwart" for part in _modified(ability)) and not _interrupts_thwart(ability):
            raise Reject
        if has_part(ability, YOU_UNHARMED) and not _interrupts_your_defense(ability):
            raise Reject
        is_about = has(ability, Alter) or _replaces_later(ability)
        if is_about and not (isinstance(ability, Timed) and ability.timing == "interrupt"):
            raise Reject  # nothing is about to happen
        if has_part(ability, END_OF_ATTACK) and not _interrupts_attack(ability):
            raise Reject
        if has(ability, StrengthenUse) and not _interrupts_use(ability):
            raise Reject
        if has_part(ability, ATTACK_DEFEATS.left) and "attack" not in getattr(ability, "labels", ()):
            raise Reject
        if _gets_too_late(ability) or _gets_for_ever(ability):
            raise Reject
        if _toughens_attachment(ability) or speaks_of_what_is_lost(ability) or _has_scheme_act(ability):
            raise Reject
        if isinstance(ability, SpellText) and has(ability, Attach):
            raise Reject  # that says what it is attached to as it enters play
        is_boost = isinstance(ability, Timed) and ability.timing == "boost"
        if is_boost and any(part.what == SELF and not part.until for part in _modified(ability)):
            raise Reject  # a boost card is discarded at once
        if not is_boost and (
            has(ability, BoostIcons) or _asks_activation(ability) or has_part(ability, END_OF_ACTIVATION)
        ):
            raise Reject
        if not is_boost and _gives_now(ability) and not _interrupts_activation(ability):
            raise Reject
    return abilities


def _gets_too_late(ability: Ability) -> bool:
    """Whether an attack that a text has made would have more of a power only when it is over."""
    made = has(ability, EnemyAttack) or has(ability, EnemyScheme)
    return made and any(change.until == "combat" and change.what != SELF for change in _modified(ability))


def _replaces_later(ability: Ability) -> bool:
    """Whether something is done "instead" behind what the text does first, which is done then already."""
    found: list[Instruction] = []

    def note(part: object) -> object:
        if isinstance(part, Body):
            found.extend(part.effects[1:])
        return part

    rewrite(ability, note)
    return any(isinstance(effect, Cancel) for effect in found)


def _has_scheme_act(ability: Ability) -> bool:
    """Whether a scheme would attack or scheme: "and X side scheme" names a scheme."""
    found: list[Filter] = []

    def note(part: object) -> object:
        if isinstance(part, EnemyAttack | EnemyScheme | EnemyActivation) and part.what.what is not None:
            found.append(part.what.what)
        return part

    rewrite(ability, note)
    return any("side" in kind for what in found for kind in what.kinds)


def _gets_for_ever(ability: Ability) -> bool:
    """Whether a text that is followed once says no duration of what something gets (Lasting Effects)."""
    found: list[Instruction] = []

    def note(part: object) -> object:
        if isinstance(part, Body):
            found.extend(part.effects)
        return part

    rewrite(ability, note)
    return any(isinstance(effect, Modify) and not effect.until for effect in found)


def _toughens_attachment(ability: Ability) -> bool:
    """Whether a status or boost card is given to what a text asks to be attached: "him" is who that is attached to."""
    attached: list[str] = []
    given: list[str] = []

    def note(part: object) -> object:
        match part:
            case Count(what=Filter(name=name, tests=(*_, Test(field="attached")))):
                attached.append(name)
            case PutCounters(name="stunned" | "confused" | "tough", what=Ref(what=Filter(name=name))):
                given.append(name)
            case GiveBoost(what=Ref(what=Filter(name=name))):
                given.append(name)
        return part

    rewrite(ability, note)
    return not set(attached).isdisjoint(given)


def _asks_activation(ability: Ability) -> bool:
    """Whether a text asks which activation it is turned faceup in."""
    found: list[Value] = []

    def note(part: object) -> object:
        if isinstance(part, Value) and (part.field == IS_ATTACKING or part in ASKED):
            found.append(part)
        return part

    rewrite(ability, note)
    return bool(found)


def _gives_now(ability: Ability) -> bool:
    """Whether boost cards are given to the activation that goes on."""
    found: list[GiveBoost] = []

    def note(part: object) -> object:
        if isinstance(part, GiveBoost) and not part.kept:
            found.append(part)
        return part

    rewrite(ability, note)
    return bool(found)


def _interrupts_activation(ability: Ability) -> bool:
    return (
        isinstance(ability, Timed)
        and ability.timing == "interrupt"
        and all(event.name in ACTIVATIONS and _is_of_enemy(event) for event in ability.events)
    )


def _interrupts_thwart(ability: Ability) -> bool:
    return (
        isinstance(ability, Timed)
        and ability.timing == "interrupt"
        and all(event.name == "thwart" for event in ability.events)
    )


def _interrupts_attack(ability: Ability) -> bool:
    """Whether it interrupts an attack, and makes none itself whose end could be meant."""
    return (
        isinstance(ability, Timed)
        and ability.timing == "interrupt"
        and all(event.name in ("attack", "defend") for event in ability.events)
        and not has(ability, EnemyAttack)
        and not any(_speaks_of_event(effects) for effects in _delayed(ability.body.effects))
    )


def _delayed(effects: Effects) -> list[Effects]:
    """The instructions that wait for something, by what they wait for."""
    return [effects[at + 1 : at + 1 + own.steps] for at, own in enumerate(effects) if isinstance(own, Later)]


def _speaks_of_event(effects: Effects) -> bool:
    """Whether instructions speak of what is interrupted, which is another thing by the time they are followed."""
    found: list[object] = []

    def note(part: object) -> object:
        if isinstance(part, Ref) and part.kind in ("event", "event other"):
            found.append(part)
        return part

    rewrite(effects, note)
    return bool(found)


def _interrupts_use(ability: Ability) -> bool:
    """Whether it interrupts the use of a basic power, whichever it is."""
    return (
        isinstance(ability, Timed)
        and ability.timing == "interrupt"
        and all(event.how == BASIC and event.name in BASIC_POWERS for event in ability.events)
    )


def _interrupts_your_defense(ability: Ability) -> bool:
    return (
        isinstance(ability, Timed)
        and ability.timing == "interrupt"
        and all(event.name == "defend" and _is_of_yours(event) for event in ability.events)
    )


def _is_of_yours(event: Event) -> bool:
    """Whether your identity does it."""
    return event.who == "you" or (event.what is not None and event.what.of == "you" and event.what.kinds in FORMS)


def _is_of_enemy(event: Event) -> bool:
    return event.source or (event.what is not None and ENEMIES.issuperset(chain(*event.what.kinds)))


def _modified(whole: object) -> list[Modify]:
    """All modifications in a text."""
    found: list[Modify] = []

    def note(part: object) -> object:
        if isinstance(part, Modify):
            found.append(part)
        return part

    rewrite(whole, note)
    return found


def _asked_first(effects: Effects) -> Effects:
    """An option that asks whether a status is there already before it gives it."""
    put = [effect.name for effect in effects if isinstance(effect, PutCounters)]
    given = {field for name in put for field in (f"counters {name}", in_status(name).field)}

    def settle(part: object) -> object:
        is_given = isinstance(part, Already) and isinstance(part.left, Value) and part.left.field in given
        return so_now(part) if is_given else part

    return rewrite(effects, settle)


def so_now(part: object) -> object:
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


@dataclass(frozen=True, slots=True)
class ChosenInCost(FormCost):
    """A thing that is chosen before the arrow: as the ability is initiated, like all that its text chooses."""

    what: TargetRef = field(default_factory=lambda: TargetRef(CHOICE))


def chosen_first(parts: tuple[object, ...]) -> tuple[object, ...]:
    """The parts of an ability, with what its cost chooses as the first that its text speaks of.

    Raises:
        Reject: the text is a choice itself, or begins with a condition.
    """
    _check_counted(parts)
    chosen = [part.what for cost in parts if isinstance(cost, tuple) for part in cost if isinstance(part, ChosenInCost)]
    if not chosen:
        return parts
    found: list[object] = []
    for part in parts:
        if isinstance(part, tuple):
            left = tuple(one for one in part if not isinstance(one, ChosenInCost))
            found += [left] if left else []
        elif isinstance(part, Sentences) and not isinstance(part.effects[0], LeadingIf):
            found.append(replace(part, effects=(*map(Choose, chosen), *part.effects)))
        elif isinstance(part, Sentences | Choice):
            raise Reject
        else:
            found.append(part)
    return tuple(found)


def _check_counted(parts: tuple[object, ...]) -> None:
    """Check that a text counts what is printed on cards which itself has discarded, or its cost from the deck.

    Raises:
        Reject: only its cost discards any, from a hand; or it chooses something besides, which would be "it".
    """
    paid = [part for cost in parts if isinstance(cost, tuple) for part in cost]
    kinds = (DiscardCost, ChosenInCost) if any(isinstance(part, LibraryCost) for part in paid) else (DiscardCost,)
    does = any(has(parts, kind) for kind in (Mill, Discard, DiscardUntil))
    if does or not any(isinstance(part, kinds) for part in paid):
        return
    if any(has_part(part, IT) for part in parts if isinstance(part, Sentences)):
        raise Reject


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
    """A cost of which "it" is the source or a card of some name, if that is what the events are about."""
    events = events[:1] if len({replace(event, name="") for event in events}) == 1 else events
    is_alone = all(event.source and event.other is None for event in events)
    is_source = bool(events) and all(event.source for event in events)
    about = events[0].what if len(events) == 1 and events[0].other is None else None
    is_called = about is not None and about == Filter(name=about.name)

    def bound(part: object) -> object:
        if not isinstance(part, RemoveFromIt):
            return part
        if is_called:
            return RemoveCounters(part.name, part.count, Ref("each", 0, about))
        is_named = isinstance(part.from_, Pronoun) and part.from_.role == "named"
        return RemoveCounters(part.name, part.count, SELF) if is_alone or (is_source and is_named) else part

    return tuple(map(bound, cost)) if isinstance(cost, tuple) and (is_source or is_called) else cost


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
class ResourceCase:
    """The instructions that are followed if a resource is printed; none for a wild one, which is each of them."""

    resource: str
    effects: Effects


@dataclass(frozen=True, slots=True)
class NoneDone(Otherwise):
    """Governs what happens if the instruction before it did nothing to things of these kinds."""

    kinds: tuple[tuple[str, ...], ...] = ()
    deed: str = ""


@dataclass(frozen=True, slots=True)
class NotBoosted(Otherwise):
    """Says that the activation before it comes without the usual boost card."""


@dataclass(frozen=True, slots=True)
class XIs(Otherwise):
    """The value that the X of the sentences before it stands for."""

    value: Amount = 0


def asks_whether(given: PutCounters, sentence: Effects) -> bool:
    """Whether a sentence asks if something has the status card already that is given to it just before."""
    asked: list[object] = []
    status = Value(in_status(given.name).field, given.what)

    def note(part: object) -> object:
        if isinstance(part, Compare) and part.left == status:
            asked.append(part)
        return part

    rewrite(sentence, note)
    return bool(asked) and given.name in ("stunned", "confused", "tough")


def _is_alike(effect: Instruction, other: Instruction) -> bool:
    """Whether two instructions are one deed to two things, of which as much more is done."""
    if effect is other:
        return True
    return isinstance(effect, Damage) and isinstance(other, Damage) and replace(effect, to=other.to) == other


def _as_each(part: object) -> object:
    """A part of what each player does, with that player as "you"."""
    if isinstance(part, Ref) and part.kind == "subject" and part.index == THEIR:
        return Ref("each", 0, part.what)
    return YOU if isinstance(part, Ref) and part.kind == "they" else part


def _in_case(effect: Instruction, number: Amount, condition: Compare) -> Instruction:
    """An instruction of which so much more is done in a case."""
    match effect:
        case Damage() | TakeCounters() | Draw() | MoveDamage() | IndirectDamage():
            amount = effect.amount
            assert amount is not None
            return replace(effect, amount=InCase(number, condition, amount))
        case PutCounters(name="threat", amount=amount) | Heal(amount=int() as amount):
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
    _check_owner(part)
    if isinstance(part, Choice):
        return part if free else replace(part, options=tuple(_chosen_late(option) for option in part.options))
    if not isinstance(part, Sentences):
        return part
    return replace(part, effects=_only_certain(part.effects) if free else _chosen_late(part.effects))


def _check_owner(part: object) -> None:
    """See that no encounter card is put into your hand or shuffled into your deck.

    Raises:
        Reject: one that was searched for is.
    """
    if not isinstance(part, Sentences) or not any(isinstance(effect, EncounterSearch) for effect in part.effects):
        return
    for effect in part.effects:
        if isinstance(effect, Move) and effect.zone in ("hand", "library") and effect.what.kind == "pronoun":
            raise Reject


def _check_assigner(part: object) -> object:
    """One player assigns all of it."""
    if isinstance(part, AssignDamage) and part.who.kind == "players":
        raise Reject
    return part


def _only_certain(effects: Effects) -> Effects:
    """Target words only where nothing decides whether that is done."""
    at = 0
    settled: list[Instruction] = []
    while at < len(effects):
        effect = effects[at]
        size = 1 + effect.steps if isinstance(effect, GOVERNING) and not is_arrow(effect) else 1
        group = effects[at : at + size]
        settled += _chosen_late(group, is_state=at > 0 and size == 1) if size > 1 or at > 0 else group
        at += size
    return tuple(settled)


def _chosen_late(effects: Effects, *, is_state: bool = False) -> Effects:
    """Target words as choices made then; ``is_state``: only those of a state, which what is done before may bring."""

    def change(part: object) -> object:
        if isinstance(part, TargetRef) and part.kind == CHOICE and (not is_state or part.spec.what.tests):
            if part.spec.divided:
                raise Reject  # what is divided is divided as the ability is initiated
            return Ref("chosen", 0, part.spec.what)
        return part

    return rewrite(effects, change)
