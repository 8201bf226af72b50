"""Automatic payment: a way that the solver found, told as the answers of the innermost play.

Sources that cost nothing are tapped first, then those that cost something are used in order, then the mana is spent,
then the rest is paid. ``Purse`` follows what the pool will hold meanwhile, since a payment names special mana by its
place in the pool.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Mana, PayLife
from engine.decisions import Answer
from engine.mana import BIT, SNOW, needs_of, trimmed
from engine.matching import GONE, TAP
from engine.solver import END
from engine.texts import COLORS

if TYPE_CHECKING:
    from engine.abilities import Terms
    from engine.game import Game
    from engine.matching import Unit
    from engine.solver import Search, Step
    from engine.sources import Source, Way

Kind = tuple[int, bool, "Terms | None"]


class Purse:
    """The kinds of special mana in a pool, in their order, with how many units of each there are."""

    def __init__(self, game: Game, seat: int) -> None:
        self.kinds: dict[Kind, int] = {kind[:3]: kind[3] for kind in game.players[seat].special}

    def add(self, units: list[tuple[int, Terms | None]]) -> None:
        """Take in what a source makes; units of one colour each."""
        for mask, terms in units:
            kind = _kind(mask, terms)
            if kind[1:] != (False, None):
                self.kinds[kind] = self.kinds.get(kind, 0) + 1

    def pay(self, units: list[tuple[int, Terms | None]]) -> Answer:
        """Spend units of one colour each, and say so."""
        plain = [0] * len(COLORS)
        places = list(self.kinds)
        special = [0] * len(places)
        for mask, terms in units:
            kind = _kind(mask, terms)
            if kind[1:] == (False, None):
                plain[kind[0]] += 1
            else:
                special[places.index(kind)] += 1
                self.kinds[kind] -= 1
        self.kinds = {kind: n for kind, n in self.kinds.items() if n}
        return Answer("mana", (), trimmed((*plain, *special)))


def _kind(mask: int, terms: Terms | None) -> Kind:
    return color_of(mask), bool(mask & SNOW), terms


def color_of(mask: int) -> int:
    """The colour to make of those allowed: colourless if it may be, else the first."""
    return COLORS.index("C") if mask & BIT["C"] else (mask & -mask & ~SNOW).bit_length() - 1


class Plan:
    """The answers by which the innermost play of a search that found a way is paid for, but for its own last parts."""

    def __init__(self, search: Search) -> None:
        self.search = search
        self.game = search.game
        depth = len(search.levels) - 1
        self.level = search.levels[depth]
        self.last: Step | None = next((step for step in search.steps if step.level == depth and depth), None)
        self.end = self.last.time if self.last is not None else END
        self.purse = Purse(search.game, search.seat)

    def answers(self, rest: list[Answer]) -> tuple[Answer, ...]:
        """All of them in order; ``rest`` pays the parts that are not mana."""
        out = self._taps()
        for step in self.search.steps:
            if step.time < self.end:
                out.append(self._activation(step))
        if any(isinstance(part, Mana) for part in self.level.due):
            out.extend(self._stand_ins())
            spent = self._spent(self.end)
            if spent or not any(unit.instead for unit, _, _ in self._used()):
                out.append(self.purse.pay(spent))
        return (*out, *rest)

    def lost(self) -> tuple[set[int], set[int]]:
        """What the activations before take: what is given up, what is tapped."""
        claims = [claim for step in self.search.steps if step.time < self.end for _, claim in step.victims]
        tapped = {unit.source.obj.id for unit, _, _ in self._used() if unit.source is not None}
        instead = [unit.stand_in for unit, mask, _ in self._used() if _is_instead(unit, mask)]
        claims.extend((one[1], one[2]) for one in instead if one is not None)
        return {i for kind, i in claims if kind == GONE}, tapped | {i for kind, i in claims if kind == TAP}

    def _used(self) -> list[tuple[Unit, int, int]]:
        """The units in use up to the end, with the need each meets and when."""
        search = self.search
        return [
            (search.units[index], mask, due) for index, (mask, due) in sorted(search.match.items()) if due <= self.end
        ]

    def _stand_ins(self) -> list[Answer]:
        """What is used instead of mana."""
        found = [unit.stand_in for unit, mask, _ in self._used() if _is_instead(unit, mask)]
        return [Answer(one[0], (one[2],) if one[2] else ()) for one in found if one is not None and one[0]]

    def _taps(self) -> list[Answer]:
        """Simple sources are tapped for what is wanted of them."""
        wanted: dict[int, tuple[Source, Way]] = {}
        for unit, mask, _ in self._used():
            source = unit.source
            if source is None or not source.simple or _is_instead(unit, mask):
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

    def _spent(self, due: int) -> list[tuple[int, Terms | None]]:
        return [
            (_one_color(unit, mask), unit.terms)
            for unit, mask, time in self._used()
            if time == due and not _is_instead(unit, mask)
        ]

    def _activation(self, step: Step) -> Answer:
        source = step.source
        plan = self._halves(step)
        if any(isinstance(part, Mana) for part in source.cost):
            plan.append(self.purse.pay(self._spent(step.time)))
        plan.extend(Answer(verb, (claim[1],)) for verb, claim in step.victims)
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
        """How each hybrid symbol of a source's cost is paid, as announced (601.2b)."""
        out = []
        met = [(mask, _one_color(unit, mask)) for unit, mask, due in self._used() if due == step.time]
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
    """Whether a unit meets a need without being mana."""
    return bool(unit.instead) and not unit.mask & mask


def _wanted(unit: Unit, mask: int) -> int:
    """The colours that a unit may be to meet a need."""
    both = unit.mask & mask & ~SNOW
    return both or unit.mask & ~SNOW


def _one_color(unit: Unit, mask: int) -> int:
    """A unit as the one colour it is made to meet a need."""
    return 1 << color_of(_wanted(unit, mask)) | (unit.mask & SNOW)
