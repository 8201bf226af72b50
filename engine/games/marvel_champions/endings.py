"""Texts by which the players win or lose as soon as something is so (Winning the Game)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import EndGame, StateTriggered
from engine.effects.players import EFFECT
from engine.queries.filters import holds
from engine.state.occurred import Ending

if TYPE_CHECKING:
    from engine.state.game import Game


def end(game: Game, name: str, *, won: bool) -> None:
    """All players together win or lose by the text of a card (Winning the Game)."""
    seats = tuple(range(game.seats)) if won else ()
    verb = "win" if won else "lose"
    game.write(game.root, "over", Ending(seats, EFFECT, f"by the text of {name} the players {verb}"))


def game_ended(game: Game, *, won: bool) -> bool:
    """End the game if a text says that the players win, or lose, as things are (Winning the Game)."""
    if "state" not in game.heard:
        return False
    for obj in game.battlefield():
        for number in obj.abilities:
            ability = game.texts[number].ability
            if not isinstance(ability, StateTriggered):
                continue
            effect = ability.body.effects[0]
            is_meant = isinstance(effect, EndGame) and effect.won == won
            if is_meant and holds(game, ability.condition, game.root.first, obj.id):
                end(game, obj.name, won=won)
                return True
    return False
