"""Can it be paid, exactly, and how.

Where every mana source is independent and costs nothing but its own tapping, Hall's condition over colour masks
(``engine.mana.covers``) answers. Otherwise a depth-first search over classes of like sources tries sequences of the
others, with a matching of needs to units that respects time: mana made after a cost was due cannot have paid it. The
search visits at most ``NODES`` nodes; past that the answer is "unproven", never "no".
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import DiscardCost, Mana, PayLife, Sacrifice, SacrificeSelf, TapSelf
from engine.costs import TAP
from engine.decisions import Answer
from engine.filters import matching
from engine.mana import BIT, needs_of
from engine.state import Plain
from engine.texts import COLORS

if TYPE_CHECKING:
    from collections.abc import Container

    from engine.abilities import CostPart
    from engine.costs import Claim
    from engine.game import Game
    from engine.state import Object
    from engine.texts import Text

NODES: Final = 600
"""Search budget: about 10 ms. Boards of ten sources that cost something stay far below it."""
END: Final = 1 << 30

NO, UNPROVEN, YES = 0, 1, 2

Parts = tuple["CostPart", ...]


class Source:
    """One mana ability of one permanent that may be activated now; simple ones of one permanent go together.

    ``texts`` are its simple abilities, of which one can be used, or the single other one.
    """

    __slots__ = ("mask", "obj", "signature", "text", "texts")

    def __init__(self, obj: Object, texts: tuple[Text, ...]) -> None:
        self.obj = obj
        self.text = texts[0]
        self.texts = texts
        self.mask = 0
        for text in texts:
            for counts in text.yields:
                self.mask |= sum(1 << i for i, n in enumerate(counts) if n)
        self.signature = (texts[0].number, obj.name, obj.tapped, obj.abilities, obj.counters)


class Unit:
    """One unit of mana: the colours it could be, when it exists (0: from the start), and where it comes from."""

    __slots__ = ("mask", "source", "time")

    def __init__(self, mask: int, time: int, source: Source | None) -> None:
        self.mask = mask
        self.time = time
        self.source = source


class Step:
    """One activation of a source that costs something: what is sacrificed or discarded, and what it makes."""

    __slots__ = ("choice", "source", "time", "victims")

    def __init__(self, source: Source, time: int, victims: tuple[tuple[str, int], ...], choice: int) -> None:
        self.source = source
        self.time = time
        self.victims = victims
        self.choice = choice


class Search:
    """One question: can ``due`` be paid by ``seat`` for a text of ``subject``, beginning with ``forced`` if given."""

    def __init__(
        self,
        game: Game,
        seat: int,
        due: Parts,
        subject: int,
        sources: list[Source],
        *,
        busy: frozenset[tuple[int, int]] = frozenset(),
    ) -> None:
        self.game = game
        self.seat = seat
        self.due = due
        self.subject = subject
        self.others = tuple(part for part in due if not isinstance(part, Mana))
        self.needs = [
            mask for part in due if isinstance(part, Mana) for mask, n in needs_of(part.symbols) for _ in range(n)
        ]
        self.reserved = {subject} if any(isinstance(part, TapSelf) for part in self.others) else set()
        usable = [s for s in sources if (s.obj.id, s.text.number) not in busy]
        self.simple = [s for s in usable if s.text.simple]
        self.complex = [s for s in usable if not s.text.simple and s.text.yields]
        self.nodes = 0
        self.seen: set[object] = set()
        self.steps: list[Step] = []
        self.match: dict[int, tuple[int, int]] = {}
        self.units: list[Unit] = []
        self.wants: list[tuple[int, int]] = []

    def run(self, forced: Source | None = None) -> int:
        """``YES`` (then ``answers`` tells how), ``UNPROVEN`` or ``NO``."""
        units = [Unit(1 << i, 0, None) for i, n in enumerate(self.game.players[self.seat].pool) for _ in range(n)]
        taken: set[int] = set()
        if forced is not None and forced.text.simple:
            return self._run_forced_simple(units, forced)
        for source in self.simple:
            if source.obj.id not in self.reserved:
                units.extend(_units_of(source, 0))
        wants = [(mask, END) for mask in self.needs]
        if forced is not None:
            return self._activate(forced, units, wants, frozenset(taken), frozenset())
        return self._visit(units, wants, frozenset(), frozenset())

    def _run_forced_simple(self, units: list[Unit], forced: Source) -> int:
        rest = [
            u
            for s in self.simple
            if s.obj.id not in self.reserved and s.obj.id != forced.obj.id
            for u in _units_of(s, 0)
        ]
        best = NO
        for counts in forced.text.yields:
            made = [Unit(1 << i, 0, None) for i, n in enumerate(counts) for _ in range(n)]
            best = max(
                best,
                self._visit(
                    units + rest + made, [(m, END) for m in self.needs], frozenset(), frozenset({forced.obj.id})
                ),
            )
            if best == YES:
                return YES
        return best

    def _visit(
        self, units: list[Unit], wants: list[tuple[int, int]], gone: frozenset[int], used: frozenset[int]
    ) -> int:
        self.nodes += 1
        if self.nodes > NODES:
            return UNPROVEN
        if self._others_payable(gone, used) and self._matched(units, wants):
            return YES
        key = (
            tuple(sorted((u.mask, u.time) for u in units)),
            tuple(sorted(wants)),
            tuple(sorted(s.signature for s in self.complex if s.obj.id not in gone and s.obj.id not in used)),
            self._left_signature(gone),
        )
        if key in self.seen:
            return NO
        self.seen.add(key)
        if not self._could_ever(units, wants, gone, used):
            return NO
        tried = set()
        best = NO
        for source in self.complex:
            if source.obj.id in gone or source.obj.id in used or source.signature in tried:
                continue
            tried.add(source.signature)
            best = max(best, self._activate(source, units, wants, gone, used))
            if best == YES or self.nodes > NODES:
                return max(best, UNPROVEN) if self.nodes > NODES else best
        return best

    def _left_signature(self, gone: frozenset[int]) -> Plain:
        return tuple(
            sorted(
                (o.name, o.tapped) for o in self.game.battlefield() if o.controller == self.seat and o.id not in gone
            )
        )

    def _could_ever(
        self, units: list[Unit], wants: list[tuple[int, int]], gone: frozenset[int], used: frozenset[int]
    ) -> bool:
        """The bound: as if every remaining source could be used at once and for nothing."""
        potential = len(units)
        for source in self.complex:
            if source.obj.id not in gone and source.obj.id not in used:
                most = max(sum(y) for y in source.text.yields)
                potential += most * (len(self.game.battlefield()) if not source.text.taps else 1)
        return potential >= len(wants)

    def _activate(
        self,
        source: Source,
        units: list[Unit],
        wants: list[tuple[int, int]],
        gone: frozenset[int],
        used: frozenset[int],
    ) -> int:
        """Try one activation with every choice of what to give up for it."""
        time = len(self.steps) + 1
        costs = [
            (mask, time)
            for part in source.text.cost
            if isinstance(part, Mana)
            for mask, n in needs_of(part.symbols)
            for _ in range(n)
        ]
        if source.text.taps and source.obj.id in self.reserved:
            return NO
        best = NO
        for victims in self._victims(source, gone):
            fallen = gone | {ident for verb, ident in victims if verb in ("sacrifice", "discard")}
            spent = used | ({source.obj.id} if source.text.taps else set())
            committed = [want for want in wants if want[1] != END] + costs
            own = [u for u in units if u.source is None or not (source.text.taps and u.source.obj is source.obj)]
            if not self._matched(own, committed):
                continue
            for choice, made in _alternatives(source, time):
                self.steps.append(Step(source, time, victims, choice))
                best = max(best, self._visit(own + made, wants + costs, fallen, spent))
                if best == YES:
                    return YES
                self.steps.pop()
                if self.nodes > NODES:
                    return UNPROVEN
        return best

    def _victims(self, source: Source, gone: frozenset[int]) -> list[tuple[tuple[str, int], ...]]:
        """Each way to pay the source's own sacrifices and discards; like objects count once."""
        ways: list[tuple[tuple[str, int], ...]] = [()]
        for part in source.text.cost:
            match part:
                case SacrificeSelf():
                    ways = [(*way, ("sacrifice", source.obj.id)) for way in ways if source.obj.id not in gone]
                case Sacrifice(what, 1):
                    ways = [
                        (*way, ("sacrifice", i)) for way in ways for i in self._classes(what, source.obj.id, gone, way)
                    ]
                case DiscardCost(what, 1):
                    ways = [
                        (*way, ("discard", i)) for way in ways for i in self._classes(what, source.obj.id, gone, way)
                    ]
                case Mana() | TapSelf():
                    pass
                case PayLife(amount):
                    if isinstance(amount, int) and self.game.players[self.seat].life <= amount:
                        return []
                case _:
                    if not self.game.rules.cost_rules[type(part)].payable(self.game, self.seat, source.obj.id, part):
                        return []
        return ways

    def _classes(self, what: object, source: int, gone: frozenset[int], way: tuple[tuple[str, int], ...]) -> list[int]:
        seen = set()
        found = []
        for ident in matching(self.game, what, self.seat, source):  # type: ignore[arg-type]  # a Filter of a cost part
            obj = self.game.object(ident)
            if obj is None or obj.controller != self.seat or ident in gone or any(ident == i for _, i in way):
                continue
            signature = (obj.name, obj.tapped, obj.abilities, obj.counters, obj.id == self.subject)
            if signature not in seen:
                seen.add(signature)
                found.append(ident)
        return found

    def _others_payable(self, gone: frozenset[int], used: frozenset[int]) -> bool:
        """Whether the parts that are not mana can be paid with what is left, each thing for one unit of one part."""
        groups: list[list[Claim]] = []
        life = 0
        for part in self.others:
            if isinstance(part, PayLife):
                life += part.amount if isinstance(part.amount, int) else 0
                continue
            rule = self.game.rules.cost_rules[type(part)]
            claims = rule.claims(self.game, self.seat, self.subject, part)
            if claims is not None:
                groups.extend(left_of(claims, gone, used))
            elif not rule.payable(self.game, self.seat, self.subject, part):
                return False
        return life <= self.game.players[self.seat].life and distinct(groups) is not None

    def _matched(self, units: list[Unit], wants: list[tuple[int, int]]) -> bool:
        """A matching of wants to units that exist before they are due (Kuhn); strict wants and plain units first."""
        if len(units) < len(wants):
            return False
        taken: dict[int, int] = {}
        order = sorted(range(len(wants)), key=lambda w: (wants[w][1], wants[w][0].bit_count()))
        choices = sorted(range(len(units)), key=lambda u: (units[u].source is not None, units[u].mask.bit_count()))

        def place(want: int, tried: set[int]) -> bool:
            mask, due = wants[want]
            for index in choices:
                unit = units[index]
                if index not in tried and unit.mask & mask and unit.time < due:
                    tried.add(index)
                    if index not in taken or place(taken[index], tried):
                        taken[index] = want
                        return True
            return False

        if not all(place(want, set()) for want in order):
            return False
        self.units, self.wants = units, wants
        self.match = {index: wants[want] for index, want in taken.items()}
        return True

    # --- telling how --------------------------------------------------------------------------

    def answers(self, rest: tuple[Answer, ...]) -> tuple[Answer, ...]:
        """The payment found, as answers in order.

        Sources tapped, then those that cost something, the mana, then ``rest``.
        """
        out = []
        tapped: set[int] = set()
        for index, (mask, _) in sorted(self.match.items()):
            unit = self.units[index]
            if unit.source is not None and unit.time == 0 and unit.source.obj.id not in tapped:
                tapped.add(unit.source.obj.id)
                out.append(_tapping(self.game, unit, mask))
        out.extend(self._activation(step) for step in self.steps)
        if any(isinstance(part, Mana) for part in self.due):
            out.append(Answer("mana", (), self._spent(END)))
        return (*out, *rest)

    def _spent(self, due: int) -> tuple[int, ...]:
        spent = [0] * len(COLORS)
        for index, (mask, time) in self.match.items():
            if time == due:
                spent[_color(self.units[index].mask & mask)] += 1
        return tuple(spent)

    def _activation(self, step: Step) -> Answer:
        plan: list[Answer] = []
        source = step.source
        if any(isinstance(part, Mana) for part in source.text.cost):
            plan.append(Answer("mana", (), self._spent(step.time)))
        for part in source.text.cost:
            if isinstance(part, TapSelf):
                plan.append(Answer("tap"))
            elif isinstance(part, PayLife):
                plan.append(Answer("life"))
        plan.extend(Answer(verb, (ident,)) for verb, ident in step.victims)
        if len(source.text.yields) > 1:
            wanted = step.choice
            if wanted < 0:
                wanted = self._chosen_color(step)
            plan.append(Answer("modes", (wanted,)))
        return Answer("activate", self.game.activation(source.obj, source.text.number), (), tuple(plan))

    def _chosen_color(self, step: Step) -> int:
        for index, (mask, _) in self.match.items():
            unit = self.units[index]
            if unit.source is step.source and unit.time == step.time:
                return _alternative(step.source.text, unit.mask & mask)
        return 0


def _tapping(game: Game, unit: Unit, mask: int) -> Answer:
    assert unit.source is not None
    wanted = _color(unit.mask & mask)
    text = next(t for t in unit.source.texts if any(counts[wanted] for counts in t.yields))
    plan = [Answer("tap")]
    if len(text.yields) > 1:
        plan.append(Answer("modes", (_alternative(text, unit.mask & mask),)))
    return Answer("activate", game.activation(unit.source.obj, text.number), (), tuple(plan))


def _color(mask: int) -> int:
    """The colour to make of those allowed: colourless if it may be, else the first."""
    return COLORS.index("C") if mask & BIT["C"] else (mask & -mask).bit_length() - 1


def _alternative(text: Text, mask: int) -> int:
    """Which alternative of a source that makes one unit gives a colour of the mask."""
    wanted = _color(mask)
    return next(i for i, counts in enumerate(text.yields) if counts[wanted])


def _units_of(source: Source, time: int) -> list[Unit]:
    return _alternatives(source, time)[0][1]


def _alternatives(source: Source, time: int) -> list[tuple[int, list[Unit]]]:
    """What a source may add, as (alternative, units); one unit of several colours is one entry with -1."""
    yields = source.text.yields
    if all(sum(counts) == 1 for counts in yields):
        return [(-1, [Unit(source.mask, time, source)])]
    return [
        (k, [Unit(1 << i, time, source) for i, n in enumerate(counts) for _ in range(n)])
        for k, counts in enumerate(yields)
    ]


def left_of(claims: list[list[Claim]], gone: Container[int], used: Container[int]) -> list[list[Claim]]:
    """Claims on what has not been given up or, for tapping, tapped."""
    return [[c for c in some if c[1] not in gone and (c[0] != TAP or c[1] not in used)] for some in claims]


def distinct(groups: list[list[Claim]]) -> list[Claim] | None:
    """One claim for each group, all different, the first in each group preferred; none if there are not enough."""
    taken: dict[Claim, int] = {}

    def place(group: int, tried: set[Claim]) -> bool:
        for claim in groups[group]:
            if claim not in tried:
                tried.add(claim)
                if claim not in taken or place(taken[claim], tried):
                    taken[claim] = group
                    return True
        return False

    if not all(place(group, set()) for group in range(len(groups))):
        return None
    chosen = {group: claim for claim, group in taken.items()}
    return [chosen[group] for group in range(len(groups))]
