"""The sources of a player's resources: cards of the hand, by discarding them, and Resource abilities in play.

A source is one use of one of these. Its icons depend on what is paid for: some texts generate only for a kind of card,
and some cards make more while paying for one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import InCase, MoreResources, RemoveCounters, Resources
from engine.games.marvel_champions.character_stats import FORMS, is_in_form
from engine.games.marvel_champions.characters import cast, resources_of
from engine.games.marvel_champions.language.shared_words import TOP_DISCARD
from engine.games.marvel_champions.reserved_payment import given_up
from engine.games.marvel_champions.resources import supply_of
from engine.games.marvel_champions.totals import use_cost
from engine.payment.self_cost_rules import counters
from engine.queries.activation_counts import is_used_up, used
from engine.queries.filters import amount, fits, holds
from engine.queries.mana_spending import allows

if TYPE_CHECKING:
    from engine.abilities import Cost
    from engine.cards.numbered_text import Text
    from engine.games.marvel_champions.resources import Icons
    from engine.state.game import Game
    from engine.state.records import Object

FROM_HAND: Final = -1
"""Stands for the text of a source that is a card of the hand."""
MOST_USES: Final = 12
"""A bound of ours on how often a Resource ability is used for one payment if nothing else limits it."""


class Source:
    """One use of something that generates.

    ``ident`` is the id of its object, ``text`` the number of the Resource ability, ``FROM_HAND`` for a card of the
    hand; ``icons`` what it makes now; ``wants`` the resources and ``others`` the rest of what it costs. ``is_early``:
    its icons may pay for Resource abilities that cost resources, as they are there before those are used, and are for
    no other card.
    """

    __slots__ = ("icons", "ident", "is_early", "others", "text", "wants")

    def __init__(self, ident: int, text: int, icons: Icons, cost: Cost = ()) -> None:
        self.ident = ident
        self.text = text
        self.icons = icons
        self.wants = tuple(part for part in cost if isinstance(part, Resources))
        self.others = tuple(part for part in cost if not isinstance(part, Resources))
        self.is_early = not self.wants


class Hand:
    """The cards of a hand as what they generate: the same until one comes or goes.

    ``sources`` are those that make the same whatever is paid for, ``doubling`` those that may make more. ``icons`` is
    how many icons they make at most, ``supply`` what they make at least, by what each icon could be.
    """

    __slots__ = ("content", "doubling", "icons", "sources", "supply")

    def __init__(self, game: Game, content: tuple[int, ...]) -> None:
        self.content = content
        self.sources: list[Source] = []
        self.doubling: list[int] = []
        self.icons = 0
        every: Icons = ()
        for obj in map(game.obj, content):
            icons = resources_of(game.prints[obj.card])
            more = _most_times(game, obj)
            every += icons
            self.icons += len(icons) * more
            if more > 1:
                self.doubling.append(obj.id)
            elif icons:
                self.sources.append(Source(obj.id, FROM_HAND, icons))
        self.supply = supply_of(every)


class Stock:
    """All that a seat could generate with as things are: its ``hand`` and what it controls.

    ``abilities`` are the uses of Resource abilities that make the same whatever is paid for, ``choosy`` the others.
    ``icons`` is how many icons there are at most.
    """

    __slots__ = ("abilities", "choosy", "hand", "icons", "version")

    def __init__(self, version: int, hand: Hand) -> None:
        self.version = version
        self.hand = hand
        self.abilities: list[Source] = []
        self.choosy: list[tuple[int, Text, int, Cost]] = []
        self.icons = hand.icons


def from_hand(game: Game, seat: int, payee: Object) -> list[Source]:
    """The cards of a hand that make anything (Cost: resources); the card that is being played is none of them."""
    hand = hand_of(game, seat)
    found = [source for source in hand.sources if source.ident != payee.id]
    doubling = [game.obj(ident) for ident in hand.doubling if ident != payee.id]
    found.extend(Source(obj.id, FROM_HAND, icons_of(game, obj, payee)) for obj in doubling)
    given = given_up(game)
    return [source for source in found if source.ident not in given] if given else found


def from_abilities(game: Game, seat: int, payee: Object) -> list[Source]:
    """Each use that a seat could make of Resource abilities to pay for ``payee`` (Cost: resources).

    They are those of what it controls itself (Cost: control).
    """
    stock = stock_of(game, seat)
    if not stock.choosy:
        return stock.abilities
    found = stock.abilities.copy()
    for ident, text, uses, cost in stock.choosy:
        source = Source(ident, text.number, made_by(game, seat, ident, text, payee), cost)
        source.is_early = False
        if source.icons:
            found.extend([source] * uses)
    return found


def stock_of(game: Game, seat: int) -> Stock:
    """The sources that a seat could generate with; one state is not worked out twice."""
    memory = game.memory[seat]
    if memory.stock:
        kept: Stock = memory.stock[0]
        if kept.version == game.version:
            return kept
    stock = Stock(game.version, hand_of(game, seat))
    for ident, text in cast(game).generators:
        obj = game.obj(ident)
        if obj.controller == seat and may_generate(game, seat, obj, text):
            _take_stock(game, seat, stock, obj, text)
    memory.stock = (stock,)
    return stock


def _take_stock(game: Game, seat: int, stock: Stock, obj: Object, text: Text) -> None:
    """Add each use of a Resource ability."""
    cost = use_cost(game, seat, obj, text)
    uses = uses_left(game, seat, obj, text, cost)
    icons = made_by(game, seat, obj.id, text, None)
    stock.icons += len(icons) * uses
    if text.terms is not None:
        stock.choosy.append((obj.id, text, uses, cost))
    elif icons and uses:
        stock.abilities.extend([Source(obj.id, text.number, icons, cost)] * uses)


def hand_of(game: Game, seat: int) -> Hand:
    """The icons of the cards in a seat's hand."""
    content = game.content("hand", seat)
    memory = game.memory[seat]
    if memory.hand:
        kept: Hand = memory.hand[0]
        if kept.content is content:
            return kept
    hand = Hand(game, content)
    memory.hand = (hand,)
    return hand


def _most_times(game: Game, obj: Object) -> int:
    """The greatest number by which a card multiplies its printed icons."""
    statics = game.kit(obj).statics if obj.abilities else ()
    if not statics:
        return 1
    return max((_times_of(text.ability) for text in statics if isinstance(text.ability, MoreResources)), default=1)


def _times_of(more: MoreResources) -> int:
    """As many times as it can be at most."""
    if isinstance(more.times, InCase):
        numbers = (more.times.amount, more.times.otherwise)
        return max(number for number in numbers if isinstance(number, int))
    return more.times if isinstance(more.times, int) else 1


def icons_of(game: Game, obj: Object, payee: Object) -> Icons:
    """The types of the icons that discarding a card generates while paying for ``payee``."""
    icons = resources_of(game.prints[obj.card])
    for text in game.kit(obj).statics if obj.abilities else ():
        more = text.ability
        if not isinstance(more, MoreResources) or not fits(game, more.what, payee, obj.owner, obj.id):
            continue
        if holds(game, more.condition, obj.owner, obj.id):
            icons *= amount(game, more.times, obj.owner, obj.id)
    return icons


def may_generate(game: Game, seat: int, obj: Object, text: Text) -> bool:
    """Whether a Resource ability may be used while paying: the form fits, and it is not used up."""
    for limit in text.limits:
        if limit.kind in FORMS and not is_in_form(game, seat, limit.kind):
            return False
        if limit.kind in ("once", "ever") and is_used_up(game, obj, text, limit):
            return False
    return True


def made_by(game: Game, seat: int, ident: int, text: Text, payee: Object | None) -> Icons:
    """The icons of one use of a Resource ability for ``payee``, or whatever; "energy/mental" is one of either."""
    icons: Icons = ()
    for do in text.adding:
        if payee is not None and do.terms is not None and not allows(game, do.terms, ("", payee), seat):
            continue
        times = amount(game, do.amount, seat, ident)
        if do.choices == TOP_DISCARD:
            top = game.content(game.discard_zone, seat)[-1:]
            icons += resources_of(game.prints[game.obj(top[0]).card]) if top else ()
            continue
        one = do.choices[0] if len(do.choices) == 1 else ("/".join(choice[0] for choice in do.choices),)
        icons += one * times
    return icons


def uses_left(game: Game, seat: int, obj: Object, text: Text, cost: Cost) -> int:
    """The most uses of a Resource ability for one payment, by its limits and its cost."""
    left = MOST_USES
    for limit in text.limits:
        if limit.kind in ("once", "ever"):
            left = min(left, limit.count - used(game, obj, text.number, ever=limit.kind == "ever"))
    for part in cost:
        if isinstance(part, Resources):
            continue
        rule = game.rules.cost_rules[type(part)]
        if not rule.can_pay_part(game, seat, obj.id, part):
            return 0
        groups = rule.claims(game, seat, obj.id, part)
        if groups:
            left = min(left, len(groups[0]) // len(groups))
        elif isinstance(part, RemoveCounters) and part.from_.kind == "self" and isinstance(part.count, int):
            left = min(left, counters(game, obj.id, part.name) // max(part.count, 1))
    return left
