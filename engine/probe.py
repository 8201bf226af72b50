"""Payments to measure: boards and costs drawn at random, each asked whether it can be paid.

Owns no clock and no chance: who measures brings both.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Filter, Mana, Sacrifice
from engine.payable import can_pay
from engine.position import build
from engine.solver import NODES, Level, Search
from engine.sources import sources_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import CostPart
    from engine.match import Match

ARTIFACT: Final = Filter((("artifact",),), "you")
FILTER_LAND: Final[dict[str, object]] = {
    "name": "Ridge of Two Sides",
    "type": "Land",
    "text": "{T}: Add {C}.\n{R/W}, {T}: Add {R}{R}, {R}{W}, or {W}{W}.",
}
INDEPENDENT: Final = ("Mountain", "Plains", "Forest", "Island", "Mox Opal", "Llanowar Elves", "Sol Ring")
INVOLVED: Final = ("Mountain", "Plains", "Chromatic Star", "Krark-Clan Ironworks", "Ornithopter", "Ridge of Two Sides")
HYBRID: Final = ("W/U", "R/G", "G/W", "U/R", "R", "G", "W", "2", "1")
INVOLVED_COSTS: Final = ("R", "W", "U", "1", "2")


class Probe:
    """One board with one cost that its first seat asks about."""

    __slots__ = ("due", "match")

    def __init__(self, match: Match, due: tuple[CostPart, ...]) -> None:
        self.match = match
        self.due = due

    def ask(self) -> int:
        """Whether it can be paid, worked out anew from known sources: 0 no, 1 unproven, 2 yes."""
        game = self.match.game
        sources_of(game, 0).memo.clear()
        return can_pay(game, 0, self.due, 0, "cast")

    def within_budget(self) -> bool:
        """Whether a search over everything stays within its budget of nodes."""
        game = self.match.game
        search = Search(game, 0, [Level(self.due, 0, ("cast", None), None)], sources_of(game, 0))
        search.run()
        return search.nodes <= NODES


def independent(count: int, below: Callable[[int], int]) -> list[Probe]:
    """Boards of 20 sources that cost nothing but their tapping, and costs with hybrid symbols; ``below`` draws."""
    return [_probe(below, INDEPENDENT, 20, HYBRID, 5, ()) for _ in range(count)]


def involved(count: int, below: Callable[[int], int]) -> list[Probe]:
    """Boards of Stars, filter lands and the Ironworks, and costs that take an artifact besides."""
    taken = (Sacrifice(ARTIFACT),)
    return [_probe(below, INVOLVED, 3 + below(6), INVOLVED_COSTS, 3, taken) for _ in range(count)]


def _probe(
    below: Callable[[int], int],
    permanents: tuple[str, ...],
    size: int,
    symbols: tuple[str, ...],
    length: int,
    others: tuple[CostPart, ...],
) -> Probe:
    board = [permanents[below(len(permanents))] for _ in range(size)]
    match = build("magic", {"A": {"battlefield": board}, "B": {}}, [FILTER_LAND], {})
    cost = Mana(tuple(symbols[below(len(symbols))] for _ in range(length)))
    return Probe(match, (cost, *others))
