"""The ways in which a card may be cast (118.9, 601.3): from where, at which cost, and where it goes from the stack.

One by its mana cost from hand, one for each alternative cost it has where it is, one for each permission that others
give. Of several its player announces one (118.9a); additional costs come on top, whichever it is (118.9d).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.abilities import EitherCost, ExtraLands, Mana, Way
from engine.games.magic.airbending import FOR_TWO, is_airbent
from engine.games.magic.face_down import are_alternative, own_ways
from engine.games.magic.foretelling import ways_of_foretold
from engine.games.magic.gained_costs import costs_of
from engine.games.magic.helped_casting import with_helpers
from engine.games.magic.layouts import BESTOW
from engine.games.magic.plotting import may_cast_plotted
from engine.queries.filters import holds
from engine.queries.permissions import permissions
from engine.queries.static_effects import statics
from engine.text.language import language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.abilities import AdditionalCost, AlternativeCost, Cost
    from engine.cards.register import Print
    from engine.state.game import Game
    from engine.state.records import Object

FREE = Way("without paying its mana cost", ())


def ways_to_cast(game: Game, seat: int, obj: Object) -> tuple[Way, ...]:
    """Every way a seat may cast a card from where it is; none if it can't."""
    printed = game.prints[obj.card]
    own = own_ways(game, printed)
    found = own if obj.zone == "hand" and obj.owner == seat else ()
    if obj.owner == seat and (costs := costs_of(game, obj)):
        found += (
            _bestowed(game, obj, costs, own) if are_alternative(own) else tuple(_alternatives(game, seat, obj, costs))
        )
    for permission in permissions(game, seat, obj, "cast"):
        found += own if not permission.free else () if are_alternative(own) else (FREE,)
    if is_airbent(game, seat, obj) and not are_alternative(own):
        found += (FOR_TWO,)
    if may_cast_plotted(game, seat, obj) and not are_alternative(own):
        found += (FREE,)
    if game.root.effects:
        found += ways_of_foretold(game, seat, obj)
    return _with_choices(printed, tuple(dict.fromkeys(found)) if len(found) > 1 else found)


def is_announced(cost: AdditionalCost) -> bool:
    """601.2b: whether an additional cost leaves it to its player to pay mana instead, which is announced as a way."""
    return any(isinstance(part, Mana) for options in _choices_in(cost) for option in options for part in option)


def _choices_in(cost: AdditionalCost) -> list[tuple[Cost, ...]]:
    return [part.options for part in cost.cost if isinstance(part, EitherCost)]


def _with_choices(printed: Print, ways: tuple[Way, ...]) -> tuple[Way, ...]:
    """The ways, each with every choice that the additional costs of the card leave."""
    for cost in printed.additions:
        if not cost.name and is_announced(cost):
            (options,) = _choices_in(cost)
            ways = tuple(
                replace(way, name=", ".join(filter(None, (way.name, _in_words(option)))), cost=way.cost + option)
                for way in ways
                for option in options
            )
    return ways


@lru_cache(maxsize=256)
def _in_words(cost: Cost) -> str:
    return language("magic").renderer.payment(cost)


def ways_by_text(game: Game, obj: Object, *, free: bool, way: str = "") -> tuple[Way, ...]:
    """The ways to cast a card that a text lets its player cast, wherever it is; without paying there is but one.

    118.9a: what is cast facedown, or cleaved, is cast for a cost of that, and so not without paying. A text may name
    the one ``way``.
    """
    printed = game.prints[obj.card]
    own = own_ways(game, printed)
    if free:
        found: tuple[Way, ...] = () if are_alternative(own) else (Way(way, ()),) if way else (FREE,)
    elif way:
        found = tuple(Way(way, each.cost) for each in printed.alternatives if each.keyword == way)
    else:
        found = own
    return _with_choices(printed, found)


def is_in_play_zone(game: Game, seat: int, obj: Object) -> bool:
    """Whether a card lies where its owner plays cards from, or where an effect lets a seat play it from."""
    return (obj.zone == "hand" and obj.owner == seat) or any(
        True for _ in permissions(game, seat, obj, "play" if "land" in obj.words else "cast")
    )


def _alternatives(game: Game, seat: int, obj: Object, costs: tuple[AlternativeCost, ...]) -> Iterator[Way]:
    """118.9: what the card itself says it may be cast for, where it is."""
    cost = game.prints[obj.card].definition.cost
    for ability in costs:
        if ability.keyword == BESTOW:
            continue  # that is the other face
        if ability.step and not (game.root.step == ability.step and game.root.active == seat):
            continue
        if ability.besides and cost is None:
            continue  # 118.6: there is no mana cost to pay besides
        if ability.zone == obj.zone and holds(game, ability.condition, seat, obj.id):
            parts = ability.cost if not ability.besides or cost is None else (cost, *ability.cost)
            way = Way(ability.keyword or "alternative cost", parts, ability.leaves, instant=bool(ability.step))
            yield from with_helpers(game, seat, way)


def _bestowed(game: Game, obj: Object, costs: tuple[AlternativeCost, ...], own: tuple[Way, ...]) -> tuple[Way, ...]:
    """A card that another cost lets be cast is cast for that alone (118.9a), but may be so from elsewhere."""
    named = (cost.keyword for cost in costs if cost.keyword == BESTOW and cost.zone == obj.zone)
    return tuple(way for name in named for way in own if way.name == name)


def lands_allowed(game: Game, seat: int) -> int:
    """305.2: how many lands a seat may play in its turn."""
    return 1 + sum(
        ability.count
        for holder, controller, ability in statics(game, ExtraLands)
        if controller == seat and holds(game, ability.condition, seat, holder.id if holder else 0)
    )
