"""Things being given up for a payment that is being interrupted: they pay for nothing else, nor are they played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.marvel_champions.statements import GivenUp, statements

if TYPE_CHECKING:
    from engine.state.game import Game

NOTHING: Final[frozenset[int]] = frozenset()


def given_up(game: Game) -> frozenset[int]:
    """Ids of what the payments under way give up.

    Thousands of plays may be under way where abilities call each other up; most of them pay with nothing.
    """
    found: list[int] = []
    for ident in game.root.plays:
        play = game.play(ident)
        if play.said:
            found.extend([said.ident for said in statements(play, GivenUp)])
    return frozenset(found) if found else NOTHING
