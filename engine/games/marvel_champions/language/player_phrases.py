"""Phrases on cards of players: campaigns, what a player controls, and what the next card costs."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from lark import Token as Lexeme

from engine.abilities import (
    YOU,
    Alter,
    Amount,
    Compare,
    Cost,
    CostChange,
    CostPart,
    Count,
    Damage,
    DiscardCost,
    DrawUp,
    Event,
    Filter,
    Grant,
    Heal,
    InCase,
    Instruction,
    Keyword,
    Look,
    Modify,
    MoreResources,
    Peek,
    Prevented,
    Ref,
    Static,
    TakeCounters,
    TargetSpec,
    Test,
    ThisTurn,
    Value,
)
from engine.abilities.nouns import (
    Comparison,
    Whose,
)
from engine.games.marvel_champions.language.lasting_phrases import OF_ATTACKS
from engine.games.marvel_champions.language.noun_phrases import (
    CHOICE,
    YOUR_IDENTITY,
    as_character,
)
from engine.games.marvel_champions.language.settled_effects import CHARACTERS
from engine.games.marvel_champions.language.shared_words import (
    BASIC_ONLY,
    MAY_INCLUDE,
    MORE_RESTRICTED,
    PLAYER_SIDE,
    RESTRICTED,
    UNIT_COST,
)
from engine.games.marvel_champions.language.stage_phrases import StageCompiler, StageRenderer
from engine.games.marvel_champions.language.timing_phrases import IDENTITY
from engine.replacement.durations import OF_A_TURN
from engine.text.compiler.actions import Effects, act
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import (
    SUBJECT,
    Alternatives,
    Clause,
    Suffix,
    TargetRef,
)
from engine.text.renderer.registry import (
    ABILITIES,
    ACTIONS,
)
from engine.text.renderer.writing import an

COLOR_OF: Final = {
    "aggression": "red",
    "justice": "yellow",
    "leadership": "blue",
    "protection": "green",
    "pool": "pink",
    "basic": "gray",
}
"""The colors of the cards of each aspect, and of basic ones."""
HELD: Final = frozenset(("ally", "event", "upgrade", "support", "resource"))
"""The types of cards in hands."""
SCHEMES: Final = frozenset(("scheme",))
OF_TWO_WORDS: Final = {("player", "side"): PLAYER_SIDE, ("enemy", "leader"): "villain"}
"""Kinds that are called by two words."""
HAND_SIZE: Final = Value("hand size", YOUR_IDENTITY)
"""The most cards that a player draws up to at the end of the player phase."""


@inline
class PlayerCompiler(StageCompiler):
    """Reads the phrases of words_of_players.lark."""

    def conjunction(self, *elements: str | Test) -> Alternatives:
        """The side schemes of players are a kind of their own; the enemy leader is the villain (Leader)."""
        for pair, one in OF_TWO_WORDS.items():
            at = next((n for n in range(len(elements)) if elements[n : n + 2] == pair), -1)
            if at >= 0:
                elements = (*elements[:at], one, *elements[at + 2 :])
        return super().conjunction(*elements)

    def noun(self, alternatives: Alternatives, *suffixes: Suffix) -> Filter:
        """Cards of a hand are called what they are: "an event from your hand"."""
        is_bare = not any("card" in kind for kind in alternatives.kinds)
        if not is_bare or not any(suffix.zone == "hand" for suffix in suffixes):
            return super().noun(alternatives, *suffixes)
        elsewhere = (replace(suffix, zone="") if suffix.zone == "hand" else suffix for suffix in suffixes)
        what = super().noun(alternatives, *elsewhere)
        if what.of != "you" or what.zone != "battlefield" or not all(map(_may_be_held, what.kinds)):
            raise Reject
        return replace(what, zone="hand")

    def unit_cost(self, number: Lexeme) -> Keyword:
        return Keyword(UNIT_COST, int(number))

    def discard_and_strike(self, verb: Lexeme, own: Ref, _it: Lexeme) -> CostPart:
        """The card is discarded; the campaign's list is no part of a match."""
        return self.discard_self_cost(verb, own)

    def counts_as_restricted(self, number: Lexeme) -> Keyword:
        return Keyword(RESTRICTED, int(number))

    def more_restricted(self, number: Amount, what: Filter) -> Keyword:
        if not isinstance(number, int) or what != Filter(what.kinds):
            raise Reject
        return Keyword(MORE_RESTRICTED, number, what=what)

    def may_include(self, what: Filter) -> Keyword:
        """Cards of a kind that the aspects of a deck leave aside, as many as there are."""
        return self.may_include_some(0, what)

    def may_include_some(self, number: Amount, what: Filter) -> Keyword:
        if not isinstance(number, int) or what != Filter(what.kinds):
            raise Reject
        return Keyword(MAY_INCLUDE, number, what=what)

    def doubles_if(self, *parts: Lexeme | Compare) -> MoreResources:
        """Twice as many, or in another case three times."""
        first, *others = (part for part in parts if isinstance(part, Compare))
        times: Amount = InCase(3, others[0], 2) if others else 2
        return MoreResources(Filter(), times, first)

    def doubles_when(self, _double: Lexeme, card: Lexeme, verb: Lexeme, article: Lexeme, what: Filter) -> MoreResources:
        return self.doubles_icons(card, verb, article, what)

    def element_in_color(self, word: Lexeme, color: Lexeme) -> str | Test:
        """An aspect with the color of its cards.

        Raises:
            Reject: it has another one.
        """
        if COLOR_OF.get(word.lower()) != color.lower():
            raise Reject
        return self.element(word)

    def has_sustained(self, ref: Ref, _has: Lexeme, number: tuple[Comparison, Amount]) -> Compare:
        return Compare(Value("damage", as_character(ref)), *number)

    def sustained_so_much(self, comparison: tuple[Comparison, Amount]) -> tuple[Comparison, Amount]:
        return comparison

    def sustained_at_least(self, number: Amount) -> tuple[Comparison, Amount]:
        return ">=", number

    def sustained_none(self) -> tuple[Comparison, Amount]:
        return "=", 0

    def basic_attacks_gain(self, whose: Ref | Lexeme, _attacks: Lexeme, *words: Lexeme) -> tuple[Static, ...]:
        """Keywords of basic attacks alone."""
        grants = self.attacks_gain(whose, *words)
        return tuple(replace(own, gains=_of_basic(own.gains)) for own in grants if isinstance(own, Grant))

    def own_basic_attacks_gain(self, *words: Lexeme) -> Modify:
        gained = self.own_attacks_gain(*words)
        return replace(gained, gains=_of_basic(gained.gains))

    def own_attacks_gain(self, *words: Lexeme) -> Modify:
        gains = tuple(str(word.lower()) for word in words if word.type == "KEYWORD")
        if not set(gains) <= OF_ATTACKS:
            raise Reject
        return Modify(SUBJECT, until="", gains=gains)

    def you_control(self, counted: Compare) -> Compare:
        return super().you_control(_of_play(counted))

    def you_control_no(self, counted: Compare) -> Compare:
        return super().you_control_no(_of_play(counted))

    def you_control_named(self, name: str) -> Compare:
        return Compare(Count(Filter(name=name, of="you")), ">=", 1)

    def you_control_one(self, _article: Lexeme, name: str) -> Compare:
        return self.you_control_named(name)

    def discard_cost(self, verb: Lexeme, *shares: tuple[Amount, Filter]) -> Cost:
        """Cards of a hand by their types, too."""
        if any(what.zone != "hand" or any("card" in kind for kind in what.kinds) for _, what in shares):
            return super().discard_cost(verb, *shares)
        return tuple(DiscardCost(replace(what, of=""), count) for count, what in shares)

    def prevents_in_case(self, number: Amount, other: Amount, condition: Compare) -> Clause:
        return Clause((Alter((Prevented(InCase(other, condition, number)),)),))

    def draw_up_to_size(self, verb: Lexeme, whose: Ref) -> Clause:
        clause = self.draw_up(verb, whose)
        return replace(clause, effects=(DrawUp(HAND_SIZE, SUBJECT),))

    def give_each_status(self, verb: Lexeme, refs: tuple[Ref, ...], _article: Lexeme, status: Lexeme) -> Clause:
        """One for each of several.

        Raises:
            Reject: only one is given something.
        """
        if len(refs) == 1 and (refs[0].count == 1 or refs[0].kind not in ("chosen", "target", "choice")):
            raise Reject
        return self.give_status(verb, refs, _article, status)

    def remove_divided(self, verb: Lexeme, number: Amount, among: Lexeme, what: Filter) -> Clause:
        return act(verb, TakeCounters(_divided(number, among, what, SCHEMES), "threat", number))

    def heal_divided(self, verb: Lexeme, number: Amount, among: Lexeme, what: Filter) -> Clause:
        return act(verb, Heal(_divided(number, among, what, CHARACTERS), number))

    def deal_divided(self, number: Amount, among: Lexeme, what: Filter) -> Effects:
        return (Damage(number, _divided(number, among, what, CHARACTERS), SUBJECT),)

    def look_at_top_one(self, _card: Lexeme) -> Clause:
        return self.look_at_top(1, _card)

    def reduce_next_noun(self, what: Filter, number: Amount) -> Clause:
        if what.kinds == (("card",),) and not what.tests:
            raise Reject  # the next card of any kind is said in another way (``reduce_next``)
        return self._next_noun(what, number, "you")

    def reduce_next_this_turn(self, what: Filter, number: Amount) -> Clause:
        """The next card of a kind, or of any, until the turn of a player ends, which the phase outlasts."""
        (effect,) = self._next_noun(what, number, "you").effects
        assert isinstance(effect, ThisTurn)
        return Clause((replace(effect, until=OF_A_TURN),))

    def reduce_next_of_any(self, what: Filter, number: Amount) -> Clause:
        return self._next_noun(what, number, "")

    def _next_noun(self, what: Filter, number: Amount, who: Whose) -> Clause:
        """The next card of a kind that one player plays, or any."""
        if what.of or not isinstance(number, int):
            raise Reject
        (change,) = self._reduced((self.changed(replace(what, of=who)),), Lexeme("ACTION", "play"), number)
        assert isinstance(change, CostChange)
        return Clause((ThisTurn(replace(change, once=True)),))


def _may_be_held(kind: tuple[str, ...]) -> bool:
    """Whether things of a kind may be cards in a player's hand."""
    return bool(kind) and kind[-1] in HELD


def _of_play(counted: Compare) -> Compare:
    """A number of cards that are controlled: those are in play."""
    count = counted.left
    if not isinstance(count, Count) or count.what.zone != "hand":
        return counted
    return replace(counted, left=replace(count, what=replace(count.what, zone="battlefield")))


def _of_basic(gains: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{BASIC_ONLY}{keyword}" for keyword in gains)


def _divided(number: Amount, among: Lexeme, what: Filter, kinds: frozenset[str]) -> TargetRef:
    """The things among which a number is divided as its player chooses, at least one to each of them.

    Raises:
        Reject: they are of another kind, or no number is said.
    """
    if not isinstance(number, int) or number < 1 or not all(kind and kind[-1] in kinds for kind in what.kinds):
        raise Reject
    assert among.start_pos is not None
    return TargetRef(CHOICE, among.start_pos, spec=TargetSpec(what, 1, number, divided=number))


def _whose_of(static: Grant) -> dict[str, Any]:
    """The fields that say what a static ability is about, and when."""
    fields = ("what", "source", "attached", "condition")
    return {field: getattr(static, field) for field in fields}


class PlayerRenderer(StageRenderer):
    """Writes the phrases of words_of_players.lark."""

    def word(self, word: str, singular: str = "") -> str:
        return "player side" if word == PLAYER_SIDE else super().word(word, singular)

    def keyword(self, keyword: Keyword) -> str:
        what = keyword.what
        if keyword.name == UNIT_COST:
            return f"unit cost {keyword.value}."
        if keyword.name == RESTRICTED and keyword.value:
            return f"counts as {keyword.value} restricted cards."
        if keyword.name == MORE_RESTRICTED and what is not None:
            return f"you can control {keyword.value} additional {self.noun(what)} that has the restricted keyword."
        if keyword.name == MAY_INCLUDE and what is not None and keyword.value:
            some = f"up to {keyword.value} {self.noun(what, plural=True)} in your deck"
            return f"you may include {some} from aspects other than your chosen aspect."
        if keyword.name == MAY_INCLUDE and what is not None:
            return f"you may include {self.noun(what, plural=True)} from any aspect in your deck."
        return super().keyword(keyword)

    def grant(self, static: Grant) -> str:
        gains = [keyword.removeprefix(BASIC_ONLY) for keyword in static.gains if keyword.startswith(BASIC_ONLY)]
        if not gains or static != replace(Grant(gains=static.gains), **_whose_of(static)):
            return super().grant(static)
        whose = "attached character's" if static.attached else "this's"
        if static.what is not None:
            whose = self.possessive(Ref("each", 0, static.what))
        whose = "your" if whose == "your identity's" and "fully" not in self.wording else whose
        return f"{whose} basic attacks gain {' and '.join(gains)}"

    def changes(self, effect: Modify | Grant, *, many: bool, gain: str = "gain") -> list[str]:
        basic = [keyword.removeprefix(BASIC_ONLY) for keyword in effect.gains if keyword.startswith(BASIC_ONLY)]
        if not basic:
            return super().changes(effect, many=many, gain=gain)
        others = tuple(keyword for keyword in effect.gains if not keyword.startswith(BASIC_ONLY))
        parts = super().changes(replace(effect, gains=others), many=many, gain=gain)
        return [*parts, f"its basic attacks gain {' and '.join(basic)}"]

    def _clause(self, effects: tuple[Instruction, ...], *, first: bool) -> str:
        match effects:
            case (ThisTurn(ability=CostChange(once=True) as change),):
                return self.next_cost(change)
            case _:
                return super()._clause(effects, first=first)

    def _sentence(self, effects: tuple[Instruction, ...]) -> str:
        match effects:
            case (ThisTurn(ability=CostChange(once=True) as change, until=until),) if until == OF_A_TURN:
                return f"{self.next_cost(change).replace(' this phase by ', ' this turn by ')}."
            case _:
                return super()._sentence(effects)

    def discard_cost(self, part: DiscardCost) -> str:
        what = part.what
        if what.zone != "hand" or part.at_random or not all(map(_may_be_held, what.kinds)):
            return super().discard_cost(part)
        discard = "discard" if "briefly" in self.wording else "choose and discard"
        plain = replace(what, zone="battlefield", of="")
        if part.count == 1:
            some = f"1 {self.noun(plain)}" if "actively" in self.wording else an(self.noun(plain))
        else:
            some = self.share(part.count, plain)
        return f"{discard} {some} from your hand"

    def take_counters(self, effect: TakeCounters) -> str:
        among = self._among(effect.what)
        amount = effect.amount
        if not among or amount is None:
            return super().take_counters(effect)
        return f"remove {self._total()}{self.digits(amount)} threat {among}"

    @ACTIONS.writer(Heal)
    def heal(self, effect: Heal) -> str:
        among = self._among(effect.what)
        if not among or effect.amount is None:
            return super().heal(effect)
        return f"heal {self._total()}{self.digits(effect.amount)} damage {among}"

    def damage(self, effect: Damage) -> str:
        among = self._among(effect.to)
        if not among:
            return super().damage(effect)
        return f"deal {self._total()}{self.digits(effect.amount)} damage {among.removeprefix('from ')}"

    def _total(self) -> str:
        return "a total of " if self.wording & {"fully", "gathered"} else ""

    def _among(self, ref: Ref) -> str:
        """Among what something is divided; "" if it is not."""
        targets = self._scope.targets
        if ref.kind != "target" or ref.index >= len(targets) or not (spec := targets[ref.index]).divided:
            return ""
        self._scope.seen = max(self._scope.seen, ref.index + 1)
        nouns = self.noun(spec.what, plural=True)
        if "gathered" in self.wording:
            return f"divided among {nouns} {'' if 'undivided' in self.wording else 'as '}you choose"
        return f"from among {nouns}"

    @ABILITIES.writer(MoreResources)
    def more_resources(self, ability: MoreResources) -> str:
        if ability.condition is None:
            return super().more_resources(ability)
        said = f"double the number of resources this card generates if {self.condition(ability.condition)}"
        if not isinstance(ability.times, InCase):
            return f"{said}."
        return f"{said} (triple the resources instead if {self.condition(ability.times.condition)})."

    def value_condition(self, value: Value, condition: Compare) -> str:
        if value.field != "damage":
            return super().value_condition(value, condition)
        who = "you have" if self._is_you(value.of) else f"{self.ref(value.of)} has"
        if (condition.op, condition.right) == ("=", 0):
            return f"{who} sustained no damage"
        return f"{who} sustained {self._so_much(condition)} damage"

    def _so_much(self, condition: Compare) -> str:
        number = self.digits(condition.right)
        match condition.op:
            case "<":
                return f"less than {number}"
            case "<=":
                return f"{number} or less"
            case ">=" if "fully" in self.wording:
                return f"at least {number}"
            case ">=":
                return f"{number} or more"
            case ">":
                return f"more than {number}"
            case _:
                return f"exactly {number}"

    def count_condition(self, count: Count, condition: Compare) -> str:
        what = count.what
        if what == Filter(name=what.name, of="you") and (condition.op, condition.right) == (">=", 1):
            the = f"{an(what.name).split()[0]} " if "briefly" in self.wording else ""
            the = "the " if "fully" in self.wording else the
            return f"you control {the}{what.name}"
        return super().count_condition(count, condition)

    def _awaiting(self, event: Event) -> str:
        if event.name == "damaged" and event.what == IDENTITY and not event.who and "fully" in self.wording:
            return "an identity"
        return super()._awaiting(event)

    def alter(self, effect: Alter) -> str:
        match effect.changes:
            case (Prevented(amount=InCase() as amount),):
                said = super().alter(Alter((Prevented(amount.otherwise),)))
                case = f"{self.digits(amount.amount)} of that damage instead if {self.condition(amount.condition)}"
                return f"{said} ({case})"
            case _:
                return super().alter(effect)

    def look(self, effect: Look) -> str:
        return "look at the top card of your deck" if effect.amount == 1 else super().look(effect)

    def peek(self, effect: Peek) -> str:
        return super().peek(effect).replace("library", "deck")

    def draw_up(self, effect: DrawUp) -> str:
        if effect.amount != HAND_SIZE:
            return super().draw_up(effect)
        whose = "your" if effect.who == YOU else "their"
        return self.with_subject(effect.who, "draw", f"up to {whose} maximum hand size")

    def next_cost(self, change: CostChange) -> str:
        """The cost of the next card of a kind."""
        what = "card" if change.what is None else self.noun(replace(change.what, zone=""))
        resource = "" if "briefly" in self.wording else "resource "
        whose = "you play this phase" if change.who else "played this phase"
        return f"reduce the {resource}cost of the next {what} {whose} by {self.price(change)}"
