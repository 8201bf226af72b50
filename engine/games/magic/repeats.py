"""The times that an ability has resolved this turn, noted where a text of the match asks for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import TimesResolved
from engine.state.occurred import PastEvent
from engine.text.phrases import has

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item

RESOLVED: Final = "ability resolved"
"""The event of this turn that an ability resolves; its number is that of the text."""


def _are_counted(game: Game) -> frozenset[int]:
    """The texts that ask for it."""
    cached = game.fixed.get(RESOLVED)
    if cached is None:
        asking = frozenset(text.number for text in game.texts if has(text.ability, TimesResolved))
        cached = game.fixed[RESOLVED] = (asking,)
    return frozenset(cached[0])


def note_resolution(game: Game, item: Item) -> None:
    """An ability begins to resolve (608.2): that is one time more, if its source is gone as well."""
    if item.text in _are_counted(game):
        game.append(game.root, "happened", PastEvent(RESOLVED, item.controller, item.known, item.text))


def times_resolved(game: Game, _of: TimesResolved, _seat: int, item: Item | None) -> int:
    """The times that this ability of its source has resolved this turn, with this one."""
    if item is None:
        return 0
    return sum(
        1
        for past in game.root.happened
        if past.name == RESOLVED and past.amount == item.text and past.what and past.what.id == item.source
    )
