"""Leaving the game by one's own decision (104.3a), also while somebody plays something.

The rules say only that the player leaves at once. A play in flight that its player could still take back never was, and
may be announced again; one that something random or hidden was shown for, or another seat chose for, goes on without
the one who left, unless that one chooses for it or what was chosen for it has left too. If the game returns to before
such a play after all, a player who has left meanwhile has left all the same.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.play.targets import choosing_opponent
from engine.state.agenda import CONCEDED
from engine.state.procedure import item_of
from engine.state.records import Player

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Play


def leave(game: Game, seat: int) -> None:
    """A seat concedes, loses and leaves."""
    game.write(game.players[seat], "lost", CONCEDED)
    game.occurred("concedes", seat, 0, 0, 0)
    game.rules.conceded(game, seat)


def left_since(game: Game, mark: int) -> list[int]:
    """The seats that have conceded since a mark, in order."""
    left = []
    for ident, field, _ in game.log[mark:]:
        if field == "lost":
            record = game.records.get(ident)
            if isinstance(record, Player) and record.lost == CONCEDED:
                left.append(record.seat)
    return left


def rewind(game: Game, mark: int) -> None:
    """Back to before a play, for all but those who have conceded since."""
    left = left_since(game, mark)
    game.rewind(mark)
    for seat in left:
        leave(game, seat)


def leave_plays_in_flight(game: Game, seat: int) -> bool:
    """Leave while others play something; whether that can go on, else the caller puts back what this did."""
    plays = [game.play(ident) for ident in game.root.plays]
    if any(play.seat == seat or not play.bound or choosing_opponent(game, play) == seat for play in plays):
        return False
    chosen = [(play, ident) for play in plays for ident in _chosen(game, play) if ident in game.records]
    leave(game, seat)
    return game.root.over is None and all(_is_there(game, play, ident) for play, ident in chosen)


def _chosen(game: Game, play: Play) -> tuple[int, ...]:
    """The objects that a play is about: its card or source, and the targets so far."""
    item = item_of(game, play)
    return (play.item, item.card, item.source, *(ident for some in item.targets for ident in some))


def _is_there(game: Game, play: Play, ident: int) -> bool:
    record = game.records.get(ident)
    return record is not None and not (isinstance(record, Player) and record.lost and record.seat != play.seat)
