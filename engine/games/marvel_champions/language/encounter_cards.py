"""Phrases of encounter cards about traits with a mark, cards that leave the game, and what is added to a deed."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

from lark import Token as Lexeme

from engine.abilities import (
    SELF,
    YOU,
    Amount,
    Compare,
    Count,
    Engage,
    Enters,
    Event,
    EventAmount,
    Filter,
    Fits,
    IfDid,
    Instruction,
    Keyword,
    Limit,
    Math,
    Mill,
    Move,
    Otherwise,
    Paid,
    Per,
    PutCounters,
    Ref,
    Replacement,
    ResolveMoment,
    Static,
    TakeCounters,
    Timed,
    Truth,
    Value,
)
from engine.abilities.records import record
from engine.games.marvel_champions.language.card_phrases import MINION, PLAYERS
from engine.games.marvel_champions.language.encounter_attacks import AttackCompiler, AttackRenderer
from engine.games.marvel_champions.language.event_phrases import ENGAGE
from engine.games.marvel_champions.language.noun_phrases import YOUR_IDENTITY, is_one
from engine.games.marvel_champions.language.shared_words import ENGAGES_FIRST, PER_ACTIVATION
from engine.games.marvel_champions.language.timing_phrases import FORMS
from engine.text.compiler.actions import Effects, act, is_third
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import SUBJECT, Clause, has, has_part
from engine.text.renderer.registry import ACTIONS

if TYPE_CHECKING:
    from engine.text.compiler.triggers import Events

GONE: Final = "exile"
"""The zone of cards that are removed from the game."""
ACTIVATIONS: Final = frozenset(("attack", "scheme"))
OF_YOURS: Final = " you control enter"
"""The words that say whose cards enter play in some way."""


HURT_NOBODY: Final = Compare(EventAmount(), "=", 0)
WHEN_DEFEATED: Final = "when defeated"


@record(frozen=True, slots=True)
class NoneResolved(Otherwise):
    """Governs what happens if no ability was resolved just before."""


@record(frozen=True, slots=True)
class MoreThreat(TakeCounters):
    """Threat that is removed with what was removed just before ("additional")."""


@inline
class CardsCompiler(AttackCompiler):
    """Reads the phrases of encounters.lark about cards."""

    # --- traits ---

    def owned_trait(self, owner: Lexeme, _s: Lexeme, word: Lexeme) -> str:
        """A trait of two words, the first of which says whose the thing is."""
        return f"{self.trait(owner)}'s-{self.trait(word)}"

    def marked_trait(self, word: Lexeme, mark: Lexeme) -> str:
        return f"{self.trait(word)}{mark}"

    # --- cards that leave the game ---

    def top_out_of_the_game(self, verb: Lexeme, _card: Lexeme) -> Clause:
        return act(verb, Mill(1, SUBJECT, GONE))

    def hand_out_of_the_game(self, verb: Lexeme, number: Amount, _card: Lexeme) -> Clause:
        if not isinstance(number, int):
            raise Reject
        held = Filter((("card",),), "you", "hand")
        return act(verb, Move(Ref("random", 0, held, YOU, number), GONE))

    # --- what is added ---

    def remove_more(self, verb: Lexeme, amount: Amount) -> Clause:
        return act(verb, MoreThreat(SUBJECT, "threat", amount))

    def joined(self, before: Effects, sentence: Effects, at: int) -> Effects:
        """Additional threat is removed with what was removed just before (Threat)."""
        first = sentence[0]
        if isinstance(first, NoneResolved):
            if not before or not isinstance(before[-1], ResolveMoment):
                raise Reject  # no abilities are resolved just before
            return super().joined(before, (IfDid(first.steps, did=False), *sentence[1:]), at)
        if not has(sentence, MoreThreat):
            return super().joined(before, sentence, at)
        more, last = sentence[-1], before[-1] if before else None
        if len(sentence) > 1 or len(before) != at + 1:
            raise Reject
        if not isinstance(last, TakeCounters) or last.name != "threat" or not isinstance(more, MoreThreat):
            raise Reject
        if not isinstance(last.amount, int) or not isinstance(more.amount, Per | Count):
            raise Reject
        return (*before[:-1], replace(last, amount=Math("+", last.amount, more.amount)))

    def for_each(self, action: Clause, each: Count | Per | Paid) -> Clause:
        """The one thing on which something is placed is "it" for what is counted there."""
        (effect,) = action.effects if len(action.effects) == 1 else (None,)
        if isinstance(effect, PutCounters) and is_one(effect.what) and isinstance(each, Per):
            of = each.of
            if isinstance(of, Value) and of.of.kind == "pronoun" and of.of.what is None:
                each = replace(each, of=replace(of, of=effect.what))
        return super().for_each(action, each)

    # --- how cards enter play, and how often something is done ---

    def yours_enter(self, *parts: Any) -> tuple[Static, ...]:
        """The cards of these kinds that a player controls."""
        nouns = [part for part in parts if isinstance(part, Filter)]
        if any(what != Filter(what.kinds) for what in nouns):
            raise Reject
        kinds = tuple(kind for what in nouns for kind in what.kinds)
        how = tuple(part for part in parts if isinstance(part, Enters))
        verb = next(part for part in parts if isinstance(part, Lexeme) and part.type == "ENTERS")
        return self.enters_so(Ref("each", 0, Filter(kinds, "you")), verb, *how)

    # --- what was defeated, and whom an enemy engages ---

    def resolve_as_defeater(self, quoted: Lexeme, what: Filter, _it: Lexeme) -> Clause:
        """The player who resolves the text is the defeating player in these abilities (``meaning.defeater``)."""
        if str(quoted)[1:-1].lower() != WHEN_DEFEATED:
            raise Reject
        return self.resolve_moment_of(quoted, (Ref("each", 0, what),))

    def if_none_resolved_at_all(self, effects: Effects) -> Effects:
        return (NoneResolved(len(effects)), *effects)

    def attack_hurt_nobody(self) -> Compare:
        """An attack is of as much as it has done to the friendly characters (``timed``)."""
        return HURT_NOBODY

    def engages_first(self, _self: Ref) -> Keyword:
        return Keyword(ENGAGES_FIRST)

    def engage(self, verb: Lexeme, ref: Ref) -> Clause:
        """A minion engages a player; a player is told to engage a minion (Engage).

        Raises:
            Reject: several players would be engaged, or a player by a player.
        """
        kinds = {kind[-1] for kind in ref.what.kinds} if ref.what is not None else set()
        if is_third(verb) and ref != SELF and ref.kind != "players" and kinds <= PLAYERS:
            return Clause((Engage(SUBJECT, ref),), True)
        if not is_third(verb) and (ref.kind in ("self", "it", "pronoun") or kinds == {MINION}):
            return Clause((Engage(ref, SUBJECT),))
        raise Reject

    def engages_form(self, form: Lexeme) -> Events:
        """A player has a hero only in hero form (Form)."""
        return tuple(replace(event, when=self.in_form(form)) for event in self.engages_you())

    def once_per_activation(self, *_words: Lexeme) -> tuple[Limit, ...]:
        return (Limit("once", step=PER_ACTIVATION),)

    def timed(self, *parts: Any) -> Timed:
        """A forced ability that waits for an activation happens once in it anyway (Forced).

        Raises:
            Reject: an ability that is limited so waits for something else.
        """
        timed = super().timed(*parts)
        if has_part(timed, HURT_NOBODY) and not _is_of_attacks(timed):
            raise Reject
        is_limited = any(limit.step == PER_ACTIVATION for limit in timed.limits)
        if is_limited and not (timed.forced and all(_is_activation(event) for event in timed.events)):
            raise Reject
        return timed


def _is_of_attacks(timed: Timed) -> bool:
    """Whether an ability waits for an enemy's attack to be over, and asks about that alone."""
    is_asked = timed.condition == HURT_NOBODY and not has_part(timed.body, HURT_NOBODY)
    return timed.timing == "response" and is_asked and all(event.name == "attack" for event in timed.events)


def in_form(form: str) -> Compare:
    """Whether the player is in a form."""
    return Compare(Fits(YOUR_IDENTITY, Filter(((form,),))), "=", 1)


def _is_activation(event: Event) -> bool:
    return event.name in ACTIVATIONS and event.what is not None and bool(event.what.name)


class CardsRenderer(AttackRenderer):
    """Writes the phrases of encounters.lark about cards."""

    def condition(self, condition: Compare) -> str:
        return (
            "no friendly character took damage from this attack"
            if condition == HURT_NOBODY
            else super().condition(condition)
        )

    def keyword(self, keyword: Keyword) -> str:
        return "this engages the first player." if keyword.name == ENGAGES_FIRST else super().keyword(keyword)

    @ACTIONS.writer(Engage)
    def engage(self, effect: Engage) -> str:
        if effect.whom == YOU and "in other words" in self.wording:
            return f"engage {self.ref(effect.what)}"
        return f"{self.ref(effect.what)} engages {self.ref(effect.whom)}"

    def resolve_moment(self, effect: ResolveMoment) -> str:
        is_each = effect.moment == WHEN_DEFEATED and effect.what.kind == "each" and not is_one(effect.what)
        if not is_each or effect.title or "gathered" not in self.wording:
            return super().resolve_moment(effect)
        return f'resolve the "When Defeated" ability on {self.ref(effect.what)} as if you defeated it'

    def _core(self, effects: tuple[Instruction, ...]) -> str:
        said = super()._core(effects)
        if "gathered" not in self.wording:
            return said
        return said.replace('no "When Defeated" abilities were resolved', "no abilities were resolved", 1)

    def timed(self, ability: Timed) -> str:
        form = next((form for form in FORMS if ability.condition == in_form(form)), "")
        if not form or "gathered" not in self.wording or any(event.name != ENGAGE for event in ability.events):
            return super().timed(ability)
        said = super().timed(replace(ability, condition=None))
        return said.replace("engages you,", f"engages your {form},", 1)

    def mill(self, effect: Mill) -> str:
        if effect.zone != GONE or effect.who != YOU or effect.amount != 1:
            return super().mill(effect)
        return "remove the top card of your deck from the game"

    def move(self, effect: Move) -> str:
        what = effect.what
        if what.kind != "random" or effect.zone != GONE:
            return super().move(effect)
        some = "1 random card" if what.count == 1 else f"{self.digits(what.count)} random cards"
        if "gathered" in self.wording:
            some = "1 card at random" if what.count == 1 else f"{self.digits(what.count)} cards at random"
        return f"remove {some} in your hand from the game"

    def put_counters(self, effect: PutCounters) -> str:
        said = super().put_counters(effect)
        amount = effect.amount
        of = amount.of if isinstance(amount, Per) else None
        if not isinstance(of, Value) or of.of != effect.what or effect.what.kind == "self":
            return said
        return f"{said.removesuffix(self.ref(effect.what))}it" if "gathered" in self.wording else said

    def take_counters(self, effect: TakeCounters) -> str:
        more = self._besides(effect)
        if more is None or effect.name != "threat":
            return super().take_counters(effect)
        first = super().take_counters(replace(effect, amount=more.left))
        return f"{first}. Remove {_times(more)} additional threat{self.for_each(more.right)}"

    def _besides(self, effect: TakeCounters) -> Math | None:
        """The two numbers of what is said in two sentences."""
        amount = effect.amount
        is_sum = isinstance(amount, Math) and amount.op == "+" and isinstance(amount.left, int)
        if not isinstance(amount, Math) or not is_sum or not isinstance(amount.right, Per | Count):
            return None
        is_asked = isinstance(amount.right, Per) and isinstance(amount.right.of, Truth)
        return None if is_asked else amount

    def _entering(self, effect: Replacement) -> str:
        said = super()._entering(effect)
        if "fully" not in self.wording or OF_YOURS not in said:
            return said
        nouns, _, how = said.partition(OF_YOURS)
        kinds = nouns.replace(", or ", ", ").replace(" or ", ", ").split(", ")
        joined = f"{', '.join(kinds[:-1])}, and {kinds[-1]}" if len(kinds) > 1 else nouns
        return f"your {joined} enter{how}"


def _times(amount: Math) -> int:
    more = amount.right
    assert isinstance(more, Per | Count)
    return more.times
