"""Labels of seats, objects and items of the stack: letters, and names with a number."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Item, Object

SEATS: Final = "ABCDEFGH"


def seat_name(seat: int) -> str:
    """A, B, C, D."""
    return SEATS[seat]


def label(game: Game, obj: Object) -> str:
    """``NAME#n``, or ``NAME`` for a card that has not been public."""
    return f"{obj.name}#{obj.number}" if obj.number else obj.name


def item_label(game: Game, item: Item) -> str:
    """A spell by its card's label, an ability by its place on the stack."""
    card = game.object(item.card)
    return label(game, card) if card is not None else f"the ability of {item.name}"
