"""Costs that are the printed cost of something else, which is chosen as they are worked out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from engine.abilities import PrintedCost
from engine.games.marvel_champions.characters import facts_of
from engine.queries.filters import matching

if TYPE_CHECKING:
    from engine.cards.numbered_text import Text
    from engine.state.game import Game
    from engine.state.records import Object


def part_of(text: Text) -> PrintedCost | None:
    """The part of a text's cost that is the printed cost of something."""
    return next((part for part in text.cost if isinstance(part, PrintedCost)), None)


def payees(game: Game, seat: int, source: Object, part: PrintedCost) -> dict[int, int]:
    """The things whose cost may be paid, with the numbers printed on them."""
    found: dict[int, int] = {}
    for ident in matching(game, part.what, seat, source.id):
        cost = facts_of(game.prints[game.obj(ident).card]).cost
        if isinstance(cost, int):
            found[ident] = cost
    return found
