"""The things that a cost takes besides mana, in numbers: each way to take them from where a search stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards.sharing import Shares
from engine.payment.bipartite_matching import SHOWN
from engine.payment.claims import ITSELF, OTHERS
from engine.payment.search_positions import ITS_OWN
from engine.state.cost_rule import GONE, TAP

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.payment.claims import Demand, Price
    from engine.payment.lots import Lots
    from engine.payment.search_positions import Position, Taken

DUG: Final = ("sacrifice", "discard")
"""The verbs that bring a card into the graveyard."""


class Taking:
    """Takes what costs ask for from lots.

    Args:
        life: how much there is to be paid with.
    """

    __slots__ = ("_able", "_life", "_lots")

    def __init__(self, lots: Lots, life: int) -> None:
        self._lots = lots
        self._life = life
        self._able: dict[tuple[int, int, int], list[tuple[int, str]]] = {}

    def ways(self, at: Position, place: int, price: Price) -> Iterator[tuple[Position, Taken]]:
        """Each way to pay a price, with what it leaves.

        Args:
            place: the lot of the thing whose cost it is, -1 if that is in none.
        """
        if not self.spares_life(at, price) or not price.is_able:
            return
        start = at.copy()
        start.life += price.life
        yield from self._meet(start, place, price, 0, ())

    def spares_life(self, at: Position, price: Price) -> bool:
        """Whether there is the life that a price takes, besides what has been paid."""
        return not price.life or at.life + price.life <= self._life

    def most_by_life(self, at: Position, price: Price) -> int:
        """The number of times that a price could be paid as far as life goes."""
        return (self._life - at.life) // price.life if price.life else 1 << 60

    def leaves_enough(self, at: Position, place: int, price: Price) -> bool:
        """Whether there is enough to pay a price, each thing once, wherever that would lead."""
        demands = price.demands
        if not demands:
            return True
        things: list[tuple[int, str]] = []
        had: list[int] = []
        for number, lot in enumerate(self._lots.all):
            there = at.awake[number] + at.tapped[number]
            if (lot.marks or number == place) and there:
                things.extend([(number, TAP), (number, GONE), (number, SHOWN)])
                had.extend([at.awake[number], there, there])
        fits = [
            [k for k, (number, kind) in enumerate(things) if self._is_meant(demand, number, kind, place)]
            for demand in demands
            if demand.who != ITSELF or place >= 0
        ]
        wanted = [demand.count for demand in demands if demand.who != ITSELF or place >= 0]
        return Shares(wanted, had, fits).complete()

    def _is_meant(self, demand: Demand, number: int, kind: str, place: int) -> bool:
        """Whether things of a lot could meet a demand so."""
        marks = demand.tap if kind == TAP else demand.gone if kind == GONE else demand.shown
        if demand.who == ITSELF:
            return number == place and bool(marks)
        lot = self._lots.all[number]
        if demand.who == OTHERS and number == place and len(lot.idents) == 1:
            return False
        return bool(lot.marks & marks) and not (kind == TAP and lot.is_kept)

    def able(self, demand: Demand) -> list[tuple[int, str]]:
        """The lots that could meet a demand and how, what is missed least first."""
        key = (demand.tap, demand.gone, demand.shown)
        found = self._able.get(key)
        if found is None:
            priced: list[tuple[int, int, str]] = []
            for number, lot in enumerate(self._lots.all):
                if lot.marks & demand.tap and not lot.is_kept:
                    priced.append((lot.size, number, TAP))
                if lot.marks & demand.gone:
                    priced.append((lot.loss, number, GONE))
                if lot.marks & demand.shown:
                    priced.append((0, number, SHOWN))
            found = self._able[key] = [(number, kind) for _, number, kind in sorted(priced)]
        return found

    def _meet(self, at: Position, place: int, price: Price, k: int, taken: Taken) -> Iterator[tuple[Position, Taken]]:
        """Meet the demands of a price from the k-th on."""
        if k == len(price.demands):
            yield at, taken
            return
        demand = price.demands[k]
        if demand.who == ITSELF:
            after = at.copy()
            kind = TAP if demand.tap else GONE
            is_tapped = kind == GONE and place >= 0 and bool(at.tapped[place])
            if place < 0 or self._take(after, demand.verb, kind, place, 1, is_tapped=is_tapped):
                entry = (demand.verb, kind, place, is_tapped, ITS_OWN)
                yield from self._meet(after, place, price, k + 1, (*taken, entry))
            return
        spares = (place, price.taps) if demand.who == OTHERS and not price.leaves else (-1, False)
        for after, some in self._share(at, demand, 0, demand.count, spares, ()):
            yield from self._meet(after, place, price, k + 1, taken + some)

    def _share(
        self, at: Position, demand: Demand, k: int, missing: int, spares: tuple[int, bool], taken: Taken
    ) -> Iterator[tuple[Position, Taken]]:
        """Take what is missing from the k-th lot on that is able, as much as can be from the first ones first.

        ``spares``: the lot of which one thing, the one whose cost it is, may not be taken; whether that is tapped.
        """
        if not missing:
            yield at, taken
            return
        able = self.able(demand)
        if k == 2 * len(able):
            return
        number, kind = able[k // 2]
        is_tapped = not k % 2  # what is tapped already is given up first
        there = at.tapped[number] if is_tapped else at.awake[number]
        if kind == TAP and is_tapped:
            there = 0
        elif kind == SHOWN:
            there = 0 if is_tapped else at.awake[number] + at.tapped[number]
        if number == spares[0] and spares[1]:
            there -= is_tapped
        elif number == spares[0]:
            there = min(there, at.awake[number] + at.tapped[number] - 1)
        for some in range(min(there, missing), -1, -1):
            after, more = at, taken
            if some:
                after = at.copy()
                self._take(after, demand.verb, kind, number, some, is_tapped=is_tapped)
                more = (*taken, (demand.verb, kind, number, is_tapped, some))
            yield from self._share(after, demand, k + 1, missing - some, spares, more)

    def _take(self, at: Position, verb: str, kind: str, place: int, number: int, *, is_tapped: bool) -> bool:
        """Take things of a lot; false if there are not so many."""
        lot = self._lots.all[place]
        if kind == SHOWN:
            return True
        left = (at.tapped if is_tapped else at.awake)[place] - number
        if left < 0:
            return False
        if is_tapped:
            at.tapped[place] = left
        else:
            at.awake[place] = left
        if kind == TAP:
            at.tapped[place] += number
            if lot.units:
                at.lost[place] += number
            return True
        if lot.is_card and verb in DUG:
            at.buried += number
        self._forgo(at, place)
        return True

    def _forgo(self, at: Position, place: int) -> None:
        """Give up first those things that have been used as often as they may be."""
        there = at.awake[place] + at.tapped[place]
        for number, (of, outlet) in enumerate(self._lots.outlets):
            if of == place and outlet.limit >= 0:
                at.uses[number] = min(at.uses[number], there * outlet.limit)
