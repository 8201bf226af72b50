"""Frames that only Grand Archive has, once a player has left the game.

No page says so; as elsewhere: a turn goes on to its end without its player, and so does a combat.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.grand_archive.frames import TurnFrame
from engine.play.leaving import of_item, of_seat

if TYPE_CHECKING:
    from engine.play.leaving import Seats
    from engine.state.frames import Frame
    from engine.state.game import Game
    from engine.state.rulebook import Leaver


def _turn(game: Game, frame: TurnFrame, seats: Seats) -> Frame | None:
    """The next player takes the turn of one who has left before it."""
    return TurnFrame(game.turn_order(frame.seat)[0])


FRAMES_LEFT: Final[dict[str, Leaver]] = {
    "turn": _turn,
    "champion": of_seat,
    "materialize": of_seat,
    "resolved": of_item,
}
