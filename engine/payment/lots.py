"""Like things counted together: what a search reads instead of permanents.

Two things are of one lot if they stand on the same lists of what could pay, have the same mana abilities and stand in
for the same mana: whoever pays may take either. Mana that nothing else could want is plain supply, and belongs to no
lot. Outlets (``Outlet``) are the mana abilities of the things of a lot that a search may use or not.
"""

from __future__ import annotations

from math import comb
from typing import TYPE_CHECKING, Final

from engine.cards.mana_symbols import SNOW, special_mask
from engine.payment.claims import FOREVER, ITSELF, Roll
from engine.payment.mana_sources import MANY
from engine.queries.mana_spending import allows

if TYPE_CHECKING:
    from engine.abilities import Terms
    from engine.payment.claims import Price
    from engine.payment.mana_sources import Source, Sources
    from engine.state.cost_rule import StandIn
    from engine.state.game import Game

# A unit of mana by its code: what it could be, above that its terms by number, and above those how many costs had been
# paid before it was there.
MASK: Final = 0xFF
TERMS: Final = 8
EPOCH: Final = 24
TERM_BITS: Final = (1 << EPOCH - TERMS) - 1
Supply = dict[int, int]
"""Units counted by their codes."""
Making = tuple[tuple[int, int], ...]
"""The mana that is made: codes of units, with how many of each."""
THINGS_A_NODE: Final = 8
"""So many things are sorted into lots, or made ready for it, in the time of a node."""


class Outlet:
    """A mana ability that like things have, as a search uses it.

    ``makes`` are the ways to use it; one whose units may be of several colours stands for all that make these.
    ``most``: so many units the best makes; ``reach``: what these may be; ``asks``: so many units it
    costs. ``limit``: how often each thing may use it, ``FOREVER`` if nothing says. ``like``: what like ones share.
    """

    __slots__ = ("asks", "like", "limit", "makes", "most", "needs", "number", "price", "reach", "source")

    def __init__(self, source: Source, price: Price, makes: list[Making], like: object) -> None:
        self.like = like
        self.source = source
        self.price = price
        self.makes = makes
        self.needs = source.needs
        self.asks = source.asks
        self.most = source.most
        self.reach = source.reach
        times = price.times
        uses = source.uses if not (price.taps or price.leaves) else FOREVER
        self.limit = uses if times == FOREVER else times if uses == FOREVER else min(uses, times)
        self.number = 0

    def is_free(self) -> bool:
        """Whether it takes nothing but the thing itself, once, and leaves no choice of what it makes."""
        price = self.price
        return (
            (price.taps or price.leaves)
            and len(self.makes) == 1
            and not self.needs
            and not price.life
            and price.is_able
            and price.is_told
            and all(demand.who == ITSELF for demand in price.demands)
        )


class Lot:
    """Like things.

    ``units`` is what each makes by its simple abilities, ``size`` how many that are; ``stand_in`` what each may be used
    as instead of mana. ``loss``: how much it costs to give one up. ``is_kept``: it is to be tapped for what is due.
    """

    __slots__ = ("idents", "is_card", "is_kept", "loss", "marks", "outlets", "size", "stand_in", "units")

    def __init__(self, marks: int, units: Making, outlets: tuple[Outlet, ...]) -> None:
        self.idents: list[int] = []
        self.marks = marks
        self.units = units
        self.size = sum(n for _, n in units)
        self.outlets = outlets
        self.stand_in: StandIn | None = None
        self.is_card = False
        self.is_kept = False
        self.loss = max([_use(outlet.source) for outlet in outlets], default=0)

    def key(self) -> object:
        """All of it, as numbers."""
        instead = (self.stand_in.how, self.stand_in.needs) if self.stand_in is not None else ()
        return (
            *(len(self.idents), self.marks, self.units, tuple([outlet.like for outlet in self.outlets])),
            *(instead, self.is_card, self.is_kept),
        )


def _use(source: Source) -> int:
    """The worth of a source as long as it is there; one that can be used again and again is given up last."""
    return max(1, source.most - source.asks) * (MANY if source.uses < 0 else source.uses)


Known = tuple["list[Price]", "Lots"]
"""The prices of open costs, and all things sorted for them."""


class Stock:
    """A seat's sources for any search: their outlets, and the things that could pay for these.

    The sources keep it, and it keeps lots. Neither names what keeps it: a cycle would wait for the garbage collector.

    Attributes:
        outlets: by id of their permanents; ``uses``: the source that is each, by id and its number.
        own: what simple sources make, by id.
        terms: the terms of mana by their numbers.
        tagged: whether some of the mana has terms.
        pool: the units in the pool.
        cost: the nodes that it takes to look through all that.
        known: what has been worked out for costs of one kind.
    """

    __slots__ = ("cost", "known", "outlets", "own", "pool", "roll", "seat", "tagged", "terms", "uses")

    def __init__(self, game: Game, sources: Sources) -> None:
        self.seat = seat = sources.seat
        self.tagged = sources.tagged
        self.roll = Roll(game, seat)
        self.terms: list[Terms | None] = [None]
        self.outlets: dict[int, tuple[Outlet, ...]] = {}
        self.uses: dict[tuple[int, int], Source] = {}
        self.own: dict[int, Making] = {}
        for ident, units in sources.own.items():
            self.own[ident] = tuple([(self.code(mask, terms), n) for mask, terms, n in units])
        known: dict[object, Outlet] = {}
        if sources.tagged:
            for terms in (*(kind.terms for kind in game.players[seat].special), *(one.terms for one in sources.every)):
                self.number(terms)
        for source in sorted([one for one in sources.complex if one.ways and one.uses], key=_price):
            outlet = self._outlet(game, source, known)
            if outlet.price.is_able:
                self.outlets[source.obj.id] = (*self.outlets.get(source.obj.id, ()), outlet)
                self.uses[source.obj.id, outlet.number] = source
        player = game.players[seat]
        self.pool: Supply = {1 << i: n for i, n in enumerate(player.pool) if n}
        for kind in player.special:
            code = self.code(special_mask(kind), kind.terms)
            self.pool[code] = self.pool.get(code, 0) + kind.number
        self.known: dict[object, Known] = {}
        self.cost = (len(sources.complex) + self.roll.seen) // THINGS_A_NODE

    def _outlet(self, game: Game, source: Source, known: dict[object, Outlet]) -> Outlet:
        price = self.roll.price(source.obj.id, source.others)
        pays = [allows(game, one, ("activate", source.obj), self.seat) for one in self.terms if one is not None]
        like = (
            *(price.key(), source.needs, source.made_by, source.mask & SNOW, source.uses),
            *(self.number(source.terms), *pays),
        )
        found = known.get(like)
        if found is None:
            found = known[like] = Outlet(source, price, self.makes(source), like)
            found.number = len(known)
        return found

    def makes(self, source: Source) -> list[Making]:
        """The mana of a source in each of its ways; ways that make the same, or all combinations, are one."""
        whole = self._as_one(source)
        if whole:
            return [whole]
        ways = [tuple([(self.code(mask, terms), n) for mask, terms, n in units]) for _, units in source.makes]
        return list(dict.fromkeys(ways))

    def _as_one(self, source: Source) -> Making:
        """All ways as one, if they are every combination of some colours; else nothing."""
        first = source.ways[0]
        size = sum(first.counts)
        colors = [i for i in range(len(first.counts)) if any(way.counts[i] for way in source.ways)]
        counts = {way.counts for way in source.ways}
        if len(source.ways) < 2 or len(counts) != comb(len(colors) + size - 1, size):
            return ()
        if any(sum(way.counts) != size or way.more != first.more for way in source.ways):
            return ()
        own = self.code(sum(1 << i for i in colors) | source.mask & SNOW, source.terms)
        return ((own, size), *((1 << i, n) for i, n in enumerate(first.more) if n))

    def code(self, mask: int, terms: Terms | None) -> int:
        """A unit that is there from the start, as a number."""
        return mask if terms is None else mask | self.number(terms) << TERMS

    def number(self, terms: Terms | None) -> int:
        """The number of some terms, 0 for none."""
        if terms is None:
            return 0
        if terms not in self.terms:
            self.terms.append(terms)
        return self.terms.index(terms)


def stock_of(game: Game, sources: Sources) -> Stock:
    """The sources of a seat, prepared for searches; worked out once."""
    if sources.stock is None:
        sources.stock = Stock(game, sources)
    return sources.stock


def _price(source: Source) -> int:
    return source.asks - source.most


class Lots:
    """A seat's things as a search sees them: ``gather`` sorts them, ``part`` sets some apart.

    Args:
        own: what simple sources make, by id.
        uses: the outlets of the others, by id.
        pool: the units in the pool.
        epoch: how many costs are paid before any source may be used; below 0: none may be at all.

    Attributes:
        supply: the units that nothing else wants.
        all: the lots.
        outlets: what they have, each with the place of its lot.
        places: for each thing of a lot the place of that.
        makers: ids of what makes mana by simple abilities.
        size: how many things were looked at.
    """

    __slots__ = ("_epoch", "_known", "_own", "_pool", "_uses", "all", "makers", "outlets", "places", "size", "supply")

    def __init__(self, own: dict[int, Making], uses: dict[int, tuple[Outlet, ...]], pool: Supply, epoch: int) -> None:
        self._own = own
        self._uses = uses
        self._pool = pool
        self._epoch = epoch
        self._known: dict[object, int] = {}
        self.supply: Supply = pool.copy()
        self.all: list[Lot] = []
        self.outlets: list[tuple[int, Outlet]] = []
        self.places: dict[int, int] = {}
        self.makers: set[int] = set()
        self.size = 0

    def gather(self, roll: Roll, stand_ins: dict[int, StandIn], cards: frozenset[int], *, is_told: bool) -> None:
        """Sort all things.

        Args:
            roll: what the sources ask for, and what is to be paid for.
            stand_ins: what may be used instead of mana, by id.
            cards: ids of what becomes a card in its owner's graveyard as it is given up, where that matters.
            is_told: each use is wanted as a use, since somebody is to be told which.
        """
        epoch = self._epoch
        own = self._own if epoch >= 0 else {}
        every = self._uses if epoch >= 0 else {}
        things = sorted({*own, *every, *roll.marks, *stand_ins})
        self.size = len(things)
        self.makers.update(own)
        for ident in things:
            marks = roll.marks.get(ident, 0)
            units = self._timed(own.get(ident, ()))
            outlets = every.get(ident, ())
            stand_in = stand_ins.get(ident)
            if marks or stand_in is not None:
                self._sort(ident, marks, units, outlets, stand_in, is_card=ident in cards)
            elif not outlets:
                self.add(units)
            elif not is_told and not units and epoch <= 0 and len(outlets) == 1 and outlets[0].is_free():
                self.add(outlets[0].makes[0])
            else:
                self._sort(ident, 0, units, outlets, None, is_card=ident in cards)
        self._rank()

    def _timed(self, units: Making) -> Making:
        """Units as they come when sources may be used."""
        return tuple([(code + (self._epoch << EPOCH), n) for code, n in units]) if self._epoch > 0 else units

    def _rank(self) -> None:
        """Outlets that make the most of it first: what is paid for at all is found soon."""
        self.outlets = [(place, outlet) for place, lot in enumerate(self.all) for outlet in lot.outlets]
        self.outlets.sort(key=_worth)

    def part(self, apart: list[int], kept: frozenset[int], shut: frozenset[int]) -> Lots:
        """These lots with some things each by itself, as they are being paid for.

        Args:
            apart: their ids.
            kept: ids of those that are tapped for it themselves, and so for nothing else.
            shut: ids of those whose simple abilities may not be used.
        """
        uses = self._uses
        if not any(ident in self.places or ident in self.makers or ident in uses for ident in apart):
            return self
        other = Lots(self._own, uses, self._pool, self._epoch)
        other.take_over(self, apart, kept, shut)
        return other

    def take_over(self, whole: Lots, apart: list[int], kept: frozenset[int], shut: frozenset[int]) -> None:
        """Be like others, but with some things each by itself."""
        self.supply, self.all, self.size = whole.supply.copy(), whole.all.copy(), whole.size
        self.places, self.makers = whole.places.copy(), whole.makers - kept - shut
        for ident in dict.fromkeys(apart):
            self._take_apart(ident, is_kept=ident in kept, is_shut=ident in kept or ident in shut)
        self._rank()

    def _take_apart(self, ident: int, *, is_kept: bool, is_shut: bool) -> None:
        """One thing becomes a lot of its own."""
        units = self._timed(self._own.get(ident, ())) if self._epoch >= 0 else ()
        outlets = self._uses.get(ident, ()) if self._epoch >= 0 else ()
        place = self.places.get(ident, -1)
        if place < 0 and not units and not outlets:
            return
        lot = Lot(self.all[place].marks if place >= 0 else 0, () if is_shut else units, outlets)
        lot.idents = [ident]
        lot.is_kept = is_kept
        if place >= 0:
            old = self.all[place]
            left = self.all[place] = Lot(old.marks, old.units, old.outlets)
            left.idents = [i for i in old.idents if i != ident]
            lot.stand_in, lot.is_card = left.stand_in, left.is_card = old.stand_in, old.is_card
        else:
            self.add(units or outlets[0].makes[0], -1)
        self.places[ident] = len(self.all)
        self.all.append(lot)

    def add(self, units: Making, times: int = 1) -> None:
        """Units that nothing else wants."""
        supply = self.supply
        for code, n in units:
            supply[code] = supply.get(code, 0) + n * times

    def _sort(
        self,
        ident: int,
        marks: int,
        units: Making,
        outlets: tuple[Outlet, ...],
        stand_in: StandIn | None,
        *,
        is_card: bool,
    ) -> None:
        """Put a thing into its lot."""
        numbers = tuple([outlet.number for outlet in outlets])
        instead = (stand_in.how, stand_in.needs) if stand_in is not None else ()
        key = (marks, units, numbers, instead, is_card)
        place = self._known.get(key)
        if place is None:
            place = self._known[key] = len(self.all)
            lot = Lot(marks, units, outlets)
            lot.stand_in, lot.is_card = stand_in, is_card
            self.all.append(lot)
        self.all[place].idents.append(ident)
        self.places[ident] = place


def _worth(entry: tuple[int, Outlet]) -> tuple[int, int]:
    return entry[1].asks - entry[1].most, entry[0]
