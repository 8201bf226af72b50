"""Whether a card can be paid for, before it is announced.

Its cost may depend on its having left its zone (1.1), so it is moved for real, and back. Most often nothing does: then
a plain reserve or memory cost is a matter of counting cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import CostChange, Memory, Reserve
from engine.events.zones import move
from engine.games.grand_archive.reserving import kindles_left, kindling, reservable
from engine.games.grand_archive.totals import additional_costs, put_x, total_cost
from engine.payment.can_pay import can_pay
from engine.queries.static_effects import statics

if TYPE_CHECKING:
    from engine.abilities import Way
    from engine.state.game import Game
    from engine.state.records import Object


def can_pay_for(game: Game, seat: int, action: str, obj: Object, ways: tuple[Way, ...]) -> bool:
    """Whether one of its costs can be paid once the card is on its way."""
    plain = _plain_cost(game, seat, action, obj, ways)
    known = _is_there(game, seat, obj, plain) if plain is not None else None
    if known is not None:
        return known
    mark = game.mark()
    card = move(game, obj, "effects stack", controller=seat)
    assert card is not None
    besides = additional_costs(game, seat, card)
    totals = (total_cost(game, seat, action, card, way.cost, besides, free=way.free) for way in ways)
    try:
        return any(can_pay(game, seat, total, card.id, window=False) for total in totals)
    finally:
        game.rewind(mark)


def _plain_cost(game: Game, seat: int, action: str, obj: Object, ways: tuple[Way, ...]) -> Reserve | Memory | None:
    """The cost of a card in reserve or memory, if it costs nothing else and does so wherever it is; none otherwise.

    Worked out once for the match if that never changes.
    """
    if game.prints[obj.card].additions or game.kit(obj).changes or statics(game, CostChange):
        return _plain_cost_now(game, seat, action, obj, ways)
    key = ("plain cost", action, obj.card, ways)
    if key not in game.caches:
        game.caches[key] = (_plain_cost_now(game, seat, action, obj, ways),)
    return game.caches[key][0]  # type: ignore[no-any-return]  # a cache of mixed plain data


def _plain_cost_now(game: Game, seat: int, action: str, obj: Object, ways: tuple[Way, ...]) -> Reserve | Memory | None:
    if len(ways) != 1 or additional_costs(game, seat, obj) or not _is_steady(game, obj):
        return None
    cost = ways[0].cost
    if len(cost) != 1 or not isinstance(cost[0], Reserve | Memory) or not isinstance(put_x(cost[0].amount, 0), int):
        return None
    total = total_cost(game, seat, action, obj, cost, free=ways[0].free)
    if not total:
        return Reserve(0)
    due = total[0]
    return due if len(total) == 1 and isinstance(due, Reserve | Memory) and isinstance(due.amount, int) else None


def _is_there(game: Game, seat: int, obj: Object, due: Reserve | Memory) -> bool | None:
    """Whether there are cards enough for a plain cost; none if it hangs on which cards have Floating Memory."""
    plain = due.amount
    assert isinstance(plain, int)
    if isinstance(due, Memory):
        able = len(game.content("memory", seat)) - (obj.zone == "memory")
        return True if plain <= able else False if plain > able + len(game.content("graveyard", seat)) else None
    able = len(game.content("hand", seat)) - (obj.zone == "hand")
    if plain > able:
        able += len(reservable(game, seat))
        able += min(kindles_left(game, obj.id), len(kindling(game, seat, obj.id)))
    return plain <= able


def _is_steady(game: Game, obj: Object) -> bool:
    """Whether what changes its cost does so by fixed numbers, whatever else holds."""
    own = (game.texts[number].ability for number in obj.abilities)
    if any(isinstance(ability, CostChange) for ability in own):
        return False
    return all(c.condition is None and isinstance(c.amount, int) for _, _, c in statics(game, CostChange))
