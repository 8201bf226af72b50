"""Whether the mana there is covers what it is wanted for, at a position of a search.

Units are counted by kind (``engine.payment.lots``). A unit meets a want if it may be of its kind, was there before it
was due, and may be spent on it. A thing that could make mana or pay otherwise does one of these.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.mana_symbols import GENERIC, covers
from engine.cards.sharing import Shares
from engine.payment.bipartite_matching import SHOWN
from engine.payment.claims import ITSELF, OTHERS
from engine.payment.lots import MASK, TERM_BITS, TERMS
from engine.payment.search_positions import PURPOSE, meets
from engine.queries.mana_spending import allows
from engine.state.cost_rule import GONE, TAP

if TYPE_CHECKING:
    from engine.cards.mana_symbols import Needs
    from engine.payment.claims import Demand, Price
    from engine.payment.lots import Lots, Stock, Supply
    from engine.payment.search_positions import Position, Wants
    from engine.queries.mana_spending import Purpose
    from engine.state.game import Game

Kind = tuple[int, int, int, str]
"""Things that could meet a want: a code (-1: no mana), a mask of what they could be used instead of, their lot and how
they would be used; the lot -1 for what is only mana."""


Ending = tuple[dict[int, int], dict[int, int]]
"""The things of each lot that are tapped at the end for something that is no mana, and those that make several units
and are tapped instead of mana."""


class Covering:
    """Matches the units of a position to wants.

    Args:
        needs: what the outermost cost asks in mana, all of it due at the end.
        price: what it takes besides, from the lot ``place``.
        met: what of it has been paid otherwise, counted by mask.

    Attributes:
        purposes: what mana is paid for, by the numbers that wants have of them.
    """

    __slots__ = (
        "_allowed",
        "_game",
        "_lots",
        "_met",
        "_needs",
        "_place",
        "_price",
        "_seat",
        "_stock",
        "is_mixed",
        "purposes",
        "work",
    )

    def __init__(
        self,
        game: Game,
        stock: Stock,
        lots: Lots,
        purpose: Purpose,
        needs: Needs,
        price: Price,
        place: int,
        met: dict[int, int],
    ) -> None:
        self._game = game
        self._seat = stock.seat
        self._stock = stock
        self._lots = lots
        self._needs = needs
        self._price = price
        self._place = place
        self._met = met
        self._allowed: dict[tuple[int, int], bool] = {}
        self.purposes: list[Purpose] = [purpose]
        self.work = 0
        taps = 0
        for demand in price.demands:
            taps |= demand.tap if demand.who != ITSELF else 0
        self.is_mixed = bool(met) or any(lot.stand_in or (lot.units and lot.marks & taps) for lot in lots.all)

    def purpose(self, purpose: Purpose) -> int:
        """The number of a purpose, where it matters what mana is spent on."""
        if not self._stock.tagged:
            return 0
        for number, (action, obj) in enumerate(self.purposes):
            if action == purpose[0] and obj is purpose[1]:
                return number
        self.purposes.append(purpose)
        return len(self.purposes) - 1

    def supply(self, at: Position) -> Supply:
        """The units there are at a position."""
        supply = self._lots.supply.copy()
        for number, lot in enumerate(self._lots.all):
            kept = len(lot.idents) - at.lost[number] if lot.units else 0
            if kept:
                for code, n in lot.units:
                    supply[code] = supply.get(code, 0) + n * kept
        for code, n in at.made.items():
            supply[code] = supply.get(code, 0) + n
        return supply

    def is_owed(self, at: Position, supply: Supply) -> bool:
        """Whether what is due already can be met by what there was in time."""
        return not at.wants or self._meet(list(supply.items()), at.wants)

    def settle(self, at: Position, supply: Supply) -> None:
        """Spend what is due already where only one kind of unit can meet it, so that it need not be thought of again.

        Positions that are the same from then on look the same. A thing that could still be tapped for something else
        stays.
        """
        if not at.wants:
            return
        fixed = {code: self._lots.supply.get(code, 0) + at.made.get(code, 0) for code in supply}
        made, wants = at.made.copy(), at.wants.copy()
        for want, n in at.wants.items():
            able = [code for code, there in supply.items() if there and self.fits(code, want)]
            if len(able) == 1 and fixed[able[0]] >= n:
                fixed[able[0]] -= n
                supply[able[0]] -= n
                made[able[0]] = made.get(able[0], 0) - n
                del wants[want]
        if len(wants) < len(at.wants):
            at.made, at.wants = made, wants
            if not wants:
                at.forget_times()

    def is_covered(self, at: Position, supply: Supply) -> bool:
        """Whether all that is due and the outermost cost can be met by mana alone."""
        if not at.wants and not self._stock.tagged:
            return covers(self._needs, by_mask(supply))
        wants = dict(self._needs)
        wants.update(at.wants)
        return self._meet(list(supply.items()), wants)

    def _meet(self, had: list[tuple[int, int]], wants: Wants) -> bool:
        if sum([n for _, n in had]) < sum(wants.values()):
            return False
        asked = sorted(wants.items(), key=_strictness)
        had.sort(key=_reluctance)
        self.work += len(asked) * len(had)
        fits = [[k for k, (code, _) in enumerate(had) if self.fits(code, want)] for want, _ in asked]
        return Shares([n for _, n in asked], [n for _, n in had], fits).complete()

    def fits(self, code: int, want: int) -> bool:
        """Whether a unit may meet a want."""
        if not meets(code, want):
            return False
        number = code >> TERMS & TERM_BITS
        return not number or self._is_allowed(number, want >> PURPOSE)

    def _is_allowed(self, number: int, purpose: int) -> bool:
        known = self._allowed.get((number, purpose))
        if known is None:
            terms = self._stock.terms[number]
            assert terms is not None
            known = allows(self._game, terms, self.purposes[purpose], self._seat)
            self._allowed[number, purpose] = known
        return known

    # --- the end, where things could be wanted for several purposes ---------------------------------

    def ending(self, at: Position) -> Ending | None:
        """The use of things at the end, if all can be paid; else none.

        A thing that makes several units may be tapped for these or for something else, so both are tried.
        """
        several = [
            number
            for number, lot in enumerate(self._lots.all)
            if lot.size > 1 and at.awake[number] and self._is_tapped_otherwise(number)
        ]
        return self._ending(at, several, 0, {})

    def _ending(self, at: Position, several: list[int], k: int, chosen: dict[int, int]) -> Ending | None:
        if k < len(several):
            number = several[k]
            for some in range(at.awake[number] + 1):
                found = self._ending(at, several, k + 1, {**chosen, number: some})
                if found is not None:
                    return found
            return None
        return self._ended(at, chosen)

    def _is_tapped_otherwise(self, number: int) -> bool:
        lot = self._lots.all[number]
        if lot.stand_in is not None and lot.stand_in.how == TAP:
            return True
        return any(self._is_meant(demand, number, TAP) for demand in self._price.demands)

    def _ended(self, at: Position, chosen: dict[int, int]) -> Ending | None:
        """The ending with so many of the lots that make several units tapped otherwise."""
        kinds, had = self._kinds(at, chosen)
        wants = dict(self._needs)
        wants.update(at.wants)
        asked = sorted(wants.items(), key=_strictness)
        demands = [one for one in self._price.demands if one.who != ITSELF or self._place >= 0]
        fits = [[k for k, kind in enumerate(kinds) if self._could_be(kind, want)] for want, _ in asked]
        fits.extend([[k for k, kind in enumerate(kinds) if self._could_pay(kind, one)] for one in demands])
        self.work += len(kinds) * len(fits)
        shares = Shares([n for _, n in asked] + [one.count for one in demands], had, fits)
        if not shares.complete():
            return None
        tapped: dict[int, int] = {}
        for given in shares.given[len(asked) :]:
            for k, n in given.items():
                _, _, number, how = kinds[k]
                if how == TAP:
                    tapped[number] = tapped.get(number, 0) + n
        return tapped, {number: n - tapped.get(number, 0) for number, n in chosen.items()}

    def fits_code(self, code: int, want: int) -> bool:
        """Whether a code fits a want; the code may be of something that is no mana at all."""
        return code >= 0 and self.fits(code, want)

    def _kinds(self, at: Position, chosen: dict[int, int]) -> tuple[list[Kind], list[int]]:
        """All there is, as what it could be used for."""
        supply = self._lots.supply.copy()
        for code, n in at.made.items():
            supply[code] = supply.get(code, 0) + n
        found: list[tuple[Kind, int]] = [((code, 0, -1, ""), n) for code, n in supply.items()]
        found.extend([((-1, mask, -1, ""), n) for mask, n in self._met.items()])
        found.append(((-1, GENERIC, -1, ""), at.buried))
        for number, lot in enumerate(self._lots.all):
            awake, there = at.awake[number], at.awake[number] + at.tapped[number]
            kept = len(lot.idents) - at.lost[number]
            instead = lot.stand_in.needs if lot.stand_in is not None else 0
            way = lot.stand_in.how if lot.stand_in is not None else ""
            otherwise = instead if way == TAP else 0
            if lot.size == 1 and self._is_tapped_otherwise(number):
                found.append(((lot.units[0][0], otherwise, number, TAP), awake))
                found.append(((lot.units[0][0], 0, -1, ""), kept - awake))
            else:
                some = chosen.get(number, 0 if lot.size else awake)
                found.append(((-1, otherwise, number, TAP), some))
                found.extend([((code, 0, -1, ""), n * (kept - some)) for code, n in lot.units])
            found.append(((-1, instead if way == GONE else 0, number, GONE), there))
            found.append(((-1, 0, number, SHOWN), there))
        found = sorted([entry for entry in found if entry[1] > 0], key=_worth)
        return [kind for kind, _ in found], [n for _, n in found]

    def _could_be(self, kind: Kind, want: int) -> bool:
        """Whether things could meet a want of mana."""
        code, instead, _, _ = kind
        return self.fits_code(code, want) or (want <= MASK and bool(instead & want))

    def _could_pay(self, kind: Kind, demand: Demand) -> bool:
        return kind[2] >= 0 and self._is_meant(demand, kind[2], kind[3])

    def _is_meant(self, demand: Demand, number: int, how: str) -> bool:
        marks = demand.tap if how == TAP else demand.gone if how == GONE else demand.shown
        if demand.who == ITSELF or (demand.who == OTHERS and number == self._place):
            return demand.who == ITSELF and number == self._place and bool(marks)
        lot = self._lots.all[number]
        return bool(lot.marks & marks) and not (how == TAP and lot.is_kept)


def by_mask(supply: Supply) -> dict[int, int]:
    """Units by what they could be alone."""
    found: dict[int, int] = {}
    for code, n in supply.items():
        mask = code & MASK
        found[mask] = found.get(mask, 0) + n
    return found


def _strictness(entry: tuple[int, int]) -> tuple[int, int]:
    """The order of wants: those due first, then those that ask for most; the end comes last."""
    want = entry[0]
    return (want >> 8) or 1 << 60, (want & MASK).bit_count()


def _reluctance(entry: tuple[int, int]) -> tuple[int, int]:
    """The order of units: those that could meet least are spent first."""
    return (entry[0] & MASK).bit_count(), entry[0]


def _worth(entry: tuple[Kind, int]) -> tuple[bool, int]:
    """Mana is spent before anything else is."""
    code = entry[0][0]
    return code < 0, (code & MASK).bit_count()
