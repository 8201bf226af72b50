"""Users of abilities in play: whose card it is, everybody for those of the scenario, and whom the text names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.queries.filters import holds

if TYPE_CHECKING:
    from engine.cards.numbered_text import Text
    from engine.state.game import Game
    from engine.state.records import Object

ANYBODY: Final = "any player"
"""The limit of an ability that any player may trigger, or any of whom its condition holds."""


def is_open_to(game: Game, seat: int, obj: Object, text: Text) -> bool:
    """Whether a player may use an ability of a card in play, as to whose it is (Cost: control, Action Ability)."""
    return obj.controller in (seat, game.side) or _is_allowed(game, seat, obj, text)


def _is_allowed(game: Game, seat: int, obj: Object, text: Text) -> bool:
    """Whether the text itself lets a player use it who does not control its card."""
    return any(
        limit.kind == ANYBODY and (limit.condition is None or holds(game, limit.condition, seat, obj.id))
        for limit in text.limits
    )
