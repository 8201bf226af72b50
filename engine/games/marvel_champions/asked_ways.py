"""The ways in which an event happens that are told only where a text of the match asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import Grant, Timed, Value
from engine.text.phrases import records_of

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


def is_asked_of(game: Game, field: str) -> bool:
    """Whether a constant ability of this match holds by such a number of something."""
    key = f"holds by {field}"
    cached = game.fixed.get(key)
    if cached is None:
        grants = (text.ability for text in game.texts if isinstance(text.ability, Grant))
        asked = (number.field for own in grants for number in records_of(own.condition or (), Value))
        cached = game.fixed[key] = (field in asked,)
    return bool(cached[0])
