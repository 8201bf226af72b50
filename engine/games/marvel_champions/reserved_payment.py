"""Things being given up for a payment that is being interrupted: they pay for nothing else, nor are they played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, cast

from engine.games.marvel_champions.statements import GivenUp, statements

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.state.game import Game
    from engine.state.records import Play

NOTHING: Final[frozenset[int]] = frozenset()


def given_up(game: Game) -> frozenset[int]:
    """Ids of what the payments under way give up.

    Thousands of plays may be under way where abilities call each other up; most of them pay with nothing.
    """
    plays = cast("Iterable[Play]", map(game.records.__getitem__, game.root.plays))
    paying = [play for play in plays if play.said]
    return frozenset(said.ident for play in paying for said in statements(play, GivenUp)) if paying else NOTHING
