"""Conditions: what must be so now, or have happened this turn.

One method for each alternative of ``grammar/conditions.lark``, called with what its phrase consists of. A condition
compares two numbers; two conditions are one by counting which of them hold.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme

from engine.abilities import (
    COMPARISONS,
    DONE_TO,
    GONE_BY,
    HISTORY,
    IT,
    YOU,
    Among,
    Amount,
    Compare,
    Comparison,
    Count,
    Extreme,
    Filter,
    Fits,
    Math,
    Opponents,
    Per,
    Ref,
    Tally,
    Test,
    Truth,
    Value,
    Variable,
    Who,
    Whose,
)
from engine.text.antecedents import of_a_person
from engine.text.compiler.nouns import PEOPLE, one_of
from engine.text.compiler.numbers import FAMILIES, tally
from engine.text.compiler.rivals import HAND, LIFE, Rivals
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import LIES_IN_YOURS, OwnDeed

ACTS: Final[dict[str, tuple[str, Who]]] = {
    "you've cast": ("cast", "you"),
    "you cast": ("cast", "you"),
    "you've drawn": ("drawn", "you"),
    "you drew": ("drawn", "you"),
    "you've discarded": ("discarded", "you"),
    "you discarded": ("discarded", "you"),
    "you've sacrificed": ("sacrificed", "you"),
    "you sacrificed": ("sacrificed", "you"),
    "you attacked with": ("attacks", "you"),
    "an opponent cast": ("cast", "opponent"),
    "an opponent has cast": ("cast", "opponent"),
    "an opponent discarded": ("discarded", "opponent"),
}
PASSIVES: Final[dict[str, tuple[str, Who]]] = {
    "died this turn": ("dies", ""),
    "died under your control this turn": ("dies", "you"),
    "entered under your control this turn": ("enters", "you"),
    "left under your control this turn": ("leaves", "you"),
    "you controlled left this turn": ("leaves", "you"),
    "left this turn": ("leaves", ""),
    "left your graveyard this turn": ("leaves graveyard", "you"),
}
THAN: Final[dict[str, Comparison]] = {
    "is greater than": ">",
    "is less than": "<",
    "was greater than": ">",
    "was less than": "<",
    "is equal to": "=",
    "is greater than or equal to": ">=",
    "is less than or equal to": "<=",
}
DONE_BY_YOU: Final = {"discard": "discarded"}
"""Deeds that you have just done to cards, as they are said of these."""
FIVE: Final = 5
"""The number of colors, and of basic land types."""
YOURS: Final = Filter((("permanent",),), "you")


@inline
class Conditions(Rivals):
    """Compiles conditions and comparisons of them."""

    def both(self, one: Compare, other: Compare) -> Compare:
        return Compare(Math("*", Truth(one), Truth(other)), "=", 1)

    def either(self, one: Compare, other: Compare) -> Compare:
        return Compare(Math("+", Truth(one), Truth(other)), ">=", 1)

    def either_if(self, one: Compare, other: Compare) -> Compare:
        if any(isinstance(case.left, Count) and case.left.what.other for case in (one, other)):
            raise Reject  # "another" could be other than what either speaks of
        return self.either(one, other)

    def you_control(self, counted: Compare) -> Compare:
        return _of(counted, "you")

    def you_control_no(self, counted: Compare) -> Compare:
        return _of(_none(counted), "you")

    def opponent_controls(self, counted: Compare) -> Compare:
        """One of them at least, or so many that one opponent controls."""
        if (counted.op, counted.right) == (">=", 1):
            return _of(counted, "opponent")
        return replace(counted, left=Opponents(_furthest(counted), _of(counted, "you").left))

    def opponents_control(self, counted: Compare) -> Compare:
        """So many that all opponents control together."""
        if (counted.op, counted.right) == (">=", 1):
            raise Reject  # that is one whom an opponent controls
        return _of(counted, "opponent")

    def no_opponent_controls(self, counted: Compare) -> Compare:
        return _of(_none(counted), "opponent")

    def any_controls(self, counted: Compare) -> Compare:
        if (counted.op, counted.right) != (">=", 1):
            raise Reject
        return self.either(_of(counted, "you"), _of(counted, "opponent"))

    def you_own_in_exile(self, counted: Compare) -> Compare:
        left = counted.left
        if not isinstance(left, Count) or left.what.zone != "hand" or left.what.of:
            raise Reject
        return replace(counted, left=Count(replace(left.what, zone="exile", of="you")))

    def library_is_empty(self) -> Compare:
        return Compare(Count(Filter((("card",),), "you", "library")), "=", 0)

    def cast_nothing(self) -> Compare:
        return Compare(Tally("cast", None, "you"), "=", 0)

    def somebody_controls(self, who: Ref, _verb: Lexeme, counted: Compare) -> Compare:
        if who.kind not in PEOPLE or not isinstance(counted.left, Count) or counted.left.what.of:
            raise Reject
        return replace(counted, left=replace(counted.left, what=replace(counted.left.what, whose=who)))

    def there_are_different(self, comparison: tuple[Comparison, Amount], family: Lexeme, what: Filter) -> Compare:
        return Compare(Among("different", FAMILIES[family.lower()], what), *comparison)

    def there_are_all(self, number: Amount, family: Lexeme, what: Filter) -> Compare:
        """So many of a family that there are no more: five colors, or basic land types (105.1, 205.3i)."""
        if number != FIVE or family.lower() == "card types":
            raise Reject
        return self.there_are_different((">=", FIVE), family, what)

    def have_total(self, what: Filter, field: Lexeme, comparison: tuple[Comparison, Amount]) -> Compare:
        return Compare(Among("total", str(field.lower()), what), *comparison)

    def in_zone(self, counted: Compare, zone: Lexeme) -> Compare:
        if not isinstance(counted.left, Count) or counted.left.what.zone != "hand" or counted.left.what.of:
            raise Reject
        what = replace(counted.left.what, zone=str(zone.lower()), of="you")
        return replace(counted, left=replace(counted.left, what=what))

    def both_in_zone(self, _a: Lexeme, one: Filter, _an: Lexeme, other: Filter, zone: Lexeme) -> Compare:
        return self.both(*(self.in_zone(Compare(Count(what), ">=", 1), zone) for what in (one, other)))

    def source_lies(self, _self: Ref, zone: Lexeme) -> Compare:
        """The source in your graveyard, where its ability then works (113.6)."""
        if zone.lower() != "graveyard":
            raise Reject
        return LIES_IN_YOURS

    def opponent_has(self, counted: Compare) -> Compare:
        return replace(counted, left=Opponents(_furthest(counted), self.you_have(counted).left))

    def your_life(self, comparison: tuple[Comparison, Amount]) -> Compare:
        return Compare(LIFE, *comparison)

    def opponents_life(self, comparison: tuple[Comparison, Amount]) -> Compare:
        return Compare(Opponents("greatest" if comparison[0] in (">", ">=") else "least", LIFE), *comparison)

    def some_life(self, comparison: tuple[Comparison, Amount]) -> Compare:
        return self.either(self.your_life(comparison), self.opponents_life(comparison))

    def some_empty_hand(self) -> Compare:
        hand = Count(Filter((("card",),), "you", "hand"))
        return self.either(Compare(hand, "=", 0), Compare(Opponents("least", hand), "=", 0))

    def somebodys_life(self, who: Ref, _has: Lexeme, comparison: tuple[Comparison, Amount]) -> Compare:
        return Compare(Value("life", somebody(who)), *comparison)

    def somebodys_empty_hand(self, who: Ref, _has: Lexeme) -> Compare:
        return Compare(Value("hand", somebody(who)), "=", 0)

    def somebodys_hand(self, who: Ref, _has: Lexeme, comparison: tuple[Comparison, Amount]) -> Compare:
        return Compare(Value("hand", somebody(who)), *comparison)

    def all_life(self, comparison: tuple[Comparison, Amount]) -> Compare:
        """Each of them: of the opponents the one who is furthest from it."""
        how: Extreme = "least" if comparison[0] in (">", ">=") else "greatest"
        return self.both(self.your_life(comparison), Compare(Opponents(how, LIFE), *comparison))

    def your_turn(self) -> Compare:
        return Compare(Value("active", YOU), "=", 1)

    def not_your_turn(self, *_words: Lexeme) -> Compare:
        return Compare(Value("active", YOU), "=", 0)

    def not_their_turn(self, word: Lexeme) -> Compare:
        if word.lower() != "their":
            raise Reject
        return Compare(Value("active", of_a_person(self.its(word))), "=", 0)

    def value_than(self, left: Amount, than: Lexeme, right: Amount) -> Compare:
        return Compare(left, THAN[than.lower()], right)

    def is_state(self, ref: Ref, *words: Lexeme) -> Compare:
        return Compare(Value(str(words[-1].lower()), ref), "=", 1)

    def is_not_state(self, ref: Ref, _isnt: Lexeme, state: Lexeme) -> Compare:
        return Compare(Value(str(state.lower()), ref), "=", 0)

    def is_kind(self, ref: Ref, *parts: Lexeme | Filter) -> Compare:
        what = parts[-1]
        assert isinstance(what, Filter)
        return Compare(Fits(ref, what), "=", 1)

    def is_no_kind(self, ref: Ref, *parts: Lexeme | Filter) -> Compare:
        return replace(self.is_kind(ref, *parts), right=0)

    def is_not_kind(self, ref: Ref, _not: Lexeme, *parts: Lexeme | Filter) -> Compare:
        return self.is_no_kind(ref, *parts)

    def is_word(self, ref: Ref, word: Lexeme) -> Compare:
        return Compare(Fits(ref, Filter(((str(word.lower()),),))), "=", 1)

    def is_either_word(self, ref: Ref, one: Lexeme, other: Lexeme) -> Compare:
        return Compare(Fits(ref, Filter(((str(one.lower()),), (str(other.lower()),)))), "=", 1)

    def is_no_word(self, ref: Ref, word: Lexeme) -> Compare:
        return Compare(Fits(ref, Filter(((str(self.element(word)),),))), "=", 1)

    def some_block(self, counted: Compare, whom: Ref) -> Compare:
        left = counted.left
        if not isinstance(left, Count) or left.what.zone != "battlefield":
            raise Reject
        (test,) = self.blocking(whom).tests
        return replace(counted, left=Count(replace(left.what, tests=(*left.what.tests, test))))

    def has_keyword(self, ref: Ref, _has: Lexeme, keyword: Lexeme) -> Compare:
        return Compare(Fits(ref, Filter(tests=(Test(str(keyword.lower()), "has"),))), "=", 1)

    def has_field(self, ref: Ref, _has: Lexeme, field: str, comparison: tuple[Comparison, Amount]) -> Compare:
        if ref.kind in ("you", "players", "opponents", "that player", "each", "chosen"):
            raise Reject
        return Compare(Value(field, ref), *comparison)

    def was_controlled(self, _verb: Lexeme, ref: Ref) -> Compare:
        """Its controller now, or as it left (608.2h)."""
        return Compare(Fits(ref, YOURS), "=", 1)

    def has_counters(self, ref: Ref, *parts: Lexeme | Test) -> Compare:
        counted = parts[-1]
        assert isinstance(counted, Test)
        assert counted.op in COMPARISONS
        return Compare(Value(counted.field, ref), counted.op, counted.value)

    def counters_are_on(self, counted: Test, ref: Ref) -> Compare:
        return self.has_counters(ref, counted)

    def exact_counters(self, number: Amount, name: str) -> Test:
        return Test(f"counters {name}", ">=", number)

    def any_counters(self, *_words: Lexeme) -> Test:
        return Test("counters ", ">=", 1)

    def counters_of_a_kind(self, name: str) -> Test:
        return Test(f"counters {name}", ">=", 1)

    def none_at_all(self, _counters: Lexeme) -> Test:
        return Test("counters ", "=", 0)

    def it_happened(self, ref: Ref, happened: Lexeme) -> Compare:
        said = happened.lower().replace(" the battlefield", "")
        if said not in HISTORY:
            raise Reject
        return Compare(Value(said, ref), "=", 1)

    def something_happened(self, counted: Compare, happened: Lexeme) -> Compare:
        said = happened.lower().replace(" the battlefield", "")
        if said not in PASSIVES or not isinstance(counted.left, Count):
            raise Reject
        return replace(counted, left=tally(counted.left.what, *PASSIVES[said]))

    def done_this_way(self, counted: Compare, *words: Lexeme) -> Compare:
        """How many of the cards that something was done to just before are such."""
        left, word = counted.left, words[-1].lower()
        if isinstance(left, Count) and left.what.zone == "battlefield" and not (left.what.of or left.what.other):
            gone = next((ref for ref, verb in GONE_BY.items() if verb == word), None)
            if gone is None:
                raise Reject
            return replace(counted, left=Fits(gone, left.what))
        if not isinstance(left, Count) or left.what.zone != "hand" or left.what.of or left.what.other:
            raise Reject
        zone = next((zone for zone, verb in DONE_TO.items() if verb == word), "")
        if not zone:
            raise Reject
        return replace(counted, left=Fits(IT, replace(left.what, zone=zone)))

    def you_did_so(self, verb: Lexeme, _article: Lexeme, what: Filter) -> Compare:
        done = DONE_BY_YOU.get(verb.lower(), str(verb.lower()))
        return Compare(OwnDeed(own=True, verb=done, what=what), ">=", 1)

    def did_this_turn(self, did: Lexeme, counted: Compare) -> Compare:
        if not isinstance(counted.left, Count):
            raise Reject
        what = counted.left.what
        if what.other:  # "another spell", said by a spell that counts itself
            if ACTS[did.lower()][0] != "cast" or (counted.op, counted.right) != (">=", 1):
                raise Reject
            return Compare(tally(replace(what, other=False), *ACTS[did.lower()]), ">", 1)
        if (counted.op, counted.right) == (">", 1):
            raise Reject  # that is "another" of what counts itself
        return replace(counted, left=tally(what, *ACTS[did.lower()]))

    def you_attacked(self) -> Compare:
        return Compare(Tally("attacks", None, "you"), ">=", 1)

    def you_gained_life(self) -> Compare:
        return Compare(Tally("gains life", None, "you", much=True), ">=", 1)

    def you_gained_so_much(self, comparison: tuple[Comparison, Amount]) -> Compare:
        return Compare(Tally("gains life", None, "you", much=True), *comparison)

    def you_lost_life(self) -> Compare:
        return Compare(Tally("loses life", None, "you", much=True), ">=", 1)

    def opponent_damaged(self) -> Compare:
        return Compare(Tally("player damaged", who="opponent"), ">=", 1)

    def who_controls(self, _verb: Lexeme, counted: Compare) -> Compare:
        return self.you_control(counted)

    def who_holds_none(self, _has: Lexeme) -> Compare:
        return Compare(HAND, "=", 0)

    def opponents_so(self, so: Compare) -> Amount:
        """The number of opponents of whom this holds, as if each of them were you."""
        return Opponents("total", Truth(so))

    def each_opponent_so(self, so: Compare) -> Amount:
        return Per(self.opponents_so(so))

    def you_damaged(self) -> Compare:
        return Compare(Tally("player damaged", who="you"), ">=", 1)

    def your_life_changed(self) -> Compare:
        return self.either(self.you_gained_life(), self.you_lost_life())

    def opponent_lost_life(self) -> Compare:
        return Compare(Tally("loses life", None, "opponent", much=True), ">=", 1)

    def opponent_lost_so_much(self, comparison: tuple[Comparison, Amount]) -> Compare:
        return Compare(Opponents("greatest", Tally("loses life", None, "you", much=True)), *comparison)

    def there_is(self, counted: Compare) -> Compare:
        return counted

    def on_stack(self, counted: Compare) -> Compare:
        if not isinstance(counted.left, Count) or counted.left.what.zone != "stack":
            raise Reject
        return counted

    def you_have(self, counted: Compare) -> Compare:
        left = counted.left
        is_yours = isinstance(left, Count) and (left.what.zone, left.what.of) == ("graveyard", "you")
        if not isinstance(left, Count) or not (is_yours or left.what.zone == "hand"):
            raise Reject
        return counted

    def value_is(self, value: Amount, comparison: tuple[Comparison, Amount]) -> Compare:
        return Compare(value, *comparison)

    def x_compared(self, _x: Lexeme, comparison: tuple[Comparison, Amount]) -> Compare:
        return Compare(Variable(), *comparison)

    def none(self, what: Filter) -> Compare:
        return Compare(Count(what), "=", 0)

    def some(self, _article: Lexeme, what: Filter) -> Compare:
        return Compare(Count(what), ">=", 1)

    def one_of_several(self, *parts: object) -> Compare:
        found = [part for part in parts if isinstance(part, Filter)]
        return Compare(Count(one_of(found)), ">=", 1)

    def another_some(self, what: Filter) -> Compare:
        return Compare(Count(replace(what, other=True)), ">=", 1)

    def at_least_nouns(self, number: Amount, what: Filter) -> Compare:
        return Compare(Count(what), ">=", number)

    def at_least_things(self, number: Amount, what: Filter) -> Compare:
        return self.at_least_nouns(number, what)

    def compared_nouns(self, comparison: tuple[Comparison, Amount], what: Filter) -> Compare:
        return Compare(Count(what), *comparison)

    def some_counters(self, _article: Lexeme, name: str) -> Test:
        return Test(f"counters {name}", ">=", 1)

    def no_counters(self, name: str) -> Test:
        return Test(f"counters {name}", "=", 0)

    def compared_counters(self, comparison: tuple[Comparison, Amount], name: str) -> Test:
        return Test(f"counters {name}", *comparison)

    def compared_any_counters(self, comparison: tuple[Comparison, Amount], _counters: Lexeme) -> Test:
        return Test("counters ", *comparison)

    def or_more(self, number: Amount) -> tuple[Comparison, Amount]:
        return ">=", number

    def or_less(self, number: Amount) -> tuple[Comparison, Amount]:
        return "<=", number

    def exactly(self, number: Amount) -> tuple[Comparison, Amount]:
        return "=", number

    def less_than(self, number: Amount) -> tuple[Comparison, Amount]:
        return "<", number

    def more_than(self, number: Amount) -> tuple[Comparison, Amount]:
        return ">", number


def somebody(who: Ref) -> Ref:
    """One player of whom a condition asks; of you and of all there are words of their own.

    Raises:
        Reject: several are meant, or you.
    """
    if who.kind not in ("that player", "target", "controller", "owner", "defending player"):
        raise Reject
    return who


def _furthest(counted: Compare) -> Extreme:
    """The opponent who is asked about: whoever has the fewest if that has to be few."""
    return "least" if counted.op in ("<=", "<") or counted.right == 0 else "greatest"


def _none(counted: Compare) -> Compare:
    if (counted.op, counted.right) != (">=", 1):
        raise Reject
    return replace(counted, op="=", right=0)


def _of(counted: Compare, whose: Whose) -> Compare:
    if not isinstance(counted.left, Count) or counted.left.what.of:
        raise Reject
    return replace(counted, left=replace(counted.left, what=replace(counted.left.what, of=whose)))
