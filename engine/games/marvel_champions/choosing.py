"""Judges of what is chosen to pay with, as a whole: whether these sources suffice, whether this division is right."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from engine.abilities import Resources
from engine.errors import Refusal
from engine.games.marvel_champions.can_pay import Search
from engine.games.marvel_champions.resource_sources import FROM_HAND, from_abilities, from_hand
from engine.games.marvel_champions.resources import mask_of, meet, need_of, resource_parts, union_of, units_of
from engine.payment.bipartite_matching import Matching
from engine.sentences import said
from engine.state.declarations import Declaration

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from engine.abilities import Cost
    from engine.games.marvel_champions.resource_sources import Source
    from engine.state.declarations import Pairs
    from engine.state.game import Game
    from engine.state.records import Object

RULE = "Cost: resources"
DIVISION = "Cost: simultaneous"


def _first(number: int) -> int:
    return 0


class Choosing(Declaration):
    """The sources that generate: all that is due has to be payable with them and with what they leave.

    Args:
        refs: what a choice names: ids of objects, or places of ``sources``.
        others: where uses of one object are chosen: what generates besides.
        idents: the ids of all objects that generate then; ``settled``: those of which it has been said how.
    """

    __slots__ = ("_cost", "_game", "_idents", "_others", "_payee", "_seat", "_settled", "_sources", "refs")

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
        settled: frozenset[int] = frozenset(),
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
        self._settled = settled

    def suffices(self, refs: tuple[int, ...]) -> bool:
        """Whether all can be paid with exactly these."""
        return self._can(refs, self._cost)

    def is_possible(self, refs: tuple[int, ...]) -> bool:
        """Whether these can be used at all and leave what the parts need that are no resources."""
        return self._can(refs, tuple(part for part in self._cost if not isinstance(part, Resources)))

    def _can(self, refs: tuple[int, ...], cost: Cost) -> bool:
        parts = resource_parts(cost)
        if self._others is None:
            sources = [source for source in self._sources if source.ident in refs]
            idents = frozenset(refs)
        else:
            sources = [*self._others, *(self._sources[n] for n in refs)]
            idents = self._idents
        if len(parts) == len(cost) and all(source.text == FROM_HAND for source in sources):
            return meet(tuple(icon for source in sources for icon in source.icons), parts)
        return Search(self._game, self._seat, self._payee, cost, sources, idents, self._settled).run()

    def check(self, chosen: Pairs) -> None:
        if not self.suffices(tuple(left for left, _ in chosen)):
            raise Refusal(
                RULE,
                "not_enough",
                said("marvel-champions.reason_not_enough", "these do not generate what all the costs need"),
            )

    def every(self) -> Iterator[Pairs]:
        for size in range(1, len(self.refs) + 1):
            for some in combinations(self.refs, size):
                if self.suffices(some):
                    yield tuple((ref, 0) for ref in some)

    def fewest(self) -> tuple[int, ...]:
        """The first ones that suffice, without those that could be spared."""
        chosen = tuple(ref for ref, _ in self.sample(_first))
        for ref in reversed(chosen):
            rest = tuple(other for other in chosen if other != ref)
            if rest and self.suffices(rest):
                chosen = rest
        return chosen

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
    """A division of icons among costs, n-th to n-th; each cost gets what it needs.

    Args:
        sources: what generates the icons, in order.
        own: how many of the costs, the first ones, are not those of Resource abilities, for which not everything pays.
    """

    __slots__ = ("_icons", "_masks", "_wanted")

    def __init__(self, sources: list[Source], wanted: tuple[Resources, ...], own: int) -> None:
        self._wanted = wanted
        self._icons = [icon for source in sources for icon in source.icons]
        asked = [union_of(part) for part in wanted]
        self._masks = [
            [mask & need if n < own or source.is_early else 0 for n, need in enumerate(asked)]
            for source in sources
            for mask in map(mask_of, source.icons)
        ]
        pairs = [(-k - 1, -n - 1) for k, row in enumerate(self._masks) for n, mask in enumerate(row) if mask]
        super().__init__((DIVISION, DIVISION), tuple(pairs))

    def check(self, chosen: Pairs) -> None:
        if len({left for left, _ in chosen}) != len(chosen):
            raise Refusal(
                DIVISION, "bad_choice", said("marvel-champions.reason_icon_pays_one", "an icon pays one cost at most")
            )
        for n, part in enumerate(self._wanted):
            share = [self._icons[-left - 1] for left, right in chosen if right == -n - 1]
            if len(share) != len(units_of(part)) or not meet(tuple(share), (part,)):
                raise Refusal(
                    DIVISION,
                    "wrong_division",
                    said(
                        "marvel-champions.reason_wrong_division",
                        "{icons} is not what it gets",
                        icons=" ".join(units_of(part)),
                    ),
                )

    def is_legal(self, chosen: Pairs) -> bool:
        try:
            self.check(chosen)
        except Refusal:
            return False
        return True

    def sample(self, pick: Callable[[int], int]) -> Pairs:
        """A matching with the icons tried in an order of chance."""
        left = list(range(len(self._icons)))
        return self.match([left.pop(pick(len(left))) for _ in range(len(self._icons))])

    def match(self, order: list[int] | None = None) -> Pairs:
        """Icons, the first ones preferred, and the costs they pay; nothing if they do not suffice."""
        if order is None:
            order = list(range(len(self._icons)))
        rights: list[int] = []
        fits: list[list[int]] = []
        for n, part in enumerate(self._wanted):
            column = [self._masks[k][n] for k in order]
            for need in part.icons:
                mask = need_of(need)
                able = [place for place, found in enumerate(column) if found & mask]
                assert isinstance(part.times, int)
                fits.extend([able] * part.times)
                rights.extend([-n - 1] * part.times)
        matching = Matching(fits, len(order))
        if not matching.complete():
            return ()
        return tuple((-order[place] - 1, right) for right, place in zip(rights, matching.unit_of, strict=True))


def can_divide(game: Game, seat: int, payee: Object, cost: Cost) -> bool:
    """Whether all that a seat could generate can be divided among the costs of ``payee``, and how."""
    wanted = resource_parts(cost)
    sources = [*from_hand(game, seat, payee), *from_abilities(game, seat, payee)]
    return bool(Dividing(sources, wanted, len(wanted)).match())
