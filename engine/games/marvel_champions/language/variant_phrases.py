"""Other words for deeds, numbers and nouns that most texts say in the words of ``action_phrases``."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    IT,
    SELF,
    YOU,
    Ability,
    Among,
    Amount,
    Cancel,
    Compare,
    Count,
    Draw,
    Event,
    Filter,
    Fits,
    GiveBoost,
    If,
    Instruction,
    Keyword,
    Limit,
    Look,
    Math,
    Modify,
    Move,
    Paid,
    Peek,
    Per,
    PutAmong,
    PutRest,
    Ref,
    SetHitPoints,
    Test,
    Timed,
    UntilWord,
    Value,
    WindowTiming,
)
from engine.games.marvel_champions.language.card_phrases import TO_DISCARD
from engine.games.marvel_champions.language.chosen_in_texts import either_of
from engine.games.marvel_champions.language.event_phrases import FORMS
from engine.games.marvel_champions.language.noun_phrases import (
    THE_SIDE,
    WITH_COST,
    YOUR_IDENTITY,
    is_one,
)
from engine.games.marvel_champions.language.outcome_phrases import OutcomeCompiler
from engine.games.marvel_champions.language.shared_words import (
    CONSEQUENCES_AFTER,
    CONSEQUENCES_AFTER_DEFEAT,
    IDENTITY_TRAITS,
    TRAITS_OF,
    USES_FOR_EACH,
)
from engine.games.marvel_champions.language.timing_phrases import IDENTITY
from engine.games.marvel_champions.who_may_use import ANYBODY
from engine.queries.filters import EXTREMES
from engine.text.compiler.actions import Effects, act
from engine.text.compiler.joined_sentences import effects_of
from engine.text.compiler.modifications import number_of_change
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause, Sentences, Suffix, has

PRINTED_COST: Final = "printed cost"
RESOURCE_ICONS: Final = "printed resources"
ON_TOP: Final = Move(IT, "library top")
BEFORE_YOU: Final = Test("play area", "of", Value("id", YOU))
GREATEST: Final = {"highest": "greatest", "lowest": "least"}
"""The extremes of a number among things, by the words for the things that have it."""
CANCELLED: Final = ((("treachery",),), (("event",),), (("card",),))
"""The cards whose effects are cancelled as they are revealed or played."""


@inline
class VariantCompiler(OutcomeCompiler):
    """Reads the phrases of variants.lark."""

    def with_trait(self, trait: Lexeme) -> Suffix:
        return Suffix(kinds=((self.trait(trait),),))

    def any_player_of(self, what: Filter, trait: Lexeme) -> tuple[Limit, ...]:
        """Any player whose hero, alter-ego or identity has a trait, besides the one whose card it is."""
        if what.kinds not in FORMS or what != Filter(what.kinds):
            raise Reject
        form = () if what.kinds == IDENTITY.kinds else what.kinds[0]
        fits = Fits(YOUR_IDENTITY, Filter(((self.trait(trait), *form),)))
        return (Limit(ANYBODY, condition=Compare(fits, "=", 1)),)

    def timed(self, head: Timed, moment: tuple[WindowTiming, tuple[Event, ...]], *rest: object) -> Timed:
        """Any player uses actions only: interrupts and responses are asked of whose card it is (``Reacting``)."""
        whole = super().timed(head, moment, *rest)
        if any(limit.kind == ANYBODY for limit in whole.limits):
            raise Reject
        return whole

    def defeats_other(self, _verb: Lexeme, other: Ref) -> tuple[Event, ...]:
        """A scheme is defeated by a thwart; of an enemy it would have to be known who has dealt the damage."""
        if other.what is None or not all(kind and kind[-1] == "scheme" for kind in other.what.kinds):
            raise Reject
        return (Event("thwart", how="defeated", other=other),)

    def each(self, what: Filter) -> Ref:
        """Of all cards only those with a cost are compared by it."""
        is_extreme = any(test.field == PRINTED_COST and test.op in EXTREMES for test in what.tests)
        if is_extreme and all(kind[:1] == ("card",) for kind in what.kinds):
            what = replace(what, kinds=WITH_COST)
        return super().each(what)

    def with_attached(self, article: Lexeme, what: Filter) -> Suffix:
        """A copy of a card is one with its title."""
        if what == Filter((("card",),), zone="hand", name=what.name) and what.name:
            return self.with_named_attached(what.name)
        return super().with_attached(article, what)

    def you_would_be_defeated(self) -> tuple[Event, ...]:
        """Your identity is defeated (You)."""
        return (Event("defeated", YOUR_IDENTITY.what),)

    def set_hit_points(self, whose: Ref, number: Amount) -> Clause:
        """The dial of one character, by which its hit points are counted.

        Raises:
            Reject: it may be that of several, or of none.
        """
        what = YOUR_IDENTITY if whose == YOU else whose
        if what != SELF and what.kind != "pronoun" and not is_one(what):
            raise Reject
        return Clause((SetHitPoints(what, number),))

    def printed_hit_points(self, whose: Ref) -> Amount:
        return Value("printed hit points", whose)

    def add_tokens(self, verb: Lexeme, number: Amount, _tokens: Lexeme, refs: tuple[Ref, ...]) -> Clause:
        return self.give_token(verb, refs, number)

    def uses_for_each(self, number: Lexeme, _icon: Lexeme, name: str) -> Keyword:
        return Keyword(USES_FOR_EACH, int(number), what=Filter(name=name))

    def gain_traits_of(self, _verb: Lexeme, kind: Lexeme) -> Modify:
        word = self.vocabulary.singular(str(kind.lower()))
        return Modify(SUBJECT, until="", becomes=(f"{TRAITS_OF}{word}",), keeps=True)

    def gain_traits_of_identity(self, _verb: Lexeme) -> Modify:
        return Modify(SUBJECT, until="", becomes=(IDENTITY_TRAITS,), keeps=True)

    def modify(self, change: Modify) -> Clause:
        """Traits of others are gained for as long as something is there, and for no other time.

        Raises:
            Reject: they are gained at once.
        """
        if any(word.startswith(TRAITS_OF) for word in change.becomes):
            raise Reject
        return super().modify(change)

    def modify_until(self, change: Modify, until: UntilWord) -> Clause:
        self.modify(change)
        return super().modify_until(change, until)

    def either_trait_case(self, _bullet: Lexeme, one: Lexeme, other: Lexeme, body: Sentences) -> tuple[Lexeme, ...]:
        return one, other, body.effects  # type: ignore[return-value]  # the traits, and what is done

    def cases_of_either(self, who: Ref, has: Lexeme, *cases: tuple[Lexeme, Lexeme, Effects]) -> Effects:
        if who != SELF and not is_one(who) and who.kind != "pronoun":
            raise Reject
        found: list[Instruction] = []
        for one, other, effects in cases:
            found += (If(len(effects), self.has_trait(who, has, one, other)), *effects)
        return tuple(found)

    def consequences_after(self, _self: Ref, _take: Lexeme, change: Lexeme, *parts: Lexeme | Filter) -> Keyword:
        """So much more or less consequential damage after an attack on something (Consequential Damage).

        Raises:
            Reject: the attack damages it, which is another result.
        """
        results = [str(part.lower()) for part in parts if isinstance(part, Lexeme) and part.type == "RESULT"]
        number, what = number_of_change(change), parts[-1]
        if not isinstance(number, int) or not isinstance(what, Filter) or results not in ([], ["defeats"]):
            raise Reject
        return Keyword(CONSEQUENCES_AFTER_DEFEAT if results else CONSEQUENCES_AFTER, number, what=what)

    def in_your_area(self) -> Suffix:
        """Before you in play: yours, engaged with you, or attached to what is (Play Area)."""
        return Suffix(zone="battlefield", tests=(BEFORE_YOU,))

    def the_only(self, what: Filter) -> Ref:
        """A card of a trait of which every player has one."""
        if what.tests != (BEFORE_YOU,):
            return super().the_only(what)
        if what != Filter(what.kinds, tests=what.tests) or [len(kind) for kind in what.kinds] != [2]:
            raise Reject
        return Ref("each", 0, what)

    def friendly_in_state(self, state: Lexeme, what: Filter) -> Filter:
        test = self.element(state)
        if isinstance(test, str):
            raise Reject
        whole = self.friendly(what)
        return replace(whole, tests=(test, *whole.tests))

    def plain_either(self, one: Clause, other: Clause) -> Effects:
        """One of two deeds, as the player chooses who is told so.

        Raises:
            Reject: it is said who does them.
        """
        if not {one.subject, other.subject} <= {None, SELF}:
            raise Reject
        return either_of([(effects_of(one), ()), (effects_of(other), ())])

    def chosen_stat_last(
        self, verb: Lexeme, one: Lexeme, other: Lexeme, what: Ref, get: Lexeme, change: Lexeme, until: UntilWord
    ) -> Effects:
        return self.chosen_stat(verb, one, other, until, what, get, change)

    def cancel_effects_of(self, _that: Lexeme, what: Filter, quoted: Lexeme) -> Clause:
        """That card was interrupted: an interrupt about another event cannot cancel (``Cancel``)."""
        if what.kinds not in CANCELLED:
            raise Reject
        return Clause((Cancel(str(quoted[1:-1]).lower()),))

    def cancel_that(self, _that: Lexeme, what: Filter) -> Clause:
        if what.kinds not in CANCELLED:
            raise Reject
        return Clause((Cancel(),))

    def shuffle_into_owners(self, verb: Lexeme, ref: Ref, _its: Lexeme) -> Clause:
        return act(verb, Move(ref, "library"))

    def draw_it(self, verb: Lexeme, word: Lexeme) -> Clause:
        return act(verb, Move(self.pronoun(word), "hand"))

    def for_each_at_most(self, action: Clause, each: Count | Per | Paid, most: Amount) -> Clause:
        """So many cards are drawn, and no more than a number."""
        (effect,) = action.effects if len(action.effects) == 1 else (None,)
        if not isinstance(effect, Draw):
            return super().for_each_at_most(action, each, most)
        if not isinstance(effect.amount, int) or not isinstance(most, int):
            raise Reject
        amount = Math("min", replace(each, times=effect.amount), most)
        return replace(action, effects=(replace(effect, amount=amount),))

    def look_at_encounter(self, *parts: Lexeme | Amount) -> Clause:
        """The player who resolves the text looks (Look at)."""
        number = next((part for part in parts if not isinstance(part, Lexeme)), 1)
        return Clause((Look(number, whose=THE_SIDE) if number == 1 else Peek(THE_SIDE, number, "library"),))

    def discard_among(self, verb: Lexeme, number: Amount, *_words: Lexeme) -> Clause:
        return act(verb, PutAmong(TO_DISCARD, count=number))

    def discard_up_to_among(self, verb: Lexeme, number: Amount, *_words: Lexeme) -> Clause:
        return act(verb, PutAmong(TO_DISCARD, count=number, up_to=True))

    def may_discard_among(self, verb: Lexeme, number: Amount, *_words: Lexeme) -> Effects:
        """That one may do it once is that it is done to up to so many."""
        if number != 1:
            raise Reject
        return (*self.discard_up_to_among(verb, number).effects, PutRest(ON_TOP))

    def join(self, left: Clause, joiner: str, right: Clause) -> Clause:
        """The rest is put back whether or not a card was discarded before that (``may_discard_among``)."""
        if left.may and has(right.effects, PutRest):
            raise Reject
        return super().join(left, joiner, right)

    def without_boost(self, ref: Ref) -> Effects:
        """Of an activation that is interrupted; of one that a text makes it is said by a pronoun (``not_boosted``)."""
        if ref.kind in ("pronoun", "they"):
            raise Reject
        return (GiveBoost(ref, 0),)

    def start(self, found: Ability | tuple[Ability, ...]) -> tuple[Ability, ...]:
        """Boost cards are given before one of them is turned faceup.

        Raises:
            Reject: a boost says that none is given.
        """
        abilities = super().start(found)
        boosts = [ability for ability in abilities if isinstance(ability, Timed) and ability.timing == "boost"]
        if any(isinstance(part, GiveBoost) and part.amount == 0 for own in boosts for part in own.body.effects):
            raise Reject
        return abilities

    def rest_back(self, verb: Lexeme) -> Clause:
        return act(verb, PutRest(ON_TOP))

    def rest_as_it_was(self, verb: Lexeme) -> Clause:
        return act(verb, PutRest(ON_TOP, as_they_were=True))

    def found_resource(self, *_words: Lexeme) -> Filter:
        return Filter((("resource", "card"),), zone="hand")

    def icons_on(self, _resources: Lexeme, ref: Ref) -> Amount:
        return Value(RESOURCE_ICONS, ref)

    def printed_cost_of(self, whose: Ref) -> Amount:
        """Of the card with the highest cost it is the highest one of all."""
        what = whose.what
        if whose.kind != "chosen" or what is None or len(what.tests) != 1 or what.tests[0].op not in EXTREMES:
            return super().printed_cost_of(whose)
        return Among(GREATEST[what.tests[0].op], PRINTED_COST, replace(what, tests=()))  # type: ignore[arg-type]  # by the table
