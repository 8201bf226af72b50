"""Can it be paid, exactly, and how.

Where every mana source is independent and costs nothing but its own tapping, Hall's condition over masks
(``engine.mana.covers``) answers. Otherwise a depth-first search over classes of like sources tries sequences of the
others, with a matching of needs to units that respects time: mana made after a cost was due cannot have paid it. The
search visits at most ``NODES`` nodes; past that the answer is "unproven", never "no".

Plays within plays are levels, the outermost first: a mana ability in the window of a spell is paid for first, makes its
mana, and then the spell is paid for with what is left. Announcing a mana ability opens one more level.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from itertools import combinations
from typing import TYPE_CHECKING, Final

from engine.abilities import Mana, ManaInstead, PayLife, TapSelf
from engine.claims import Claims, left_of
from engine.continuous import refresh
from engine.instead import met_of, pairs, stand_ins
from engine.mana import GENERIC, covers, needs_of, special_mask
from engine.matching import GONE, TAP, Claim, Matching, StandIn, Unit, Want, distinct
from engine.sources import MANY, Source, Sources, gives_up, sources_of
from engine.spending import Purpose, allows
from engine.zones import move

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.claims import Parts, Victims
    from engine.game import Game
    from engine.sources import Way

NODES: Final = 600
"""Search budget: about 10 ms. Boards of ten sources that cost something stay far below it."""
END: Final = 1 << 30
"""When the outermost cost is due."""

NO, UNPROVEN, YES = 0, 1, 2


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
        self.needs = [m for part in due if isinstance(part, Mana) for m, n in needs_of(part.symbols) for _ in range(n)]


class Step:
    """One activation of a source that costs something: what it takes, when, and which way of it.

    ``level`` is the level that is paid with it, -1 for a source that is begun and used at once; ``buried`` how many
    cards it brings into the graveyard.
    """

    __slots__ = ("buried", "level", "source", "time", "victims", "way")

    def __init__(self, source: Source, time: int, victims: Victims, way: Way, level: int, buried: int = 0) -> None:
        self.buried = buried
        self.source = source
        self.time = time
        self.victims = victims
        self.way = way
        self.level = level


class Search:
    """One question: can all levels be paid by ``seat``, the innermost (last) first.

    Found, ``steps`` are the activations, ``units`` the mana there is and ``match`` what each unit in use meets.
    """

    def __init__(self, game: Game, seat: int, levels: list[Level], sources: Sources) -> None:
        self.game = game
        self.seat = seat
        self.levels = levels
        self.sources = sources
        self.nodes = 0
        self.odd = sources.odd
        self.seen: set[object] = set()
        self.steps: list[Step] = []
        self.units: list[Unit] = []
        self.match: dict[int, Want] = {}
        self.purposes: dict[int, Purpose] = {END: levels[0].purpose}
        self._caps: dict[int, int] = {}
        self.owing = any(level.others for level in levels)
        self.reserved = frozenset(
            level.subject for level in levels if any(isinstance(p, TapSelf) for p in level.others)
        )
        self.claims = Claims(game, seat, sources, frozenset(level.subject for level in levels), self.reserved)
        mana = next((part for part in levels[0].due if isinstance(part, Mana)), None)
        self.stand_ins = stand_ins(game, seat, levels[0].subject, mana) if mana is not None else []
        self.met = met_of(mana) if mana is not None else ()
        self.digger = game.rules.digger(mana.by) if isinstance(mana, ManaInstead) else ""

    def run(self) -> int:
        """``YES``, ``UNPROVEN`` or ``NO``."""
        verdict = self._run()
        return UNPROVEN if verdict == NO and self.odd else verdict

    def _run(self) -> int:
        player = self.game.players[self.seat]
        units = [Unit(1 << i, 0, None, None) for i, n in enumerate(player.pool) for _ in range(n)]
        units.extend(Unit(special_mask(kind), 0, None, kind[2]) for kind in player.special for _ in range(kind[3]))
        depth = len(self.levels) - 1
        complex_: list[Source] = []
        if depth or self.levels[0].window:
            time = 0 if self.levels[depth].window else 1
            for source in self.sources.simple:
                if source.obj.id not in self.reserved and not self._is_busy(source, depth):
                    units.extend(Unit(mask, time, source, terms) for mask, terms in self.sources.own[source.obj.id])
            complex_ = _promising(self.sources)
        self._claim_all(complex_)
        if self.owing and not self._can_owe(frozenset(), frozenset(), depth):
            return NO
        wants = [(mask, END) for mask in self.levels[0].needs]
        return self._visit(units, wants, complex_, frozenset(), frozenset(), depth)

    def _is_busy(self, source: Source, depth: int) -> bool:
        busy = self.levels[depth].busy
        return bool(busy) and any((source.obj.id, text.number) in busy for text in source.texts)

    # --- the tree -----------------------------------------------------------------------------

    def _visit(
        self,
        units: list[Unit],
        wants: list[Want],
        complex_: list[Source],
        gone: frozenset[int],
        used: frozenset[int],
        depth: int,
    ) -> int:
        """One position: so much mana, so much wanted; ``gone`` was given up, ``used`` is tapped."""
        self.nodes += 1
        if self.nodes > NODES:
            return UNPROVEN
        if not depth and self._is_paid(units, wants, gone, used):
            return YES
        key = self._key(units, wants, complex_, gone, used, depth)
        if key in self.seen:
            return NO
        self.seen.add(key)
        if not self._could_ever(units, wants, complex_, gone, used, depth):
            return NO
        best = NO
        if depth:
            level = self.levels[depth]
            assert level.source is not None
            best = self._pay(level.source, depth, units, wants, complex_, gone, used, depth - 1)
            if best == YES or self.nodes > NODES:
                return max(best, UNPROVEN)
        if not self.levels[depth].window:
            return best
        tried = set()
        for source in complex_:
            kind = source.signature()
            if kind in tried or not self._may_use(source, gone, used, depth):
                continue
            tried.add(kind)
            best = max(best, self._pay(source, -1, units, wants, complex_, gone, used, depth))
            if best == YES or self.nodes > NODES:
                return max(best, UNPROVEN)
        return best

    def _may_use(self, source: Source, gone: frozenset[int], used: frozenset[int], depth: int) -> bool:
        ident = source.obj.id
        if ident in gone or (source.text.taps and (ident in used or ident in self.reserved)):
            return False
        if source.uses > 0 and self._times_used(source) >= source.uses:
            return False
        return not self._is_busy(source, depth)

    def _times_used(self, source: Source) -> int:
        return sum(step.source.obj.id == source.obj.id and step.source.text is source.text for step in self.steps)

    def _pay(
        self,
        source: Source,
        level: int,
        units: list[Unit],
        wants: list[Want],
        complex_: list[Source],
        gone: frozenset[int],
        used: frozenset[int],
        depth: int,
    ) -> int:
        """Pay for one activation, with every choice of what to give up for it, and go on at ``depth``."""
        time = len(self.steps) + 1
        subject, others, needs = source.obj.id, source.others, source.needs
        self.purposes[time] = ("activate", source.obj)
        if level >= 0:
            at = self.levels[level]
            subject, others, needs, self.purposes[time] = at.subject, at.others, at.needs, at.purpose
        costs = [(mask, time) for mask in needs]
        committed = [want for want in wants if want[1] != END] + costs if costs else []
        best = NO
        for victims in self._victims(subject, others, gone, used):
            fallen = gone | {claim[1] for _, claim in victims if claim[0] == GONE}
            spent = used | {claim[1] for _, claim in victims if claim[0] == TAP}
            if self.owing and not self._can_owe(fallen, spent, depth):
                continue
            own = _staying(units, time, victims)
            if len(own) != len(units):
                committed = [want for want in wants if want[1] != END] + costs
            if committed and not self._meets(own, committed):
                continue
            buried = self._burying(victims) if self.digger else 0
            mark = self.game.mark()
            left = complex_
            changing = self.sources.delicate and any(claim[0] == GONE for _, claim in victims)
            if changing:
                left = self._after(own, victims, time)
            for way, making in source.makes:
                made = [Unit(mask, time, source, terms) for mask, terms in making]
                self.steps.append(Step(source, time, victims, way, level, buried))
                best = max(best, self._visit(own + made, wants + costs, left, fallen, spent, depth))
                if best == YES or self.nodes > NODES:
                    break
                self.steps.pop()
            if changing:
                self.game.rewind(mark)
            if best == YES or self.nodes > NODES:
                return max(best, UNPROVEN)
        return best

    def _after(self, units: list[Unit], victims: Victims, time: int) -> list[Source]:
        """Give up what a cost takes, for real, and see which sources that leaves; the caller rewinds."""
        game = self.game
        for _, (kind, ident) in victims:
            obj = game.object(ident)
            if obj is not None and kind == TAP and not obj.tapped:
                game.write(obj, "tapped", True)
            elif obj is not None and kind == GONE:
                move(game, obj, game.rules.discard_zone)
        refresh(game)
        now = sources_of(game, self.seat)
        known = {unit.source.obj.id for unit in units if unit.source is not None and unit.source.simple}
        units.extend(
            Unit(mask, time, source, terms)
            for source in now.simple
            if source.obj.id not in known and source.obj.id not in self.reserved
            for mask, terms in now.own[source.obj.id]
        )
        return _promising(now)

    # --- what a position is worth ---------------------------------------------------------------

    def _key(
        self,
        units: list[Unit],
        wants: list[Want],
        complex_: list[Source],
        gone: frozenset[int],
        used: frozenset[int],
        depth: int,
    ) -> object:
        """What two positions must share to be worth the same; times count only as before or after what is due."""
        dues = sorted({due for _, due in wants})
        if len(dues) == 1:
            codes = [unit.code for unit in units]
        else:
            codes = [unit.code | bisect_right(dues, unit.time) << 40 for unit in units]
        codes.sort()
        asked = [mask | bisect_left(dues, due) << 8 for mask, due in wants]
        asked.sort()
        return (
            depth,
            tuple(codes),
            tuple(asked),
            tuple(sorted([self.claims.like(ident) for ident in gone])),
            tuple(sorted([self.claims.like(ident) for ident in used])),
            tuple([self._times_used(source) for source in complex_ if source.uses > 1]),
        )

    def _could_ever(
        self,
        units: list[Unit],
        wants: list[Want],
        complex_: list[Source],
        gone: frozenset[int],
        used: frozenset[int],
        depth: int,
    ) -> bool:
        """The bound: as if every remaining source could be used as often as it can be at all, and at any time."""
        needs: dict[int, int] = {}
        supply: dict[int, int] = {}
        own: dict[int, int] = {}
        for mask, _ in wants:
            needs[mask] = needs.get(mask, 0) + 1
        for unit in units:
            supply[unit.mask] = supply.get(unit.mask, 0) + 1
            if unit.tapped:
                own[unit.tapped] = own.get(unit.tapped, 0) + 1
        net = len(units) - len(wants)
        for level in self.levels[1 : depth + 1]:
            assert level.source is not None
            for mask in level.needs:
                needs[mask] = needs.get(mask, 0) + 1
            most = level.source.most
            supply[level.source.reach] = supply.get(level.source.reach, 0) + most
            net += most - len(level.needs)
        spent = gone | used
        shared: dict[int, int] = {}
        apart = 0
        if self.levels[depth].window or depth:
            for source in complex_:
                ident = source.obj.id
                if ident in gone or (source.text.taps and ident in used):
                    continue
                most, cap = source.most, self._cap(source, gone)
                supply[source.reach] = supply.get(source.reach, 0) + most * cap
                gain = self._gain(source, most - len(source.needs), cap, own, spent)
                if gain and source.gives_up and self._shares(source, most - len(source.needs), gone, shared):
                    apart += gain
                else:
                    net += gain
        net += min(apart, sum(shared.values()))
        if self.stand_ins or self.met or self.digger:
            others = [one[3] for one in self.stand_ins if one[2] not in gone and (one[1] != TAP or one[2] not in used)]
            for mask in (*others, *self.met, *(GENERIC for _ in self._buried())):
                supply[mask] = supply.get(mask, 0) + 1
                net += 1
            return (net >= 0 and covers(tuple(sorted(needs.items())), supply)) or self._may_bury(complex_, depth)
        return net >= 0 and covers(tuple(sorted(needs.items())), supply)

    def _may_bury(self, complex_: list[Source], depth: int) -> bool:
        """Whether what is given up for mana could stand in for more of it."""
        if not self.digger:
            return False
        return any(gives_up(source.others) for source in complex_) or any(
            gives_up(level.others) for level in self.levels[1 : depth + 1]
        )

    def _gain(self, source: Source, most: int, cap: int, own: dict[int, int], spent: frozenset[int]) -> int:
        """What a source can add in all at most, less the mana of what has to be tapped for it."""
        if most <= 0:
            return 0
        claims = [group for part in source.others for group in self.claims.of(source.obj.id, part) or ()]
        groups = [group for group in claims if group and group[0][0] == TAP]
        if not groups:
            return most * cap
        lost = sorted(own.get(i, 0) for i in {i for group in groups for _, i in group if i not in spent})
        best = total = 0
        for k in range(min(cap, len(lost) // len(groups))):
            total += most - sum(lost[k * len(groups) : (k + 1) * len(groups)])
            best = max(best, total)
        return best

    def _shares(self, source: Source, most: int, gone: frozenset[int], shared: dict[int, int]) -> bool:
        """Note for all that a source takes what it makes of each at most; false if it takes no such thing.

        What several could take is taken once.
        """
        claims = [group for part in source.others for group in self.claims.of(source.obj.id, part) or ()]
        groups = [group for group in claims if group and group[0][0] == GONE]
        each = -(-most // max(1, len(groups)))
        for group in groups:
            for _, ident in group:
                if ident not in gone and shared.get(ident, 0) < each:
                    shared[ident] = each
        return bool(groups)

    def _cap(self, source: Source, gone: frozenset[int]) -> int:
        """How often a source can be used at most, when so much was given up already."""
        key = source.obj.id * 1000 + source.text.number
        cap = self._caps.get(key)
        if cap is None:
            cap = self._caps[key] = self._cap_of(source)
        if gone and source.gives_up:
            for part in source.others:
                groups = self.claims.of(source.obj.id, part)
                if groups:
                    left = sum([claim[1] not in gone for claim in groups[0]])
                    cap = min(cap, left // len(groups))
        return cap

    def _cap_of(self, source: Source) -> int:
        cap = MANY if source.uses < 0 else source.uses
        for part in source.others:
            groups = self.claims.of(source.obj.id, part)
            if groups:
                cap = min(cap, len(groups[0]) // len(groups))
            elif groups is None and not isinstance(part, PayLife) and source.uses < 0:
                self.odd = True
        return cap

    def _is_paid(self, units: list[Unit], wants: list[Want], gone: frozenset[int], used: frozenset[int]) -> bool:
        """Whether the outermost cost can be paid with what there is now."""
        level = self.levels[0]
        if self.stand_ins or self.met or self.digger:
            return self._is_paid_instead(units, wants, gone, used)
        if len(units) < len(wants):
            return False
        if not level.others:
            return self._meets(units, wants, record=True)
        groups: list[list[Claim]] = []
        tapping = []
        makers = {unit.tapped for unit in units}
        for part in level.others:
            claims = self.claims.of(level.subject, part)
            if claims is None:
                continue
            if any(kind == TAP and i in makers for some in claims for kind, i in some):
                tapping.append(part)
            else:
                groups.extend(left_of(claims, gone, used))
        if not self._can_spare(level.subject, level.others) or distinct(groups) is None:
            return False
        if not tapping:
            return self._meets(units, wants, record=True)
        for victims in self._victims(level.subject, tuple(tapping), gone, used):
            self.nodes += 1
            own = _staying(units, END, victims)
            if self._meets(own, wants, record=True):
                return True
        return False

    def _is_paid_instead(
        self, units: list[Unit], wants: list[Want], gone: frozenset[int], used: frozenset[int]
    ) -> bool:
        """The same where something may stand in for mana: each such thing once, as that or as what it makes."""
        level = self.levels[0]
        for victims in self._victims(level.subject, level.others, gone, used):
            self.nodes += 1
            claimed = {claim for _, claim in victims}
            left = [
                one
                for one in self.stand_ins
                if one[2] not in gone and (one[1] != TAP or one[2] not in used) and one[1:3] not in claimed
            ]
            own = _staying(units, END, victims)
            buried = self._buried()
            if any(self._meets_with(some, wants, rest, buried) for some, rest in _as_either(own, left)):
                return True
        return False

    def _buried(self) -> list[StandIn]:
        """What has been given up on the way and lies in the graveyard now, where cards there may stand in."""
        return [(self.digger, GONE, 0, GENERIC)] * sum(step.buried for step in self.steps) if self.digger else []

    def _burying(self, victims: Victims) -> int:
        """How many cards come to lie in the graveyard as these are given up."""
        return sum(verb in ("sacrifice", "discard") and self._is_card(ident) for verb, (_, ident) in victims)

    def _is_card(self, ident: int) -> bool:
        obj = self.game.object(ident)
        return obj is not None and not obj.token and obj.owner == self.seat

    def _meets_with(self, units: list[Unit], wants: list[Want], left: list[StandIn], buried: list[StandIn]) -> bool:
        """Whether all is met by mana, by what was done instead already, and by what still may be, that last."""
        made = {unit.tapped: unit for unit in units if unit.tapped}
        either = {one[2]: one for one in left if one[1] == TAP and one[2] in made}
        own = [unit.or_else(either[unit.tapped]) if unit.tapped in either else unit for unit in units]
        own.sort(key=_reluctance)
        met = [_without_mana(("", "", 0, mask)) for mask in self.met]
        more = [_without_mana(one) for one in (*left, *buried) if one[2] not in either]
        wants = sorted(wants, key=_strictness)
        every = [*met, *own, *more]
        if len(every) < len(wants):
            return False
        matching = Matching([self._fitting(every, want) for want in wants], len(every))
        settled = pairs([mask for mask, due in wants if due == END], self.met)
        if settled is None:
            return False
        if self.met:
            matching.settle(settled)  # the window is closed by then: all that is wanted is due at the end
        if not matching.complete():
            return False
        self.units = every
        self.match = {index: wants[want] for want, index in enumerate(matching.unit_of)}
        return True

    def _fitting(self, units: list[Unit], want: Want) -> list[int]:
        """The units, by their places, that could meet a want."""
        mask, due = want
        as_mana = [
            unit.mask & mask and unit.time < due and not (self.sources.tagged and self._is_barred(unit, due))
            for unit in units
        ]
        return [place for place, unit in enumerate(units) if as_mana[place] or (due == END and unit.instead & mask)]

    def _can_owe(self, gone: frozenset[int], used: frozenset[int], depth: int) -> bool:
        """Whether what is given up and tapped leaves each open level what it needs, by itself."""
        return all(self.claims.leave_enough(a.subject, a.others, gone, used) for a in self.levels[: depth + 1])

    def _can_spare(self, subject: int, others: Parts) -> bool:
        """Whether the parts that compete with no other can be paid: life, counters and the like."""
        life = sum(_life(step.source.others) for step in self.steps) + _life(others)
        if life > max(0, self.game.players[self.seat].life) and _life(others):
            return False
        return all(
            isinstance(part, PayLife)
            or self.claims.of(subject, part) is not None
            or self.game.rules.cost_rules[type(part)].payable(self.game, self.seat, subject, part)
            for part in others
        )

    def _claim_all(self, sources: list[Source]) -> None:
        """Work out all claims, if what a cost takes is going to be given up for real."""
        if self.sources.delicate:
            for level in self.levels:
                self.claims.find(level.subject, level.others)
            for source in sources:
                self.claims.find(source.obj.id, source.others)

    def _victims(
        self, subject: int, others: Parts, gone: frozenset[int], used: frozenset[int]
    ) -> Iterator[Victims] | tuple[Victims, ...]:
        """Each way to pay the parts that are not mana, if those that compete with nothing can be paid."""
        if others and not self._can_spare(subject, others):
            return ()
        return self.claims.ways(subject, others, gone, used)

    # --- matching -----------------------------------------------------------------------------

    def _meets(self, units: list[Unit], wants: list[Want], *, record: bool = False) -> bool:
        """Whether every want can be met; plain units of the pool are spent first, what asks for most is met first."""
        if len(units) < len(wants):
            return False
        if record:
            units = sorted(units, key=_reluctance)
            wants = sorted(wants, key=_strictness)
        tagged = self.sources.tagged
        fits = [
            [
                index
                for index, unit in enumerate(units)
                if unit.mask & mask and unit.time < due and not (tagged and self._is_barred(unit, due))
            ]
            for mask, due in wants
        ]
        matching = Matching(fits, len(units))
        if not matching.complete():
            return False
        if record:
            self.units = units
            self.match = {index: wants[want] for want, index in enumerate(matching.unit_of)}
        return True

    def _is_barred(self, unit: Unit, due: int) -> bool:
        return unit.terms is not None and not allows(self.game, unit.terms, self.purposes[due], self.seat)


def _promising(sources: Sources) -> list[Source]:
    """The sources that cost something, first those that make the most of it: what is paid for at all is found soon."""
    return sorted([source for source in sources.complex if source.ways], key=_price)


def _price(source: Source) -> int:
    return len(source.needs) - source.most


def _staying(units: list[Unit], time: int, victims: Victims) -> list[Unit]:
    """The units that are left: those whose source is tapped for a cost go, or has gone before it could be tapped."""
    tapped = {claim[1] for _, claim in victims if claim[0] == TAP}
    gone = {claim[1] for _, claim in victims if claim[0] == GONE}
    if not tapped and not gone:
        return units
    return [u for u in units if u.tapped not in tapped and not (u.time >= time and u.tapped in gone)]


def _without_mana(stand_in: StandIn) -> Unit:
    """What stands in for a unit, and makes none."""
    return Unit(0, 0, None, None).or_else(stand_in)


def _as_either(units: list[Unit], left: list[StandIn]) -> Iterator[tuple[list[Unit], list[StandIn]]]:
    """Each choice, of what makes several units of mana when tapped, between making them and standing in for one."""
    made = Counter(unit.tapped for unit in units)
    several = [one for one in left if one[1] == TAP and made[one[2]] > 1]
    if len(several) > MOST_EITHER:
        several = several[:MOST_EITHER]
    for size in range(len(several) + 1):
        for chosen in combinations(several, size):
            tapped = {one[2] for one in chosen}
            makers = {one[2] for one in several if one[2] not in tapped}
            yield (
                [unit for unit in units if unit.tapped not in tapped],
                [one for one in left if one[1] != TAP or one[2] not in makers],
            )


MOST_EITHER: Final = 6
"""Permanents that make several units of mana when tapped, of which each is tried instead of a unit."""


def _life(parts: Parts) -> int:
    return sum(part.amount for part in parts if isinstance(part, PayLife) and isinstance(part.amount, int))


def _reluctance(unit: Unit) -> tuple[bool, bool, int]:
    return (unit.source is not None, unit.terms is None, unit.mask.bit_count())


def _strictness(want: Want) -> tuple[int, int]:
    return (want[1], want[0].bit_count())
