"""Constant abilities that ask who attacks or defends: they are worked out anew as an attack begins and ends."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.games.marvel_champions.asked_ways import is_asked_of
from engine.games.marvel_champions.language.shared_words import IS_ATTACKING, IS_DEFENDING
from engine.queries.layers import refresh

if TYPE_CHECKING:
    from engine.state.game import Game


def acts_anew(game: Game) -> bool:
    """An attack has begun, has gone on or is over; whether a constant ability of the match asks (Constant Ability).

    The agenda says who attacks, and a write to it outdates nothing that was worked out.
    """
    if not (is_asked_of(game, IS_ATTACKING) or is_asked_of(game, IS_DEFENDING)):
        return False
    game.write(game.root, "statics", game.root.statics)  # what was worked out before is out of date
    refresh(game)
    return True
