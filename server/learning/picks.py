"""Any decision as a sequence of picks out of a fixed set, so that who learns acts in one discrete space.

A pick is a number below ``ACTIONS``. At each pick a few of them may be made: number ``a`` stands for one *choice* (an
option of the decision, or a number), ``DONE`` for "no more". The picks that one decision takes:

    act, pay, confirm                       one pick: an option
    number                                  one pick: the number, counted from the least
    modes, targets, cards, players, costs   one pick for each thing chosen, then DONE unless all that may be are
    order                                   one pick for each place, first to last
    divide                                  one pick for each option but the last: its share beyond the least
    assign                                  one pick for each pair, then DONE

A choice among more than ``BASE`` is picked in digits, the highest first. A choice of several whose end would break a
rule (an attack that must be made) is not at its end yet; where that leads nowhere the decision's default is answered.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Final, NamedTuple, TypeAlias

from protocol.answers import refs
from protocol.messages import Answer, AnyAnswer, Decision, Option

ACTIONS: Final = 128
BASE: Final = ACTIONS - 1
"""Choices of one pick."""
DONE: Final = ACTIONS - 1


class Choice(NamedTuple):
    """The meaning of a pick: an option, or a number; of a digit the first number of those that begin with it."""

    action: int
    option: Option | None = None
    number: int = 0


Offer: TypeAlias = Sequence[Choice]
Asking: TypeAlias = Generator[Offer, int, AnyAnswer]
Digits: TypeAlias = Generator[Offer, int, int]
IsLegal: TypeAlias = Callable[[Answer], bool]


class Answered:
    """The answer to a decision that leaves no choice, in place of ``Picks``: nobody is asked for it."""

    __slots__ = ("answer", "made", "offer")

    def __init__(self, answer: AnyAnswer) -> None:
        self.answer = answer
        self.made = 0
        self.offer: Offer = ()


class Picks:
    """The answer to one decision in the making.

    Attributes:
        offer: what may be picked now.
        made: how many picks were made.
        answer: None as long as there is something to pick.
    """

    def __init__(self, decision: Decision, is_legal: IsLegal) -> None:
        """``is_legal`` says whether the rules take a choice as a whole (attackers, blockers)."""
        self.offer: Offer = ()
        self.made = 0
        self.answer: AnyAnswer | None = None
        self._asking = _asked(decision, is_legal)
        try:
            self.offer = next(self._asking)
        except StopIteration as end:
            self.answer = end.value

    def take(self, action: int) -> None:
        """Make a pick; one that is not offered is a ValueError, and changes nothing."""
        if all(choice.action != action for choice in self.offer):
            raise ValueError(f"{action} is not among the actions of this pick")
        self.made += 1
        try:
            self.offer = self._asking.send(action)
        except StopIteration as end:
            self.answer, self.offer = end.value, ()


def _asked(decision: Decision, is_legal: IsLegal) -> Asking:
    match decision.kind:
        case "act" | "pay" | "confirm":
            return _one(decision)
        case "number":
            return _number(decision)
        case "divide":
            return _divide(decision)
        case "assign":
            return _several(decision, is_legal, pairs=True)
        case "order":
            return _order(decision)
        case _:
            return _several(decision, is_legal, pairs=False)


def _digits(left: Sequence[int], span: int, options: Sequence[Option] = (), *, end: bool = False) -> Digits:
    """Pick one of the numbers ``left``, which rise and are below ``span``; with an ``end``, ``span`` itself is DONE."""
    width = 1
    while width * BASE < span:
        width *= BASE
    low = 0
    while True:
        offer = [*_leaves(left, low, options)] if width == 1 else [*_branches(left, low, width)]
        action = yield [*offer, Choice(DONE)] if end else offer
        if action == DONE:
            return span
        low += action * width
        if width == 1:
            return low
        width, end = width // BASE, False


def _leaves(left: Sequence[int], low: int, options: Sequence[Option]) -> Iterator[Choice]:
    for n in left[bisect_left(left, low) : bisect_left(left, low + BASE)]:
        yield Choice(n - low, options[n] if options else None, n)


def _branches(left: Sequence[int], low: int, width: int) -> Iterator[Choice]:
    """The digits that some number goes on after."""
    for digit in range(BASE):
        at = bisect_left(left, low + digit * width)
        if at < len(left) and left[at] < low + (digit + 1) * width:
            yield Choice(digit, None, left[at])


def _one(decision: Decision) -> Asking:
    if not decision.options:
        return Answer("cancel")
    count = len(decision.options)
    return decision.options[(yield from _digits(range(count), count, decision.options))].n


def _number(decision: Decision) -> Asking:
    span = decision.most - decision.least + 1
    return Answer("number", (), (decision.least + (yield from _digits(range(span), span)),))


def _divide(decision: Decision) -> Asking:
    """Shares in the order of the options; the last one has what is left."""
    known = refs(decision)
    left = decision.total - decision.least * len(known)
    shares = []
    for _ in known[1:]:
        extra = yield from _digits(range(left + 1), left + 1)
        shares.append(decision.least + extra)
        left -= extra
    return Answer("divide", tuple(known), (*shares, decision.least + left))


def _order(decision: Decision) -> Asking:
    left = list(range(len(decision.options)))
    placed = []
    while left:
        n = yield from _digits(left, len(decision.options), decision.options)
        left.remove(n)
        placed.append(decision.options[n].refs[0])
    return Answer("order", tuple(placed))


def _several(decision: Decision, is_legal: IsLegal, *, pairs: bool) -> Asking:
    """Options one by one, until that is enough and the rules take it."""
    options, chosen = decision.options, list[int]()
    while True:
        held = {options[n].refs[0] for n in chosen}
        left = [n for n, option in enumerate(options) if option.refs[0] not in held]
        may_go_on = bool(left) and len(chosen) < decision.most
        answer = _composed(decision, chosen, pairs=pairs)
        may_end = len(chosen) >= decision.least and is_legal(answer)
        if not may_go_on:
            return answer if may_end or decision.default is None else decision.default
        n = yield from _digits(left, len(options), options, end=may_end)
        if n == len(options):
            return answer
        chosen.append(n)


def _composed(decision: Decision, chosen: Sequence[int], *, pairs: bool) -> Answer:
    taken = [decision.options[n] for n in chosen]
    amounts = tuple(option.amounts[0] for option in taken) if pairs else ()
    return Answer(decision.kind, tuple(option.refs[0] for option in taken), amounts)
