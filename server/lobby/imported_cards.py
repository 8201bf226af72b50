"""Cards of decks that do not ship with their game: those of this node's library, as a match brings them.

A card is brought as the library keeps it, with its compiled form; what these rules have not read yet a worker reads.
With a card come its other face and the cards of its sets. Nothing is told of the library but by the names asked for.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final, NamedTuple, Protocol, TypeAlias

import anyio
import anyio.from_thread
import anyio.to_thread

import engine
from server.library.kept_cards import Kept, Meaning, Status
from server.library.text_meaning import meaning_of
from server.runtime.errors import Unavailable
from server.runtime.worker_processes import HeavyWork

UNREAD: Final = "unread_card"
MOST_NAMES: Final = 4096
"""Looked up at a time: a list has 1000 lines, each of which may be spelled some ways."""
MOST_LOOKUPS: Final = 4
"""At a time; each waits for a worker where these rules have not read a card."""
PHRASE: Final = 120
"""Letters of a phrase that are told."""


Read: TypeAlias = Callable[[str, list[dict[str, object]]], list[Meaning]]
"""Works out the meanings of tables of a game."""


class Finder(Protocol):
    """Finds imported cards, as a library does."""

    def find(self, game: str, names: Iterable[str]) -> dict[str, Kept]:
        """The cards of these names, by the names as they were asked for."""

    def of_sets(self, game: str, sets: Iterable[str]) -> list[Kept]:
        """The cards of these sets."""


class Library(Finder, Protocol):
    """The imported cards of this node."""

    @property
    def is_there(self) -> bool:
        """Whether there may be any."""


class Brought(NamedTuple):
    """Cards that a match brings.

    Attributes:
        cards: as its header has them, by name.
        unread: the faults of those that are not understood, by the names as they were asked for.
        in_part: the names of those that are played without some of their paragraphs.
    """

    cards: tuple[str, ...] = ()
    unread: Mapping[str, engine.Fault] = {}
    in_part: tuple[str, ...] = ()

    def check(self) -> None:
        """Refuse cards that are not understood.

        Raises:
            engine.Refusal: ``unread_card``, with the first of them and the phrase.
        """
        if self.unread:
            faults = [*self.unread.values()]
            raise engine.Refusal("", "unread_card", "; ".join(map(str, faults[:5])))


class ImportedCards:
    """Looks cards up for one node.

    Args:
        library: none where this node has none; then nothing is brought.
    """

    def __init__(self, library: Library | None, work: HeavyWork) -> None:
        self._library = library
        self._work = work
        self._lookups = anyio.CapacityLimiter(MOST_LOOKUPS)

    @property
    def has_library(self) -> bool:
        return self._library is not None and self._library.is_there

    async def bring(self, game: str, names: Iterable[str], who: str, *, in_part: bool = False) -> Brought:
        """The cards of these names that do not ship, with those that come with them.

        Args:
            who: the address that asks.
            in_part: whether cards may be played that are understood in part.

        Raises:
            engine.Refusal: ``too_much``.
            Unavailable: too much waits, or the library cannot be read.
        """
        library, sought = self._library, tuple(names)
        if library is None or all(map(engine.shipped(game).has, sought)):
            return Brought()

        def read(whose: str, tables: list[dict[str, object]]) -> list[Meaning]:
            return anyio.from_thread.run(self._meanings, who, whose, tables)

        look = partial(brought_from, library, game, sought, read, in_part=in_part)
        return await anyio.to_thread.run_sync(look, limiter=self._lookups)

    async def legalities(self, game: str, names: Iterable[str]) -> Mapping[str, Mapping[str, str]]:
        """The formats of cards, those that ship too, with what the source says of each; nothing of unknown cards.

        Where the library cannot be read nothing is known.
        """
        library = self._library
        if library is None:
            return {}
        try:
            found = await anyio.to_thread.run_sync(library.find, game, tuple(names), limiter=self._lookups)
        except Unavailable:
            return {}
        return {name: kept.legalities for name, kept in found.items()}

    async def _meanings(self, who: str, game: str, tables: list[dict[str, object]]) -> list[Meaning]:
        return await self._work.run(who, meanings_of, game, tables)


def brought_from(library: Finder, game: str, names: Iterable[str], read: Read, *, in_part: bool = False) -> Brought:
    """The cards of a library of these names that do not ship, with those that come with them.

    Args:
        read: reads tables that these rules have not read.
        in_part: whether cards may be played that are understood in part.
    """
    ships = engine.shipped(game)
    sought = [name for name in dict.fromkeys(names) if not ships.has(name)][:MOST_NAMES]
    found = {name: kept for name, kept in library.find(game, sought).items() if not ships.has(kept.name)}
    brought = _read_through(game, found, read, in_part=in_part)
    faces, sets = _companions(game, brought.cards)
    if not (faces or sets):
        return brought
    more = {**library.find(game, faces), **{kept.name: kept for kept in library.of_sets(game, sets)}}
    found |= {name: kept for name, kept in more.items() if name not in found and not ships.has(kept.name)}
    return _read_through(game, found, read, in_part=in_part)


def _read_through(game: str, found: Mapping[str, Kept], read: Read, *, in_part: bool) -> Brought:
    by_name = {kept.name: kept for kept in found.values()}
    unread = [kept for kept in by_name.values() if not kept.kind and kept.meaning is None]
    if unread:
        meanings = read(game, [dict(kept.table) for kept in unread])
        late = zip(unread, meanings, strict=True)
        by_name |= {kept.name: kept._replace(meaning=meaning) for kept, meaning in late}
    cards = {name: card for name, kept in by_name.items() if (card := _card(kept, in_part=in_part))}
    faults = {asked: _fault(by_name[kept.name]) for asked, kept in found.items() if kept.name not in cards}
    partly = tuple(sorted(name for name in cards if by_name[name].status == "part"))
    return Brought(tuple(cards[name] for name in sorted(cards)), faults, partly)


def _card(kept: Kept, *, in_part: bool) -> str:
    """A card as a header has it, if it may be played; else ""."""
    may: tuple[Status, ...] = ("whole", "part") if in_part else ("whole",)
    if kept.meaning is None or kept.status not in may or not kept.meaning.form:
        return ""
    return engine.BroughtCard(kept.table, kept.meaning.form, tuple(kept.meaning.left_out)).to_json()


def _fault(kept: Kept) -> engine.Fault:
    """Why a card is not played: the first phrase that is not understood."""
    stops = kept.meaning.stops if kept.meaning is not None else ()
    reason = f"not played yet: {kept.reason}" if kept.reason else "its text is not understood"
    if stops:
        stop = stops[0]
        where = f" in paragraph {stop.paragraph}" if stop.paragraph else ""
        reason = f"not understood{where}: {stop.phrase[:PHRASE]!r}"
    return engine.Fault("", reason, kept.name, UNREAD)


def meanings_of(game: str, tables: list[dict[str, object]]) -> list[Meaning]:
    """The meanings of tables, as a worker works them out."""
    return [meaning_of(game, table) for table in tables]


def _companions(game: str, cards: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The names of other faces, and the sets, that come with cards."""
    faces: dict[str, None] = {}
    sets: dict[str, None] = {}
    for card in map(engine.BroughtCard.from_json, cards):
        face, own = engine.companions(game, card.definition(game))
        faces |= dict.fromkeys([face] if face else [])
        sets |= dict.fromkeys(own)
    return [*faces], [*sets]
