"""Conditions, mirroring ``grammar/conditions.lark``."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from engine.abilities import (
    DONE_TO,
    GONE_BY,
    HISTORY,
    IT,
    YOU,
    Among,
    Compare,
    Comparison,
    Count,
    Done,
    Filter,
    Fits,
    Math,
    Opponents,
    Tally,
    Truth,
    Value,
    Variable,
)
from engine.text.compiler.rivals import HAND, LIFE, TURNED
from engine.text.phrases import LIES_IN_YOURS
from engine.text.renderer.nouns import Nouns
from engine.text.renderer.numbers import PLURALS
from engine.text.renderer.registry import CONDITIONS
from engine.text.renderer.writing import Unwritable, an, others_said

LIFE_VERBS: Final = {
    ("gains life", "you"): "you gained",
    ("loses life", "you"): "you lost",
    ("loses life", "opponent"): "an opponent lost",
}
DAMAGED: Final = {("player damaged", "you"): "you were", ("player damaged", "opponent"): "an opponent was"}
DID: Final = {
    ("cast", "you"): "you've cast",
    ("drawn", "you"): "you've drawn",
    ("discarded", "you"): "you've discarded",
    ("sacrificed", "you"): "you've sacrificed",
    ("attacks", "you"): "you attacked with",
    ("cast", "opponent"): "an opponent has cast",
    ("discarded", "opponent"): "an opponent discarded",
}
HAPPENED: Final = {
    ("dies", ""): "died",
    ("dies", "you"): "died under your control",
    ("enters", "you"): "entered under your control",
    ("leaves", "you"): "left the battlefield under your control",
    ("leaves", ""): "left the battlefield",
    ("leaves graveyard", "you"): "left your graveyard",
}
IS_THAN: Final[dict[Comparison, str]] = {
    ">": "is greater than",
    "<": "is less than",
    "=": "is equal to",
    ">=": "is greater than or equal to",
    "<=": "is less than or equal to",
}


YOURS: Final = Filter((("permanent",),), "you")
LIFE_CHANGED: Final = Math(
    "+", *(Truth(Compare(Tally(event, None, "you", much=True), ">=", 1)) for event in ("gains life", "loses life"))
)
NOT_BEYOND: Final[dict[Comparison, Comparison]] = {"<=": ">", ">=": "<"}
OPPOSITES: Final[dict[Comparison, Comparison]] = {"<": ">=", ">": "<="}


def opposite_of(condition: Compare | None, *, strictly: bool = True) -> Compare | None:
    """The condition after "unless" for one that says how few there are; ``strictly`` not for how many."""
    is_number = condition is not None and isinstance(condition.left, Value) and isinstance(condition.right, int)
    if condition is not None and condition.op in NOT_BEYOND:
        other_way = replace(condition, op=NOT_BEYOND[condition.op])
        return other_way if is_rivalry(other_way) or is_race(other_way) else None
    if condition is None or condition.op not in OPPOSITES or is_race(condition):
        return None
    if isinstance(condition.left, Opponents) and (condition.left.how == "greatest") != (condition.op == "<"):
        return None
    if not is_number and not isinstance(condition.left, Count | Tally | Among | Math | Opponents):
        return None
    return None if strictly and condition.op == ">" else replace(condition, op=OPPOSITES[condition.op])


def is_rivalry(condition: Compare) -> bool:
    """Whether a condition asks whether you have more than one other player, or less."""
    own, right = condition.left, condition.right
    if condition.op not in TURNED:
        return False
    if isinstance(own, Count) and isinstance(right, Count) and right.what.whose is not None:
        return own.what == replace(right.what, of="you", whose=None)
    return isinstance(right, Value) and own in (LIFE, HAND) and right == replace(own, of=right.of) and right != own


def is_race(condition: Compare) -> bool:
    """Whether a condition asks whether you have more than opponents have, or less."""
    return isinstance(condition.left, Opponents) and condition.left.amount == condition.right


NO_CARDS: Final = Compare(Count(Filter((("card",),), "you", "hand")), "=", 0)


def one_of(condition: Compare) -> bool:
    """Whether one at least is asked for."""
    return (condition.op, condition.right) == (">=", 1)


BY_YOU: Final = {"discarded": "discard", "exiled": "exiled", "milled": "milled"}
"""Deeds that you have just done to cards, after "you"."""


class Conditions(Nouns):
    """Writes conditions and comparisons of them."""

    def condition(self, condition: Compare) -> str:
        """A condition, after "if": "you control a Forest"."""
        left = condition.left
        if CONDITIONS.has_writer(self, left):
            return CONDITIONS.write(self, left, condition)
        return self.compared(condition)

    @CONDITIONS.writer(Math)
    def math_condition(self, math: Math, condition: Compare) -> str:
        """Two conditions as one, or a number beside another."""
        match math:
            case Math(
                left=Truth(condition=one), right=Truth(condition=Compare(left=Opponents() as theirs) as other)
            ) if one == replace(other, left=LIFE) and theirs.amount == LIFE:
                is_some = (theirs.how == "greatest") == (other.op in (">", ">="))
                if is_some == (math.op == "+"):
                    return f"{'a' if is_some else 'each'} player has {self.comparison(other.op, other.right)} life"
                return self._joined(math, one, other)
            case Math(
                op="+", left=Truth(condition=one), right=Truth(condition=Compare(left=Opponents(how="least") as theirs))
            ) if one == NO_CARDS and theirs.amount == NO_CARDS.left:
                return "a player has no cards in hand"
            case Math(
                op="+", left=Truth(condition=Compare(left=Count(what=mine))), right=Truth(condition=Compare() as other)
            ) if mine.of == "you" and other == Compare(Count(replace(mine, of="opponent")), ">=", 1):
                return f"any player controls {self._how_many(replace(mine, of=''), other)}"
            case _ if math == LIFE_CHANGED:
                return "you gained or lost life this turn"
            case Math(left=Truth(condition=one), right=Truth(condition=other)):
                return self._joined(math, one, other)
            case _:
                return self.compared(condition)

    def _joined(self, math: Math, one: Compare, other: Compare) -> str:
        cards = [self._lies_in_yours(each) for each in (one, other)]
        if math.op == "*" and "gathered" in self.wording and all(cards):
            return f"{' and '.join(cards)} are in your graveyard"
        joint = "and" if math.op == "*" else "or if" if "fully" in self.wording else "or"
        return f"{self.condition(one)} {joint} {self.condition(other)}"

    def _lies_in_yours(self, condition: Compare) -> str:
        """A card of a kind of which one at least is asked for in your graveyard, "" if something else is asked."""
        what = condition.left.what if isinstance(condition.left, Count) else None
        if what is None or (what.zone, what.of) != ("graveyard", "you") or (condition.op, condition.right) != (">=", 1):
            return ""
        return an(self.noun(replace(what, zone="hand", of="")))

    @CONDITIONS.writer(Variable)
    def variable_condition(self, _variable: Variable, condition: Compare) -> str:
        return f"X is {self.comparison(condition.op, condition.right)}"

    def compared(self, condition: Compare) -> str:
        """A number beside another."""
        if isinstance(condition.right, int | Variable):
            return f"{self.value(condition.left)} is {self.comparison(condition.op, condition.right)}"
        return f"{self.value(condition.left)} {IS_THAN[condition.op]} {self.value(condition.right)}"

    @CONDITIONS.writer(Among)
    def among_condition(self, among: Among, condition: Compare) -> str:
        if among.how == "total" and isinstance(condition.right, int | Variable):
            things, many = self.bare(among.what), self.comparison(condition.op, condition.right)
            if things.endswith(" have"):
                return self.compared(condition)
            return f"{things} have total {among.field} {many}"
        if among.how != "different" or not isinstance(condition.right, int | Variable):
            return self.compared(condition)
        kinds = f"{PLURALS[among.field]} among {self.bare(among.what)}"
        return f"there are {self.comparison(condition.op, condition.right, words=True)} {kinds}"

    @CONDITIONS.writer(Tally)
    def tally_condition(self, tally: Tally, condition: Compare) -> str:
        """The events of this turn."""
        key = (tally.event, tally.who)
        if tally.much and key in LIFE_VERBS:
            if (condition.op, condition.right) == (">=", 1):
                return f"{LIFE_VERBS[key]} life this turn"
            return f"{LIFE_VERBS[key]} {self.comparison(condition.op, condition.right)} life this turn"
        if key in DAMAGED and tally == Tally(*key[:1], who=tally.who) and (condition.op, condition.right) == (">=", 1):
            return f"{DAMAGED[key]} dealt damage this turn"
        if tally.what is None and key == ("attacks", "you") and (condition.op, condition.right) == (">=", 1):
            return "you attacked this turn"
        if key == ("cast", "you") and tally.what is None and (condition.op, condition.right) == ("=", 0):
            return "you haven't cast a spell this turn"
        if key == ("cast", "you") and (condition.op, condition.right) == ("=", 0) and tally.what is not None:
            return f"you haven't cast {an(self.tallied(tally))} this turn"
        if key in DID:
            return f"{DID[key]} {self.how_many_times(tally, condition)} this turn"
        if key in HAPPENED:
            return f"{self.how_many_times(tally, condition)} {HAPPENED[key]} this turn"
        raise Unwritable(condition)

    def how_many_times(self, tally: Tally, condition: Compare) -> str:
        is_other = tally.what is not None and tally.what.other
        if (condition.op, condition.right) == (">=", 1) and "gathered" in self.wording and not is_other:
            return f"one or more {self.tallied(tally, plural=True)}"
        if tally.event == "cast" and (condition.op, condition.right) == (">", 1):
            return f"another {self.tallied(tally)}"
        if (condition.op, condition.right) == (">=", 1):
            return f"another {self.tallied(tally)}" if is_other else an(self.tallied(tally))
        plural = ("other " if is_other else "") + self.tallied(tally, plural=True)
        if (condition.op, condition.right) == ("=", 0):
            return f"no {plural}"
        return f"{self.comparison(condition.op, condition.right, words=True)} {plural}"

    @CONDITIONS.writer(Opponents)
    def opponents_condition(self, left: Opponents, condition: Compare) -> str:
        own = left.amount
        if isinstance(own, Tally) and own.event == "loses life":
            return f"an opponent lost {self.comparison(condition.op, condition.right)} life this turn"
        if condition.right == own and isinstance(own, Value | Count):
            return self._among_rivals(own, left.how, condition.op)
        if own == Value("life", YOU):
            return f"an opponent has {self.comparison(condition.op, condition.right)} life"
        if isinstance(own, Count) and own.what.zone == "battlefield":
            return f"an opponent controls {self._how_many(replace(own.what, of=''), condition)}"
        if isinstance(own, Count) and own.what.zone == "hand":
            return f"an opponent has {self._how_many(replace(own.what, of=''), condition)} in hand"
        raise Unwritable(condition)

    def _among_rivals(self, own: Value | Count, how: str, op: Comparison) -> str:
        """Of any opponent or of each: whoever has the greatest number, or the least."""
        is_each = (how == "greatest") == (op == "<")
        if not is_each and (how == "greatest") != ("in other words" in self.wording):
            return self._surpassed("an opponent", own, "you", op)
        return self._surpassed("you", own, "each opponent" if is_each else "an opponent", TURNED[op])

    def _beside_rival(self, condition: Compare) -> str:
        """Your number beside that of one other player."""
        own, right = condition.left, condition.right
        assert isinstance(own, Value | Count)
        rival = right.of if isinstance(right, Value) else right.what.whose if isinstance(right, Count) else None
        assert rival is not None
        if (condition.op == ">") != ("in other words" in self.wording):
            return self._surpassed("you", own, self.ref(rival), condition.op)
        return self._surpassed(self.ref(rival), own, "you", TURNED[condition.op])

    def _surpassed(self, one: str, own: Value | Count, other: str, op: Comparison) -> str:
        """The thing of which one player has more, or less, than another."""
        is_life = own == LIFE
        scale = "more" if op == ">" else "less" if is_life else "fewer"
        is_you = one == "you"
        if isinstance(own, Count):
            verb = "control" if is_you else "controls"
            return f"{one} {verb} {scale} {self.bare(replace(own.what, of='', whose=None))} than {other}"
        return f"{one} {'have' if is_you else 'has'} {scale} {'life' if is_life else 'cards in hand'} than {other}"

    @CONDITIONS.writer(Fits)
    def fits_condition(self, fits: Fits, condition: Compare) -> str:
        of, what = fits.of, fits.what
        is_by_you = bool(self.wording & {"in other words", "listed"}) and condition.op == ">="
        if of == IT and what.zone in DONE_TO and is_by_you:
            done = DONE_TO[what.zone]
            did = BY_YOU[done] if "in other words" in self.wording else done
            return f"you {did} {an(self.noun(replace(what, zone='hand')))} this way"
        if of == IT and what.zone in DONE_TO:
            many = self._how_many(replace(what, zone="hand"), condition)
            return f"{many} {'is' if condition.right == 1 else 'are'} {DONE_TO[what.zone]} this way"
        if of in GONE_BY:
            many = self._how_many(what, condition)
            return f"{many} {'is' if condition.right == 1 else 'are'} {GONE_BY[of]} this way"
        verb = "is" if condition.right else "isn't"
        if what.kinds == ((),) and condition.right:
            return f"{self.ref(of)} has {what.tests[0].field}"
        if what == YOURS and condition.right:
            return f"you controlled {self.ref(of)}"
        words = what.kinds[0]
        if (
            len(words) == 1
            and what == Filter((words,))
            and words[0] in (*self.vocabulary.colors, *self.vocabulary.supertypes)
        ):
            return f"{self.ref(of)} {verb} {words[0]}"
        return f"{self.ref(of)} {verb} {an(self.noun(what))}"

    @CONDITIONS.writer(Done)
    def done_condition(self, done: Done, condition: Compare) -> str:
        if not done.own or (condition.op, condition.right) != (">=", 1):
            raise Unwritable(condition)
        return f"you {self.own_deed()} this way"

    def own_deed(self) -> str:
        """The words for what each player just did."""
        raise Unwritable(None)

    @CONDITIONS.writer(Count)
    def count_condition(self, count: Count, condition: Compare) -> str:
        what = others_said(count.what)
        if what.tests and what.tests[-1].field == "blocking" and isinstance(what.tests[-1].value, Value):
            many = self._how_many(replace(what, tests=what.tests[:-1]), condition)
            return f"{many} {'is' if one_of(condition) else 'are'} blocking {self.ref(what.tests[-1].value.of)}"
        if condition == LIES_IN_YOURS:
            return "this card is in your graveyard"
        if is_rivalry(condition):
            return self._beside_rival(condition)
        if not isinstance(condition.right, int | Variable):
            return self.compared(condition)
        one = condition.op == ">=" and condition.right == 1
        if what.zone == "battlefield" and what.whose is not None:
            return f"{self.ref(what.whose)} controls {self._how_many(replace(what, whose=None), condition)}"
        if what.zone == "stack" and one:
            return f"{an(self.noun(what))} is on the stack"
        if what.zone == "battlefield" and what.of == "you":
            return f"you control {self._how_many(replace(what, of=''), condition)}"
        if what.of == "opponent" and (condition.op, condition.right) == ("=", 0) and what.zone == "battlefield":
            return f"no opponent controls {an(self.noun(replace(what, of='')))}"
        if what.zone == "exile" and what.of == "you":
            return f"you own {self._how_many(replace(what, of='', zone='hand'), condition)} in exile"
        if what == Filter((("card",),), "you", "library") and (condition.op, condition.right) == ("=", 0):
            return "your library has no cards in it"
        if what.zone == "battlefield" and what.of == "opponent" and one:
            return f"an opponent controls {self._how_many(replace(what, of=''), condition)}"
        if what.zone == "battlefield" and what.of == "opponent":
            return f"your opponents control {self._how_many(replace(what, of=''), condition)}"
        if what.zone == "hand" and what.of == "you":
            return f"you have {self._how_many(replace(what, of=''), condition)} in hand"
        if what.zone == "graveyard" and what.of == "you" and "actively" in self.wording:
            return f"you have {self._how_many(what, condition)}"
        if what.zone == "battlefield" and not what.of and "actively" in self.wording:
            return f"{self._how_many(what, condition)} {'is' if one else 'are'} on the battlefield"
        return f"there {'is' if one else 'are'} {self._how_many(what, condition)}"

    def _how_many(self, what: Filter, condition: Compare) -> str:
        plain = replace(what, other=False)
        if condition.op == ">=" and condition.right == 1:
            return ("another " + self.noun(plain)) if what.other else an(self.noun(plain))
        other = "other " if what.other else ""
        if condition.op == "=" and condition.right == 0:
            return f"no {other}{self.noun(plain, plural=True)}"
        return f"{self.comparison(condition.op, condition.right, words=True)} {other}{self.noun(plain, plural=True)}"

    @CONDITIONS.writer(Value)
    def value_condition(self, value: Value, condition: Compare) -> str:
        field, of = value.field, value.of
        if field == "active" and of == YOU:
            return "it's your turn" if condition.right else "it's not your turn"
        if field == "active" and not condition.right:
            return "it's not their turn"
        if field in HISTORY:
            return f"{self.ref(of)} {field}"
        if is_rivalry(condition):
            return self._beside_rival(condition)
        if not isinstance(condition.right, int | Variable):
            return self.compared(condition)
        if field == "life" and of == YOU:
            return f"you have {self.comparison(condition.op, condition.right)} life"
        if field == "life" and condition.op == "=":
            return f"{self.ref(of)} has exactly {self.number(condition.right)} life"
        if field == "hand" and of != YOU:
            many = self._how_many(Filter((("card",),), zone="hand"), condition)
            return f"{self.ref(of)} has {many} in hand"
        if field.startswith("counters "):
            many = self._counters_test(field[9:], condition.op, condition.right)
            return f"{self.ref(of)} has {many} on it"
        if condition.op == "=" and condition.right == 1 and field in self.vocabulary.states:
            return f"{self.ref(of)} is {field}"
        if condition.op == "=" and condition.right == 0 and field in self.vocabulary.states:
            return f"{self.ref(of)} isn't {field}"
        said = self.compared(condition)
        its = f"its {field} is "
        if "briefly" not in self.wording or condition.op not in (">=", "<="):
            return said
        return (
            f"it has {field} {said.removeprefix(its)}"
            if said.startswith(its)
            else said.replace(f"'s {field} is ", f" has {field} ")
        )
