"""Abilities about players: their maximum hand size (402.2), that they have hexproof or shroud (702.11c)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import HandSize, PlayerHas
from engine.queries.filters import amount, holds
from engine.queries.static_effects import statics
from engine.state.lasting import PlayerGainsEffect

if TYPE_CHECKING:
    from engine.state.game import Game

HAND: Final = 7
UNLIMITED: Final = 1 << 30


def hand_size(game: Game, seat: int) -> int:
    """402.2: a player's maximum hand size."""
    size = HAND
    for holder, controller, ability in statics(game, HandSize):
        source = holder.id if holder is not None else 0
        if ability.who and (seat == controller) != (ability.who == "you"):
            continue
        if not holds(game, ability.condition, controller, source):
            continue
        number = amount(game, ability.amount, controller, source)
        change = {"none": UNLIMITED, "more": size + number, "less": size - number, "becomes": number}
        size = change[ability.operation]
    return max(size, 0)


def player_has(game: Game, seat: int, keyword: str) -> bool:
    """Whether an ability says that a player has hexproof or shroud, or a resolved text gave it for a time."""
    ident = game.players[seat].id
    gains = (effect for effect in game.root.effects if isinstance(effect, PlayerGainsEffect))
    if any(ident in effect.players and keyword in effect.gains for effect in gains):
        return True
    return any(
        ability.keyword == keyword
        and controller == seat
        and holds(game, ability.condition, controller, holder.id if holder is not None else 0)
        for holder, controller, ability in statics(game, PlayerHas)
    )
