"""Numbers: what is counted, read off, added up or worked out from other numbers.

One method for each alternative of ``grammar/numbers.lark``, called with what its phrase consists of.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from lark import Token as Lexeme
from lark import Transformer

from engine.abilities import (
    YOU,
    YOU_OWN,
    Among,
    AmongHow,
    Amount,
    Count,
    Devotion,
    Done,
    EventAmount,
    Filter,
    Math,
    Per,
    Ref,
    Tally,
    Test,
    Value,
    Variable,
    Who,
)
from engine.text.antecedents import of_a_person
from engine.text.errors import Reject
from engine.text.inline import inline
from engine.text.phrases import Difference, DoneTo, ThisWay
from engine.text.words import NUMBERS

FEWEST: Final = 2
"""Things of which "for every two" counts the groups."""
INTO_YOURS: Final = "put into your graveyard from the battlefield this turn"
HAPPENINGS: Final[dict[str, tuple[str, Who]]] = {
    "that died this turn": ("dies", ""),
    INTO_YOURS: ("dies", ""),
    "that died under your control this turn": ("dies", "you"),
    "that entered under your control this turn": ("enters", "you"),
    "that entered the battlefield under your control this turn": ("enters", "you"),
    "that left the battlefield under your control this turn": ("leaves", "you"),
    "sacrificed this turn": ("sacrificed", ""),
    "you've cast this turn": ("cast", "you"),
    "you cast this turn": ("cast", "you"),
    "you've drawn this turn": ("drawn", "you"),
    "you drew this turn": ("drawn", "you"),
    "you've discarded this turn": ("discarded", "you"),
    "you've sacrificed this turn": ("sacrificed", "you"),
    "you sacrificed this turn": ("sacrificed", "you"),
    "you attacked with this turn": ("attacks", "you"),
    "your opponents cast this turn": ("cast", "opponent"),
    "your opponents have cast this turn": ("cast", "opponent"),
    "cast this turn": ("cast", ""),
}
"""The meaning of a clause after a noun about this turn: the event, and who did it."""
YOUR_HAND: Final = Filter((("card",),), "you", "hand")
FAMILIES: Final = {"colors": "color", "card types": "card type", "basic land types": "basic land type"}
EXTREMES: Final[dict[str, AmongHow]] = {
    "greatest": "greatest",
    "highest": "greatest",
    "least": "least",
    "lowest": "least",
    "total": "total",
}


def tally(what: Filter, event: str, who: Who, *, much: bool = False) -> Tally:
    """The events of this turn that befell what fits; a thing that is cast is a card, one drawn or discarded any."""
    if what.of:
        raise Reject
    kinds = tuple(tuple(word for word in kind if word != "spell") for kind in what.kinds)
    every = all(kind in ((), ("card",)) for kind in kinds) and not what.tests and not what.name
    if event in ("cast", "drawn", "discarded", "leaves graveyard") and every:
        return Tally(event, None, who, much)
    if event == "leaves graveyard":
        return Tally(event, replace(what, zone="graveyard"), who, much)
    if event == "cast" and not all("spell" in kind for kind in what.kinds):
        raise Reject
    return Tally(event, replace(what, kinds=kinds), who, much)


@inline
class Numbers(Transformer[Lexeme, object]):
    """Compiles numbers and amounts."""

    def amount(self, number: Amount) -> Amount:
        return number

    def count(self, number: Amount) -> Amount:
        return number

    def one(self, _article: Lexeme) -> Amount:
        return 1

    def prevented_amount(self) -> Amount:
        return ThisWay()

    def difference(self) -> Amount:
        return Difference()

    def event_amount(self) -> Amount:
        return EventAmount()

    def done_amount(self) -> Amount:
        return Done()

    def done_number(self, what: Filter, word: Lexeme) -> Amount:
        return DoneTo(what=what, words=(word.lower(),))

    def number_of(self, what: Filter) -> Amount:
        if what.whose is not None and what == Filter((("card",),), zone="hand", whose=what.whose):
            raise Reject  # the size of a hand
        return Value("hand", YOU) if what == YOUR_HAND else Count(what)

    def hand_size(self, whose: Ref) -> Amount:
        return Value("hand", of_a_person(whose))

    def counters_on(self, name: str, ref: Ref) -> Amount:
        return Value(f"counters {name}", ref)

    def value_of(self, whose: Ref, field: str) -> Amount:
        return Value(field, whose)

    def of_value(self, field: str, of: Ref) -> Amount:
        return Value(field, of)

    def digits(self, word: Lexeme) -> Amount:
        return int(word)

    def number_word(self, word: Lexeme) -> Amount:
        return NUMBERS.index(word.lower())

    def variable(self, _x: Lexeme) -> Amount:
        return Variable()

    def life_total_of(self, whose: Ref) -> Amount:
        return Value("life", of_a_person(whose))

    def all_counters_on(self, ref: Ref) -> Amount:
        return Value("counters ", ref)

    def counters_removed(self, name: str) -> Amount:
        return Value(f"removed {name}", YOU)

    def each_counter_removed(self, name: str) -> Amount:
        return Per(self.counters_removed(name))

    def groups_of(self, size: Amount, each: Count | Per) -> Amount:
        """The number of whole groups of a size in what is counted: "for every three creatures"."""
        if not isinstance(size, int) or size < FEWEST or each.times != 1:
            raise Reject
        return Per(Math("groups of", each.of if isinstance(each, Per) else each, size))

    def doubled(self, value: Amount) -> Amount:
        return _times(2, value)

    def three_times(self, value: Amount) -> Amount:
        return _times(3, value)

    def half(self, value: Amount, rounded: Lexeme) -> Amount:
        return Math("half up" if rounded.lower().endswith("up") else "half down", value)

    def half_life(self, whose: Ref, rounded: Lexeme) -> Amount:
        return self.half(Value("life", of_a_person(whose)), rounded)

    def plus(self, left: Amount, right: Amount) -> Amount:
        return Math("+", left, right)

    def x_plus(self, _x: Lexeme, number: Amount) -> Amount:
        return Math("+", Variable(), number)

    def x_twice(self, _x: Lexeme) -> Amount:
        return Math("*", 2, Variable())

    def x_three_times(self, _x: Lexeme) -> Amount:
        return Math("*", 3, Variable())

    def minus(self, left: Amount, right: Amount) -> Amount:
        return Math("-", left, right)

    def among(self, extreme: Lexeme, field: str, what: Filter) -> Amount:
        return Among(EXTREMES[extreme.lower()], field, what)

    def different(self, family: Lexeme, what: Filter) -> Amount:
        return Among("different", FAMILIES[family.lower()], what)

    def differently_named(self, what: Filter) -> Amount:
        return Among("different", "name", what)

    def devotion(self, *colors: Lexeme) -> Amount:
        return Devotion(tuple(str(color.lower()) for color in colors))

    def chosen_devotion(self) -> Amount:
        return Devotion(("chosen color",))

    def tally(self, what: Filter, done: Lexeme) -> Amount:
        if done.lower() == INTO_YOURS:
            what = replace(what, tests=(*what.tests, Test(YOU_OWN)))
        return tally(what, *HAPPENINGS[done.lower()])

    def life_gained_this_turn(self) -> Amount:
        return Tally("gains life", None, "you", much=True)

    def life_lost_this_turn(self) -> Amount:
        return Tally("loses life", None, "opponent", much=True)

    def each_thing(self, what: Filter) -> Amount:
        return Count(what)

    def each_counter(self, name: str, ref: Ref) -> Amount:
        return Per(Value(f"counters {name}", ref))

    def each_tally(self, what: Filter, done: Lexeme) -> Amount:
        if done.lower() == INTO_YOURS:
            what = replace(what, tests=(*what.tests, Test(YOU_OWN)))
        return Per(tally(what, *HAPPENINGS[done.lower()]))

    def each_different(self, family: Lexeme, what: Filter) -> Amount:
        return Per(Among("different", str(family.lower()), what))

    def each_different_value(self, field: str, what: Filter) -> Amount:
        """The different numbers of things that all have one."""
        if field != "mana value" and not all("creature" in kind for kind in what.kinds):
            raise Reject
        return Per(Among("different", field, what))


def _times(number: int, value: Amount) -> Amount:
    if isinstance(value, int):
        raise Reject
    if isinstance(value, Count) and value.times == 1:
        return replace(value, times=number)
    return Math("*", number, value)
