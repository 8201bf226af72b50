"""Can it be paid, exactly, and how.

If every mana source is independent and costs nothing but its own tapping, Hall's condition over masks
(``engine.cards.mana_symbols.covers``) answers. Otherwise a depth-first search over lots of like things tries sequences
of what costs something, with wants met by units that were there in time: mana made after a cost was due cannot have
paid it. The question bounds the cost of the search (``engine.state.search_budget``); past that the answer is
"unproven", never "no".

Plays within plays are levels, the outermost first: a mana ability in the window of a spell is paid for first, makes its
mana, and then the spell is paid for with what is left. Announcing a mana ability opens one more level.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Mana, ManaInstead, TapSelf
from engine.cards.mana_symbols import GENERIC, counted, covers, needs_of
from engine.payment.claims import ITSELF, OTHERS, mana_of
from engine.payment.covering import Covering, by_mask
from engine.payment.lots import MASK, THINGS_A_NODE, Lots, stock_of
from engine.payment.mana_substitutes import digger, met_of, settled, stand_ins
from engine.payment.search_positions import Move, Position
from engine.payment.taking import Taking
from engine.queries.mana_spending import Purpose
from engine.state.cost_rule import TAP
from engine.state.dump import standing
from engine.state.search_budget import NO, UNPROVEN, YES

if TYPE_CHECKING:
    from engine.cards.mana_symbols import Needs
    from engine.payment.claims import Parts, Price
    from engine.payment.covering import Ending
    from engine.payment.lots import Making, Outlet, Supply
    from engine.payment.mana_sources import Source, Sources
    from engine.payment.search_positions import Taken
    from engine.state.game import Game
    from engine.state.search_budget import Question

ENDLESS: Final = 1 << 60
"""More than anything asks for."""
MOST_MOVES: Final = 150
"""In a row. A longer way is looked for by nobody: each move is some calls deep, and Python goes down a thousand."""
KINDS_A_NODE: Final = 24
"""So many lots, outlets and kinds of units are looked at in the time of a node."""
PAIRS_A_NODE: Final = 100
"""So many pairs of a kind of unit and a kind of want are looked at in the time of a node."""


class Level:
    """A cost that is open: what is due for what, whether mana abilities may still be activated for it.

    ``source`` is the mana ability whose cost it is, none for the outermost. ``busy`` are the mana abilities that have
    begun and not yet resolved while this level is the innermost (605.3c).
    """

    __slots__ = ("busy", "due", "needs", "others", "purpose", "source", "subject", "window")

    def __init__(
        self,
        due: Parts,
        subject: int,
        purpose: Purpose,
        source: Source | None,
        busy: frozenset[tuple[int, int]] = frozenset(),
        *,
        window: bool = True,
    ) -> None:
        self.due = due
        self.subject = subject
        self.purpose = purpose
        self.source = source
        self.busy = busy
        self.window = window
        self.others = tuple(part for part in due if not isinstance(part, Mana))
        self.needs: Needs = needs_of(mana_of(due))


class Search:
    """One try: can all levels be paid by ``seat``, the innermost (last) first.

    Args:
        is_told: somebody wants to know how; each use is then a move of its own.

    Attributes:
        found: where all can be paid, if that is so.
        ending: what is done there with things at the end.
        is_over: it was given up; ``is_short``: because the question may cost no more.
    """

    def __init__(
        self,
        game: Game,
        seat: int,
        levels: list[Level],
        sources: Sources,
        question: Question,
        *,
        is_told: bool = False,
    ) -> None:
        self.game = game
        self.seat = seat
        self.levels = levels
        self.sources = sources
        self.question = question
        self.found: Position | None = None
        self.ending: Ending = ({}, {})
        self.is_over = False
        self.is_short = False
        self.seen: set[object] = set()
        self.stock = stock = stock_of(game, sources)
        question.look(stock, stock.cost)
        outer = levels[0]
        mana = next((part for part in outer.due if isinstance(part, Mana)), None)
        self.met = met_of(mana) if mana is not None else ()
        self.digger = digger(game, mana) if mana is not None else ""
        self.epoch = 0 if levels[-1].window else 1 if len(levels) > 1 else -1
        self.prices, lots = self._sorted(mana, is_told=is_told)
        self.lots = self._parted(lots)
        question.spend(1 + len(self.lots.all) // KINDS_A_NODE)
        self.places = [self.lots.places.get(level.subject, -1) for level in levels]
        self._weight = 1 + (len(self.lots.all) + len(self.lots.outlets)) // KINDS_A_NODE
        self._limited = {place for place, outlet in self.lots.outlets if outlet.limit >= 0}
        self.asked = sum([n for _, n in outer.needs])
        self.taking = Taking(self.lots, max(0, game.players[seat].life))
        self.covering = Covering(
            *(game, stock, self.lots, outer.purpose, outer.needs, self.prices[0], self.places[0]), counted(self.met)
        )
        self.makes = [stock.makes(level.source) if level.source is not None else [] for level in levels]

    def _sorted(self, mana: Mana | None, *, is_told: bool) -> tuple[list[Price], Lots]:
        """The prices of all open costs, and all things sorted for them; worked out once as long as nothing changes."""
        levels, stock, game = self.levels, self.stock, self.game
        asked = tuple([(level.subject, level.others) if level.others else () for level in levels])
        outer = levels[0].subject
        instead = (outer, mana.by) if isinstance(mana, ManaInstead) else ()
        key = (asked, instead, self.epoch, is_told)
        known = stock.known.get(key)
        if known is None:
            roll = stock.roll.copy() if any(asked) else stock.roll
            prices = [roll.price(level.subject, level.others) for level in levels]
            found = stand_ins(game, self.seat, outer, mana) if mana is not None else []
            cards = frozenset(filter(self._is_card, (*roll.marks, *stock.outlets))) if self.digger else frozenset()
            instead_of = {one.ident: one for one in found}
            lots = Lots(stock.own, stock.outlets, stock.pool, self.epoch)
            lots.gather(roll, instead_of, cards, is_told=is_told)
            known = stock.known[key] = (prices, lots)
        lots = known[1]  # an object: compiled, a pair is made anew each time and never the same one
        self.question.look(lots, (lots.size + len(lots.places)) // THINGS_A_NODE)
        return known

    def _parted(self, lots: Lots) -> Lots:
        """Those that are being paid for each by itself."""
        levels, busy = self.levels, self.levels[-1].busy
        apart = [level.subject for level in levels] + [one.source.obj.id for one in levels if one.source is not None]
        apart.extend([ident for level in levels for ident, _ in level.busy])
        kept = [level.subject for level in levels if any(isinstance(part, TapSelf) for part in level.others)]
        shut: list[int] = []
        if busy:
            shut = [s.obj.id for s in self.sources.simple if any((s.obj.id, text.number) in busy for text in s.texts)]
        return lots.part(apart, frozenset(kept), frozenset(shut))

    def key(self) -> object:
        """All that is read, so that what is found holds wherever all of it is the same."""
        lots, sources, game = self.lots, self.sources, self.game
        levels = [
            (level.needs, level.window, price.key(), place, tuple(making))
            for level, price, place, making in zip(self.levels, self.prices, self.places, self.makes, strict=True)
        ]
        busy = [tuple(sorted((lots.places.get(i, -1), n) for i, n in level.busy)) for level in self.levels]
        return (
            *(tuple(levels), tuple(busy), tuple([lot.key() for lot in lots.all])),
            *(frozenset(lots.supply.items()), self.met, self.digger, max(0, game.players[self.seat].life), self.epoch),
            *(sources.odd, standing(game) if sources.tagged or sources.delicate or sources.bearing else ""),
        )

    def _is_card(self, ident: int) -> bool:
        obj = self.game.object(ident)
        return obj is not None and not obj.token and obj.owner == self.seat

    # --- the tree -----------------------------------------------------------------------------

    def begun(self) -> frozenset[tuple[int, int]]:
        """The outlets that could be used before anything else so that all can still be paid, by lot and number.

        That is what the way that was found uses, and what it leaves alone and costs nothing but things. A way that was
        found leaves simple abilities alone, or uses them, where the thing is not tapped for anything else: number -1.
        """
        at = self.found
        if at is None:
            return frozenset()
        tapped, instead = self.ending
        found = set()
        move = at.move
        while move is not None:
            if move.outlet >= 0:
                place, outlet = self.lots.outlets[move.outlet]
                found.add((place, outlet.number))
            move = move.before
        for place, lot in enumerate(self.lots.all):
            otherwise = at.lost[place] + tapped.get(place, 0) + instead.get(place, 0)
            if lot.units and (lot.stand_in is None or lot.stand_in.how != TAP) and otherwise < len(lot.idents):
                found.add((place, -1))
        if not self.covering.is_mixed and not at.depth and self.levels[0].window:
            for number, (place, outlet) in enumerate(self.lots.outlets):
                if not outlet.asks and not outlet.price.life and self._may_use(at, number, place, outlet):
                    ways = self.taking.ways(at, place, outlet.price)
                    if any(self.taking.leaves_enough(one, self.places[0], self.prices[0]) for one, _ in ways):
                        found.add((place, outlet.number))
        return frozenset(found)

    def run(self) -> int:
        """``YES``, ``UNPROVEN`` or ``NO``."""
        verdict = NO if self._is_unsettled() else self._visit(self._start())
        return self._verdict(verdict)

    def glance(self) -> int:
        """The verdict without any search: ``UNPROVEN`` if that would have to say."""
        if self._is_unsettled():
            return self._verdict(NO)
        start = self._start()
        supply = self.covering.supply(start)
        if not start.depth and self._is_paid(start, supply):
            self.found = start
            return YES
        could = self._can_owe(start) and self.could_ever(start, supply)
        is_last = not self.lots.outlets and not start.depth
        return UNPROVEN if could and not is_last else self._verdict(NO)

    def _verdict(self, verdict: int) -> int:
        """A verdict, "no" only where all was looked at and all that is there is known."""
        if verdict == YES:
            return YES
        is_odd = self.sources.odd or any(not outlet.price.is_told for _, outlet in self.lots.outlets)
        return UNPROVEN if self.is_over or is_odd else NO

    def _is_unsettled(self) -> bool:
        """Whether more has been paid otherwise than there are needs for it, so that nothing can come of it."""
        return bool(self.met) and settled(self.levels[0].needs, self.met) is None

    def _start(self) -> Position:
        lots = self.lots
        counts = [len(lot.idents) for lot in lots.all]
        uses = [outlet.limit * counts[place] if outlet.limit >= 0 else -1 for place, outlet in lots.outlets]
        start = Position(counts, [0] * len(counts), [0] * len(counts), uses)
        start.depth = len(self.levels) - 1
        return start

    def _take(self, nodes: int) -> bool:
        """Count what is done; false if the question may cost no more."""
        if nodes and not self.question.take(nodes):
            self.is_over = self.is_short = True
        return not self.is_over

    def _visit(self, at: Position) -> int:
        """One position: whether all can be paid from here."""
        supply = self.covering.supply(at)
        if not at.depth and self._is_paid(at, supply):
            self.found = at
            return YES
        if self.is_over:
            return UNPROVEN
        key = at.key()
        if key in self.seen:
            return NO
        self.seen.add(key)
        if not self._can_owe(at) or not self.could_ever(at, supply):
            return NO
        best = self._conclude(at) if at.depth else NO
        if best == NO and self.levels[at.depth].window:
            best = self._use_any(at, supply)
        return best

    def _can_owe(self, at: Position) -> bool:
        """Whether what is given up and tapped leaves each open level what it needs, by itself."""
        return all(
            self.taking.leaves_enough(at, self.places[depth], self.prices[depth]) for depth in range(at.depth + 1)
        )

    def _is_paid(self, at: Position, supply: Supply) -> bool:
        """Whether the outermost cost can be paid with what there is now."""
        covering, price = self.covering, self.prices[0]
        if not price.is_able or not self.taking.spares_life(at, price):
            return False
        if covering.is_mixed or self.digger:
            ending = covering.ending(at)
            is_paid = ending is not None
            self.ending = ending or self.ending
        else:
            is_paid = covering.is_covered(at, supply) and self.taking.leaves_enough(at, self.places[0], price)
        return is_paid and self._count_work()

    def _count_work(self) -> bool:
        """Count the pairs that were matched since; false if the question may cost no more."""
        nodes, self.covering.work = divmod(self.covering.work, PAIRS_A_NODE)
        return self._take(nodes)

    def _conclude(self, at: Position) -> int:
        """Pay the innermost open cost now, with every choice of what to give up for it; its source makes its mana."""
        depth = at.depth
        level = self.levels[depth]
        for after, taken in self.taking.ways(at, self.places[depth], self.prices[depth]):
            after.pay(level.needs, self.covering.purpose(level.purpose), 1)
            after.depth = depth - 1
            verdict = self._go_on(at, after, -1, taken, self.makes[depth], 1)
            if verdict != NO:
                return verdict
        return NO

    def _use_any(self, at: Position, supply: Supply) -> int:
        """Use each outlet that may be used, in each way, and go on."""
        for number, (place, outlet) in enumerate(self.lots.outlets):
            if not self._may_use(at, number, place, outlet):
                continue
            for first, taken in self.taking.ways(at, place, outlet.price):
                if outlet.limit >= 0:
                    first.uses[number] = min(first.uses[number], at.uses[number] - 1)
                for times in self._times(at, first, supply, number, taken):
                    after = at.again(first, times)
                    if outlet.asks:
                        after.pay(outlet.needs, self.covering.purpose(("activate", outlet.source.obj)), times)
                    verdict = self._go_on(at, after, number, taken, outlet.makes, times)
                    if verdict != NO:
                        return verdict
        return NO

    def _go_on(self, at: Position, after: Position, number: int, taken: Taken, makes: list[Making], times: int) -> int:
        """Go on from where a cost was paid, with each thing that it makes; not if it could not be paid in time."""
        supply = self.covering.supply(after)
        is_owed = self.covering.is_owed(after, supply)
        if not self._count_work():
            return UNPROVEN
        if not is_owed:
            return NO
        self.covering.settle(after, supply)
        for way, making in enumerate(makes):
            if not self._take(self._weight):
                return UNPROVEN
            child = after.copy()
            child.make(making, times)
            child.move = Move(at.move, number, taken, way, times)
            if child.move.place > MOST_MOVES:
                self.is_over = True
                return UNPROVEN
            verdict = self._visit(child)
            if verdict != NO or self.is_over:
                return max(verdict, UNPROVEN)
        return NO

    def _may_use(self, at: Position, number: int, place: int, outlet: Outlet) -> bool:
        if not at.uses[number]:
            return False
        if not at.awake[place] and (outlet.price.taps or not at.tapped[place]):
            return False
        lot = self.lots.all[place]
        if lot.is_kept and outlet.price.taps:
            return False
        busy = self.levels[at.depth].busy
        return not busy or not any((lot.idents[0], text.number) in busy for text in outlet.source.texts)

    def _times(self, at: Position, first: Position, supply: Supply, number: int, taken: Taken) -> tuple[int, ...]:
        """The numbers of times in a row that an outlet is tried: as often as its mana could be of use, then once."""
        place, outlet = self.lots.outlets[number]
        most = min(at.most_times(first), self.taking.most_by_life(at, outlet.price))
        if most < 2 or any(lot in self._limited for _, _, lot, _, _ in taken):
            return (1,)
        if any(demand.who == OTHERS for demand in outlet.price.demands):
            most -= any(lot == place for _, _, lot, _, _ in taken)
        there, owed = sum(supply.values()), sum(at.wants.values())
        if outlet.asks:
            most = min(most, (there - owed) // outlet.asks)
        gain = outlet.most - outlet.asks - sum(first.lost) + sum(at.lost)
        useful = -(-(self.asked + owed - there) // gain) if gain > 0 else 1
        most = min(most, max(useful, -(-self._short(supply) // max(1, outlet.most))))
        return (most, 1) if most > 1 else (1,)

    def _short(self, supply: Supply) -> int:
        """Of how many units that the outermost cost asks for there is nothing yet that could be one, at least."""
        masks = by_mask(supply)
        worst = 0
        for mask, wanted in self.levels[0].needs:
            worst = max(worst, wanted - sum([n for one, n in masks.items() if one & mask]))
        return worst

    # --- the bound ------------------------------------------------------------------------------

    def most_units(self) -> int:
        """The most units that there could be for all that is due."""
        start = self._start()
        reach = by_mask(self.covering.supply(start))
        there = sum(reach.values())
        return there + self._gains(start, reach, there) + self._otherwise(start, reach)

    def could_ever(self, at: Position, supply: Supply) -> bool:
        """The bound: as if every outlet could be used as often as it can be at all, and at any time."""
        needs = dict(self.levels[0].needs)
        for want, n in at.wants.items():
            needs[want & MASK] = needs.get(want & MASK, 0) + n
        reach = by_mask(supply)
        net = sum(reach.values())
        for level in self.levels[1 : at.depth + 1]:
            assert level.source is not None
            for mask, n in level.needs:
                needs[mask] = needs.get(mask, 0) + n
            most = level.source.most
            reach[level.source.reach] = reach.get(level.source.reach, 0) + most
            net += most
        wanted = sum(needs.values())
        net += self._gains(at, reach, wanted) - wanted
        net += self._otherwise(at, reach)
        return net >= 0 and covers(tuple(sorted(needs.items())), reach)

    def _gains(self, at: Position, reach: dict[int, int], wanted: int) -> int:
        """The most that all outlets could add; a thing that several could take is taken once.

        Also adds to ``reach`` what the units could be.
        """
        net = apart = 0
        shared: dict[int, int] = {}
        if not at.depth and not self.levels[0].window:
            return 0
        for number, (place, outlet) in enumerate(self.lots.outlets):
            cap = self._cap(at, number, place, outlet)
            if not cap or not outlet.most:
                continue
            reach[outlet.reach] = reach.get(outlet.reach, 0) + min(outlet.most * cap, wanted)
            most = outlet.most - outlet.asks - (self.lots.all[place].size if outlet.price.taps else 0)
            if most <= 0:
                continue
            gain = self._gain(at, outlet, most, cap)
            takers = self._share(at, place, outlet, -(-most // max(1, self._given_up(outlet))), shared)
            if takers:
                apart += gain
            else:
                net += gain
        together = sum([each * (at.awake[lot] + at.tapped[lot]) for lot, each in shared.items()])
        return min(ENDLESS, net + min(apart, together))

    def _cap(self, at: Position, number: int, place: int, outlet: Outlet) -> int:
        """The most uses of an outlet."""
        price = outlet.price
        lot = self.lots.all[place]
        there = at.awake[place] + at.tapped[place]
        if not there or (price.taps and lot.is_kept):
            return 0
        cap = at.uses[number] if at.uses[number] >= 0 else ENDLESS
        if price.taps:
            cap = min(cap, at.awake[place])
        if price.leaves:
            cap = min(cap, there)
        for demand in price.demands:
            if demand.who != ITSELF:
                there = sum([self._there(at, lot, how) for lot, how in self.taking.able(demand)])
                cap = min(cap, there // demand.count)
        return min(cap, self.taking.most_by_life(at, price))

    def _there(self, at: Position, place: int, how: str) -> int:
        return at.awake[place] + (at.tapped[place] if how != TAP else 0)

    def _gain(self, at: Position, outlet: Outlet, most: int, cap: int) -> int:
        """The most that an outlet can add in all, less the mana of other things that have to be tapped for it."""
        lost: list[tuple[int, int]] = []
        each = 0
        for demand in outlet.price.demands:
            if demand.tap and not demand.gone and not demand.shown and demand.who != ITSELF:
                each += demand.count
                lost.extend([(self.lots.all[lot].size, at.awake[lot]) for lot, _ in self.taking.able(demand)])
        if not each:
            return most * cap
        best = 0
        lost.sort()
        dear = 0
        for size, there in lost:
            if size * each >= most:
                break
            some = min(there // each + 1, cap - dear)
            best += (most - size * each) * some
            dear += some
        return best

    def _given_up(self, outlet: Outlet) -> int:
        """The number of things that one use of an outlet gives up."""
        return sum([one.count for one in outlet.price.demands if one.gone and not one.tap])

    def _share(self, at: Position, place: int, outlet: Outlet, each: int, shared: dict[int, int]) -> bool:
        """Note for all that an outlet gives up what it makes of each at most; false if it gives up no such thing."""
        found = False
        for demand in outlet.price.demands:
            if not demand.gone or demand.tap:
                continue
            found = True
            lots = [place] if demand.who == ITSELF else [lot for lot, _ in self.taking.able(demand)]
            for lot in lots:
                shared[lot] = max(shared.get(lot, 0), each)
        return found

    def _otherwise(self, at: Position, reach: dict[int, int]) -> int:
        """The most units that could be met otherwise than by mana; adds to ``reach`` which."""
        net = 0
        for mask, n in counted(self.met).items():
            reach[mask] = reach.get(mask, 0) + n
            net += n
        for number, lot in enumerate(self.lots.all):
            if lot.stand_in is not None:
                some = self._there(at, number, lot.stand_in.how)
                reach[lot.stand_in.needs] = reach.get(lot.stand_in.needs, 0) + some
                net += some if lot.stand_in.how != TAP or not lot.size else 0
        if self.digger:
            cards = [at.awake[n] + at.tapped[n] for n, lot in enumerate(self.lots.all) if lot.is_card]
            reach[GENERIC] = reach.get(GENERIC, 0) + at.buried + sum(cards)
            net += at.buried + sum(cards)
        return net
