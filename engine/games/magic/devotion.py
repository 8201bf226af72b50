"""Devotion, an amount that only Magic has (700.5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.cards.definitions import COLOR_OF
from engine.games.magic.copied_costs import lack_costs

if TYPE_CHECKING:
    from engine.abilities import Devotion
    from engine.state.game import Game
    from engine.state.records import Item


def devotion(game: Game, to: Devotion, seat: int, item: Item | None) -> int:
    """700.5: the symbols of any of these colours in the mana costs of permanents."""
    colors = [item.chosen if color == "chosen color" and item else color for color in to.colors]
    wanted = {symbol for symbol, color in COLOR_OF.items() if color in colors}
    own = [obj for obj in game.battlefield() if obj.controller == seat and not (obj.extra and lack_costs(obj.extra))]
    costs = (game.prints[obj.card].definition.cost for obj in own)
    symbols = (symbol for cost in costs if cost is not None for symbol in cost.symbols)
    return sum(not wanted.isdisjoint(symbol.split("/")) for symbol in symbols)
