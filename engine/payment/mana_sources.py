"""The mana sources a seat has now: which mana abilities it may activate, what they cost and what they make.

A source counts with the mana of the triggered mana abilities that its use sets off (605.1b, 605.4a).
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Final

from engine.abilities import CHOSEN_MANA, UNSPENT, Mana, PayLife, TapOther, TapSelf, UntapSelf
from engine.cards.mana_symbols import SNOW, needs_of, special_mask, supply_of
from engine.cards.numbered_text import COLORS, CONTROLLER
from engine.events.triggers import matches, watchers
from engine.payment.claims import mana_of
from engine.payment.fading import fades
from engine.payment.mana_choices import chosen_mana
from engine.payment.possible_mana import told_mana, unspent
from engine.payment.replaced_mana import Made, replaced_mana, replacing
from engine.queries.filters import amount, holds
from engine.queries.mana_spending import allows
from engine.queries.static_effects import any_statics
from engine.state.proposed_events import Happening
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.abilities import AddMana, CostPart, Terms
    from engine.cards.ability_index import Kit
    from engine.cards.mana_symbols import Needs
    from engine.cards.numbered_text import Text
    from engine.payment.lots import Stock
    from engine.queries.mana_spending import Purpose
    from engine.state.game import Game
    from engine.state.records import Object

Counts = tuple[int, ...]
"""Units of W U B R G C."""
NOTHING: Final = (0,) * len(COLORS)
Units = list[tuple[int, "Terms | None", int]]
"""Units of mana: what each could be, its terms, how many there are."""
MANY: Final = 20
"""The most uses of a source if nothing limits it: more mana than any cost asks."""


SOURCES_A_NODE: Final = 4
"""So many mana abilities are looked up, with what they cost and make, in the time of a node."""
HARMLESS: Final = (Mana, TapSelf, TapOther, UntapSelf, PayLife)
"""The parts of costs that take away mana, life and being untapped, and nothing else; a union is made each time."""


class Way:
    """One way to use a source: which of its texts, what is chosen as mana is added (in order), and what that makes.

    ``counts`` are what the source itself makes, ``more`` what triggered mana abilities add to it.
    """

    __slots__ = ("counts", "more", "picks", "text")

    def __init__(self, text: Text, picks: tuple[int, ...], counts: Counts, more: Counts = NOTHING) -> None:
        self.text = text
        self.picks = picks
        self.counts = counts
        self.more = more


class Ways:
    """Every way to use a source, and what that tells of it.

    ``mask`` is of its own units, ``reach`` with what triggers add. ``single``: each makes one unit; ``even``: triggers
    add the same to each. ``most``: so many units the best makes.
    """

    __slots__ = ("all", "even", "made", "mask", "most", "reach", "single")

    def __init__(self, ways: list[Way]) -> None:
        self.all = ways
        self.mask = _mask([way.counts for way in ways])
        self.reach = self.mask | _mask([way.more for way in ways])
        self.single = all(sum(way.counts) == 1 for way in ways)
        self.even = len({way.more for way in ways}) == 1
        self.made = tuple((way.counts, way.more) for way in ways)
        self.most = max((sum(way.counts) + sum(way.more) for way in ways), default=0)


def _mask(made: list[Counts]) -> int:
    mask = 0
    for counts in made:
        for i, n in enumerate(counts):
            if n:
                mask |= 1 << i
    return mask


class Source:
    """One mana ability of one permanent that may be activated now; simple ones of one permanent go together.

    Simple is what costs nothing but its own tapping and makes one unit (of the colours in ``mask``) or a fixed amount;
    of the ``texts`` of such a one only one can be used. ``uses``: how often it may be activated, -1 for no limit.
    ``odd``: what it costs or makes cannot be told beforehand. ``gives_up``: it takes more than mana, life and tapping;
    ``delicate``: it hangs on what else there is, and might get better. ``most``: so many units one use makes at most.
    ``needs`` is what it costs in mana, ``asks`` how many units that are. ``is_settled``: it costs only its own tapping
    and makes one thing, however much that is as things are.
    """

    __slots__ = (
        "_makes",
        "_units",
        "asks",
        "cost",
        "delicate",
        "even",
        "gives_up",
        "is_settled",
        "made_by",
        "mask",
        "most",
        "needs",
        "obj",
        "odd",
        "others",
        "reach",
        "simple",
        "single",
        "terms",
        "text",
        "texts",
        "uses",
        "ways",
    )

    def __init__(self, obj: Object, texts: tuple[Text, ...], cost: tuple[CostPart, ...], ways: Ways) -> None:
        self.obj = obj
        self.text = texts[0]
        self.texts = texts
        self.cost = cost
        self.ways = ways.all
        self.terms: Terms | None = self.text.terms
        snow = SNOW if "snow" in obj.words else 0
        self.mask = ways.mask | snow
        self.reach = ways.reach | snow
        self.even = ways.even
        self.single = ways.single
        self.simple = (
            self.text.simple
            and (cost is self.text.cost or cost == self.text.cost)
            and ways.even
            and (ways.single or len(ways.all) == 1)
        )
        self.odd = not ways.all
        self.uses = 1 if self.text.taps else -1
        self.made_by = ways.made
        self.most = ways.most
        self.is_settled = self._only_taps() and ways.even and bool(ways.all) and (ways.single or len(ways.all) == 1)
        self._makes: list[tuple[Way, Units]] = []
        self._units: Units = []
        self.others = tuple(part for part in cost if not isinstance(part, Mana))
        self.gives_up = gives_up(self.others)
        self.delicate = _is_delicate(texts) and not (self._only_taps() and fades(texts))
        self.needs: Needs = needs_of(mana_of(cost))
        self.asks = sum([n for _, n in self.needs])

    def signature(self) -> tuple[object, ...]:
        """The key of sources that are alike for a player who pays with them."""
        return tuple(text.number for text in self.texts), like(self.obj), self.made_by, self.uses

    def _only_taps(self) -> bool:
        """Whether it costs nothing but its own tapping, mana and all."""
        return len(self.cost) == 1 and isinstance(self.cost[0], TapSelf)

    @property
    def makes(self) -> list[tuple[Way, Units]]:
        """Each way with the units that it makes."""
        if not self._makes:
            self._makes = [(way, self.made(way)) for way in self.ways]
        return self._makes

    def made(self, way: Way) -> Units:
        """The units that one way makes."""
        snow = self.mask & SNOW
        units: Units = [(1 << i | snow, self.terms, n) for i, n in enumerate(way.counts) if n]
        units.extend([(1 << i, None, n) for i, n in enumerate(way.more) if n])
        return units

    def units(self) -> Units:
        """The units of a simple source, a colour still to be chosen left open."""
        if not self._units:
            first = self.ways[0]
            if sum(first.counts) != 1:
                self._units = self.made(first)
            else:
                self._units = [(self.mask, self.terms, 1), *((1 << i, None, n) for i, n in enumerate(first.more) if n)]
        return self._units


def gives_up(parts: tuple[CostPart, ...]) -> bool:
    """Whether a cost takes away more than mana, life and being untapped, so that what others make may change."""
    return any(not isinstance(part, HARMLESS) for part in parts)


class Sources:
    """The mana sources of a seat, and how many units its pool and the simple ones make, by mask.

    ``tagged``: some of that mana has terms, so that what it pays for matters. ``delicate``: what is given up for one
    source may let another one make more or be used at all; ``bearing`` are the ids of what might do so itself, if
    anything is given up. ``ready`` are the simple abilities of each permanent that may be activated now.
    ``cells`` are those on which nothing bears but their own permanents. ``version`` is that of the game.
    """

    __slots__ = (
        "_held",
        "_permanents",
        "_places",
        "_pool",
        "_supply",
        "_watching",
        "bearing",
        "cells",
        "complex",
        "delicate",
        "every",
        "memo",
        "odd",
        "own",
        "ready",
        "seat",
        "simple",
        "stock",
        "tagged",
        "version",
    )

    def __init__(
        self,
        game: Game,
        seat: int,
        every: list[Source],
        cells: dict[int, Cell],
        ready: dict[int, list[Text]],
        *,
        odd: bool,
        are_settled: bool,
    ) -> None:
        player = game.players[seat]
        self.seat = seat
        self.every = every
        self.ready = ready
        self.cells = cells
        self.complex: list[Source] = []
        self.odd = odd
        self.own: dict[int, Units] = {}
        self.tagged = any(kind.terms is not None for kind in player.special)
        self.bearing: frozenset[int] = frozenset()
        self.delicate = False
        self.simple: list[Source] = every if are_settled else self._simple_ones(game)
        for source in self.simple:
            self.own[source.obj.id] = source.units()
            self.tagged = self.tagged or source.terms is not None
        self.version = game.version
        self._permanents: list[tuple[int, Kit]] | None = None
        self._places: list[tuple[Object, Kit]] = []
        self._held: list[Cell | None] = []
        self._pool = (player.pool, player.special)
        self._supply: dict[int, int] | None = None
        self._watching: tuple[int, ...] = ()
        self.memo: dict[tuple[str, ...], bool] = {}
        self.stock: Stock | None = None

    def _simple_ones(self, game: Game) -> list[Source]:
        """Those that are simple, at most one of each permanent; of the others is noted what they are."""
        found: list[Source] = []
        own: set[int] = set()
        taken = any(source.gives_up for source in self.every)
        self.bearing = _bearing_on_mana(game, self.seat) if taken else frozenset()
        for source in self.every:
            is_settled = source.is_settled and source.uses != 0 and not (taken and source.delicate)
            source.simple = (source.simple or is_settled) and source.obj.id not in own
            if source.simple:
                found.append(source)
                own.add(source.obj.id)
            else:
                self.complex.append(source)
                self.tagged = self.tagged or source.terms is not None
                self.odd = self.odd or source.odd
                self.delicate = self.delicate or (taken and source.delicate)
        return found

    @property
    def supply(self) -> dict[int, int]:
        """The units of the pool and the simple sources by what they could be; of the pool's own colours if tagged."""
        supply = self._supply
        if supply is None:
            pool, special = self._pool
            supply = self._supply = supply_of(pool)
            if not self.tagged:
                for kind in special:
                    supply[special_mask(kind)] = supply.get(special_mask(kind), 0) + kind.number
                for units in self.own.values():
                    for mask, _, n in units:
                        supply[mask] = supply.get(mask, 0) + n
        return supply

    @property
    def most(self) -> int:
        """More units than this they cannot leave in a pool; -1 if that cannot be told beforehand."""
        if self.odd or self.delicate or self.bearing:
            return NOBODY
        pool, special = self._pool
        total = sum(pool)
        for kind in special:
            total += kind.number
        for units in self.own.values():
            total += sum([n for _, _, n in units])
        for source in self.complex:
            gain = source.most - source.asks
            if gain > 0:
                if source.uses < 0:
                    return NOBODY
                total += gain * source.uses
        return total

    def hold_on(
        self, game: Game, permanents: list[tuple[int, Kit]], places: list[tuple[Object, Kit]], held: list[Cell | None]
    ) -> None:
        """Keep what they hang on, as they are all simple, lie in the arena and no static ability holds.

        ``held`` is of each place what it gives, None where it is tapped.
        """
        self._permanents = permanents
        self._places = places
        self._held = held
        self._watching = game.root.watching

    def places_of(self, permanents: list[tuple[int, Kit]]) -> list[tuple[Object, Kit]] | None:
        """These permanents, if they are those on which the sources hang."""
        return self._places if permanents is self._permanents else None

    def still_hold(self, game: Game, permanents: list[tuple[int, Kit]]) -> bool:
        """Whether they are the same in a later version of the game: then they are those of that one."""
        root, player = game.root, game.players[self.seat]
        if self._pool[0] is not player.pool or self._pool[1] is not player.special:
            return False
        if permanents is not self._permanents or root.granting or root.statics or root.watching is not self._watching:
            return False
        for place, (obj, _) in enumerate(self._places):
            cell = self._held[place]
            if obj.tapped != (cell is None) or (cell is not None and not cell.holds(obj)):
                return False
        self.version = game.version
        self.stock = None
        game.question.spend(1 + len(self.every) // SOURCES_A_NODE)
        return True

    def supply_for(self, game: Game, purpose: Purpose, *without: int) -> dict[int, int]:
        """The mana that the pool and the simple sources give for a purpose, some permanents left out."""
        if not self.tagged and not any(ident in self.own for ident in without):
            return self.supply
        supply = pool_for(game, self.seat, purpose)
        for ident, units in self.own.items():
            if ident not in without:
                for mask, terms, n in units:
                    if terms is None or allows(game, terms, purpose, self.seat):
                        supply[mask] = supply.get(mask, 0) + n
        return supply


def holds_mana(game: Game, seat: int) -> bool:
    """Whether there is anything in a pool."""
    player = game.players[seat]
    return player.pool != NOTHING or bool(player.special)


def pool_for(game: Game, seat: int, purpose: Purpose) -> dict[int, int]:
    """The mana of a pool that may be spent for a purpose."""
    player = game.players[seat]
    supply = supply_of(player.pool)
    for kind in player.special:
        if kind.terms is None or allows(game, kind.terms, purpose, seat):
            supply[special_mask(kind)] = supply.get(special_mask(kind), 0) + kind.number
    return supply


def like(obj: Object) -> tuple[object, ...]:
    """The key of permanents that are alike for a player who pays with them."""
    return (
        *(obj.name, obj.tapped, obj.abilities, obj.counters, obj.words, obj.keywords, obj.power, obj.toughness),
        *(obj.damage, obj.attacking, obj.blocking, obj.attached, obj.token, obj.controller, obj.owner, obj.zone),
    )


def _is_delicate(texts: tuple[Text, ...]) -> bool:
    return any(limit.kind == "condition" for text in texts for limit in text.limits) or any(
        not isinstance(do.amount, int) or do.of is not None for text in texts for do in text.adding
    )


def _bearing_on_mana(game: Game, seat: int) -> frozenset[int]:
    """The permanents of the seat that give mana abilities to others, change costs or add mana to theirs."""
    objs = [game.obj(ident) for ident in game.root.granting]
    found = [obj.id for obj in objs if obj.controller == seat and game.kit(obj).bears_on_mana]
    found.extend([obj.id for obj, _ in _adders(game) if obj.controller == seat])
    return frozenset(found)


class Cell:
    """The mana abilities of an untapped object with none but simple ones: those that may be activated, as sources.

    They hang on nothing but the object, as long as no static ability holds and nothing adds to what is made.
    """

    __slots__ = (
        "_abilities",
        "_controller",
        "_keywords",
        "_obj",
        "_sick",
        "_words",
        "_zone",
        "is_settled",
        "sources",
        "texts",
    )

    def __init__(self, obj: Object, texts: list[Text], sources: list[Source]) -> None:
        self.texts = texts
        self.sources = sources
        self.is_settled = not sources or (len(sources) == 1 and sources[0].simple)
        self._obj = obj
        self._abilities, self._keywords, self._words = obj.abilities, obj.keywords, obj.words
        self._controller, self._sick, self._zone = obj.controller, obj.sick, obj.zone

    @classmethod
    def of(cls, game: Game, seat: int, obj: Object, kit: Kit) -> Cell:
        """Those of an object."""
        texts = _begun_now(game, seat, obj, kit)
        return cls(obj, texts, _simple(game, seat, obj, texts, []) if texts else [])

    def holds(self, obj: Object) -> bool:
        """Whether it is what it was, but for being tapped."""
        return (
            self._obj is obj
            and self._sick == obj.sick
            and self._keywords is obj.keywords
            and self._words is obj.words
            and self._abilities is obj.abilities
            and self._controller == obj.controller
            and self._zone is obj.zone
        )


MOST_CELLS: Final = 256
"""Of one seat; many more than it has permanents, for most of the others have gone."""


def sources_of(game: Game, seat: int) -> Sources:
    """The seat's mana sources; computed again only when something changed."""
    memory = game.memory[seat]
    last: Sources | None = memory.sources[0] if memory.sources else None
    if last is not None and last.version == game.version:
        return last
    permanents = _permanents(game, seat)
    if last is not None and last.still_hold(game, permanents):
        return last
    every: list[Source] = []
    adders = _adders(game)
    is_plain = not adders and not any_statics(game)
    cells: dict[int, Cell] = last.cells if last is not None and is_plain else {}
    if len(cells) > MOST_CELLS:
        cells.clear()
    places = last.places_of(permanents) if last is not None else None
    if places is None:
        places = [*[(game.obj(ident), kit) for ident, kit in permanents], *_elsewhere(game, seat)]
    ready: dict[int, list[Text]] = {}
    held: list[Cell | None] = []
    are_settled = is_plain
    for obj, kit in places:
        if is_plain and kit.has_simple_mana:
            cell = None
            if not obj.tapped:  # each of them would tap it
                cell = cells.get(obj.id)
                if cell is None or not cell.holds(obj):
                    cell = cells[obj.id] = Cell.of(game, seat, obj, kit)
                ready[obj.id] = cell.texts
                every.extend(cell.sources)
                are_settled = are_settled and cell.is_settled
            held.append(cell)
            continue
        are_settled = False
        simple = []
        for text in _begun_now(game, seat, obj, kit):
            if text.simple:
                simple.append(text)
            else:
                every.append(source_of(game, seat, obj, (text,), adders))
        if simple:
            ready[obj.id] = simple
            every.extend(_simple(game, seat, obj, simple, adders))
    odd = any(text.adding == () for _, text in adders)
    sources = Sources(game, seat, every, cells, ready, odd=odd, are_settled=are_settled)
    if are_settled and len(permanents) == len(places):
        sources.hold_on(game, permanents, places, held)
    memory.sources = (sources,)
    game.question.look(sources, 1 + len(every) // SOURCES_A_NODE)
    return sources


def _begun_now(game: Game, seat: int, obj: Object, kit: Kit) -> list[Text]:
    """The mana abilities of an object that a seat may activate."""
    mana_ability = game.rules.mana_ability
    if mana_ability is None:
        return []
    return [
        text
        for text in kit.mana
        if not (text.taps and obj.tapped)
        and text.zone == obj.zone
        and (obj.controller == seat or text.open_to)
        and mana_ability.may_begin(game, seat, obj, text)
    ]


def _elsewhere(game: Game, seat: int) -> list[tuple[Object, Kit]]:
    """Cards outside the arena in zones where any in the match has a mana ability."""
    zones = game.fixed.get("mana zones")
    if zones is None:
        zones = game.fixed["mana zones"] = tuple(
            sorted({game.zone_name(text.zone) for text in game.texts if text.is_mana} - {game.arena})
        )
    if not zones:
        return []
    return [(obj, game.kit(obj)) for zone in zones for obj in map(game.obj, game.content(zone, seat))]


def _permanents(game: Game, seat: int) -> list[tuple[int, Kit]]:
    """Ids of permanents with mana abilities; found again only when these, their abilities or controllers changed."""
    arena = game.zones[game.arena][0].content
    memory = game.memory[seat]
    cached = memory.mana
    if not cached or cached[0] is not arena or cached[1] != game.shape:
        kits = [(obj, game.kit(obj)) for obj in game.battlefield() if obj.abilities]
        found = [(obj.id, kit) for obj, kit in kits if kit.mana and (obj.controller == seat or kit.is_shared)]
        cached = memory.mana = (arena, game.shape, found)
    return cached[2]  # type: ignore[no-any-return]  # a cache of mixed plain data


def _simple(game: Game, seat: int, obj: Object, texts: list[Text], adders: list[tuple[Object, Text]]) -> list[Source]:
    """The simple abilities of one permanent: one source where they go together, else one each."""
    together = source_of(game, seat, obj, tuple(texts), adders)
    if together.simple and len({text.terms for text in texts}) == 1:
        return [together]
    return [source_of(game, seat, obj, (text,), adders) for text in texts]


def _adders(game: Game) -> list[tuple[Object, Text]]:
    """Triggered mana abilities, with whose they are."""
    return [(obj, text) for obj in watchers(game) for text in game.kit(obj).adders]


def source_of(
    game: Game, seat: int, obj: Object, texts: tuple[Text, ...], adders: list[tuple[Object, Text]] | None = None
) -> Source:
    """The source of these abilities of an object: their cost now and the mana they make."""
    text = texts[0]
    cost = text.cost
    mana_ability = game.rules.mana_ability
    if mana_ability is not None and (text.limits or any_statics(game)):
        cost = mana_ability.cost_now(game, seat, obj, text)
    set_off = _set_off(game, seat, obj, _adders(game) if adders is None else adders) if text.taps else []
    source = Source(obj, texts, cost, _ways(game, seat, obj, texts, set_off))
    for limit in text.limits:
        if limit.kind == "once":
            used = next((n for number, turn, n in obj.used if number == text.number and turn == game.root.turn), 0)
            left = limit.count * obj.abilities.count(text.number) - used
            source.uses = min(left, 1) if text.taps else left
    return source


def _ways(game: Game, seat: int, obj: Object, texts: tuple[Text, ...], set_off: list[tuple[Object, Text]]) -> Ways:
    """The ways to use these texts; worked out once for a match where they hang on nothing but the texts."""
    every = [do for text in texts for do in text.adding]
    told = all(isinstance(do.amount, int) and do.choices and CHOSEN_MANA not in do.choices for do in every)
    tapped = obj if texts[0].taps else None
    fixed = not set_off and told and (tapped is None or not replacing(game, seat, tapped))
    key = ("ways", *(text.number for text in texts))
    if fixed and key in game.caches:
        return game.caches[key][0]  # type: ignore[no-any-return]  # a cache of mixed plain data
    ways: list[Way] = []
    for one in texts:
        for picks, counts in _made(game, seat, obj.id, one.adding, (), tapped):
            ways.extend(Way(one, picks, counts, more) for more in _more(game, seat, set_off, counts))
    made = Ways(ways)
    if fixed:
        game.caches[key] = (made,)
    return made


def _set_off(game: Game, seat: int, obj: Object, adders: list[tuple[Object, Text]]) -> list[tuple[Object, Text]]:
    """The triggered mana abilities that tapping this permanent for mana sets off, where they add to the seat's pool."""
    return [
        (watcher, text)
        for watcher, text in adders
        if any(
            event.name == "tapped for mana" and matches(game, event, watcher, Happening(obj, seat))
            for event in text.ability.events  # type: ignore[union-attr]  # only triggered abilities add at once
        )
        and holds(game, text.ability.condition, watcher.controller, watcher.id)  # type: ignore[union-attr]
        and all(
            watcher.controller == seat if do.who.kind == "you" else do.who != CONTROLLER or obj.controller == seat
            for do in text.adding
        )
    ]


def _made(
    game: Game, seat: int, source: int, adding: tuple[AddMana, ...], produced: Counts, tapped: Object | None = None
) -> list[tuple[tuple[int, ...], Counts]]:
    """Each way in which instructions add mana: what is picked where there is a choice, and the units."""
    parts: list[list[tuple[tuple[int, ...], Counts]]] = []
    for do in adding:
        if do.of == UNSPENT:
            parts.append([((), unspent(game, seat))])
            continue
        if do.of is not None:
            choices = told_mana(game, do.of, seat, source) or ((),)  # the undefined is no mana (106.5)
        else:
            choices = do.choices or tuple((COLORS[i],) for i, n in enumerate(produced) if n)
            choices = chosen_mana(game, choices, source)
        times = max(0, amount(game, do.amount, seat, source))
        made: Made = tuple([(choice, times) for choice in choices])
        if tapped is not None and times:
            made = replaced_mana(game, seat, tapped, choices, times)
        parts.append(
            [
                ((k,) if len(made) > 1 else (), tuple(symbols.count(color) * number for color in COLORS))
                for k, (symbols, number) in enumerate(made)
            ]
        )
    return [
        (tuple(k for picks, _ in way for k in picks), tuple(map(sum, zip(*(counts for _, counts in way), strict=True))))
        for way in product(*parts)
        if way
    ]


def _more(game: Game, seat: int, set_off: list[tuple[Object, Text]], counts: Counts) -> list[Counts]:
    """The mana that triggered mana abilities may add to this; nothing if nothing was produced (106.12a)."""
    if not set_off or not any(counts):
        return [NOTHING]
    found = [
        [made for _, made in _made(game, watcher.controller, watcher.id, text.adding, counts)] or [NOTHING]
        for watcher, text in set_off
    ]
    return list(dict.fromkeys(tuple(map(sum, zip(*way, strict=True))) for way in product(*found)))
