"""Payments to measure: boards and costs drawn at random, each asked whether it can be paid.

The cards and costs to draw from stand in files of each game. Owns no clock and no chance: who measures brings both.
"""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

from engine.abilities import Activated
from engine.assets import package_of, read_folder
from engine.cards.definitions import define
from engine.formats.position import build
from engine.games import probe_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from engine.abilities import Cost, CostPart
    from engine.match.match import Match


class Probe:
    """One board with one cost that its first seat asks about."""

    __slots__ = ("_measures", "due", "match")

    def __init__(self, match: Match, due: tuple[CostPart, ...]) -> None:
        self.match = match
        self.due = due
        self._measures = probe_of(match.game.rules.name)

    def ask(self) -> int:
        """Whether it can be paid, worked out anew: 0 no, 1 unproven, 2 yes."""
        return self._measures.ask(self.match.game, 0, self.due)

    def within_budget(self) -> bool:
        """Whether a search over everything stays within its budget of nodes."""
        return self._measures.is_within_budget(self.match.game, 0, self.due)


class Boards:
    """Boards and costs of one kind.

    Args:
        table: ``name``; ``permanents``, the least and most of them (``size``), their ``zone``; ``symbols`` and how many
            of them (``length``) in each of so many ``costs``; how an ability ``says`` the cost where "COST" stands, and
            ``part`` one of them where "SYMBOLS" stands; what the cost takes ``besides``; ``card`` tables for cards
            of its own; what else the first seat has (``seat``).
    """

    __slots__ = (
        "_besides",
        "_cards",
        "_costs",
        "_game",
        "_length",
        "_part",
        "_permanents",
        "_says",
        "_seat",
        "_size",
        "_symbols",
        "_type",
        "_zone",
        "name",
    )

    def __init__(self, game: str, table: dict[str, Any]) -> None:
        self.name: str = table["name"]
        self._game = game
        self._permanents: list[str] = table["permanents"]
        self._size: tuple[int, int] = tuple(table["size"])
        self._zone: str = table.get("zone", "battlefield")
        self._symbols: list[str] = table["symbols"]
        self._length: int = table["length"]
        self._costs: int = table.get("costs", 1)
        self._part: str = table.get("part", "SYMBOLS")
        self._says: str = table.get("says", "COST: Draw a card.")
        self._type: str = table.get("type", "Artifact")
        self._besides: tuple[str, ...] = (table["besides"],) if "besides" in table else ()
        self._cards: list[dict[str, object]] = table.get("card", [])
        self._seat: dict[str, object] = table.get("seat", {})

    def draw(self, below: Callable[[int], int]) -> Probe:
        """One of them; ``below`` draws a number below another."""
        least, most = self._size
        size = least + below(most - least + 1) if most > least else least
        board = [self._permanents[below(len(self._permanents))] for _ in range(size)]
        match = build(self._game, {"A": {**self._seat, self._zone: board}, "B": {}}, self._cards, {})
        parts = [self._part.replace("SYMBOLS", self._drawn(below)) for _ in range(self._costs)]
        return Probe(match, self._cost(", ".join((*parts, *self._besides))))

    def _drawn(self, below: Callable[[int], int]) -> str:
        """Some symbols, drawn by chance."""
        return "".join("{" + self._symbols[below(len(self._symbols))] + "}" for _ in range(self._length))

    def _cost(self, text: str) -> Cost:
        """A cost as an activated ability says it."""
        says = self._says.replace("COST", text)
        return _cost_in(self._game, self._type, says)


def _cost_in(game: str, type_line: str, says: str) -> Cost:
    """The cost of the one ability of a text."""
    (ability,) = define(game, {"name": "Probe", "type": type_line, "text": says}).abilities
    assert isinstance(ability, Activated)
    return ability.cost


def can_pay_now(match: Match, seat: int, cost: str, *, pool_alone: bool = False) -> int:
    """Whether a seat could pay a cost, as an ability would say it, where the match stands: 0 no, 1 unproven, 2 yes.

    Args:
        pool_alone: with what its pool holds, and nothing that would add to it.

    Raises:
        ValueError: nobody sits there, payments of this game are not measured, or it has no pools.
        TextError: the cost is not understood.
    """
    game = match.game.rules.name
    if not 0 <= seat < match.game.seats:
        raise ValueError(f"there is no seat {seat}")
    try:
        probe = probe_of(game)
    except KeyError:
        raise ValueError(f"payments of {game} are not measured") from None
    ask = probe.from_pool if pool_alone else probe.ask
    if ask is None:
        raise ValueError(f"{game} has no pools")
    return ask(match.game, seat, _cost_in(game, "Probe", probe.says.replace("COST", cost)))


def boards_of(game: str) -> tuple[Boards, ...]:
    """The boards of a game to measure, in the order of its files."""
    return tuple(Boards(game, tomllib.loads(text)) for _, text in read_folder(package_of(game), "probes", ".toml"))
