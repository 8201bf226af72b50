"""Costs of attacks, as they are declared (Declaring an Attack 2d): by effects that hold and by weapons used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import FightTerms, Reserve
from engine.payment.can_pay import can_pay
from engine.queries.filters import amount, fits, holds
from engine.queries.layers import Trial
from engine.queries.static_effects import statics
from engine.state.frequent_writes import write_tapped

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.abilities import Cost
    from engine.state.game import Game
    from engine.state.records import Object


def cost_of_attack(game: Game, attacker: Object, used: Iterable[Object]) -> Cost:
    """The cost of a unit's attack, with the weapons that are used for it; all of it is due together."""
    due = 0
    ids = [obj.id for obj in used]
    for holder, seat, terms in statics(game, FightTerms):
        source = holder.id if holder is not None else 0
        is_meant = (
            source in ids if terms.source else terms.what is None or fits(game, terms.what, attacker, seat, source)
        )
        if is_meant and holds(game, terms.condition, seat, source):
            parts = (part for part in terms.cost or () if isinstance(part, Reserve))
            due += sum(amount(game, part.amount, seat, source) for part in parts)
    return (Reserve(due),) if due > 0 else ()


def can_afford(game: Game, seat: int, attacker: Object, weapon: Object | None) -> bool:
    """Whether a seat could pay for an attack, once the attacker has rested for it (2a)."""
    due = cost_of_attack(game, attacker, () if weapon is None else (weapon,))
    if not due:
        return True
    with Trial(game):
        write_tapped(game, attacker, True)
        return bool(can_pay(game, seat, due, attacker.id, window=False))
