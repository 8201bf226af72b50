"""Claims on the parts of a cost that are not mana: lists of things, and for each thing on which lists it stands.

A part that asks the same of everybody ("an artifact") has one list, however many abilities cost it: a hundred of them
are as quickly looked through as one. Knows what a part asks for; not what is in short supply, which is the search's
affair.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from engine.abilities import Mana, PayLife
from engine.state.cost_rule import GONE, TAP, Claim
from engine.state.procedure import current, item_of

if TYPE_CHECKING:
    from collections.abc import Container

    from engine.abilities import CostPart
    from engine.state.cost_rule import CostRule
    from engine.state.game import Game

Parts = tuple["CostPart", ...]
Victims = tuple[tuple[str, Claim], ...]
"""The things that a cost takes besides mana: the verb of its part, and what is tapped or given up."""
ANY: Final = 0
ITSELF: Final = 1
OTHERS: Final = 2
"""Of a demand: what it is paid with, as far as that hangs on whose cost it is."""
FOREVER: Final = -1
"""The number of times for something that nothing limits."""


def mana_of(parts: Parts) -> tuple[str, ...]:
    """The symbols of all mana among some parts."""
    return tuple([symbol for part in parts if isinstance(part, Mana) for symbol in part.symbols])


class Demand:
    """Some units of one part of a cost.

    ``verb`` is what an answer says, ``count`` how many things are wanted, ``who`` whether the thing whose cost it is is
    meant, alone or not at all. ``tap``, ``gone`` and ``shown`` are the marks of what could be tapped, given up or only
    shown for it; 0 where there is nothing of the kind, and just not 0 where the thing itself is.
    """

    __slots__ = ("count", "gone", "shown", "tap", "verb", "who")

    def __init__(self, verb: str, count: int, who: int, marks: tuple[int, int, int]) -> None:
        self.verb = verb
        self.count = count
        self.who = who
        self.tap, self.gone, self.shown = marks

    def key(self) -> tuple[str, int, int, int, int, int]:
        """The key that like demands share."""
        return self.verb, self.count, self.who, self.tap, self.gone, self.shown


class Price:
    """The parts of a cost besides mana.

    ``times`` is how often parts that compete with nothing let it be paid in a row. ``is_told``: that is known;
    ``is_able``: they can be paid now. ``taps`` and ``leaves``: the thing whose cost it is is tapped, or given up.
    """

    __slots__ = ("demands", "is_able", "is_told", "leaves", "life", "taps", "times")

    def __init__(self) -> None:
        self.demands: list[Demand] = []
        self.life = 0
        self.times = FOREVER
        self.is_told = True
        self.is_able = True
        self.taps = False
        self.leaves = False

    def key(self) -> tuple[object, ...]:
        """The key that like prices share."""
        return (
            *(tuple([demand.key() for demand in self.demands]), self.life, self.times),
            *(self.is_told, self.is_able, self.taps, self.leaves),
        )


class Roll:
    """The lists of what could pay, each asked for once.

    Attributes:
        marks: for each thing that stands on a list the bits of its marks.
        seen: how many things have been looked at.
    """

    __slots__ = ("_game", "_lists", "_seat", "_size", "marks", "seen")

    def __init__(self, game: Game, seat: int) -> None:
        self._game = game
        self._seat = seat
        self._size = 0
        self._lists: dict[object, list[tuple[int, tuple[int, int, int]]] | None] = {}
        self.marks: dict[int, int] = {}
        self.seen = 0

    def copy(self) -> Roll:
        """Another one, to which lists can be added."""
        other = Roll(self._game, self._seat)
        other._size, other.seen = self._size, self.seen
        other._lists, other.marks = self._lists.copy(), self.marks.copy()
        return other

    def price(self, subject: int, parts: Parts) -> Price:
        """The price of a cost of ``subject``."""
        rules = self._game.rules.cost_rules
        price = Price()
        for part in parts:
            if isinstance(part, Mana):
                continue
            if isinstance(part, PayLife):
                price.life += part.amount if isinstance(part.amount, int) else 0
                continue
            rule = rules[type(part)]
            if rule.takes_itself:
                self._of_itself(price, subject, part, rule)
                continue
            asked = self._asked(subject, part, rule)
            if asked is None:
                self._beside(price, subject, part, rule)
                continue
            who = OTHERS if rule.spares_itself(part) else ANY
            verb = self._verb(subject, part, rule)
            price.demands.extend([Demand(verb, count, who, marks) for count, marks in asked])
        return price

    def _of_itself(self, price: Price, subject: int, part: CostPart, rule: CostRule[Any]) -> None:
        """A part that takes the source alone; unattaching it competes with nothing."""
        claims = rule.claims(self._game, self._seat, subject, part)
        if claims is None:
            self._beside(price, subject, part, rule)
            return
        if not claims or not claims[0]:
            price.is_able = False
            return
        if claims[0][0].how == TAP:
            price.taps = True
        else:
            price.leaves = True
        marks = (1, 0, 0) if price.taps and claims[0][0].how == TAP else (0, 1, 0)
        price.demands.append(Demand(self._verb(subject, part, rule), 1, ITSELF, marks))

    def _beside(self, price: Price, subject: int, part: CostPart, rule: CostRule[Any]) -> None:
        """A part that competes with nothing."""
        game, seat = self._game, self._seat
        price.is_able = price.is_able and rule.can_pay_part(game, seat, subject, part)
        times = rule.times(game, seat, subject, part)
        if times == FOREVER:
            price.is_told = False
            times = 1
        price.times = times if price.times == FOREVER else min(price.times, times)

    def _verb(self, subject: int, part: CostPart, rule: CostRule[Any]) -> str:
        return rule.verb or next((o.do for o in rule.options(self._game, self._seat, subject, part)), "")

    def _asked(
        self, subject: int, part: CostPart, rule: CostRule[Any]
    ) -> list[tuple[int, tuple[int, int, int]]] | None:
        """The lists of a part, with how many are wanted of each; none if it competes with nothing."""
        is_shared = not rule.minds_source(part) and not self._is_being_paid(subject)
        key = (type(part), part) if is_shared else (type(part), part, subject)
        try:
            return self._lists[key]
        except KeyError:
            claims = rule.claims(self._game, self._seat, 0 if is_shared else subject, part)
            found = self._lists[key] = self._listed(claims) if claims is not None else None
            return found

    def _is_being_paid(self, subject: int) -> bool:
        """Whether something is being paid for this very thing, so that what has been used for that may not be again."""
        play = current(self._game)
        return play is not None and item_of(self._game, play).source == subject

    def _listed(self, claims: list[list[Claim]]) -> list[tuple[int, tuple[int, int, int]]]:
        counts: dict[int, int] = {}
        lists: dict[int, list[Claim]] = {}
        for group in claims:
            counts[id(group)] = counts.get(id(group), 0) + 1
            lists[id(group)] = group
        return [(counts[key], self._mark(group)) for key, group in lists.items()]

    def _mark(self, group: list[Claim]) -> tuple[int, int, int]:
        """Put the things of a list on it."""
        tap, gone, shown = (1 << self._size + k for k in range(3))
        self._size += 3
        marks = self.marks
        used = 0
        for kind, ident in group:
            bit = tap if kind == TAP else gone if kind == GONE else shown
            marks[ident] = marks.get(ident, 0) | bit
            used |= bit
        self.seen += len(group)
        return tap & used, gone & used, shown & used


def left_of(claims: list[list[Claim]], gone: Container[int], used: Container[int]) -> list[list[Claim]]:
    """Claims on what has not been given up or, for tapping, tapped."""
    return [
        [claim for claim in some if claim.ident not in gone and (claim.how != TAP or claim.ident not in used)]
        for some in claims
    ]
