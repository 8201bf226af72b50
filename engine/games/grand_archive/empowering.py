"""Empower N: the next Spell card that a player activates this turn is activated and resolves as if at a higher level.

The sum of N that is due stands with the player, for all to see (Empower 3). As a Spell card is announced it takes all
of that (Empower 2a); its texts then see a champion of so many more levels, and so do those of a Spell card in hand
before, as it would be the next.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object

EMPOWERED: Final = "empower"
"""The note on a card that took what was due, and the name of what is due."""
SPELL: Final = "spell"


def due(game: Game, seat: int) -> int:
    """The levels that the next Spell card of a player gets."""
    return sum(number for name, number in game.players[seat].counters if name == EMPOWERED)


def empower(game: Game, seat: int, number: int) -> None:
    """Let the next Spell card get so many levels more; 0 or less does nothing (Empower 1a)."""
    if number > 0:
        _set(game, seat, due(game, seat) + number)


def lapse(game: Game) -> None:
    """The turn ends, and with it all that is due."""
    for player in game.players:
        if due(game, player.seat):
            _set(game, player.seat, 0)


def take(game: Game, seat: int, card: Object) -> None:
    """A Spell card that is announced takes all that is due."""
    number = due(game, seat)
    if number and SPELL in card.words:
        game.write(card, "paid", (*card.paid, (EMPOWERED, number)))
        _set(game, seat, 0)


def levels_besides(game: Game, seat: int, card: Object | None) -> int:
    """The levels that a champion of a player has besides for a text of a card, as that is or last was."""
    if card is None:
        return 0
    if card.zone == "effects stack":
        return dict(card.paid).get(EMPOWERED, 0)
    return due(game, seat) if card.zone == "hand" and SPELL in card.words and card.owner == seat else 0


def _set(game: Game, seat: int, number: int) -> None:
    player = game.players[seat]
    others = tuple(entry for entry in player.counters if entry[0] != EMPOWERED)
    game.write(player, "counters", tuple(sorted((*others, (EMPOWERED, number)))) if number else others)
