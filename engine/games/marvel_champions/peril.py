"""Peril: while a player resolves such a card the others may neither act nor be asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import IT
from engine.games.marvel_champions.frames import RevealFrame
from engine.queries.filters import resolve

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item, Object

REVEAL: Final = "reveal"
"""The op of the frame of a card that is revealed."""
REVEALS: Final = "reveals"
"""The event that a card begins to be revealed, which the log tells; texts wait for ``REVEAL``, the end of it."""
RESOLVE: Final = "resolve"
"""The event that a player has resolved a revealed card, whose effects nobody canceled (Cancel)."""


def card_of(game: Game, item: Item) -> Object | None:
    """The card that is being resolved, where it is now."""
    found = resolve(game, IT, item.controller, item.source, item)
    return game.object(found[0]) if found else None


def is_silenced(game: Game, seat: int) -> bool:
    """Whether another player is resolving a card with peril, so that this one may neither act nor be asked (Peril)."""
    items = (game.item(frame.item) for frame in game.root.agenda if isinstance(frame, RevealFrame))
    return any(item.controller != seat and _is_perilous(game, item) for item in items)


def _is_perilous(game: Game, item: Item) -> bool:
    card = card_of(game, item)
    return card is not None and "peril" in card.keywords
