"""Things being given up for a payment that is being interrupted: they pay for nothing else, nor are they played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.state.game import Game

GIVEN: Final = "given"
"""In ``Play.said``: (GIVEN, id) for each that is given up, from when it is."""
NOTHING: Final[frozenset[int]] = frozenset()


def given_up(game: Game) -> frozenset[int]:
    """Ids of what the payments under way give up."""
    if not game.root.plays:
        return NOTHING
    return frozenset(entry[1] for play in game.root.plays for entry in game.play(play).said if entry[0] == GIVEN)
