"""What a card costs: the four passes of 1.7 for the reserve cost and of 3.2 for the memory cost."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import AdditionalCost, AlternativeCost, Reserve, Variable
from engine.errors import Illegal
from engine.filters import amount
from engine.games.grand_archive.elements import printed_number
from engine.totals import cost_changes

if TYPE_CHECKING:
    from engine.abilities import Cost, CostPart
    from engine.game import Game
    from engine.state import Item, Object
    from engine.texts import Print


def after_passes(
    game: Game, seat: int, action: str, subject: Object, resource: str, start: int, item: Item | None
) -> int:
    """The cost after all passes, never below 0.

    Args:
        action: "activate" or "materialize"; effects name the one they change.
        resource: "reserve" or "memory".
        start: the starting cost (1.7.1, 3.2.1).
    """
    changes = cost_changes(game, action, subject, seat, resource, item)
    cost = start
    for change, number in changes:  # 1.7.2, 3.2.2: effects that set it, the newest last
        if change.operation == "becomes":
            cost = number
    for change, number in changes:  # 1.7.3, 3.2.3: all additions and subtractions together, no bound between them
        if change.operation in ("more", "less"):
            cost += number if change.operation == "more" else -number
    if any(change.operation == "free" for change, _ in changes):  # 1.7.4, 3.2.4
        return 0
    return max(cost, 0)


def alternatives(printed: Print) -> list[Cost]:
    """The alternative costs of a card."""
    return [text.ability.cost for text in printed.abilities if isinstance(text.ability, AlternativeCost)]


def additional_costs(printed: Print) -> Cost:
    """The additional costs that must be paid."""
    found = [text.ability for text in printed.abilities if isinstance(text.ability, AdditionalCost)]
    return tuple(part for ability in found if not ability.name for part in ability.cost)


def has_x(printed: Print) -> bool:
    """Whether the reserve cost is X."""
    return dict(printed.definition.extra).get("reserve") == "X"


def activation_cost(
    game: Game, seat: int, card: Object, *, x: int = 0, alternative: int = 0, item: Item | None = None
) -> Cost:
    """What activating a card on the Effects Stack costs in all; a reserve cost comes first, and not at all if it is 0.

    Raises:
        Illegal: ``no_reserve_cost``: having none is not having one of 0, and it cannot be paid (Costs and Memory 3).
    """
    printed = game.prints[card.card]
    own: Cost
    if alternative:
        own = alternatives(printed)[alternative - 1]
    else:
        reserve = Variable() if has_x(printed) else printed_number(game, card, "reserve")
        if reserve is None:
            raise Illegal("1.7.1", "no_reserve_cost", f"{card.name} has no reserve cost")
        own = (Reserve(reserve),)
    starts = [part.amount for part in own if isinstance(part, Reserve)]
    rest: tuple[CostPart, ...] = tuple(part for part in own if not isinstance(part, Reserve)) + additional_costs(
        printed
    )
    if not starts:
        return rest
    start = sum(x if isinstance(s, Variable) else amount(game, s, seat, card.id, item) for s in starts)
    due = after_passes(game, seat, "activate", card, "reserve", start, item)
    return (Reserve(due), *rest) if due else rest


def memory_cost(game: Game, seat: int, card: Object, item: Item | None = None) -> int:
    """What materializing a card costs in cards of memory.

    Raises:
        Illegal: ``no_memory_cost``: cards without one cannot be materialized (3.4.2).
    """
    start = printed_number(game, card, "memory")
    if start is None:
        raise Illegal("3.4.2", "no_memory_cost", f"{card.name} has no memory cost")
    return after_passes(game, seat, "materialize", card, "memory", start, item)
