"""Frames that only Magic has, once a player has left the game (800.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.magic.frames import AssignDamageFrame, MulligansFrame
from engine.play.leaving import of_seat, of_seats

if TYPE_CHECKING:
    from engine.games.magic.frames import FirstPlayerFrame, NewTurnFrame
    from engine.play.leaving import Seats
    from engine.state.frames import Frame
    from engine.state.game import Game
    from engine.state.rulebook import Leaver


def _mulligans(game: Game, frame: MulligansFrame, seats: Seats) -> Frame | None:
    undecided, takers = (tuple(seat for seat in some if seat not in seats) for some in (frame.undecided, frame.takers))
    return MulligansFrame(undecided, takers, frame.taken)


def _next_in_order(game: Game, frame: FirstPlayerFrame | NewTurnFrame, seats: Seats) -> Frame | None:
    """800.4g: what the rules want of a player who has left is up to the next one in turn order."""
    return frame._replace(seat=game.turn_order(frame.seat)[0])


def _assign(game: Game, frame: AssignDamageFrame, seats: Seats) -> Frame | None:
    """Combat damage is assigned anew by those who are left, among what is left."""
    left = tuple(dict.fromkeys((*(source for source, _, _ in frame.assigned), *frame.fighters)))
    return AssignDamageFrame(tuple(ident for ident in left if ident in game.records), (), -1)


FRAMES_LEFT: Final[dict[str, Leaver]] = {
    "mulligans": _mulligans,
    "bottom": of_seat,
    "cleanup discard": of_seat,
    "attackers": of_seat,
    "blockers": of_seats,
    "untap": of_seat,
    "first player": _next_in_order,
    "new turn": _next_in_order,
    "assign damage": _assign,
}
