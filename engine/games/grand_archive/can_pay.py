"""Whether a card can be paid for, before it is announced.

Its cost may depend on its having left its zone (1.1), so it is moved for real, and back. Most often nothing does: then
a plain reserve or memory cost is a matter of counting cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import CostChange, Memory, Reserve, TapOther
from engine.events.zones import move
from engine.games.grand_archive.activation_modes import printed_on
from engine.games.grand_archive.commands import commanded, rest_for_attack
from engine.games.grand_archive.reserving import kindles_left, kindling, reservable
from engine.games.grand_archive.totals import additional_costs, put_x, total_cost
from engine.payment.can_pay import can_pay
from engine.play.declared_costs import required_costs
from engine.queries.layers import Trial
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
    with Trial(game):
        card = move(game, obj, "effects stack", controller=seat)
        assert card is not None
        besides = additional_costs(game, seat, card)
        totals = (total_cost(game, seat, action, card, way.cost, besides, free=way.free) for way in ways)
        return any(can_pay(game, seat, total, card.id, window=False) for total in totals)


def _plain_cost(game: Game, seat: int, action: str, obj: Object, ways: tuple[Way, ...]) -> Reserve | Memory | None:
    """The cost of a card in reserve or memory, if it costs nothing else and does so wherever it is; none otherwise.

    That the champion rests for an attack card does not count. Worked out once for the match if that never changes.
    """
    if game.prints[obj.card].additions or game.kit(obj).changes or statics(game, CostChange):
        return _plain_cost_now(game, seat, action, obj, ways)
    plain = printed_on(game, obj).plain
    known = plain.get(action)
    if known is None or known[0] is not ways:
        known = plain[action] = (ways, _plain_cost_now(game, seat, action, obj, ways))
    return known[1]


def _plain_cost_now(game: Game, seat: int, action: str, obj: Object, ways: tuple[Way, ...]) -> Reserve | Memory | None:
    if len(ways) != 1 or required_costs(game, seat, obj) or not _is_steady(game, obj):
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
    """Whether a plain cost can be paid; none if it hangs on which cards have Floating Memory, or who rests for what."""
    plain = due.amount
    assert isinstance(plain, int)
    is_attack = "attack" in game.prints[obj.card].definition.words
    if is_attack and not game.rules.cost_rules[TapOther].can_pay_part(game, seat, obj.id, rest_for_attack(game, obj)):
        return False
    if is_attack and commanded(game, obj) is not None:
        return None
    if isinstance(due, Memory):
        able = len(game.content("memory", seat)) - (obj.zone == "memory")
        return True if plain <= able else False if plain > able + len(game.content("graveyard", seat)) else None
    able = len(game.content("hand", seat)) - (obj.zone == "hand")
    if plain <= able:
        return True
    resting = reservable(game, seat)
    able += len(resting) + min(kindles_left(game, obj.id), len(kindling(game, seat, obj.id)))
    if is_attack and plain <= able and any("champion" in game.obj(ident).words for ident in resting):
        return None
    return plain <= able


def _is_steady(game: Game, obj: Object) -> bool:
    """Whether what changes its cost does so by fixed numbers, whatever else holds."""
    own = (game.texts[number].ability for number in obj.abilities)
    if any(isinstance(ability, CostChange) for ability in own):
        return False
    return all(c.condition is None and isinstance(c.amount, int) for _, _, c in statics(game, CostChange))
