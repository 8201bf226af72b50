"""Uses that mana may be spent on, and their consequences (106.6): one unit of mana at a time.

A purpose is what a payment is for: "cast" or "activate" and the card or source, or nothing that a text speaks of.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.queries.filters import fits
from engine.queries.layers import gain

if TYPE_CHECKING:
    from engine.abilities import IfSpent, SpendOn, Terms
    from engine.state.game import Game
    from engine.state.records import Object

Purpose = tuple[str, "Object | None"]
"""The action, "" for a payment that an effect asks for, and the card that is cast or the source of the ability."""


def is_meant(game: Game, on: SpendOn, purpose: Purpose, seat: int) -> bool:
    """Whether a payment of this purpose is one that a text about mana speaks of."""
    action, obj = purpose
    if on.action != action:
        return False
    return on.what is None or (obj is not None and fits(game, on.what, obj, seat, 0))


def allows(game: Game, terms: Terms, purpose: Purpose, seat: int) -> bool:
    """Whether mana with these terms may be spent for this purpose."""
    if terms.only and not any(is_meant(game, on, purpose, seat) for on in terms.only):
        return False
    return not any(is_meant(game, on, purpose, seat) for on in terms.never)


def carry_out(game: Game, riders: tuple[IfSpent, ...], purpose: Purpose, seat: int) -> None:
    """Give a spell its gains from the mana spent on it; it keeps them as a permanent (400.7a)."""
    obj = purpose[1]
    for rider in riders:
        if obj is not None and is_meant(game, rider.on, purpose, seat):
            gain(game, obj, rider.gains, (0, "mana spent on it"), rider.until)
