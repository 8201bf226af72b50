"""Cards that ready, unless a text says that they cannot (Ready, Cannot)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.events.execution import EVENTS
from engine.queries.prohibitions import forbidden
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.proposed_events import Prospect

READY: Final = "ready"
"""The action that is forbidden."""


def stays_exhausted(game: Game, each: Prospect) -> bool:
    """Whether a card cannot ready now."""
    obj = game.object(each.subject)
    return obj is not None and forbidden(game, READY, NOBODY, obj)


def ready_up(game: Game, each: Prospect, results: list[Prospect]) -> int:
    """Ready a card that can."""
    return 0 if stays_exhausted(game, each) else EVENTS["untap"].perform(game, each, results)
