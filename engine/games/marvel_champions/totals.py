"""The cost of playing a card or using an ability: the resource cost, the cost before the arrow, and what is added.

All of it is due together, whatever it comes from (Cost: additional).
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from engine.abilities import AddedCost, DamageCost, DiscardCost, EitherCost, Keyword, PrintedCost, Resources, Variable
from engine.cards.definitions import X
from engine.cards.worked_out import worked_out
from engine.games.marvel_champions.characters import facts_of
from engine.games.marvel_champions.language.shared_words import REQUIREMENT
from engine.payment.self_cost_rules import number_now
from engine.play.announced_numbers import with_x
from engine.play.declared_costs import required_costs
from engine.queries.filters import fits
from engine.queries.static_effects import cost_changes, statics
from engine.state.player_marks import mark_of
from engine.state.records import NOBODY
from engine.text.phrases import WHOLE_HAND

if TYPE_CHECKING:
    from engine.abilities import Cost, CostPart
    from engine.cards.numbered_text import Text
    from engine.cards.register import Print
    from engine.games.marvel_champions.resources import Icons
    from engine.state.game import Game
    from engine.state.records import Item, Object

CHEAPER: Final = "cheaper"
"""The reduction for the next card that a player plays this phase."""


def resource_cost(game: Game, seat: int, card: Object, item: Item | None, x: int) -> int | None:
    """The resource cost of a card; none if it has none.

    The per-player icon multiplies first, by the players who started (Cost: per player); then what adds and subtracts
    changes the total (Cost: per player reduced). A cost that is set overrides it, the latest of several.
    """
    facts = facts_of(game.prints[card.card])
    cost = facts.cost
    if cost == X:
        cost = x
    if not isinstance(cost, int):
        return None
    if facts.costs_for_each:
        cost *= game.seats
    changes = cost_changes(game, "play", card, seat, "resource", item)
    for change, number in changes:
        if change.operation in ("more", "less"):
            cost += number if change.operation == "more" else -number
    cost -= mark_of(game, seat, CHEAPER)
    for change, number in changes:
        if change.operation in ("becomes", "free"):
            cost = number if change.operation == "becomes" else 0
    return max(cost, 0)


def required_for(printed: Print) -> Icons:
    """The resources that have to be among those that pay for a card (Requirement)."""
    facts = facts_of(printed)
    if facts.required is None:
        keywords = (own for own in printed.definition.abilities if isinstance(own, Keyword) and own.name == REQUIREMENT)
        parts = (part for own in keywords for part in own.cost if isinstance(part, Resources))
        facts.required = tuple(icon for part in parts for icon in part.icons)
    return facts.required


def total_cost(
    game: Game, seat: int, card: Object, text: int, *, x: int, is_played: bool, item: Item | None = None
) -> Cost | None:
    """All that is due, X put in; none if the card has no cost and cannot be played.

    The costs before the arrow (Cost: arrow) and those added to it (Cost: additional) are due with the rest.
    """
    if not is_played:
        return _together(game, seat, card, text, x, NOBODY)
    cost = resource_cost(game, seat, card, item, x)
    return None if cost is None else _together(game, seat, card, text, x, cost)


def total_for(game: Game, seat: int, card: Object, text: int, x: int, icons: int, item: Item | None) -> Cost | None:
    """All that is due for playing a card; none if that is known to be more than so many icons pay."""
    cost = resource_cost(game, seat, card, item, x)
    return None if cost is None or cost > icons else _together(game, seat, card, text, x, cost)


def _together(game: Game, seat: int, card: Object, text: int, x: int, cost: int) -> Cost | None:
    """All parts of a cost, with the resource cost of a card that is played; of what is only used there is none."""
    parts: Cost = game.texts[text].cost if text >= 0 else ()
    is_open = text >= 0 and not is_fixed(game.texts[text])
    if cost != NOBODY:
        required = [part for own in required_costs(game, seat, card) for part in own.cost]
        is_open = is_open or bool(required)
        among = required_for(game.prints[card.card])
        if len(among) > cost:
            return None  # they could not all be spent (Requirement)
        due = Resources((*among, *("any",) * (cost - len(among)))) if among else any_resources(cost)
        parts = (due, *required, *parts)
    added = _added(game, seat, card, "use" if cost == NOBODY else "play")
    if not added and not is_open:
        return parts
    return tuple(fixed(game, seat, card, part, x) for part in (*parts, *added))


@worked_out
def is_fixed(text: Text) -> bool:
    """Whether nothing of what a text costs has to be chosen or worked out."""
    return text.as_written and not any(
        isinstance(part, EitherCost | PrintedCost)
        or (isinstance(part, Resources) and not isinstance(part.times, int))
        or (isinstance(part, DiscardCost) and not isinstance(part.count, int))
        for part in text.cost
    )


def use_cost(game: Game, seat: int, obj: Object, text: Text) -> Cost:
    """The cost of using an ability of something, X as 0."""
    added = _added(game, seat, obj, "use")
    if not added and is_fixed(text):
        return text.cost
    return tuple(fixed(game, seat, obj, part, 0) for part in (*text.cost, *added))


@lru_cache(maxsize=64)
def any_resources(number: int) -> Resources:
    """So many resources of any type."""
    return Resources(("any",), number)


def _added(game: Game, seat: int, card: Object, action: str) -> list[CostPart]:
    """The additional costs (Cost: additional) that other cards say of playing ("play") or using ("use") this one."""
    parts: list[CostPart] = []
    for holder, controller, added in statics(game, AddedCost):
        source = holder.id if holder is not None else 0
        if added.action != action or (added.who and controller != seat):
            continue
        if fits(game, added.what, card, controller, source):
            parts.extend(added.cost)
    return parts


def variable_of(game: Game, card: Object, text: int, *, is_played: bool) -> Variable | None:
    """The number that its player chooses as the cost is worked out: X, "any number", "up to 3"."""
    found = variable_in(game.texts[text].cost) if text >= 0 and not game.texts[text].as_written else None
    if found is not None or not is_played:
        return found
    printed = game.prints[card.card]
    if printed.additions:
        found = variable_in(tuple(part for own in printed.additions for part in own.cost))
    if found is None and facts_of(printed).cost == X:
        found = Variable()
    return found


def variable_in(cost: Cost) -> Variable | None:
    """The first number of a cost that is chosen."""
    for part in cost:
        for value in (getattr(part, field, None) for field in ("times", "count", "amount")):
            if isinstance(value, Variable):
                return value
    return None


def fixed(game: Game, seat: int, card: Object, part: CostPart, x: int) -> CostPart:
    """The part with the number put in that was chosen; how many resources it asks for is worked out now."""
    if isinstance(part, PrintedCost):
        return any_resources(x)
    if isinstance(part, Resources):
        times = x if isinstance(part.times, Variable) else number_now(game, seat, card.id, part.times)
        return part if times == part.times else replace(part, times=times)
    if isinstance(part, DiscardCost) and part.count == WHOLE_HAND:
        return replace(part, count=len(game.content("hand", seat)) - (card.zone == "hand"))
    if isinstance(part, EitherCost):
        return EitherCost(tuple(tuple(fixed(game, seat, card, one, x) for one in way) for way in part.options))
    if isinstance(part, DamageCost):
        return replace(part, amount=x) if isinstance(part.amount, Variable) else part
    return with_x(part, x)
