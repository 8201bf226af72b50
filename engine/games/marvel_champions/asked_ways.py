"""The ways in which an event happens that are told only where a text of the match asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Timed

if TYPE_CHECKING:
    from engine.state.game import Game


def is_asked(game: Game, how: str) -> bool:
    """Whether an interrupt or response of this match waits for what happens in this way."""
    key = f"asks {how}"
    cached = game.fixed.get(key)
    if cached is None:
        awaited = (text.ability for text in game.texts if isinstance(text.ability, Timed))
        cached = game.fixed[key] = (any(event.how == how for one in awaited for event in one.events),)
    return bool(cached[0])
