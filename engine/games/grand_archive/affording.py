"""Whether a card can be paid for, before it is announced.

What it costs may depend on its having left its zone (1.1), so it is moved for real, and back. Most often nothing does:
then a plain reserve cost is a matter of counting cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import CostChange, Reserve
from engine.games.grand_archive.reserving import kindles_left, kindling, reservable
from engine.games.grand_archive.totals import additional_costs, total_cost
from engine.payable import can_pay
from engine.totals import statics
from engine.zones import move

if TYPE_CHECKING:
    from engine.abilities import Way
    from engine.game import Game
    from engine.state import Object


def can_afford(game: Game, seat: int, action: str, obj: Object, ways: tuple[Way, ...]) -> bool:
    """Whether one of its costs can be paid once the card is on its way."""
    plain = _plain_cost(game, seat, action, obj, ways)
    if plain is not None:
        able = len(game.content("hand", seat)) - (obj.zone == "hand")
        if plain > able:
            able += len(reservable(game, seat))
            able += min(kindles_left(game, obj.id), len(kindling(game, seat, obj.id)))
        return plain <= able
    mark = game.mark()
    card = move(game, obj, "effects stack", controller=seat)
    assert card is not None
    besides = additional_costs(game, seat, card)
    totals = (total_cost(game, seat, action, card, way.cost, besides, free=way.free) for way in ways)
    try:
        return any(can_pay(game, seat, total, card.id, window=False) for total in totals)
    finally:
        game.rewind(mark)


def _plain_cost(game: Game, seat: int, action: str, obj: Object, ways: tuple[Way, ...]) -> int | None:
    """What a card costs in reserve, if it costs nothing else and does so wherever it is; none otherwise."""
    if len(ways) != 1 or additional_costs(game, seat, obj) or not _is_steady(game, obj):
        return None
    cost = ways[0].cost
    if len(cost) != 1 or not isinstance(cost[0], Reserve):
        return None
    total = total_cost(game, seat, action, obj, cost, free=ways[0].free)
    if not total:
        return 0
    due = total[0]
    return due.amount if len(total) == 1 and isinstance(due, Reserve) and isinstance(due.amount, int) else None


def _is_steady(game: Game, obj: Object) -> bool:
    """Whether what changes its cost does so by fixed numbers, whatever else holds."""
    own = (game.texts[number].ability for number in obj.abilities)
    if any(isinstance(ability, CostChange) for ability in own):
        return False
    return all(c.condition is None and isinstance(c.amount, int) for _, _, c in statics(game, CostChange))
