"""Declarations of attackers and blockers as a whole: restrictions and requirements (508.1c-d, 509.1b-c).

A declaration is a set of pairs (creature, what it attacks or blocks). It is legal if it disobeys no restriction and
obeys as many requirements as any legal declaration could; nobody has to pay for one, so pairs that cost something
count for what is obeyed and not for what could be.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final, Protocol

from engine.errors import Refusal
from engine.sentences import said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.abilities import Cost


Pair = tuple[int, int]
Pairs = tuple[Pair, ...]
BUDGET: Final = 20_000
"""Partial declarations looked at for the most requirements that can be obeyed; beyond it the best one found counts."""
MOST_SEARCHED: Final = 200
"""Creatures of which some hinder others and that are searched; of more the first declaration found counts."""


class Tolls(Protocol):
    """The costs of pairs, as a game has them."""

    costs: dict[Pair, Cost]
    rule: str

    def can_pay(self, chosen: Pairs) -> bool:
        """Whether what some pairs cost together could be paid."""


class Declaration:
    """The restrictions and requirements of one declaration.

    Args:
        rules: the paragraphs of its restrictions and of its requirements.
        pairs: the candidates.
        capacity: how many others a creature may be paired with, if not one.
        least: how many creatures something must be paired with if with any; ``most``: with no more.
        loners: creatures that must not be the only one.
        duties: how many requirements a creature obeys if it is paired at all.
        bonds: how many a pair obeys.
        wanted: how many something obeys if it is paired with any creature.
        tolls: what pairs cost, and whether it can be paid for some together.
        stands: for what is like another: which of them the pairs name in its place.
    """

    __slots__ = (
        "_sides",
        "best",
        "bonds",
        "capacity",
        "duties",
        "example",
        "least",
        "loners",
        "most",
        "nodes",
        "pairs",
        "rules",
        "stands",
        "tolls",
        "wanted",
    )

    def __init__(self, rules: tuple[str, str], pairs: Pairs, stands: dict[int, int] | None = None) -> None:
        self.rules = rules
        self.pairs = pairs
        self.stands = stands or {}
        self._sides: dict[int, list[Pair]] = {}
        for pair in pairs:
            self._sides.setdefault(pair[0], []).append(pair)
        self.capacity: dict[int, int] = {}
        self.least: dict[int, int] = {}
        self.most: dict[int, int] = {}
        self.loners: tuple[int, ...] = ()
        self.duties: dict[int, int] = {}
        self.bonds: dict[Pair, int] = {}
        self.wanted: dict[int, int] = {}
        self.tolls: Tolls | None = None
        self.best = 0
        self.example: Pairs = ()
        self.nodes = 0

    @property
    def is_free(self) -> bool:
        """Whether every choice of pairs, one for each creature, is legal."""
        return not (self.capacity or self.least or self.most or self.loners or self.best or self.tolls)

    def settle(self) -> None:
        """Find out how many requirements can be obeyed, and one declaration that does."""
        if not (self.duties or self.bonds or self.wanted):
            return
        lefts = [left for left in self._sides if self._matters(left)]
        if not (self.least or self.most or self.loners or self.wanted):
            self._take(tuple(pair for left in lefts for pair in self._best_of(left)))
        elif len(lefts) <= MOST_SEARCHED:
            self._search(lefts, 0, ())
        else:
            self._take(tuple(pair for left in lefts for pair in self._free(left)[: self.capacity.get(left, 1)]))

    def check(self, chosen: Pairs) -> None:
        """Refuse a declaration that is not legal.

        Raises:
            Refusal: ``restriction`` or ``requirement``.
        """
        broken = self._broken(chosen)
        if broken:
            raise Refusal(self.rules[0], "restriction", broken)
        if self.tolls is not None and not self.tolls.can_pay(chosen):
            raise Refusal(
                self.tolls.rule, "cannot_pay", said("reason.attack_cost", "the cost of these creatures can't be paid")
            )
        if self.obeyed(chosen) < self.best:
            raise Refusal(
                self.rules[1],
                "requirement",
                said("reason.requirement", "{n} of the requirements can be obeyed", n=self.best),
            )

    def is_legal(self, chosen: Pairs) -> bool:
        """Whether a declaration is legal."""
        if self._broken(chosen) or self.obeyed(chosen) < self.best:
            return False
        return self.tolls is None or self.tolls.can_pay(chosen)

    def sides(self) -> dict[int, list[int]]:
        """The things that each creature may be paired with."""
        return {left: [right for _, right in own] for left, own in self._sides.items()}

    def obeyed(self, chosen: Pairs) -> int:
        """The number of requirements that a declaration obeys."""
        lefts = {left for left, _ in chosen}
        rights = {right for _, right in chosen}
        return (
            sum(n for left, n in self.duties.items() if left in lefts)
            + sum(self.bonds.get((left, self.stands.get(right, right)), 0) for left, right in chosen)
            + sum(n for right, n in self.wanted.items() if right in rights)
        )

    def _broken(self, chosen: Pairs) -> str:
        """The restriction that a declaration disobeys, "" if none."""
        lefts = Counter([left for left, _ in chosen])
        for left, count in lefts.items():
            if count > self.capacity.get(left, 1):
                return "a creature is declared for more than it may be"
        for right, count in Counter([right for _, right in chosen]).items():
            if count < self.least.get(right, 1):
                return f"it takes {self.least[right]} or more creatures to block that one"
            if count > self.most.get(right, count):
                return "too many creatures block that one"
        if len(lefts) == 1 and next(iter(lefts)) in self.loners:
            return "a creature can't do that alone"
        return ""

    # --- the most that can be obeyed ------------------------------------------------------------

    def _matters(self, left: int) -> bool:
        """Whether a creature can help to obey a requirement."""
        if self.least or self.loners:
            return True
        return left in self.duties or any(pair in self.bonds or pair[1] in self.wanted for pair in self._free(left))

    def _free(self, left: int) -> list[Pair]:
        costly = self.tolls.costs if self.tolls is not None else {}
        return [pair for pair in self._sides[left] if pair not in costly]

    def _best_of(self, left: int) -> list[Pair]:
        """The first way to declare a creature in which it obeys most, where no other hinders it."""
        free = self._free(left)
        places = sorted(range(len(free)), key=lambda at: -self.bonds.get(free[at], 0))[: self.capacity.get(left, 1)]
        return [free[at] for at in sorted(places)]

    def _take(self, chosen: Pairs) -> None:
        if not self._broken(chosen):
            self.best, self.example = self.obeyed(chosen), chosen

    def _search(self, lefts: list[int], at: int, chosen: Pairs) -> None:
        """Every way to declare the creatures from ``at`` on, the most promising first, until the budget is spent."""
        self.nodes += 1
        if at == len(lefts):
            if self.obeyed(chosen) > self.best and not self._broken(chosen):
                self.best, self.example = self.obeyed(chosen), chosen
            return
        if self.nodes > BUDGET or self.obeyed(chosen) + self._hope(lefts[at:], chosen) <= self.best:
            return
        for more in subsets(self._free(lefts[at]), self.capacity.get(lefts[at], 1)):
            self._search(lefts, at + 1, chosen + more)

    def _hope(self, lefts: list[int], chosen: Pairs) -> int:
        """No more requirements than these can be obeyed by the creatures that are left."""
        covered = {right for _, right in chosen}
        return sum(
            self.duties.get(left, 0) + sum(self.bonds.get(pair, 0) for pair in self._free(left)) for left in lefts
        ) + sum(n for right, n in self.wanted.items() if right not in covered)

    # --- as a set -------------------------------------------------------------------------------

    def every(self) -> Iterator[Pairs]:
        """Every declaration that is legal."""
        yield from (chosen for chosen in self._combined(list(self._sides), ()) if self.is_legal(chosen))

    def _combined(self, lefts: list[int], chosen: Pairs) -> Iterator[Pairs]:
        if not lefts:
            yield chosen
            return
        for more in reversed(list(subsets(self._sides[lefts[0]], self.capacity.get(lefts[0], 1)))):
            yield from self._combined(lefts[1:], chosen + more)

    def sample(self, pick: Callable[[int], int]) -> Pairs:
        """A legal declaration by chance."""
        for _ in range(8):
            found: list[Pair] = []
            for left, own in self._sides.items():
                found.extend(_some(own, self.capacity.get(left, 1), pick))
            chosen = tuple(found)
            if self.is_legal(chosen):
                return chosen
        return self.example


def subsets(pairs: list[Pair], most: int) -> Iterator[Pairs]:
    """Every choice of up to ``most`` of some pairs, the larger ones first, none last."""
    for at in range(len(pairs) if most > 0 else 0):
        for rest in subsets(pairs[at + 1 :], most - 1):
            yield (pairs[at], *rest)
    yield ()


def _some(pairs: list[Pair], most: int, pick: Callable[[int], int]) -> list[Pair]:
    """Up to ``most`` of some pairs by chance."""
    if most == 1:
        at = pick(len(pairs) + 1)
        return pairs[at : at + 1]
    left = [*pairs]
    return [left.pop(pick(len(left))) for _ in range(pick(min(most, len(pairs)) + 1))]
