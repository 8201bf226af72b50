"""Things being given up for a payment that is being interrupted: they pay for nothing else, nor are they played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.games.marvel_champions.statements import GivenUp, statements

if TYPE_CHECKING:
    from engine.state.game import Game

NOTHING: Final[frozenset[int]] = frozenset()


def given_up(game: Game) -> frozenset[int]:
    """Ids of what the payments under way give up."""
    if not game.root.plays:
        return NOTHING
    return frozenset(said.ident for play in game.root.plays for said in statements(game.play(play), GivenUp))
