"""Payments to measure: boards and costs drawn at random, each asked whether it can be paid.

What they are drawn from stands in files of each game. Owns no clock and no chance: who measures brings both.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from engine.abilities import Activated, Mana
from engine.cards import define
from engine.data import package_of, read_folder
from engine.payable import can_pay
from engine.position import build
from engine.solver import NODES, Level, Search
from engine.sources import sources_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Cost, CostPart
    from engine.match import Match


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


class Boards:
    """Boards and costs of one kind.

    Args:
        table: ``name``; ``permanents`` and the least and most of them (``size``); ``symbols`` and how many of them
            (``length``); what the cost takes ``besides``, as a text says it; ``card`` tables for cards of its own.
    """

    __slots__ = ("_besides", "_cards", "_game", "_length", "_permanents", "_size", "_symbols", "name")

    def __init__(self, game: str, table: dict[str, Any]) -> None:
        self.name: str = table["name"]
        self._game = game
        self._permanents: list[str] = table["permanents"]
        self._size: tuple[int, int] = tuple(table["size"])
        self._symbols: list[str] = table["symbols"]
        self._length: int = table["length"]
        self._besides = _cost(game, table["besides"]) if "besides" in table else ()
        self._cards: list[dict[str, object]] = table.get("card", [])

    def draw(self, below: Callable[[int], int]) -> Probe:
        """One of them; ``below`` draws a number below another."""
        least, most = self._size
        size = least + below(most - least + 1) if most > least else least
        board = [self._permanents[below(len(self._permanents))] for _ in range(size)]
        match = build(self._game, {"A": {"battlefield": board}, "B": {}}, self._cards, {})
        cost = Mana(tuple(self._symbols[below(len(self._symbols))] for _ in range(self._length)))
        return Probe(match, (cost, *self._besides))


def boards_of(game: str) -> tuple[Boards, ...]:
    """What a game has to measure, in the order of its files."""
    return tuple(Boards(game, tomllib.loads(text)) for _, text in read_folder(package_of(game), "probes", ".toml"))


def _cost(game: str, text: str) -> Cost:
    """A cost as an activated ability says it."""
    (ability,) = define(game, {"name": "Probe", "type": "Artifact", "text": f"{text}: Draw a card."}).abilities
    assert isinstance(ability, Activated)
    return ability.cost
