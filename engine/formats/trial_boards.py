"""Boards on which cards are tried: each game has one as a file, with places for the cards that are tried.

A board is a position (``engine.formats.position``) with ``place`` tables: the ``zone`` of a ``seat`` into which
``copies`` of a card go that is tried alone, and into which ``drawn`` cards go where many are; of both only those with
one of ``words`` and none of ``other_words``. Where the board has one card, as a champion, it is replaced. ``missing``
are the numbers that are made up for cards of sources that do not tell them.
"""

from __future__ import annotations

import tomllib
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from engine.assets import package_of, read_folder
from engine.cards.definitions import define, read_tables
from engine.cards.faces import named_face
from engine.games import profiles_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from engine.cards.definitions import CardDef

UNPLACED: Final = "(#"
"""Letters that no name in a position has."""


class TriedCard:
    """A card that is tried: its table, with what was made up for it, and what it is called."""

    __slots__ = ("definition", "made_up", "name", "table")

    def __init__(self, name: str, table: dict[str, object], definition: CardDef, made_up: tuple[str, ...]) -> None:
        self.name = name
        self.table = table
        self.definition = definition
        self.made_up = made_up


class TrialBoard:
    """The board of one game."""

    __slots__ = ("_table", "game")

    def __init__(self, game: str, table: dict[str, Any]) -> None:
        self.game = game
        self._table = table

    @property
    def missing(self) -> dict[str, int]:
        """The fields that are made up, and their numbers."""
        return dict(self._table["missing"])

    def ready(self, table: dict[str, object], lacks: Sequence[str] = ()) -> TriedCard:
        """A card as it can be tried; what its source lacks is made up.

        Raises:
            BadCard, TextError: there is no such card.
        """
        made_up = {key: number for key, number in self._table["missing"].items() if key in lacks}
        whole = {**table, **made_up}
        return TriedCard(str(table["name"]), whole, define(self.game, whole), tuple(made_up))

    def has_place_for(self, card: TriedCard) -> bool:
        """Whether a card can lie anywhere on the board."""
        return not any(letter in card.name for letter in UNPLACED) and any(
            place["copies"] and fits(place, card) for place in self._table["place"]
        )

    def alone(self, card: TriedCard, others: Sequence[TriedCard], pick: Callable[[int], int]) -> dict[str, Any]:
        """A position with copies of one card; ``others`` are those that it names as its other face."""
        placed = [(place, [card] * place["copies"]) for place in self._table["place"] if fits(place, card)]
        return self._position(placed, [card, *others], pick)

    def empty(self, pick: Callable[[int], int]) -> dict[str, Any]:
        """The position without any card that is tried."""
        return self._position([], [], pick)

    def mixed(
        self, cards: Sequence[TriedCard], faces: Mapping[str, TriedCard], pick: Callable[[int], int]
    ) -> dict[str, Any]:
        """A position with random cards among these, in the decks too; ``faces`` has those that are other faces."""
        placed = []
        for place in self._table["place"]:
            fitting = [card for card in cards if fits(place, card)]
            drawn = [fitting[pick(len(fitting))] for _ in range(place["drawn"])] if fitting else []
            placed.append((place, drawn))
        drawn = [card for _, own in placed for card in own]
        others = {named_face(card.definition) for card in drawn} - {card.name for card in drawn}
        return self._position(placed, [*drawn, *(faces[name] for name in sorted(others) if name in faces)], pick)

    def _position(
        self,
        placed: list[tuple[dict[str, Any], list[TriedCard]]],
        cards: Sequence[TriedCard],
        pick: Callable[[int], int],
    ) -> dict[str, Any]:
        steps, profiles = self._table["steps"], profiles_of(self.game)
        sides = {key: dict(value) for key, value in self._table.items() if isinstance(value, dict) and key != "missing"}
        for place, own in placed:
            if own:
                put(sides[place["seat"]], place, own)
        tables = {str(table["name"]): table for table in self._table["card"]}
        tables.update({card.name: card.table for card in cards})
        setup = {"step": steps[pick(len(steps))]}
        return {
            "game": self.game,
            "profile": profiles[pick(len(profiles))],
            "setup": setup,
            **sides,
            "card": list(tables.values()),
        }


def fits(place: dict[str, Any], card: TriedCard) -> bool:
    """Whether a card may be put into a place."""
    words = (*card.definition.words, *card.definition.types, *card.definition.supertypes)
    wanted = place.get("words", ())
    return (not wanted or any(word in words for word in wanted)) and not any(
        word in words for word in place.get("other_words", ())
    )


def put(side: dict[str, Any], place: dict[str, Any], cards: list[TriedCard]) -> None:
    """Put cards into a zone of a side, before what lies there; where one card lies they replace it."""
    zone = place["zone"].replace(" ", "_")
    marks = f" ({place['marks']})" if "marks" in place else ""
    names = [card.name + marks for card in cards]
    there = side.get(zone, [])
    side[zone] = names[0] if isinstance(there, str) else [*names, *there]


class TrialTable:
    """The cards of one game that are tried on its board.

    Attributes:
        cards: those that have a place on it, by their names.
        made_up: the number of cards for which each field was made up.
        unplaced: the names of those that have none.
    """

    def __init__(self, game: str, tables: Iterable[tuple[dict[str, object], tuple[str, ...]]]) -> None:
        """Of each card its table and what its source lacks; raises ``BadCard`` and ``TextError`` as ``define``."""
        self.board = board_of(game)
        self._all = {card.name: card for card in (self.board.ready(table, lacks) for table, lacks in tables)}
        self.cards = [card for card in self._all.values() if self.board.has_place_for(card)]
        self.unplaced = [name for name, card in self._all.items() if not self.board.has_place_for(card)]
        fields = [field for card in self.cards for field in card.made_up]
        self.made_up = {field: fields.count(field) for field in self.board.missing if field in fields}

    def alone(self, number: int, pick: Callable[[int], int]) -> tuple[str, dict[str, Any]]:
        """A position with one card, by its place in ``cards``; and its name."""
        card = self.cards[number % len(self.cards)]
        other = self._all.get(named_face(card.definition))
        return card.name, self.board.alone(card, [] if other is None else [other], pick)

    def mixed(self, pick: Callable[[int], int]) -> dict[str, Any]:
        """A position with random cards, with their other faces."""
        return self.board.mixed(self.cards, self._all, pick)


@cache
def board_of(game: str) -> TrialBoard:
    """The board of a game.

    Raises:
        KeyError: the game has none.
    """
    boards = dict(read_folder(package_of(game), "trials", ".toml"))
    return TrialBoard(game, tomllib.loads(boards["board"]))


def shipped_cards(game: str) -> list[dict[str, object]]:
    """The tables of the cards that ship with a game, in the order of their names."""
    return [dict(table) for _, table in sorted(read_tables(game).items())]
