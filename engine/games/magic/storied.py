"""The enduring story (702.195), a designation that players get and keep for the rest of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import YOU, Compare, Keyword, Value
from engine.queries.layers import refresh
from engine.state.player_marks import mark_of, set_mark

if TYPE_CHECKING:
    from engine.state.game import Game

STORIED: Final = "storied"
STORY: Final = "enduring story"
"""The designation: a number of its player that is 1 once it was got."""
HAS_STORY: Final = Compare(Value(STORY, YOU), "=", 1)
ENOUGH: Final = 3


def tell_stories(game: Game) -> bool:
    """702.195a: a player with a storied permanent and three that count gets the designation; say whether one does."""
    if not _is_told(game):
        return False
    there = game.battlefield()
    found = False
    for seat in sorted({obj.controller for obj in there if STORIED in obj.keywords}):
        own = [obj for obj in there if obj.controller == seat and not _COUNTED.isdisjoint(obj.words)]
        if len(own) >= ENOUGH and not mark_of(game, seat, STORY):
            set_mark(game, seat, STORY, 1)
            found = True
    if found:
        refresh(game)  # 702.195c
    return found


def _is_told(game: Game) -> bool:
    """Whether any text of this match is or gives the keyword."""
    cached = game.fixed.get(STORY)
    if cached is None:
        said = any(isinstance(text.ability, Keyword) and text.ability.name == STORIED for text in game.texts)
        cached = game.fixed[STORY] = (said,)
    return bool(cached[0])


_COUNTED: Final = frozenset(("artifact", "legendary", "saga"))
