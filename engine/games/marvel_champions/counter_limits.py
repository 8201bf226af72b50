"""Cards that hold no more than so many counters of a name: what is more is taken off at once (Max)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Keyword
from engine.events.execution import change_counters
from engine.games.marvel_champions.character_stats import counters_of
from engine.games.marvel_champions.language.shared_words import MOST_COUNTERS, MOST_COUNTERS_EACH

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object

WORDS: Final = frozenset((MOST_COUNTERS, MOST_COUNTERS_EACH))


def drop_counters(game: Game) -> bool:
    """Take off the counters that cards may not hold; whether there were any."""
    found = False
    for obj in game.battlefield():
        if obj.keywords and not WORDS.isdisjoint(obj.keywords):
            for name, most in _bounds(game, obj):
                excess = counters_of(obj, name) - most
                if excess > 0:
                    change_counters(game, obj.id, name, -excess)
                    found = True
    return found


def _bounds(game: Game, obj: Object) -> list[tuple[str, int]]:
    """The names of the counters of which a card holds no more than a number."""
    own = (game.texts[number].ability for number in obj.abilities)
    return [
        (one.what.name, one.value * (game.seats if one.name == MOST_COUNTERS_EACH else 1))
        for one in own
        if isinstance(one, Keyword) and one.name in WORDS and one.what is not None
    ]
