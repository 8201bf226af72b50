"""Frames that only Magic has, once a player has left the game (800.4)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.play.leaving import of_seat, of_seats

if TYPE_CHECKING:
    from engine.play.leaving import Seats
    from engine.state.game import Frame, Game
    from engine.state.rulebook import Leaver


def _mulligans(game: Game, frame: Frame, seats: Seats) -> Frame | None:
    op, undecided, takers, taken = frame
    return (op, *(tuple(seat for seat in some if seat not in seats) for some in (undecided, takers)), taken)


def _next_in_order(game: Game, frame: Frame, seats: Seats) -> Frame | None:
    """800.4g: what the rules want of a player who has left is up to the next one in turn order."""
    return (frame[0], game.turn_order(frame[1])[0], *frame[2:])


def _assign(game: Game, frame: Frame, seats: Seats) -> Frame | None:
    """Combat damage is assigned anew by those who are left, among what is left."""
    op, fighters, assigned, _ = frame
    left = tuple(dict.fromkeys((*(source for source, _, _ in assigned), *fighters)))
    return (op, tuple(ident for ident in left if ident in game.records), (), -1)


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
