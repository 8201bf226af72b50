"""Whether all parts of a cost can be paid at once, exactly, and with which sources.

Without anything that two parts could want it is Hall's condition over the types of all icons there are. Otherwise a
depth-first search decides what pays the parts that are not resources, and which Resource abilities are used; whatever
is left makes icons. Like things count once. Past ``NODES`` steps the answer is "unproven": what may be legal is never
hidden.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import DiscardCost, EitherCost, RemoveCounters, Resources
from engine.cards.mana_symbols import covers
from engine.games.marvel_champions.alternative_costs import alternatives
from engine.games.marvel_champions.characters import resources_of
from engine.games.marvel_champions.reserved_payment import given_up
from engine.games.marvel_champions.resource_sources import FROM_HAND, from_abilities, from_hand, stock_of
from engine.games.marvel_champions.resources import (
    LATE,
    mask_of,
    need_of,
    needs_of,
    resource_parts,
    supply_of,
)
from engine.payment.bipartite_matching import distinct
from engine.payment.mana_sources import like
from engine.payment.self_cost_rules import counters
from engine.state.cost_rule import GONE, Claim
from engine.state.search_budget import NO, UNPROVEN, YES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.abilities import Cost, CostPart
    from engine.games.marvel_champions.resource_sources import Hand, Source, Stock
    from engine.games.marvel_champions.resources import Needs, Supply
    from engine.state.game import Game
    from engine.state.records import Object

NODES: Final = 4_000
"""Search budget, about 20 ms; a hand of ten cards that all could be discarded for a cost stays below it."""

OF_A_NODE: Final = 8
"""So many steps take as long as a node of ``engine.state.search_budget``."""
MET_BUDGET: Final = "met budget"
"""In the caches of a game: the version of it at which some search last went past the budget."""
Group = list[Claim]
"""The claims that could pay one unit of a part."""


def can_pay_for(game: Game, seat: int, payee: Object, cost: Cost) -> int:
    """Whether a seat can pay all parts of a cost at once for a card, or for an ability of it: no, unproven or yes."""
    resources = resource_parts(cost)
    number = icons_in(resources)
    stock = stock_of(game, seat)
    if number > stock.icons:
        return NO
    others = cost if not resources else tuple(part for part in cost if not isinstance(part, Resources))
    for part in others:
        if isinstance(part, EitherCost):
            return max(can_pay_for(game, seat, payee, way) for way in alternatives(cost))
        if not game.rules.cost_rules[type(part)].can_pay_part(game, seat, payee.id, part):
            return NO
    needs = needs_of(resources) if number else ()
    verdict = _glance(game, seat, payee, needs, others, stock)
    if verdict != UNPROVEN:
        return verdict
    hand = from_hand(game, seat, payee) if needs else []
    abilities = from_abilities(game, seat, payee) if needs else []
    search = Search(game, seat, payee, cost, [*hand, *abilities])
    if not search.run():
        return NO
    if search.way is None:
        game.caches[MET_BUDGET] = (game.version,)
        return UNPROVEN
    return YES


def icons_in(resources: tuple[Resources, ...]) -> int:
    """The number of icons to be spent, once what is left to the payer has been fixed."""
    number = 0
    for spend in resources:
        assert isinstance(spend.times, int)
        number += len(spend.icons) * spend.times
    return number


def _glance(game: Game, seat: int, payee: Object, needs: Needs, others: Cost, stock: Stock) -> int:
    """Whether a cost can be paid where that is seen without a search; else ``UNPROVEN``."""
    given = given_up(game)
    if not needs and len(others) < 2 and payee.zone != "hand" and not given:
        return YES
    if given:
        return UNPROVEN
    if not needs or covers(needs, _in_hand(game, stock.hand, payee)):
        groups = [group for part in others for group in claims_of(game, seat, payee.id, part)]
        if not any(claim.ident in stock.hand.content for group in groups for claim in group):
            return YES if not groups or distinct(groups) is not None else NO
    elif not others and not stock.hand.doubling and not stock.abilities and not stock.choosy:
        return NO
    return UNPROVEN


def _in_hand(game: Game, hand: Hand, payee: Object) -> Supply:
    """The icons that the cards of a hand make at least, that which is being played aside."""
    if payee.id not in hand.content:
        return hand.supply
    supply = hand.supply.copy()
    for icon in resources_of(game.prints[payee.card]):
        supply[mask_of(icon)] -= 1
    return supply


def claims_of(game: Game, seat: int, source: int, part: CostPart) -> list[Group]:
    """For each unit of a part what could pay it; nothing for a part that competes with no other."""
    if isinstance(part, RemoveCounters) and part.from_.kind == "self" and isinstance(part.count, int):
        every = [Claim(f"{part.name} {n}", source) for n in range(counters(game, source, part.name))]
        return [every] * part.count
    rule = game.rules.cost_rules[type(part)]
    groups = rule.claims(game, seat, source, part) or []
    if isinstance(part, DiscardCost) and part.at_random and isinstance(part.count, int):
        return groups[:1] * part.count
    return groups


class Search:
    """One question: can a cost be paid at once with these sources.

    Args:
        sources: each may be used or not; with ``chosen`` those are used, and of several uses of one object some.
        chosen: ids of the objects that generate; none leaves that open.
        settled: ids of those of which all the uses given are made, not some of them.
    """

    def __init__(
        self,
        game: Game,
        seat: int,
        payee: Object,
        cost: Cost,
        sources: list[Source],
        chosen: frozenset[int] | None = None,
        settled: frozenset[int] = frozenset(),
    ) -> None:
        self.game = game
        self.nodes = 0
        self.chosen = chosen
        self.settled = settled
        self.hand = [source for source in sources if source.text == FROM_HAND]
        self.abilities = [source for source in sources if source.text != FROM_HAND]
        self.groups = [g for p in cost if not isinstance(p, Resources) for g in claims_of(game, seat, payee.id, p)]
        self.costs = [
            [g for part in source.others for g in claims_of(game, seat, source.ident, part)]
            for source in self.abilities
        ]
        self.needs = needs_of(resource_parts(cost))
        self.is_staged = any(source.wants for source in self.abilities)
        self._likes: dict[int, object] = {}
        spent = given_up(game) | ({payee.id} if payee.zone == "hand" else set())
        if chosen is not None:
            spent |= {source.ident for source in self.hand if source.ident in chosen}
        self.spent = frozenset(spent)
        self.cards = [source for source in self.hand if chosen is None or source.ident in chosen]
        self.free = self._uncontended()
        self.way: tuple[frozenset[Claim], tuple[int, ...]] | None = None

    def run(self) -> bool:
        """Whether there is a way; what takes nothing that anything else wants is used without a second thought."""
        taken: frozenset[Claim] = frozenset(Claim(GONE, ident) for ident in self.spent)
        used: tuple[int, ...] = ()
        for at in self.free:
            after = next(iter(self._ways(self.costs[at], 0, taken)), None)
            if after is not None:
                taken, used = after, (*used, at)
        found = self._use(0, taken, used)
        self.game.question.used += -(-self.nodes // OF_A_NODE)
        return found

    def _uncontended(self) -> list[int]:
        """The abilities that take nothing which anything else could want."""
        wanted: dict[Claim, int] = {}
        for lot in (self.groups, *self.costs):
            for claim in {claim for group in lot for claim in group}:
                wanted[claim] = wanted.get(claim, 0) + 1
        idents = {source.ident for source in self.hand}
        free = []
        for at, (source, lot) in enumerate(zip(self.abilities, self.costs, strict=True)):
            every = {claim for group in lot for claim in group}
            alone = all(wanted[claim] == 1 and claim.ident not in idents for claim in every)
            if alone and not source.wants and (self.chosen is None or not self._is_one_of_several(at)):
                free.append(at)
        return free

    # --- what is used -------------------------------------------------------------------------------

    def _use(self, at: int, taken: frozenset[Claim], used: tuple[int, ...]) -> bool:
        """Use some of the abilities from ``at`` on; ``taken`` is spoken for, ``used`` are those in use, by place."""
        self.nodes += 1
        if self.nodes > NODES:
            return True
        if not self._could_cover(at, used):
            return False
        if self._is_enough(used) and self._give(taken, used):
            return True
        tried: set[object] = set()
        for place in range(at, len(self.abilities)):
            if place in self.free:
                continue
            source = self.abilities[place]
            kind = (self._like(source.ident), source.text)
            if kind not in tried:
                tried.add(kind)
                for after in self._ways(self.costs[place], 0, taken):
                    if self._use(place + 1, after, (*used, place)):
                        return True
            if self.chosen is not None and not self._is_one_of_several(place):
                return False  # it has to be used
        return False

    def _could_cover(self, at: int, used: tuple[int, ...]) -> bool:
        """The bound: as if every ability from ``at`` on could be used as well, and no card went elsewhere."""
        if self.is_staged:
            return True
        places = {*used, *range(at, len(self.abilities))}
        icons = [icon for source in self.cards for icon in source.icons]
        icons.extend(icon for place in sorted(places) for icon in self.abilities[place].icons)
        return covers(self.needs, supply_of(tuple(icons)))

    def _is_one_of_several(self, at: int) -> bool:
        ident = self.abilities[at].ident
        return ident not in self.settled and sum(source.ident == ident for source in self.abilities) > 1

    def _is_enough(self, used: tuple[int, ...]) -> bool:
        """Whether everything chosen is in use."""
        if self.chosen is None:
            return True
        idents = {self.abilities[at].ident for at in used}
        return all(
            source.ident in idents if self._is_one_of_several(at) else at in used
            for at, source in enumerate(self.abilities)
        )

    # --- what is given up ---------------------------------------------------------------------------

    def _give(self, taken: frozenset[Claim], used: tuple[int, ...]) -> bool:
        """Whether some way to pay the parts that are no resources leaves enough icons."""
        if not self._covers(taken, used):
            return False
        for after in self._ways(self.groups, 0, taken):
            self.nodes += 1
            if self._covers(after, used):
                self.way = after, used
                return True
            if self.nodes > NODES:
                return True
        return False

    def in_use(self) -> list[Source]:
        """All that generates in the way that was found; nothing if none was."""
        if self.way is None:
            return []
        taken, used = self.way
        return [source for source in self.cards if Claim(GONE, source.ident) not in taken] + [
            self.abilities[at] for at in used
        ]

    def _ways(
        self, groups: list[Group], at: int, taken: frozenset[Claim], start: int = 0
    ) -> Iterator[frozenset[Claim]]:
        """Each way to take one claim of each group from ``at`` on, of one part in order; like things count once."""
        if at == len(groups):
            yield taken
            return
        group = groups[at]
        is_followed = at + 1 < len(groups) and groups[at + 1] is group
        tried: set[object] = set()
        for place in range(start, len(group)):
            claim = group[place]
            if claim in taken:
                continue
            kind = (claim.how, self._like(claim.ident))
            if kind not in tried:
                tried.add(kind)
                yield from self._ways(groups, at + 1, taken | {claim}, place + 1 if is_followed else 0)

    def _like(self, ident: int) -> object:
        mark = self._likes.get(ident)
        if mark is None:
            obj = self.game.object(ident)
            mark = self._likes[ident] = like(obj) if obj is not None else ident
        return mark

    def _covers(self, taken: frozenset[Claim], used: tuple[int, ...]) -> bool:
        """Whether the icons of the cards that are left and of the abilities in use meet all needs."""
        cards = self.cards
        if self.chosen is None:
            gone = {claim.ident for claim in taken if claim.how == GONE}
            cards = [source for source in cards if source.ident not in gone]
        abilities = [self.abilities[at] for at in used]
        supply = supply_of(tuple(icon for source in (*cards, *abilities) for icon in source.icons))
        if not self.is_staged:
            return not self.needs or covers(self.needs, supply)
        return self._covers_in_stages(cards, abilities)

    def _covers_in_stages(self, cards: list[Source], abilities: list[Source]) -> bool:
        """Whether the needs are met if abilities cost resources: the icons for those are there before they are used."""
        needs: Supply = {mask | mask << LATE: count for mask, count in self.needs}
        for source in abilities:
            for part in source.wants:
                for need in part.icons:
                    assert isinstance(part.times, int)
                    needs[need_of(need)] = needs.get(need_of(need), 0) + part.times
        supply = supply_of(tuple(icon for source in (*cards, *abilities) if source.is_early for icon in source.icons))
        for source in abilities:
            for icon in source.icons if not source.is_early else ():
                mask = mask_of(icon) << LATE
                supply[mask] = supply.get(mask, 0) + 1
        ordered: Needs = tuple(sorted(needs.items()))
        return covers(ordered, supply)
