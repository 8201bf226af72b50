"""Cards that enter the Intent with power besides their own, as an effect that holds says at that moment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Grant
from engine.queries.filters import amount, fits, holds

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object

ZONE: Final = "intent"
POWER: Final = "intent power"
"""The note of a card that entered the Intent with such power."""


def note_entering(game: Game, card: Object) -> None:
    """Give a card that has just entered the Intent the power with which it enters."""
    more = 0
    for holder in game.battlefield():
        for grant in (text.ability for text in game.kit(holder).grants):
            assert isinstance(grant, Grant)
            if grant.what is None or grant.what.zone != ZONE:
                continue
            seat, source = holder.controller, holder.id
            if holds(game, grant.condition, seat, source) and fits(game, grant.what, card, seat, source):
                more += amount(game, grant.power, seat, source)
    if more:
        game.write(card, "extra", (*card.extra, (POWER, more)))


def power_on_entering(card: Object) -> int:
    """The power with which a card entered the Intent besides its own."""
    return sum(value for key, value in card.extra if key == POWER and isinstance(value, int))
