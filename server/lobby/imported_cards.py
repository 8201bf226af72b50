"""Cards of decks that do not ship with their game: those of this node's library, as a match brings them.

A card is brought as the library keeps it, with its compiled form; what these rules have not read yet a worker reads.
With a card come its other face and the cards of its sets.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Final, NamedTuple, Protocol, TypeAlias

import anyio
import anyio.from_thread
import anyio.to_thread

import engine
from server.library.card_query import Query
from server.library.card_search import Matches
from server.library.kept_cards import Kept, Meaning, Status, Table
from server.library.text_meaning import best_of, meaning_of
from server.runtime.errors import Unavailable
from server.runtime.worker_processes import HeavyWork

UNREAD: Final = "unread_card"
MOST_NAMES: Final = 4096
"""Looked up at a time: a list has 1000 lines, each of which may be spelled some ways."""
MOST_LOOKUPS: Final = 4
"""At a time; each waits for a worker where these rules have not read a card."""
MOST_ROUNDS: Final = 4
"""In which cards that come with cards bring further ones."""
MOST_SOUGHT: Final = 12
"""Names that nobody knows for which it is looked what may have been meant."""
PHRASE: Final = 120
"""Letters of a phrase that are told."""


Unread: TypeAlias = tuple[Table, Table | None]
"""A table that these rules have not read, and the same with names and types that its text may speak of."""
Read: TypeAlias = Callable[[str, list[Unread]], list[Meaning]]
"""Works out the meanings of tables of a game."""


class Finder(Protocol):
    """Finds imported cards, as a library does."""

    def find(self, game: str, names: Iterable[str]) -> dict[str, Kept]:
        """The cards of these names, by the names as they were asked for."""

    def of_sets(self, game: str, sets: Iterable[str]) -> list[Kept]:
        """The cards of these sets."""


class Library(Finder, Protocol):
    """The imported cards of this node."""

    def matches(self, game: str, query: Query, most: int, hidden: Iterable[str] = ()) -> Matches:
        """The first cards that a question means, without those of hidden names."""

    def with_sets(self, game: str) -> list[engine.PrintedCard]:
        """The tables of all cards that have a set."""

    def near(self, game: str, name: str) -> tuple[str, ...]:
        """Names of cards that may have been meant by one that no card has."""

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

    Attributes:
        library: the same, for those who search it.
    """

    def __init__(self, library: Library | None, work: HeavyWork) -> None:
        self.library = library
        self._work = work
        self._lookups = anyio.CapacityLimiter(MOST_LOOKUPS)

    @property
    def has_library(self) -> bool:
        return self.library is not None and self.library.is_there

    async def bring(
        self, game: str, names: Iterable[str], who: str, *, in_part: bool = False, sets: tuple[str, ...] = ()
    ) -> Brought:
        """The cards of these names that do not ship, with those that come with them.

        Args:
            who: the address that asks.
            sets: those whose cards are brought as well, as far as they do not ship.
            in_part: whether cards may be played that are understood in part.

        Raises:
            engine.Refusal: ``too_much``.
            Unavailable: too much waits, or the library cannot be read.
        """
        library, sought = self.library, tuple(names)
        if library is None or (not sets and all(map(engine.shipped(game).has, sought))):
            return Brought()

        def read(whose: str, tables: list[Unread]) -> list[Meaning]:
            return anyio.from_thread.run(self._meanings, who, whose, tables)

        look = partial(brought_from, library, game, sought, read, in_part=in_part, sets=sets)
        return await anyio.to_thread.run_sync(look, limiter=self._lookups)

    async def printed(self, game: str, names: Iterable[str]) -> Mapping[str, Mapping[str, object]]:
        """The tables of imported cards, understood or not, by name: of a card without one its first face.

        Raises:
            Unavailable: the library cannot be read.
        """
        asked = tuple(names)
        if self.library is None or not asked:
            return {}
        found = await anyio.to_thread.run_sync(self.library.find, game, asked, limiter=self._lookups)
        return {name: kept.table or next(iter(kept.faces), {}) for name, kept in found.items()}

    async def with_sets(self, game: str) -> tuple[engine.PrintedCard, ...]:
        """The tables of all imported cards that have a set; none where the library cannot be read."""
        if self.library is None:
            return ()
        try:
            return tuple(await anyio.to_thread.run_sync(self.library.with_sets, game, limiter=self._lookups))
        except Unavailable:
            return ()

    async def near(self, game: str, names: Iterable[str]) -> Mapping[str, tuple[str, ...]]:
        """The names of imported cards that may have been meant by some that nobody knows, a few of them.

        Nothing is near where the library cannot be read.
        """
        library, asked = self.library, [*dict.fromkeys(names)][:MOST_SOUGHT]
        if library is None or not library.is_there or not asked:
            return {}

        def look() -> dict[str, tuple[str, ...]]:
            return {name: library.near(game, name) for name in asked}

        try:
            return await anyio.to_thread.run_sync(look, limiter=self._lookups)
        except Unavailable:
            return {}

    async def legalities(self, game: str, names: Iterable[str]) -> Mapping[str, Mapping[str, str]]:
        """The formats of cards, those that ship too, with what the source says of each; nothing of unknown cards.

        Nothing is known where the library cannot be read.
        """
        library = self.library
        if library is None:
            return {}
        try:
            found = await anyio.to_thread.run_sync(library.find, game, tuple(names), limiter=self._lookups)
        except Unavailable:
            return {}
        return {name: kept.legalities for name, kept in found.items()}

    async def _meanings(self, who: str, game: str, tables: list[Unread]) -> list[Meaning]:
        return await self._work.run(who, meanings_of, game, tables)


def brought_from(
    library: Finder,
    game: str,
    names: Iterable[str],
    read: Read,
    *,
    in_part: bool = False,
    sets: tuple[str, ...] = (),
) -> Brought:
    """The cards of a library of these names that do not ship, with those that come with them.

    Args:
        sets: those whose cards are brought as well.
        read: reads tables that these rules have not read.
        in_part: whether cards may be played that are understood in part.
    """
    ships = engine.shipped(game)
    sought = [name for name in dict.fromkeys(names) if not ships.has(name)][:MOST_NAMES]
    found = {name: kept for name, kept in library.find(game, sought).items() if not ships.has(kept.name)}
    found |= {kept.name: kept for kept in library.of_sets(game, sets) if not ships.has(kept.name)}
    brought = _read_through(game, found, read, in_part=in_part)
    known = set(sets)
    for _ in range(MOST_ROUNDS):
        faces, further = _companions(game, brought.cards)
        wanted = [name for name in further if name not in known]
        known.update(wanted)
        more = {**library.find(game, faces), **{kept.name: kept for kept in library.of_sets(game, wanted)}}
        new = {name: kept for name, kept in more.items() if name not in found and not ships.has(kept.name)}
        if not new:
            break
        found |= new
        brought = _read_through(game, found, read, in_part=in_part)
    return _with_both_faces(game, brought, found)


def _with_both_faces(game: str, brought: Brought, found: Mapping[str, Kept]) -> Brought:
    """The cards brought, without those whose other face is a card that is not played."""
    ships, cards = engine.shipped(game), {engine.BroughtCard.from_json(each).name: each for each in brought.cards}
    lacking = {name: face for name, card in cards.items() if (face := _face_of(game, card)) and face not in cards}
    lacking = {name: face for name, face in lacking.items() if not ships.has(face)}
    if not lacking:
        return brought
    faults = {
        asked: engine.Fault("", f"its other face is not played: {lacking[kept.name]}", kept.name, UNREAD)
        for asked, kept in found.items()
        if kept.name in lacking
    }
    whole = tuple(card for name, card in cards.items() if name not in lacking)
    return Brought(whole, {**faults, **brought.unread}, tuple(name for name in brought.in_part if name not in lacking))


def _face_of(game: str, card: str) -> str:
    """The name of the card that is the other face of one, "" for none."""
    return engine.companions(game, engine.BroughtCard.from_json(card).definition(game))[0]


def _read_through(game: str, found: Mapping[str, Kept], read: Read, *, in_part: bool) -> Brought:
    by_name = {kept.name: kept for kept in found.values()}
    unread = [kept for kept in by_name.values() if not kept.kind and kept.meaning is None]
    if unread:
        meanings = read(game, [(kept.table, kept.further) for kept in unread])
        late = zip(unread, meanings, strict=True)
        by_name |= {kept.name: _read_late(kept, meaning) for kept, meaning in late}
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


def _read_late(kept: Kept, meaning: Meaning) -> Kept:
    """A card with a meaning that was worked out just now, its table with the names that this needs."""
    needs_names = meaning.status == "whole" and bool(meaning.mentions)
    return kept._replace(meaning=meaning, table=kept.further if needs_names and kept.further else kept.table)


def meanings_of(game: str, tables: list[Unread]) -> list[Meaning]:
    """The meanings of tables, as a worker works them out."""
    return [best_of(meaning_of, game, table, further) for table, further in tables]


def _companions(game: str, cards: tuple[str, ...]) -> tuple[list[str], list[str]]:
    """The names of other faces, and the sets, that come with cards."""
    faces: dict[str, None] = {}
    sets: dict[str, None] = {}
    for card in map(engine.BroughtCard.from_json, cards):
        face, own = engine.companions(game, card.definition(game))
        faces |= dict.fromkeys([face] if face else [])
        sets |= dict.fromkeys(own)
    return [*faces], [*sets]
