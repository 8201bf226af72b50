"""Which mana sources a seat has now, and whether a cost can be paid from them.

``can_pay`` answers from colour masks alone where it may, and asks ``engine.solver`` where sources or cost parts
could want the same thing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Mana, TapSelf
from engine.mana import covers, needs_of, supply_of
from engine.play import item_of
from engine.solver import NO, YES, Parts, Search, Source

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.abilities import CostPart
    from engine.game import Game


class Sources:
    """The mana abilities a seat may activate now, and how many units its simple ones make, by colour mask."""

    __slots__ = ("complex", "every", "memo", "own", "supply", "total")

    def __init__(self, every: list[Source], pool: tuple[int, ...]) -> None:
        self.every = every
        self.complex = [s for s in every if not s.text.simple]
        self.own: dict[int, dict[int, int]] = {}
        self.supply = supply_of(pool)
        self.memo: dict[tuple[str, ...], bool] = {}
        self.total = sum(pool)
        for source in every:
            if source.text.simple:
                units = _unit_masks(source)
                self.own[source.obj.id] = units
                for mask, n in units.items():
                    self.supply[mask] = self.supply.get(mask, 0) + n
                    self.total += n

    def without(self, ident: int) -> dict[int, int]:
        """The supply if one permanent's is left out."""
        lost = self.own.get(ident)
        return {m: n - lost.get(m, 0) for m, n in self.supply.items()} if lost else self.supply


def _unit_masks(source: Source) -> dict[int, int]:
    if all(sum(counts) == 1 for counts in source.text.yields):
        return {source.mask: 1}
    return {1 << i: n for i, n in enumerate(source.text.yields[0]) if n}


def sources_of(game: Game, seat: int) -> Sources:
    """The seat's mana sources; computed again only when something changed."""
    cached = game.caches.get(("sources", seat))
    if cached is not None and cached[0] == game.version:
        return cached[1]  # type: ignore[no-any-return]
    every: list[Source] = []
    texts = game.texts
    may = game.rules.may_activate
    for obj in game.battlefield():
        if obj.controller != seat or not obj.abilities:
            continue
        simple = []
        for number in game.activated(obj):
            text = texts[number]
            if text.is_mana and not (text.taps and obj.tapped) and may(game, seat, obj, text):
                if text.simple:
                    simple.append(text)
                else:
                    every.append(Source(obj, (text,)))
        if simple:
            every.append(Source(obj, tuple(simple)))
    found = Sources(every, game.players[seat].pool)
    game.caches["sources", seat] = (game.version, found)
    return found


def can_pay(game: Game, seat: int, due: Parts, subject: int, *, window: bool = True) -> int:
    """Whether ``due`` can be paid in full: ``YES``, ``NO`` or ``UNPROVEN`` (the search met its budget)."""
    mana: tuple[str, ...] = ()
    others = []
    taps_self = clash = False
    for part in due:
        if isinstance(part, Mana):
            mana += part.symbols
        else:
            rule = game.rules.cost_rules[type(part)]
            if not rule.payable(game, seat, subject, part):
                return NO
            others.append(part)
            taps_self = taps_self or rule.verb == "tap"
    needs = needs_of(mana)
    if len(others) > 1 or (others and taps_self and not _is_tap_self(others)):
        clash = True
    if not clash and (not needs or covers(needs, supply_of(game.players[seat].pool))):
        return YES
    if not window and not clash:
        return NO
    sources = sources_of(game, seat) if window else Sources([], game.players[seat].pool)
    if not clash:
        if not others:
            known = sources.memo.get(mana)
            if known is None:
                known = sources.memo[mana] = covers(needs, sources.supply)
            if known:
                return YES
        elif covers(needs, sources.without(subject) if taps_self else sources.supply):
            return YES
        if not sources.complex:
            return NO
    return Search(game, seat, due, subject, sources.every, busy=busy_abilities(game)).run()


def _is_tap_self(others: Sequence[CostPart]) -> bool:
    return len(others) == 1 and isinstance(others[0], TapSelf)


def busy_abilities(game: Game) -> frozenset[tuple[int, int]]:
    """Mana abilities that have begun and not yet resolved; they cannot be activated again (605.3c)."""
    found = []
    for ident in game.root.plays:
        item = item_of(game, game.records[ident])  # type: ignore[arg-type]  # ids of plays
        found.append((item.source, item.text))
    return frozenset(found)
