"""A game's own numbers of a player, by name: lands played, what happened this turn. Only set ones are kept."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.state.game import Game

LOSES: Final = "loses"
"""That an effect says that the player loses the game."""
DREW_FROM_EMPTY: Final = "drew from empty"
"""That the player should have drawn a card and there was none."""
COMMON_MARKS: Final = frozenset((LOSES, DREW_FROM_EMPTY))
"""The names that all games have; ``Rulebook.marks`` are those of one game."""


def set_mark(game: Game, seat: int, name: str, value: int) -> None:
    """Set one of the game's own numbers of a player."""
    player = game.players[seat]
    marks = dict(player.marks)
    marks[name] = value
    game.write(player, "marks", tuple((k, n) for k, n in marks.items() if n))


def mark_of(game: Game, seat: int, name: str) -> int:
    """One of the game's own numbers of a player, 0 if not set."""
    for key, value in game.players[seat].marks:
        if key == name:
            return value
    return 0
