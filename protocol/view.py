"""A view with the domain's words: what one viewer may know, typed, for those who read it.

``View`` folds diffs and reads entities as records when asked. Fields that a record does not name are ignored and stay
in ``entities``; a field that says nothing (false, zero, empty) is left out on the wire and has its default.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from protocol.diffs import Entities, canonical, fold
from protocol.errors import BadFrame
from protocol.messages import Comfort, Record, Result


class Game(Record, frozen=True):
    """Facts that concern all seats."""

    name: str = ""
    profile: str = ""
    turn: int = 0
    active: int = 0
    phase: str = ""
    priority: int | None = None
    first: int | None = None
    """The player who has the mark ``first`` of the table's words, if there is such."""
    stack: tuple[int, ...] = ()
    """The things that wait to happen, the top first."""
    waiting: tuple[int, ...] = ()
    """The seats with an open decision."""
    over: Result | None = None


class Table(Record, frozen=True):
    """The look of the game's table; it never changes."""

    board: str = "battlefield"
    """The zone where permanents are."""
    leader: str = ""
    """The words of the cards that stand for their players, if there are such."""
    phases: tuple[str, ...] = ()
    stops: tuple[str, ...] = ()
    """Those of the phases in which a stop means something."""
    settings: Comfort = Comfort()
    """Settings that suit most who do not want to be asked everything (PROTOCOL.md 8)."""
    piles: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    """The words of what lies in each row, none where all the others go."""
    side: str = ""
    """The name of the side at which nobody sits, if the game has one: the players win and lose together against it."""
    words: dict[str, str] = msgspec.field(default_factory=dict)
    """Own words of players for "turn", "stack", "tapped", "power", "toughness", "first", if they have them."""
    marks: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Further fields of a card that are worth showing on it, by the zone that it is in."""
    gauge: tuple[str, ...] = ()
    """The counter that matters most on a card without power, and the name of the number that it must not reach."""
    symbols: dict[str, tuple[str, ...]] = msgspec.field(default_factory=dict)
    """Symbol -> what players call it, its tint, and what is drawn, if not the letter."""
    tints: tuple[tuple[str, str], ...] = ()
    """Words of a card's colors, element or type, and in which tint it is drawn; the first that fits counts."""
    prices: tuple[str, ...] = ()
    """Fields of a card that are what it costs, beside ``cost``."""
    staged: dict[str, str] = msgspec.field(default_factory=dict)
    """Kinds of lines of the log that people want to see happen one by one: "all", those that "others" did, or those
    that are told "with" what they come of; "others with" those that others did where something comes of them. Behind
    that stands "read" where a card comes up whose text decides what happens, and "own" where it falls to one player."""
    beneath: str = ""
    """The pile of cards that lie beneath the one that stands for their player."""


class Player(Record, frozen=True):
    """One seat; ``hand`` only in its own view."""

    seat: int
    id: int
    name: str = ""
    life: int = 0
    pool: str = ""
    pool_notes: tuple[str, ...] = ()
    """The restrictions of the mana that ``pool`` shows as ``{G#1}``, ``{C#2}``: of each kind a sentence or two."""
    hand: tuple[int, ...] = ()
    hand_count: int = 0
    library: int = 0
    graveyard: tuple[int, ...] = ()
    exile: tuple[int, ...] = ()
    battlefield: tuple[int, ...] = ()
    counters: dict[str, int] = msgspec.field(default_factory=dict)


class Card(Record, frozen=True):
    """A card or token that the viewer may see."""

    id: int
    name: str = ""
    label: str = ""
    zone: str = ""
    owner: int = 0
    controller: int = 0
    type: str = ""
    cost: str = ""
    reserve: int | str = 0
    memory: int | str = 0
    """The cost in cards, if cards are paid with cards; "X" is a variable."""
    text: str = ""
    power: int = 0
    toughness: int = 0
    damage: int = 0
    tapped: bool = False
    sick: bool = False
    keywords: tuple[str, ...] = ()
    counters: dict[str, int] = msgspec.field(default_factory=dict)
    attacking: int | None = None
    """The seat that it attacks, or whose permanents."""
    attacks: tuple[int, ...] = ()
    """The ids of what it attacks: players and permanents."""
    blocking: tuple[int, ...] = ()
    """The attackers that it blocks."""
    attached: int = 0
    engaged: int | None = None
    """The seat that it is engaged with."""
    stats: dict[str, int] = msgspec.field(default_factory=dict)
    """Further numbers by name, as they are now."""
    token: bool = False

    def is_a(self, word: str) -> bool:
        """Whether the type line has this word."""
        return word.lower() in _words(self.type)

    @property
    def is_attacking(self) -> bool:
        return self.attacking is not None

    def has(self, keyword: str) -> bool:
        return keyword in self.keywords


class Item(Record, frozen=True):
    """A spell or ability on the stack."""

    id: int
    kind: str = ""
    name: str = ""
    text: str = ""
    controller: int = 0
    source: int = 0
    targets: tuple[int, ...] = ()
    x: int = 0


class Figures(Record, frozen=True):
    """Fields of a card or a player as they were at a line of the log; None for those that did not change."""

    damage: int | None = None
    counters: dict[str, int] | None = None
    life: int | None = None
    tapped: bool | None = None


class Line(Record, frozen=True):
    """One line of the log."""

    n: int
    text: str = ""
    kind: str = ""
    seat: int | None = None
    seats: tuple[int, ...] = ()
    """At which characters of the text, from 0, a letter stands for a player."""
    of: tuple[int, ...] = ()
    """The ids of things that it is about and everybody may see, the card that it is told of first."""
    then: dict[str, Figures] = msgspec.field(default_factory=dict)
    """Key of an entity -> its figures just then, where its diff changed them; those are as after the last line."""
    key: str = ""
    """That of the template which the text was made of; "" where the server knows none."""
    args: dict[str, Any] = msgspec.field(default_factory=dict)
    """The arguments of the template, by their names."""


T = TypeVar("T")


@lru_cache(maxsize=1024)
def _words(line: str) -> frozenset[str]:
    """The words of a type line."""
    return frozenset(line.lower().split())


class View:
    """One viewer's knowledge of a match, kept up by diffs.

    Raises:
        BadFrame: whatever reads an entity, where that is not what PROTOCOL.md says.
    """

    __slots__ = ("_read", "entities")

    def __init__(self, entities: Entities | None = None) -> None:
        self.entities: Entities = entities if entities is not None else {}
        self._read: dict[str, object] = {}

    def fold(self, diff: Entities) -> None:
        """Take in a diff."""
        fold(self.entities, diff)
        for key in diff:
            self._read.pop(key, None)

    def encoded(self) -> bytes:
        """The canonical encoding: what clients hash and compare."""
        return canonical(self.entities)

    @property
    def game(self) -> Game:
        return self._entity("game", Game) or Game()

    @property
    def table(self) -> Table:
        return self._entity("table", Table) or Table()

    @property
    def players(self) -> tuple[Player, ...]:
        """Every player, by seat."""
        keys = [key for key in self.entities if key.startswith("p") and key[1:].isdecimal()]
        found = [player for key in keys if (player := self._entity(key, Player)) is not None]
        return tuple(sorted(found, key=lambda player: player.seat))

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card that the viewer may see, wherever it is."""
        keys = [key for key in self.entities if key.startswith("o") and key[1:].isdecimal()]
        return tuple(card for key in keys if (card := self._entity(key, Card)) is not None)

    @property
    def log(self) -> tuple[Line, ...]:
        """The last lines, the oldest first."""
        keys = [key for key in self.entities if key.startswith("e") and key[1:].isdecimal()]
        found = [line for key in keys if (line := self._entity(key, Line)) is not None]
        return tuple(sorted(found, key=lambda line: line.n))

    @property
    def settings(self) -> Comfort | None:
        """The viewer's settings of being asked; none if as a new seat, under full control."""
        return self._entity("settings", Comfort)

    def player(self, seat: int) -> Player | None:
        return self._entity(f"p{seat + 1}", Player)

    def card(self, ref: int) -> Card | None:
        return self._entity(f"o{ref}", Card)

    def number(self, ref: int, name: str) -> int:
        """A number of a card that only its game knows, by its name; 0 if it has none."""
        card = self.entities.get(f"o{ref}")
        found = card.get(name) if isinstance(card, dict) else None
        return found if isinstance(found, int) else 0

    def word(self, ref: int, name: str) -> str:
        """A text of a card that only its game knows, by its name; empty if it has none."""
        card = self.entities.get(f"o{ref}")
        found = card.get(name) if isinstance(card, dict) else None
        return found if isinstance(found, str) else ""

    def words(self, ref: int, name: str) -> tuple[str, ...]:
        """A list of words of a card that only its game knows, by its name; empty if it has none."""
        card = self.entities.get(f"o{ref}")
        found = card.get(name) if isinstance(card, dict) else None
        return tuple(word for word in found if isinstance(word, str)) if isinstance(found, list | tuple) else ()

    def item(self, ref: int) -> Item | None:
        return self._entity(f"s{ref}", Item)

    def board(self, seat: int) -> tuple[Card, ...]:
        """The cards on a seat's battlefield."""
        return self.zone(seat, self.table.board)

    def zone(self, seat: int, name: str) -> tuple[Card, ...]:
        """The cards that the viewer may see in a seat's zone, as its game calls that: ``memory``, ``discard pile``."""
        refs = self._zone(seat, name)
        listed = refs if isinstance(refs, list) else []
        return tuple(card for ref in listed if isinstance(ref, int) and (card := self.card(ref)) is not None)

    def size(self, seat: int, name: str) -> int:
        """Number of cards in a seat's zone, also if they are not to be seen; 0 if there is none."""
        for found in (self._zone(seat, f"{name}_count"), self._zone(seat, name)):
            if isinstance(found, int | list):
                return found if isinstance(found, int) else len(found)
        return 0

    def _zone(self, seat: int, name: str) -> object:
        player = self.entities.get(f"p{seat + 1}")
        return player.get(name) if isinstance(player, dict) else None

    def render(self, line: Line) -> str:
        """A line of the log with the players' names where it writes seats as letters."""
        names = {player.seat: player.name for player in self.players if player.name}
        letters = list(line.text)
        for at in line.seats:
            if 0 <= at < len(letters):
                letters[at] = names.get(ord(letters[at]) - ord("A"), letters[at])
        return "".join(letters)

    def _entity(self, key: str, kind: type[T]) -> T | None:
        found = self._read.get(key)
        if found is None:
            entity = self.entities.get(key)
            if entity is None:
                return None
            try:
                found = self._read[key] = msgspec.convert(entity, kind)
            except msgspec.ValidationError as error:
                raise BadFrame("bad_frame", f"{key} of a view: {error}") from error
        return found  # type: ignore[return-value] # _read holds under a key only what was converted for it
