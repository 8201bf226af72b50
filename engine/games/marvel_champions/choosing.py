"""Judges of what is chosen to pay with, as a whole: whether these sources suffice, whether this division is right."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from engine.declaring import Declaration
from engine.errors import Refusal
from engine.games.marvel_champions.affording import Search
from engine.games.marvel_champions.resources import divide, serves, units_of
from engine.matching import Matching

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.abilities import Cost, Resources
    from engine.declaring import Pairs
    from engine.game import Game
    from engine.games.marvel_champions.generating import Source
    from engine.state import Object

RULE = "Cost: resources"
DIVISION = "Cost: simultaneous"


class Choosing(Declaration):
    """Which sources generate: all that is due has to be payable with them and with what they leave.

    Args:
        refs: what a choice names: ids of objects, or places of ``sources``.
        others: what generates besides, ``idents`` the ids of all objects that do, where uses of one object are chosen.
    """

    __slots__ = ("_cost", "_game", "_idents", "_others", "_payee", "_seat", "_sources", "refs")

    def __init__(
        self,
        game: Game,
        seat: int,
        payee: Object,
        cost: Cost,
        sources: list[Source],
        refs: tuple[int, ...],
        others: list[Source] | None = None,
        idents: frozenset[int] = frozenset(),
    ) -> None:
        super().__init__((RULE, RULE), tuple((ref, 0) for ref in refs))
        self.refs = refs
        self._game = game
        self._seat = seat
        self._payee = payee
        self._cost = cost
        self._sources = sources
        self._others = others
        self._idents = idents

    def suffices(self, refs: tuple[int, ...]) -> bool:
        """Whether all can be paid with exactly these."""
        if self._others is None:
            sources = [source for source in self._sources if source.obj.id in refs]
            idents = frozenset(refs)
        else:
            sources = [*self._others, *(self._sources[n] for n in refs)]
            idents = self._idents
        return Search(self._game, self._seat, self._payee, self._cost, sources, idents).run()

    def check(self, chosen: Pairs) -> None:
        if not self.suffices(tuple(left for left, _ in chosen)):
            raise Refusal(RULE, "not_enough", "these do not generate what all the costs need")

    def every(self) -> Iterator[Pairs]:
        for size in range(1, len(self.refs) + 1):
            for some in combinations(self.refs, size):
                if self.suffices(some):
                    yield tuple((ref, 0) for ref in some)

    def sample(self, pick: Callable[[int], int]) -> Pairs:
        """Sources by chance until they suffice; or all, and then fewer, where some of them are needed for the rest."""
        left = list(self.refs)
        chosen: tuple[int, ...] = ()
        while left:
            chosen = (*chosen, left.pop(pick(len(left))))
            if self.suffices(chosen):
                return tuple((ref, 0) for ref in chosen)
        return next(self.every(), ())


class Dividing(Declaration):
    """Which icon goes to which cost; ``able`` are the pairs, from 0, that go together. Each cost gets what it needs."""

    __slots__ = ("_icons", "_wanted")

    def __init__(self, icons: list[str], wanted: tuple[Resources, ...], able: list[tuple[int, int]]) -> None:
        super().__init__((DIVISION, DIVISION), tuple((-left - 1, -right - 1) for left, right in able))
        self._icons = icons
        self._wanted = wanted
        self.example = self._match([-left - 1 for left in range(len(icons))]) or ()

    def check(self, chosen: Pairs) -> None:
        if len({left for left, _ in chosen}) != len(chosen):
            raise Refusal(DIVISION, "bad_choice", "an icon pays one cost at most")
        for n, part in enumerate(self._wanted):
            share = [self._icons[-left - 1] for left, right in chosen if right == -n - 1]
            needs = units_of(part)
            fits = [[k for k, icon in enumerate(share) if serves(icon, need)] for need in needs]
            if len(share) != len(needs) or divide(fits, len(share)) is None:
                raise Refusal(DIVISION, "wrong_division", f"{' '.join(needs)} is not what it gets")

    def is_legal(self, chosen: Pairs) -> bool:
        try:
            self.check(chosen)
        except Refusal:
            return False
        return True

    def sample(self, pick: Callable[[int], int]) -> Pairs:
        """A matching with the icons tried in an order of chance."""
        left = [-n - 1 for n in range(len(self._icons))]
        order = [left.pop(pick(len(left))) for _ in range(len(self._icons))]
        return self._match(order) or self.example

    def _match(self, order: list[int]) -> Pairs | None:
        """Icons, the first ones preferred, and the costs they pay."""
        able = set(self.pairs)
        units = [(-n - 1, need) for n, part in enumerate(self._wanted) for need in units_of(part)]
        fits = [
            [k for k, left in enumerate(order) if (left, right) in able and serves(self._icons[-left - 1], need)]
            for right, need in units
        ]
        matching = Matching(fits, len(order))
        if not matching.complete():
            return None
        return tuple((order[k], right) for (right, _), k in zip(units, matching.unit_of, strict=True))
