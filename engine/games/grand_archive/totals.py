"""The cost of a card: the four passes of 1.7 for the reserve cost and of 3.2 for the memory cost."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from engine.abilities import Math, Memory, Reserve, Value, Variable
from engine.games.grand_archive.commands import rest_for_attack
from engine.games.grand_archive.conditions import USE_ABILITY
from engine.play.announced_numbers import with_x
from engine.play.declared_costs import optional_costs, required_costs
from engine.queries.filters import amount, holds
from engine.queries.static_effects import cost_changes, elsewhere
from engine.state.procedure import item_of

if TYPE_CHECKING:
    from engine.abilities import Amount, Cost, CostPart
    from engine.state.game import Game
    from engine.state.records import Item, Object, Play

RESOURCE: Final = {"activate": "reserve", "materialize": "memory"}
"""The resource of the cost effects that make each action dearer or cheaper (Costs and Memory 7)."""


def after_passes(
    game: Game, seat: int, action: str, subject: Object, start: int, item: Item | None = None, *, free: bool = False
) -> int:
    """The cost after all passes, never below 0.

    Args:
        action: "activate" or "materialize"; effects name the one they change.
        start: the starting cost (1.7.1, 3.2.1).
        free: it is not to be paid, which is among the effects that remove it.
    """
    changes = cost_changes(game, action, subject, seat, RESOURCE[action], item)
    cost = start
    for change, number in changes:  # 1.7.2, 3.2.2: effects that set it, the newest last
        if change.operation == "becomes":
            cost = number
    for change, number in changes:  # 1.7.3, 3.2.3: all additions and subtractions together, no bound between them
        if change.operation in ("more", "less"):
            cost += number if change.operation == "more" else -number
    if free or any(change.operation == "free" for change, _ in changes):  # 1.7.4, 3.2.4
        return 0
    return max(cost, 0)


def additional_costs(game: Game, seat: int, card: Object) -> Cost:
    """The additional costs that must be paid; an attack card has the champion or an ally rest for it (Attack)."""
    own = tuple(part for cost in required_costs(game, seat, card) for part in cost.cost)
    return (rest_for_attack(game, card), *own) if "attack" in game.prints[card.card].definition.words else own


def declared_costs(game: Game, play: Play) -> Cost:
    """The additional costs of a play: those that must be paid and the optional ones that were declared (1.3.2)."""
    card = game.obj(item_of(game, play).card)
    optional = zip(optional_costs(game, play.seat, card), play.optional, strict=False)
    return additional_costs(game, play.seat, card) + tuple(
        part for cost, times in optional for part in cost.cost * times
    )


def total_cost(
    game: Game,
    seat: int,
    action: str,
    card: Object,
    own: Cost,
    besides: Cost = (),
    x: int = 0,
    item: Item | None = None,
    *,
    free: bool = False,
) -> Cost:
    """The whole cost of playing a card; a reserve or memory cost comes first, and not at all if it is 0.

    Args:
        own: the cost of the way in which it is played; only a reserve or memory cost in it goes through the passes.
        besides: additional costs; what they take in reserve is paid together with the rest of it.
    """
    at = next((k for k, part in enumerate(own) if isinstance(part, Reserve | Memory)), -1)
    main = own[at] if at >= 0 else Reserve(0)
    assert isinstance(main, Reserve | Memory)
    due = 0
    if at >= 0:
        start = amount(game, put_x(main.amount, x), seat, card.id, item)
        due = after_passes(game, seat, action, card, start, item, free=free)
    rest: list[CostPart] = []
    for part in (*own[: max(at, 0)], *own[at + 1 :], *besides):
        if isinstance(part, Reserve) and isinstance(main, Reserve):
            due += amount(game, put_x(part.amount, x), seat, card.id, item)
        else:
            rest.append(with_x(part, x))
    return (replace(main, amount=due), *rest) if due else tuple(rest)


def ability_cost(
    game: Game, seat: int, source: Object | None, number: int, x: int = 0, item: Item | None = None
) -> Cost:
    """The cost of activating an ability: what changes it changes what it takes in reserve, which comes first then.

    The ability itself may say that it costs more or less.
    """
    text = game.texts[number]
    own = text.cost if text.as_written else tuple(with_x(part, x) for part in text.cost)
    ident = source.id if source is not None else 0
    own = tuple(
        replace(part, amount=max(0, amount(game, part.amount, seat, ident, item)))
        if isinstance(part, Reserve) and isinstance(part.amount, Value)
        else part
        for part in own
    )
    changes: list[tuple[str, int]] = [
        (limit.kind, amount(game, limit.value, seat, ident, item))
        for limit in text.limits
        if limit.kind in ("more", "less") and holds(game, limit.condition, seat, ident, item)
    ]
    changes += [
        (change.operation, n)
        for change, n in cost_changes(game, USE_ABILITY, source, seat, "reserve", item)
        if change.what is None or source is None or not elsewhere(game, change.what, source)
    ]
    if not changes:
        return own
    taken = [amount(game, put_x(part.amount, x), seat, ident, item) for part in own if isinstance(part, Reserve)]
    due = sum(taken) + sum(n if operation == "more" else -n for operation, n in changes)
    rest = tuple(part for part in own if not isinstance(part, Reserve))
    return (Reserve(due), *rest) if due > 0 else rest


def put_x(value: Amount, x: int) -> Amount:
    """A number with one put in for X."""
    match value:
        case Variable():
            return x
        case Math(left=left, right=right):
            return replace(value, left=put_x(left, x), right=put_x(right, x))
        case _:
            return value
