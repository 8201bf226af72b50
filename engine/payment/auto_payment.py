"""Automatic payment: a way that the solver found, told as the answers of the innermost play.

The search counts like things together. ``Story`` goes through its moves once more and says which thing each one is:
what is used when, which unit pays what. Sources that cost nothing are tapped first, then those that cost something are
used in order, then the mana is spent, then the rest is paid. ``Purse`` follows what the pool will hold meanwhile, since
a payment names special mana by its place in the pool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Mana, PayLife
from engine.cards.mana_symbols import BIT, GENERIC, SNOW, ManaKind, counted, needs_of, special_mask, trimmed
from engine.cards.numbered_text import COLORS
from engine.cards.sharing import Shares
from engine.payment.bipartite_matching import SHOWN, Unit
from engine.payment.lots import MASK, TERM_BITS, TERMS
from engine.payment.mana_substitutes import settled
from engine.payment.search_positions import ITS_OWN
from engine.queries.mana_spending import allows
from engine.state.cost_rule import GONE, TAP, Claim, StandIn
from engine.state.decisions import Answer

if TYPE_CHECKING:
    from engine.abilities import Terms
    from engine.cards.mana_symbols import Needs
    from engine.payment.claims import Victims
    from engine.payment.lots import Making
    from engine.payment.mana_sources import Source, Units, Way
    from engine.payment.search_positions import Move
    from engine.payment.solver import Search
    from engine.queries.mana_spending import Purpose

END: Final = 1 << 30
"""When the outermost cost is due."""
Want = tuple[int, int]
"""A need, and when it is due: units made from then on are too late."""


class Purse:
    """The kinds of special mana in a pool, in their order, with how many units of each there are."""

    def __init__(self, search: Search) -> None:
        player = search.game.players[search.seat]
        self.kinds = {special.kind: special.number for special in player.special}

    def add(self, units: Units) -> None:
        """Take in what a source makes; units of one colour each."""
        for mask, terms, n in units:
            kind = _kind(mask, terms)
            if not kind.is_plain:
                self.kinds[kind] = self.kinds.get(kind, 0) + n

    def pay(self, units: Units) -> Answer:
        """Spend units of one colour each, and say so."""
        plain = [0] * len(COLORS)
        places = list(self.kinds)
        special = [0] * len(places)
        for mask, terms, n in units:
            kind = _kind(mask, terms)
            if kind.is_plain:
                plain[kind.color] += n
            else:
                special[places.index(kind)] += n
                self.kinds[kind] -= n
        self.kinds = {kind: n for kind, n in self.kinds.items() if n}
        return Answer("mana", (), trimmed((*plain, *special)))


def _kind(mask: int, terms: Terms | None) -> ManaKind:
    return ManaKind(color_of(mask), bool(mask & SNOW), terms)


def color_of(mask: int) -> int:
    """The colour to make of those allowed: colourless if it may be, else the first."""
    return COLORS.index("C") if mask & BIT["C"] else (mask & -mask & ~SNOW).bit_length() - 1


class Step:
    """One activation of a source that costs something: what it takes, when, and which way of it.

    ``level`` is the level that is paid with it, -1 for a source that is begun and used at once.
    """

    __slots__ = ("level", "source", "time", "victims", "way")

    def __init__(self, source: Source, time: int, victims: Victims, way: Way, level: int) -> None:
        self.source = source
        self.time = time
        self.victims = victims
        self.way = way
        self.level = level


class Story:
    """The way that a search found, thing by thing.

    Attributes:
        steps: the activations, in order.
        used: the units in use, each with the need it meets, when that is due, and how many of it.
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        self.steps: list[Step] = []
        self.used: list[tuple[Unit, int, int, int]] = []
        self._awake = [lot.idents.copy() for lot in search.lots.all]
        self._tapped: list[list[int]] = [[] for _ in search.lots.all]
        self._lost: set[int] = set()
        self._made: list[Unit] = []
        self._wants: list[tuple[Want, int]] = [((mask, END), n) for mask, n in search.levels[0].needs]
        self._purposes: dict[int, Purpose] = {END: search.levels[0].purpose}
        depth = len(search.levels) - 1
        for move in _moves(search):
            for _ in range(move.times):
                self._activate(move, depth)
            depth -= move.outlet < 0
        self._match()
        self._name_ways()

    # --- the moves ----------------------------------------------------------------------------------

    def _activate(self, move: Move, depth: int) -> None:
        """Tell of one activation."""
        time = len(self.steps) + 1
        source, subject, needs, purpose, making = self._activated(move, depth)
        victims = self._victims(move, subject)
        way = next((way for way, units in source.makes if self._codes(units) == making), source.ways[0])
        step = Step(source, time, victims, way, depth if move.outlet < 0 else -1)
        self.steps.append(step)
        self._wants.extend([((mask, time), n) for mask, n in needs])
        self._purposes[time] = purpose
        terms = self.search.stock.terms
        for code, n in making:
            self._made.append(Unit(code & MASK, time, source, terms[code >> TERMS & TERM_BITS], n, step))

    def _activated(self, move: Move, depth: int) -> tuple[Source, int, Needs, Purpose, Making]:
        """The activation: the source, its object, the mana that it costs, for what, and the mana that it makes."""
        search = self.search
        if move.outlet < 0:
            level = search.levels[depth]
            assert level.source is not None
            return level.source, level.subject, level.needs, level.purpose, search.makes[depth][move.way]
        place, outlet = search.lots.outlets[move.outlet]
        subject = self._chosen(place, move)
        source = search.stock.uses[subject, outlet.number]
        return source, subject, source.needs, ("activate", source.obj), outlet.makes[move.way]

    def _chosen(self, place: int, move: Move) -> int:
        """The used thing of a lot: the first if it is tapped for that or goes, else the last, to stay longer."""
        awake, tapped = self._awake[place], self._tapped[place]
        own = [(kind, is_tapped) for _, kind, _, is_tapped, n in move.taken if n == ITS_OWN]
        if any(kind == TAP for kind, _ in own):
            return awake[0]
        if own:
            return tapped[0] if own[0][1] else awake[0]
        return (awake or tapped)[-1]

    def _victims(self, move: Move, subject: int) -> Victims:
        """The things taken for it; the thing itself comes last of its lot if another would do."""
        found: list[tuple[str, Claim]] = []
        for verb, kind, place, is_tapped, n in move.taken:
            idents = [subject]
            if n != ITS_OWN:
                there = (self._tapped if is_tapped else self._awake)[place]
                idents = [*(i for i in there if i != subject), *(i for i in there if i == subject)][:n]
            for ident in idents:
                found.append((verb, Claim(kind, ident)))
                if place >= 0:
                    self._take(kind, place, ident)
        return tuple(found)

    def _take(self, kind: str, place: int, ident: int) -> None:
        if kind == SHOWN:
            return
        awake, tapped = self._awake[place], self._tapped[place]
        (awake if ident in awake else tapped).remove(ident)
        if kind == TAP:
            tapped.append(ident)
            self._lost.add(ident)

    def _codes(self, units: Units) -> Making:
        code = self.search.stock.code
        return tuple([(code(mask, terms), n) for mask, terms, n in units])

    # --- which unit pays what -----------------------------------------------------------------------

    def _match(self) -> None:
        """Plain units of the pool are spent first, what asks for most is met first; what has been paid stays so."""
        search = self.search
        met = [Unit(0, END, None, None, n, None, StandIn("", "", 0, mask)) for mask, n in counted(search.met).items()]
        own, others = self._units()
        units = [*met, *sorted(own, key=_reluctance), *others]
        wants = sorted(self._wants, key=_strictness)
        fits: dict[Want, list[int]] = {}
        for want, _ in wants:
            if want not in fits:
                fits[want] = [k for k, unit in enumerate(units) if self._fits(unit, want)]
        shares = Shares([n for _, n in wants], [unit.count for unit in units], [fits[want] for want, _ in wants])
        if met:
            self._begin_with_met(shares, wants)
        if not shares.complete():
            raise RuntimeError("the way that a search has found cannot be told")
        for (want, _), given in zip(wants, shares.given, strict=True):
            self.used.extend([(units[k], *want, n) for k, n in sorted(given.items()) if n and k >= len(met)])

    def _units(self) -> tuple[list[Unit], list[Unit]]:
        """All units of mana, and what may be used instead of others."""
        search = self.search
        player = search.game.players[search.seat]
        own = [Unit(1 << i, 0, None, None, n) for i, n in enumerate(player.pool) if n]
        own.extend([Unit(special_mask(one), 0, None, one.terms, one.number) for one in player.special if one.number])
        either, others = self._stand_ins()
        simple = {source.obj.id: source for source in search.sources.simple}
        time = 1 if search.epoch > 0 else 0
        for ident in (ident for ident in simple if ident in search.lots.makers and ident not in self._lost):
            source, instead = simple[ident], either.get(ident)
            own.extend([Unit(mask, time, source, terms, n, None, instead) for mask, terms, n in source.units()])
        return [*own, *self._made], others

    def _stand_ins(self) -> tuple[dict[int, StandIn], list[Unit]]:
        """The stand-ins and the makers of mana, by id, and those that do nothing but stand in.

        A thing that is tapped at the end for something else, or instead of several units, makes nothing.
        """
        search = self.search
        tapped, instead = search.ending
        either: dict[int, StandIn] = {}
        others: list[Unit] = []
        for place, lot in enumerate(search.lots.all):
            awake = self._awake[place]
            left = awake[: len(awake) - tapped.get(place, 0)]
            self._lost.update(awake[len(left) :])
            if lot.stand_in is None:
                continue
            verb, how, _, mask = lot.stand_in
            if how == GONE:
                left = [*left, *self._tapped[place]]
            elif lot.size == 1:
                either.update([(ident, StandIn(verb, how, ident, mask)) for ident in left])
                continue
            elif lot.size:
                left = left[: instead.get(place, 0)]
                self._lost.update(left)
            others.extend([Unit(0, END, None, None, 1, None, StandIn(verb, how, ident, mask)) for ident in left])
        if search.digger and search.found is not None and search.found.buried:
            others.append(Unit(0, END, None, None, search.found.buried, None, StandIn(search.digger, GONE, 0, GENERIC)))
        return either, others

    def _fits(self, unit: Unit, want: Want) -> bool:
        """Whether units could meet a need."""
        mask, due = want
        if due == END and unit.instead & mask:
            return True
        if not unit.mask & mask or unit.time >= due:
            return False
        search = self.search
        return unit.terms is None or allows(search.game, unit.terms, self._purposes[due], search.seat)

    def _begin_with_met(self, shares: Shares, wants: list[tuple[Want, int]]) -> None:
        """Units that have been paid otherwise go on meeting needs of their own."""
        search = self.search
        needs = search.levels[0].needs
        pairs = settled(needs, search.met)
        assert pairs is not None
        places = {mask: next(w for w, (want, _) in enumerate(wants) if want == (mask, END)) for mask, _ in needs}
        for kind, given in enumerate(pairs.given):
            for place, n in given.items():
                shares.give(places[needs[place][0]], kind, n)

    def _name_ways(self) -> None:
        """A source of units of several colours makes those that are used, and the first it can of the others."""
        for step in self.steps:
            made = [(unit, n) for unit in self._made if unit.step is step for n in (unit.count,)]
            if all((unit.mask & ~SNOW).bit_count() == 1 for unit, _ in made):
                continue
            counts = [0] * len(COLORS)
            for unit, count in made:
                for other, mask, _, n in self.used:
                    if other is unit:
                        counts[color_of(_wanted(unit, mask))] += n
                        count -= n
                counts[color_of(unit.mask)] += count
            more = step.way.more
            own = tuple(n - extra for n, extra in zip(counts, more, strict=True))
            step.way = next((way for way in step.source.ways if way.counts == own), step.way)


def _moves(search: Search) -> list[Move]:
    """The moves that led to the position that was found."""
    moves: list[Move] = []
    move = search.found.move if search.found is not None else None
    while move is not None:
        moves.append(move)
        move = move.before
    moves.reverse()
    return moves


def _reluctance(unit: Unit) -> tuple[bool, bool, int]:
    return (unit.source is not None, unit.terms is None, unit.mask.bit_count())


def _strictness(entry: tuple[Want, int]) -> tuple[int, int]:
    mask, due = entry[0]
    return due, mask.bit_count()


class Plan:
    """The answers by which the innermost play of a search that found a way is paid for, but for its own last parts."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.game = search.game
        self.story = Story(search)
        depth = len(search.levels) - 1
        self.level = search.levels[depth]
        self.last: Step | None = next((step for step in self.story.steps if step.level == depth and depth), None)
        self.end = self.last.time if self.last is not None else END
        self.purse = Purse(search)

    def answers(self, rest: list[Answer]) -> tuple[Answer, ...]:
        """All of them in order; ``rest`` pays the parts that are not mana."""
        out = self._taps()
        for step in self.story.steps:
            if step.time < self.end:
                out.append(self._activation(step))
        if any(isinstance(part, Mana) for part in self.level.due):
            out.extend(self._stand_ins())
            spent = self._spent(self.end)
            if spent or not any(unit.instead for unit, _, _, _ in self._used()):
                out.append(self.purse.pay(spent))
        return (*out, *rest)

    def lost(self) -> tuple[set[int], set[int]]:
        """The things that the activations before take: those given up, those tapped."""
        claims = [claim for step in self.story.steps if step.time < self.end for _, claim in step.victims]
        tapped = {unit.source.obj.id for unit, _, _, _ in self._used() if unit.source is not None}
        instead = [unit.stand_in for unit, mask, _, _ in self._used() if _is_instead(unit, mask)]
        claims.extend(Claim(one.how, one.ident) for one in instead if one is not None)
        return {i for how, i in claims if how == GONE}, tapped | {i for how, i in claims if how == TAP}

    def _used(self) -> list[tuple[Unit, int, int, int]]:
        """The units in use up to the end, with the need each meets, when, and how many of it."""
        return [entry for entry in self.story.used if entry[2] <= self.end]

    def _stand_ins(self) -> list[Answer]:
        """The things used instead of mana."""
        found = [unit.stand_in for unit, mask, _, _ in self._used() if _is_instead(unit, mask)]
        return [Answer(one.verb, (one.ident,) if one.ident else ()) for one in found if one is not None and one.verb]

    def _taps(self) -> list[Answer]:
        """Simple sources are tapped for what is wanted of them."""
        wanted: dict[int, tuple[Source, Way]] = {}
        for unit, mask, _, _ in self._used():
            source = unit.source
            if source is None or unit.step is not None or _is_instead(unit, mask):
                continue
            way = source.ways[0]
            if unit.mask == source.mask and len(source.ways) > 1:
                color = color_of(_wanted(unit, mask))
                way = next(way for way in source.ways if way.counts[color])
            elif source.obj.id in wanted:
                continue
            wanted[source.obj.id] = (source, way)
        out = []
        for source, way in wanted.values():
            self.purse.add(source.made(way))
            plan = (Answer("tap"), *(Answer("modes", (pick,)) for pick in way.picks))
            out.append(Answer("activate", self.game.activation(source.obj, way.text.number), (), plan))
        return out

    def _spent(self, due: int) -> Units:
        return [
            (_one_color(unit, mask), unit.terms, n)
            for unit, mask, time, n in self._used()
            if time == due and not _is_instead(unit, mask)
        ]

    def _activation(self, step: Step) -> Answer:
        source = step.source
        plan = self._halves(step)
        if any(isinstance(part, Mana) for part in source.cost):
            plan.append(self.purse.pay(self._spent(step.time)))
        plan.extend(Answer(verb, (claim.ident,)) for verb, claim in step.victims)
        plan.extend(self._opaque(source))
        plan.extend(Answer("modes", (pick,)) for pick in step.way.picks)
        self.purse.add(source.made(step.way))
        return Answer("activate", self.game.activation(source.obj, source.text.number), (), tuple(plan))

    def _opaque(self, source: Source) -> list[Answer]:
        """Payments of what competes with nothing."""
        out = []
        for part in source.others:
            rule = self.game.rules.cost_rules[type(part)]
            if isinstance(part, PayLife):
                out.append(Answer(rule.verb))
            elif rule.claims(self.game, self.search.seat, source.obj.id, part) is None:
                out.append(rule.options(self.game, self.search.seat, source.obj.id, part)[0].answer())
        return out

    def _halves(self, step: Step) -> list[Answer]:
        """The payment of each hybrid symbol of a source's cost, as announced (601.2b)."""
        out = []
        met = [
            (mask, _one_color(unit, mask)) for unit, mask, due, n in self._used() if due == step.time for _ in range(n)
        ]
        for part in step.source.text.cost:
            for symbol in part.symbols if isinstance(part, Mana) else ():
                if "/" in symbol:
                    need = needs_of((symbol,))[0][0]
                    pair = next(((mask, color) for mask, color in met if mask == need), None)
                    if pair is not None:
                        met.remove(pair)
                    halves = symbol.split("/")
                    out.append(Answer("costs", (_half(halves, pair[1] if pair is not None else 0),)))
        return out


def _half(halves: list[str], color: int) -> int:
    return next((k for k, half in enumerate(halves) if BIT.get(half, 0) & color), 0)


def _is_instead(unit: Unit, mask: int) -> bool:
    """Whether units meet a need without being mana."""
    return bool(unit.instead) and not unit.mask & mask


def _wanted(unit: Unit, mask: int) -> int:
    """The colours that units may be to meet a need."""
    both = unit.mask & mask & ~SNOW
    return both or unit.mask & ~SNOW


def _one_color(unit: Unit, mask: int) -> int:
    """Units as the one colour they are made to meet a need."""
    return 1 << color_of(_wanted(unit, mask)) | (unit.mask & SNOW)
