"""Frames that only Marvel Champions has, once a player is eliminated.

A turn ends with its player; encounter cards already being resolved are resolved to the end.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.marvel_champions import indirect_damage
from engine.play.leaving import of_round, of_seat, of_seats

if TYPE_CHECKING:
    from engine.games.marvel_champions.frames import LimitFrame
    from engine.play.leaving import Seats
    from engine.state.frames import Frame, PriorityFrame
    from engine.state.game import Game
    from engine.state.rulebook import Leaver


def _turn(game: Game, frame: PriorityFrame, seats: Seats) -> Frame | None:
    """Nobody takes actions in the turn of a player who is eliminated in it."""
    is_over = frame.round == "turn" and game.root.active in seats
    return None if is_over else of_round(game, frame, seats)


def _limit(game: Game, frame: LimitFrame, seats: Seats) -> Frame | None:
    """A choice among cards that have all gone with their player."""
    return frame if all(ident in game.records for ident in frame.cards) else None


FRAMES_LEFT: Final[dict[str, Leaver]] = {
    "priority": _turn,
    "turns": of_seats,
    "discards": of_seats,
    "mulligans": of_seats,
    "activations": of_seats,
    "reveals": of_seats,
    "minions": of_seat,
    "surge": of_seat,
    "specials": of_seat,
    "limit": _limit,
    "indirect": indirect_damage.without,
}
