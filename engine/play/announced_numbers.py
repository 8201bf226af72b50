"""Numbers that are announced as something is played, bounded by what could be paid for: X, and how often a cost.

All that is tried for one number is one question. Cheap bounds come first; then the largest number that they leave is
tried, and where that is not it, the numbers between are halved. Halving is right only where the cost of a number is
contained in that of any larger one, which is looked at; else each number is tried from the largest down. A number that
no search has settled in time is offered.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import fields
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final

from engine.abilities import EitherCost, Mana, SacrificeSelf, TapSelf, Variable
from engine.cards.mana_symbols import needs_of
from engine.cards.worked_out import worked_out
from engine.errors import Illegal
from engine.play.procedure_runner import ask
from engine.sentences import said
from engine.state.decisions import MAX_NUMBER, Decision, Option
from engine.state.procedure import DONE, costs_of, item_of
from engine.state.search_budget import NO, YES, Asking
from engine.text.phrases import has, rewrite

if TYPE_CHECKING:
    from engine.abilities import AdditionalCost, Cost, CostPart
    from engine.state.decisions import Answer
    from engine.state.game import Game
    from engine.state.records import Play
    from engine.state.search_budget import Question

MOST_TIMES: Final = 1 << 12
"""The number of times that a cost may be paid besides: each time is a part of the cost of its own."""
X: Final = "X"
BARE: Final = (TapSelf, SacrificeSelf)
"""The parts of most costs that have no number; a union is made each time."""
"""The name under which an object keeps the X that was announced for it, beside the optional costs that were paid."""


class Number(ABC):
    """A number that is announced, as what hangs on it can be paid for or not."""

    __slots__ = ()

    @abstractmethod
    def verdict(self, number: int) -> int:
        """Whether all could be paid with this number."""

    @abstractmethod
    def cost(self, number: int) -> Cost:
        """The cost that is due with this number, in one of the ways to pay it."""

    @abstractmethod
    def bound(self) -> int:
        """The largest there could be as far as that can be told at a glance."""

    @abstractmethod
    def units(self, due: Cost) -> int:
        """The most units to spend on plays; below 0 if that is not known."""


class XOf(Number):
    """The X of a play."""

    __slots__ = ("_game", "_most", "_play")

    def __init__(self, game: Game, play: Play, most: int) -> None:
        self._game = game
        self._play = play
        self._most = most

    def verdict(self, number: int) -> int:
        return costs_of(self._game, self._play).can_pay_x(self._game, self._play, number, ())

    def cost(self, number: int) -> Cost:
        return costs_of(self._game, self._play).due_with(self._game, self._play, number, ())

    def bound(self) -> int:
        """Each part that has an X, by itself."""
        game, play = self._game, self._play
        return min(
            [self._most, *(_alone(game, play, part) for part in costs_of(game, play).variable_parts(game, play))]
        )

    def units(self, due: Cost) -> int:
        return costs_of(self._game, self._play).most_units(self._game, self._play, due)


class TimesOf(Number):
    """The number of times that an optional cost is paid besides."""

    __slots__ = ("_cost", "_game", "_play")

    def __init__(self, game: Game, play: Play, cost: AdditionalCost) -> None:
        self._game = game
        self._play = play
        self._cost = cost

    def verdict(self, number: int) -> int:
        return costs_of(self._game, self._play).can_pay_x(self._game, self._play, 0, self._cost.cost * number)

    def cost(self, number: int) -> Cost:
        return costs_of(self._game, self._play).due_with(self._game, self._play, 0, self._cost.cost * number)

    def bound(self) -> int:
        return MOST_TIMES if self._cost.many else 1

    def units(self, due: Cost) -> int:
        return costs_of(self._game, self._play).most_units(self._game, self._play, due)


def most_times(game: Game, play: Play, cost: AdditionalCost) -> int:
    """The number of times that an optional cost could be paid besides all that is declared already."""
    with Asking(game) as question:
        return largest(TimesOf(game, play, cost), question, 0)[1]


def declare_x(game: Game, play: Play, answer: Answer | None, least: int = 0) -> int:
    """X is announced, at most as much as could be paid for.

    Raises:
        Illegal: ``cannot_pay``, if that is less than ``least``.
    """
    item = item_of(game, play)
    if answer is not None:
        game.write(item, "x", answer.amounts[0])
        card = game.object(item.card)
        if card is not None and item.x:  # what triggers as it enters means the same X (107.3m)
            game.write(card, "paid", (*card.paid, (X, item.x)))
        return DONE
    rule = game.rules.cite("x")
    parts = costs_of(game, play).variable_parts(game, play)
    numbers = numbers_of(game, play.seat, item.source, parts)
    if numbers is not None:
        return _declare_one_of(game, play, [x for x in numbers if x >= least])
    proven, most = most_x(game, play, 0)
    if most < least:
        raise Illegal(
            rule,
            "cannot_pay",
            said(
                "reason.x_too_big",
                "{name} needs an X of at least {n}, and at most {m} can be paid",
                name=item.name,
                n=least,
                m=most,
            ),
        )
    prompt = said("ask.number", "choose {what} for {name}", what=next(map(_called, parts), X), name=item.name)
    return ask(
        *(game, play),
        Decision("number", play.seat, prompt, rule, (), subject=item.id, least=least, most=most, proven=proven),
    )


def _declare_one_of(game: Game, play: Play, numbers: list[int]) -> int:
    """X is announced, one of the numbers that what is there allows.

    Raises:
        Illegal: ``cannot_pay``, if none of them could be paid.
    """
    item, rule = item_of(game, play), game.rules.cite("x")
    with Asking(game):
        payable = [x for x in numbers if costs_of(game, play).can_pay_x(game, play, x, ()) != NO]
    if not payable:
        raise Illegal(rule, "cannot_pay", said("reason.no_x", "no X of {name} can be paid", name=item.name))
    options = tuple(Option("number", (), (x,), str(x)) for x in payable)
    prompt = said("ask.number", "choose {what} for {name}", what=X, name=item.name)
    least, most = payable[0], payable[-1]
    return ask(
        *(game, play),
        Decision("number", play.seat, prompt, rule, options, subject=item.id, least=least, most=most),
    )


def numbers_of(game: Game, seat: int, source: int, parts: Cost) -> list[int] | None:
    """The numbers that X may be where what is there must fit it, the smallest first; none if no part asks that."""
    rules = game.rules.cost_rules
    each = [rules[type(part)].numbers(game, seat, source, part) for part in parts if type(part) in rules]
    found = [set(numbers) for numbers in each if numbers is not None]
    return sorted(set.intersection(*found)) if found else None


def most_x(game: Game, play: Play, least: int, most: int = MAX_NUMBER) -> tuple[int, int]:
    """The largest X up to ``most`` that can be paid for, if ``least`` can be, and the largest that may be."""
    with Asking(game) as question:
        return largest(XOf(game, play, most), question, least)


def largest(number: Number, question: Question, least: int) -> tuple[int, int]:
    """The largest number that is known to be payable, and the largest that is not known not to be."""
    most = max(least, number.bound())
    if most == least:
        return least, least
    if _grows(number, least, most):
        return _halved(number, question, least, most)
    return _from_above(number, question, least, most)


def _halved(number: Number, question: Question, proven: int, most: int) -> tuple[int, int]:
    """The largest number by halving, if a number can be paid for whenever a larger one can."""
    proven, most = _by_bounds(number, question, proven, most)
    over, trying = most + 1, most
    while proven + 1 < over and question.left:
        question.share(2)
        verdict = number.verdict(trying)
        question.share_all()
        if verdict == YES:
            proven = trying
        else:
            over = trying
            if verdict == NO:
                most = min(most, trying - 1)
        trying = (proven + over) // 2
    return proven, most


def _by_bounds(number: Number, question: Question, proven: int, most: int) -> tuple[int, int]:
    """The reach of the cheap bounds: so much can be paid, no more than so much."""
    question.share(0)
    known, over = proven, most + 1  # one that may be paid for, and one that can't
    trying, step = _guessed(number, proven, most), 1
    is_too_much = is_enough = False
    while known + 1 < over:
        verdict = number.verdict(trying)
        if verdict == NO:
            over, is_too_much = trying, True
        else:
            known, is_enough = trying, True
            proven = max(proven, trying if verdict == YES else 0)
        if is_too_much and is_enough:
            trying = (known + over) // 2
        else:  # the guess is near: from there on in larger and larger steps
            trying = max(known + 1, over - step) if is_too_much else min(known + step, most)
            step *= 2
    question.share_all()
    return proven, known


def _guessed(number: Number, least: int, most: int) -> int:
    """About the largest that there is enough for, counted in units and nothing else: where to look first."""
    due = number.cost(least)
    each = _units(number.cost(least + 1)) - _units(due)
    there = number.units(due) if each > 0 else -1
    if there < 0:
        return min(least + 1, most)
    return max(least + 1, min(most, least + (there - _units(due)) // each))


def _units(cost: Cost) -> int:
    return sum([n for part in cost if isinstance(part, Mana) for _, n in needs_of(part.symbols)])


def _from_above(number: Number, question: Question, least: int, most: int) -> tuple[int, int]:
    """The largest number from above, if nothing is known of a number by a larger one."""
    may_be = least
    for trying in range(most, least, -1):
        if not question.take(1):
            return least, max(may_be, trying)
        verdict = number.verdict(trying)
        if verdict == YES:
            return trying, max(may_be, trying)
        if verdict != NO:
            may_be = max(may_be, trying)
    return least, may_be


# --- how a cost grows -----------------------------------------------------------------------------


def _grows(number: Number, least: int, most: int) -> bool:
    """Whether each cost is contained in the next: what a larger number pays for pays for a smaller one as well."""
    costs = [number.cost(some) for some in range(least, min(least + 3, most) + 1)]
    return all(_contains(more, less) for less, more in pairwise(costs))


def _contains(more: Cost, less: Cost) -> bool:
    """Whether a cost has all the parts of another, each as large or larger."""
    left = list(more)
    for part in less:
        place = next((k for k, other in enumerate(left) if _is_part(other, part)), -1)
        if place < 0:
            return False
        del left[place]
    return True


def _is_part(more: CostPart, less: CostPart) -> bool:
    """Whether paying a part pays another, smaller one as well."""
    if type(more) is not type(less):
        return False
    if isinstance(more, Mana) and isinstance(less, Mana):
        wanted = dict(needs_of(more.symbols))
        return all(wanted.get(mask, 0) >= n for mask, n in needs_of(less.symbols))
    if isinstance(more, EitherCost) and isinstance(less, EitherCost):
        return len(more.options) == len(less.options) and all(map(_contains, more.options, less.options))
    for field in fields(more):
        own, other = getattr(more, field.name), getattr(less, field.name)
        if own != other and not (type(own) is int and type(other) is int and own > other):
            return False
    return True


def _alone(game: Game, play: Play, part: CostPart) -> int:
    """The largest X with which a part could be paid if nothing else were."""
    rule = game.rules.cost_rules.get(type(part))
    if rule is None:
        return MAX_NUMBER
    source = item_of(game, play).source
    numbers = rule.numbers(game, play.seat, source, part)
    if numbers is not None:
        return max(numbers, default=0)
    known, over = 0, MAX_NUMBER + 1
    trying = 1
    while known + 1 < over:
        if rule.can_pay_part(game, play.seat, source, with_x(part, trying)):
            known = trying
        else:
            over = trying
        trying = min(2 * trying, MAX_NUMBER) if over > MAX_NUMBER else (known + over) // 2
    return known


def _called(part: CostPart) -> str:
    """The words of a cost for the number that it asks for: "X", or "any number"."""
    number = getattr(part, "count", None)
    return number.name if isinstance(number, Variable) else X


def has_x(part: CostPart) -> bool:
    """Whether a part of a cost has an X that is announced, in its number or in what it asks for."""
    if isinstance(part, Mana):
        return "X" in part.symbols
    return not isinstance(part, BARE) and _has_variable(part)


@worked_out
def _has_variable(part: CostPart) -> bool:
    return has(part, Variable)


def with_x(part: CostPart, x: int) -> CostPart:
    """A cost part other than mana with a number put in for X wherever it stands."""
    return _with_x(part, x) if has_x(part) else part


@lru_cache(maxsize=1024)
def _with_x(part: CostPart, x: int) -> CostPart:
    return rewrite(part, lambda some: x if isinstance(some, Variable) else some)


def announced_x(costs: tuple[tuple[str, int], ...]) -> int:
    """The X among what was announced and paid for an object."""
    return next((n for name, n in costs if name == X), 0)
