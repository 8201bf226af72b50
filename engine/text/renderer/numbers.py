"""Numbers, mirroring ``grammar/numbers.lark``."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import replace
from typing import Final

from engine.abilities import (
    YOU,
    YOU_OWN,
    Among,
    Amount,
    Compare,
    Count,
    Devotion,
    Done,
    EventAmount,
    Filter,
    Fits,
    Math,
    Opponents,
    Paid,
    Per,
    Ref,
    Tally,
    Test,
    TestOp,
    Truth,
    Value,
)
from engine.text.renderer.registry import VALUES
from engine.text.renderer.writing import (
    Unwritable,
    an,
    is_more_than_x,
    is_worked_out,
    number_word,
    of_all,
    of_each,
    others_said,
)

PLURALS: Final = {"color": "colors", "card type": "card types", "basic land type": "basic land types"}
CLAUSES: Final = {
    ("dies", ""): "that died this turn",
    ("dies", "you"): "that died under your control this turn",
    ("enters", "you"): "that entered under your control this turn",
    ("leaves", "you"): "that left the battlefield under your control this turn",
    ("sacrificed", ""): "sacrificed this turn",
    ("cast", "you"): "you've cast this turn",
    ("cast", "opponent"): "your opponents cast this turn",
    ("cast", ""): "cast this turn",
    ("drawn", "you"): "you've drawn this turn",
    ("discarded", "you"): "you've discarded this turn",
    ("sacrificed", "you"): "you've sacrificed this turn",
    ("attacks", "you"): "you attacked with this turn",
}
LIFE_GAINED: Final = "the amount of life you gained this turn"
LIFE_LOST: Final = "the amount of life your opponents have lost this turn"


OF_ONE: Final = {"control": "controls", "have": "has", "were": "was"}
"""The verbs of "you" as they are said of somebody else."""


def differences_of(condition: Compare) -> tuple[Amount, ...]:
    """The difference of two numbers, where a condition says that one is less."""
    match condition:
        case Compare(left=left, op="<", right=right):
            return (Math("-", right, left),)
        case Compare(left=left, op=">", right=right):
            return (Math("-", left, right),)
        case _:
            return ()


class Numbers(ABC):
    """Writes numbers and amounts."""

    def done(self) -> str:
        """The noun and the word of what an instruction did, which "this way" counts."""
        return "card discarded"

    @abstractmethod
    def ref(self, ref: Ref) -> str:
        """The words for a reference."""

    @abstractmethod
    def possessive(self, ref: Ref) -> str:
        """The possessive of a reference."""

    @abstractmethod
    def noun(self, what: Filter, *, plural: bool = False) -> str:
        """A noun with what narrows it."""

    @abstractmethod
    def condition(self, condition: Compare) -> str:
        """A condition, in words."""

    @abstractmethod
    def bare(self, what: Filter) -> str:
        """The noun for all that fit."""

    _differences: tuple[Amount, ...] = ()
    """The number by which one side of the condition that was just said is less than the other."""

    def cards(self, amount: Amount) -> str:
        match amount:
            case Math(op="+", left=EventAmount() | Done(), right=int() as more):
                return f"that many cards plus {self.number(more)}"
        if is_worked_out(amount):
            return f"cards equal to {self.value(amount)}"
        return self._many(amount, "card") + self.for_each(amount)

    def counters(self, amount: Amount, name: str) -> str:
        return self._many(amount, f"{name} counter" if name else "counter")

    def _many(self, amount: Amount, noun: str) -> str:
        base = of_each(amount)
        if base == 1:
            return an(noun)
        return f"{'that many' if isinstance(base, EventAmount | Done) else self.number(base)} {noun}s"

    def life(self, amount: Amount) -> str:
        if is_worked_out(amount):
            return f"life equal to {self.value(amount)}"
        much = "that much" if isinstance(of_each(amount), EventAmount | Done) else self.digits(amount)
        return f"{much} life{self.for_each(amount)}"

    def for_each(self, amount: Amount) -> str:
        """A phrase: "for each creature you control", for a number that is counted."""
        if isinstance(amount, Done):
            return f" for each {self.done()} this way" if amount.times != 1 else ""
        if isinstance(amount, Paid):
            return f" for each time {self.paid(amount)}"
        if isinstance(amount, Per) and isinstance(amount.of, Fits):
            word = self.done().rpartition(" ")[2]
            return f" for each {self.noun(replace(amount.of.what, zone='hand'))} {word} this way"
        if isinstance(amount, Per) and isinstance(amount.of, Math) and amount.of.op == "groups of":
            return f" for every {self.number(amount.of.right)} {self._several_of(amount.of.left)}"
        if isinstance(amount, Per):
            return f" for each {self._one_of(amount.of)}"
        if not isinstance(amount, Count):
            return ""
        what = others_said(amount.what)
        return f" for each {'other ' if what.other else ''}{of_all(self.noun(what))}"

    def _several_of(self, of: Amount) -> str:
        """The noun of what is counted, in the plural."""
        if isinstance(of, Count):
            return self.noun(others_said(of.what), plural=True)
        return self._one_of(of).replace("counter", "counters", 1)

    def paid(self, paid: Paid) -> str:
        """That an optional cost was paid; a game says how."""
        raise Unwritable(paid)

    def number(self, amount: Amount) -> str:
        """A number in words."""
        amount = of_each(amount)
        if isinstance(amount, int):
            return number_word(amount)
        if is_more_than_x(amount):
            return self.value(amount)
        return "that many" if isinstance(amount, EventAmount | Done) else "X"

    def digits(self, amount: Amount) -> str:
        amount = of_each(amount)
        if is_more_than_x(amount):
            return self.value(amount)
        return str(amount) if isinstance(amount, int) else "X"

    def value(self, amount: Amount) -> str:
        """A number that is worked out: "the number of artifacts you control", "its power"."""
        if amount in self._differences:
            return "the difference"
        return VALUES.write(self, amount) if VALUES.has_writer(self, amount) else self.digits(amount)

    @VALUES.writer(Count)
    def number_of(self, amount: Count) -> str:
        if amount.times not in (1, 2):
            return self.digits(amount)
        twice = "twice " if amount.times == 2 else ""
        what = others_said(amount.what)
        return f"{twice}the number of {'other ' if what.other else ''}{of_all(self.noun(what, plural=True))}"

    @VALUES.writer(Opponents)
    def opponents_so(self, amount: Opponents) -> str:
        if amount.how != "total" or not isinstance(amount.amount, Truth):
            raise Unwritable(amount)
        return f"the number of opponents who {self._of_whom(amount.amount.condition)}"

    def _of_whom(self, so: Compare) -> str:
        """A condition that holds of several people, in the words for one that holds of you."""
        if so == Compare(Value("hand", YOU), "=", 0):
            return "have no cards in hand"
        return self.condition(so).removeprefix("you ")

    @VALUES.writer(Value)
    def value_of(self, amount: Value) -> str:
        field, of = amount.field, amount.of
        match field:
            case "life":
                return f"{self.possessive(of)} life total"
            case "hand":
                return f"the number of cards in {self.possessive(of)} hand"
            case "counters ":
                return f"the number of counters on {self.ref(of)}"
        if field.startswith("removed "):
            return f"the number of {field[8:]} counters removed this way"
        if field.startswith("counters "):
            return f"the number of {field[9:]} counters on {self.ref(of)}"
        return f"{self.possessive(of)} {field}"

    @VALUES.writer(Among)
    def among(self, amount: Among) -> str:
        if (amount.how, amount.field) == ("different", "name"):
            return f"the number of differently named {self.bare(amount.what)}"
        if amount.how == "different":
            return f"the number of {PLURALS[amount.field]} among {self.bare(amount.what)}"
        return f"the {amount.how} {amount.field} {'of' if amount.how == 'total' else 'among'} {self.bare(amount.what)}"

    @VALUES.writer(Devotion)
    def devotion(self, amount: Devotion) -> str:
        said = ["the chosen color" if color == "chosen color" else color for color in amount.colors]
        return f"your devotion to {' and '.join(said)}"

    @VALUES.writer(Math)
    def math(self, amount: Math) -> str:
        match amount.op:
            case "half up" | "half down":
                return f"half {self.value(amount.left)}, rounded {amount.op[5:]}"
            case "*" if amount.left in (2, 3):
                return f"{'twice' if amount.left == 2 else 'three times'} {self.value(amount.right)}"
            case "+" | "-":
                return f"{self.value(amount.left)} {'plus' if amount.op == '+' else 'minus'} {self.value(amount.right)}"
            case _:
                raise Unwritable(amount)

    @VALUES.writer(Tally)
    def tally(self, amount: Tally) -> str:
        """The events of this turn, as a number."""
        if amount.much:
            said = {("gains life", "you"): LIFE_GAINED, ("loses life", "opponent"): LIFE_LOST}
            if (amount.event, amount.who) not in said:
                raise Unwritable(amount)
            return said[amount.event, amount.who]
        return f"the number of {self.happened(amount, plural=True)}"

    def happened(self, amount: Tally, *, plural: bool = False) -> str:
        """A noun for what it happened to, with what happened: "creature that died this turn"."""
        clause = CLAUSES.get((amount.event, amount.who))
        if clause is None or amount.much:
            raise Unwritable(amount)
        what = amount.what
        if amount.event == "dies" and what is not None and what.tests[-1:] == (Test(YOU_OWN),):
            plain = replace(amount, what=replace(what, tests=what.tests[:-1]))
            return f"{self.tallied(plain, plural=plural)} put into your graveyard from the battlefield this turn"
        return f"{self.tallied(amount, plural=plural)} {clause}"

    def tallied(self, amount: Tally, *, plural: bool = False) -> str:
        """The things that an event befell; a card that is cast is a spell."""
        head = ("spell",) if amount.event == "cast" else ()
        if amount.what is None:
            what = Filter((head or ("card",),), zone="stack" if head else "hand")
        else:
            what = replace(amount.what, kinds=tuple((*kind, *head) for kind in amount.what.kinds))
        return self.noun(what, plural=plural)

    def _one_of(self, of: Amount) -> str:
        """The noun of things that are counted one by one."""
        match of:
            case Value(field=field) if field.startswith("removed "):
                return f"{field[8:]} counter removed this way"
            case Value(field=field, of=ref) if field.startswith("counters "):
                return f"{field[9:]} counter on {self.ref(ref)}"
            case Among(how="different", field=field, what=what):
                return f"{'' if field in PLURALS else 'different '}{field} among {self.bare(what)}"
            case Tally():
                return self.happened(of)
            case Opponents(how="total", amount=Truth(condition=so)):
                verb, _, rest = self._of_whom(so).partition(" ")
                return f"opponent who {OF_ONE.get(verb, verb)} {rest}"
            case _:
                raise Unwritable(of)

    def comparison(self, op: TestOp, right: Amount, *, words: bool = False) -> str:
        """A phrase: "3 or more", "less than 3"."""
        number = self.number(right) if words else self.digits(right)
        match op:
            case ">=":
                return f"{number} or more"
            case "<=":
                return f"{number} or {'fewer' if words else 'less'}"
            case "=":
                return f"exactly {number}"
            case "<":
                return f"{'fewer' if words else 'less'} than {number}"
            case ">":
                return f"more than {number}"
            case _:
                raise Unwritable(op)

    def _counters_test(self, name: str, op: TestOp, right: Amount) -> str:
        counters = f"{name} counters".strip()
        if op == ">=" and right == 1:
            return an(counters.removesuffix("s"))
        if op == "=" and right == 0:
            return f"no {counters}"
        return f"{self.comparison(op, right, words=True)} {counters}"
