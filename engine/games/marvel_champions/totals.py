"""What playing a card or using an ability costs: the card's resource cost and the cost before the arrow, together."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from engine.abilities import AdditionalCost, Resources
from engine.totals import cost_changes

if TYPE_CHECKING:
    from engine.abilities import Cost, CostPart
    from engine.game import Game
    from engine.state import Item, Object


def resource_cost(game: Game, seat: int, card: Object, item: Item | None) -> int | None:
    """The resource cost of a card; none if it has none.

    The per-player icon multiplies first, by the players who started (Modifiers); then what adds and subtracts applies,
    a cost that is set overrides it, and it is never below 0.
    """
    extra = dict(game.prints[card.card].definition.extra)
    cost = extra.get("cost")
    if not isinstance(cost, int):
        return None
    fields = extra.get("per_player", ())
    if isinstance(fields, tuple) and "cost" in fields:
        cost *= game.seats
    changes = cost_changes(game, "play", card, seat, "resource", item)
    for change, number in changes:
        if change.operation in ("more", "less"):
            cost += number if change.operation == "more" else -number
    for change, number in changes:
        if change.operation in ("becomes", "free"):
            cost = number if change.operation == "becomes" else 0
    return max(cost, 0)


def total_cost(
    game: Game, seat: int, card: Object, text: int, *, x: int, is_played: bool, item: Item | None = None
) -> Cost | None:
    """All that is due, numbers fixed; none if the card has no cost and cannot be played."""
    parts: list[CostPart] = []
    if is_played:
        cost = resource_cost(game, seat, card, item)
        if cost is None:
            return None
        parts.append(Resources(("any",), cost))
        for ability in (t.ability for t in game.prints[card.card].abilities):
            if isinstance(ability, AdditionalCost):
                parts.extend(ability.cost)
    if text >= 0:
        parts.extend(game.texts[text].cost)
    return tuple(_fixed(part, x) for part in parts)


def _fixed(part: CostPart, x: int) -> CostPart:
    """The part with X put in."""
    if isinstance(part, Resources) and not isinstance(part.times, int):
        return replace(part, times=x)
    return part
