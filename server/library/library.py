"""A library: the cards that an owner imported, found by name, searched by words, and kept up to date by imports.

Nothing is held in memory: each question is a query. A card is told by the name that the caller asked for, so that a
deck's spelling of a name is enough.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, TypeVar

import orjson

import engine
from server.library.card_query import Query
from server.library.card_rows import CHANGES, put
from server.library.card_search import Matches, matches, near_names
from server.library.kept_cards import (
    MENTIONS,
    Imported,
    Kept,
    Meaning,
    Printing,
    Status,
    Stop,
    Table,
    folded,
    stops_of,
    written_stops,
)
from server.library.sqlite_file import PATIENCE_S, SqliteFile
from server.runtime.settings import Settings

FILE: Final = "library.sqlite"
"""The name of the file in the data directory, unless the settings name another one."""
MOST_NEAR: Final = 3
"""Names that may have been meant, of one that nobody knows."""
_AT_ONCE: Final = 500
"""Values of one query: SQLite takes some more."""
Value = TypeVar("Value")
_KEPT: Final = (
    "SELECT cards.id, cards.game, cards.name, record, cards.digest, kind, reason, status, compiled.form, left_out,"
    " stops, mentions, (SELECT other.mentions FROM compiled AS other WHERE other.digest = cards.digest"
    " AND other.mentions <> '[]' LIMIT 1) AS tried"
    " FROM cards LEFT JOIN compiled ON compiled.digest = cards.digest AND grammar = ?"
)

_NAME: Final = 2
"""The column of the name in these."""


class Changes(NamedTuple):
    """The number of cards that were new, replaced, and there already; and of further prints."""

    new: int
    replaced: int
    same: int
    printed: int


class Told(NamedTuple):
    """A card as coverage counts it."""

    game: str
    name: str
    kind: str
    reason: str
    meaning: Meaning | None
    printings: tuple[Printing, ...]

    @property
    def status(self) -> Status:
        """The part that is understood; none of a table that was not compiled yet."""
        return self.meaning.status if self.meaning is not None else "none"

    @property
    def stops(self) -> tuple[Stop, ...]:
        """The parts that are not understood; of a card without a table the reason for which it has none."""
        if self.meaning is not None:
            return self.meaning.stops
        return (Stop(0, self.reason, "", self.kind),) if self.kind else ()


class Library:
    """One file of imported cards; threads may share it.

    Args:
        path: the file.
        grammar: tells the digest of all that compiling reads, by game; meanings by other ones are passed over.
        is_writable: whether cards may be added; the file is made then if there is none.
        patience_s: time that a writer waits for another one.

    Raises:
        BadLibrary: as every method of it: the file cannot be used, and ``code`` says why.
    """

    def __init__(
        self,
        path: Path,
        grammar: Callable[[str], str] = engine.text_key,
        *,
        is_writable: bool = False,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.path = path
        self._grammar = grammar
        self._file = SqliteFile(path, is_writable=is_writable, patience_s=patience_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file, for all threads."""
        self._file.close()

    def find(self, game: str, names: Iterable[str]) -> dict[str, Kept]:
        """The cards of these names, by the names as they were asked for; those that nobody imported are missing.

        A name as it is written comes before one that differs in capitals or accents. Then a name of the card itself
        comes before that of a face, and a card that is understood before one that is not.
        """
        asked: dict[str, list[str]] = {}
        for name in names:
            asked.setdefault(folded(name), []).append(name)
        found: dict[str, Kept] = {}
        with self._file.faults():
            for part in _parts(asked):
                rows = self._file.connection.execute(
                    f"SELECT names.folded, kept.* FROM names JOIN ({_KEPT}) AS kept ON kept.id = names.card"  # noqa: S608 # ours
                    f" WHERE names.game = ? AND names.folded IN ({_marks(part)})"
                    " ORDER BY names.face, ifnull(status, 'none') = 'none', kept.id",
                    (self._grammar(game), game, *part),
                )
                for name, *row in rows.fetchall():
                    for each in asked[name]:
                        if each not in found or (found[each].name != each == row[_NAME]):
                            found[each] = self._kept(row)
        return found

    def of_sets(self, game: str, sets: Iterable[str]) -> list[Kept]:
        """The cards whose tables name one of these sets, in the order in which they were imported first."""
        found: list[Kept] = []
        with self._file.faults():
            for part in _parts(sets):
                rows = self._file.connection.execute(
                    f"{_KEPT} WHERE cards.game = ? AND kind = '' AND"
                    f" json_extract(record, '$.table.set') IN ({_marks(part)}) ORDER BY cards.id",
                    (self._grammar(game), game, *part),
                )
                found += map(self._kept, rows)
        return found

    def with_sets(self, game: str) -> list[engine.PrintedCard]:
        """The tables of all cards that have a set; what these rules have not read counts as earlier ones read it.

        Of several earlier readings the best counts: 'none', 'part' and 'whole' are in the order of their letters.
        """
        with self._file.faults():
            rows = self._file.connection.execute(
                "SELECT json_extract(record, '$.table'), coalesce(status, (SELECT max(status)"
                " FROM compiled AS earlier WHERE earlier.digest = cards.digest), 'whole') FROM cards"
                " LEFT JOIN compiled ON compiled.digest = cards.digest AND grammar = ?"
                " WHERE game = ? AND kind = '' AND json_extract(record, '$.table.set') IS NOT NULL ORDER BY cards.id",
                (self._grammar(game), game),
            )
            return [engine.PrintedCard(orjson.loads(table), understood) for table, understood in rows]

    def matches(self, game: str, query: Query, most: int, hidden: Iterable[str] = ()) -> Matches:
        """The first cards of a game that a question means, and the number of all, without those of hidden names.

        Raises:
            engine.Refusal: ``too_much``.
        """
        with self._file.faults():
            return matches(self._file.connection, game, query, most, hidden)

    def near(self, game: str, name: str, most: int = MOST_NEAR) -> tuple[str, ...]:
        """Names of cards that may have been meant by one that no card has, the likeliest first."""
        with self._file.faults():
            return near_names(self._file.connection, game, name, most)

    def add(self, cards: Sequence[tuple[Imported, Meaning | None]]) -> tuple[Changes, list[int]]:
        """Take cards in, all or none; a meaning is None where it is to be found later, or where there is no table.

        A card replaces the one of its key, or the one of its name and face if either of them has no better key. One
        that was printed before adds its print to that card.

        Returns:
            the changes, and the numbers of the cards, as ``told`` takes them.
        """
        counts, ids = dict.fromkeys(CHANGES, 0), []
        with self._file.written() as connection:
            for card, meaning in cards:
                change, row = put(connection, card)
                counts[change] += 1
                ids += [] if row is None else [row]
                if meaning is not None:
                    self._keep(connection, card.game, card.digest, meaning)
        return Changes(**counts), ids

    def add_meanings(self, game: str, meanings: Iterable[tuple[bytes, Meaning]]) -> None:
        """Keep the meanings of tables that are here already."""
        with self._file.written() as connection:
            for digest, meaning in meanings:
                self._keep(connection, game, digest, meaning)

    def unread(self, game: str) -> Iterator[tuple[bytes, Table]]:
        """The tables that were not compiled by these rules yet, each once; more may be kept meanwhile."""
        missing = (
            "SELECT digest, min(record) FROM cards WHERE game = ? AND kind = '' AND digest > ? AND NOT EXISTS"
            " (SELECT 1 FROM compiled WHERE compiled.digest = cards.digest AND grammar = ?)"
            " GROUP BY digest ORDER BY digest LIMIT ?"
        )
        for digest, record in self._by_digest(missing, game):
            yield digest, orjson.loads(record)["table"]

    def not_whole(self, game: str) -> Iterator[tuple[bytes, Table, tuple[str, ...]]]:
        """The tables that are not understood as a whole, each once, with the names and types that were tried."""
        poor = (
            "SELECT cards.digest, min(record), mentions FROM cards JOIN compiled ON compiled.digest = cards.digest"
            " WHERE game = ? AND cards.digest > ? AND grammar = ? AND status <> 'whole'"
            " GROUP BY cards.digest ORDER BY cards.digest LIMIT ?"
        )
        for digest, record, mentions in self._by_digest(poor, game):
            yield digest, orjson.loads(record)["table"], tuple(orjson.loads(mentions))

    def faces(self, game: str) -> Iterator[Table]:
        """The faces of all cards of a game; the table of a card whose source gives none."""
        with self._file.faults():
            for (record,) in self._file.connection.execute("SELECT record FROM cards WHERE game = ?", (game,)):
                told = orjson.loads(record)
                yield from told.get("faces") or (told["table"],)

    def _by_digest(self, query: str, game: str) -> Iterator[Sequence[Any]]:
        """The rows of a query that begins behind a digest, some at a time, so that others may write between."""
        last = b""
        while True:
            with self._file.faults():
                values = (game, last, self._grammar(game), _AT_ONCE)
                rows = self._file.connection.execute(query, values).fetchall()
            if not rows:
                return
            last = rows[-1][0]
            yield from rows

    def forget_unused(self) -> int:
        """Forget meanings of other rules and of tables that no card has; returns how many there were."""
        grammars = tuple(self._grammar(game) for game in self.count())
        with self._file.written() as connection:
            done = connection.execute(
                f"DELETE FROM compiled WHERE grammar NOT IN ({_marks(grammars)})"  # noqa: S608 # ours
                " OR NOT EXISTS (SELECT 1 FROM cards WHERE cards.digest = compiled.digest)",
                grammars,
            )
            return done.rowcount

    def told(self, game: str, ids: Iterable[int] | None = None) -> Iterator[Told]:
        """The cards of a game, for counting, each with its meaning but for the compiled form.

        Args:
            game: its name.
            ids: numbers of cards, as ``add`` returns them; all cards if there are none.
        """
        query = (
            "SELECT cards.id, cards.name, kind, reason, status, NULL, left_out, stops, mentions FROM cards"
            " LEFT JOIN compiled ON compiled.digest = cards.digest AND grammar = ?"
        )
        grammar = self._grammar(game)
        if ids is None:
            yield from self._told(game, f"{query} WHERE game = ? ORDER BY cards.id", (grammar, game))
            return
        for part in _parts(ids):
            some = f"{query} WHERE cards.id IN ({_marks(part)}) ORDER BY cards.id"
            yield from self._told(game, some, (grammar, *part))

    def _told(self, game: str, query: str, values: Sequence[object]) -> Iterator[Told]:
        prints = "SELECT code, number, year FROM printings WHERE card = ?"
        with self._file.faults():
            for card, name, kind, reason, *meaning in self._file.connection.execute(query, values):
                printings = map(Printing._make, self._file.connection.execute(prints, (card,)))
                yield Told(game, name, kind, reason, _meaning(*meaning), tuple(printings))

    def count(self) -> dict[str, int]:
        """The number of cards of each game that has any."""
        with self._file.faults():
            found = dict(self._file.connection.execute("SELECT game, count(*) FROM cards GROUP BY game"))
        return {game: found[game] for game in engine.list_games() if game in found}

    def _kept(self, row: Sequence[Any]) -> Kept:
        card, game, name, record, digest, kind, reason, *columns, tried = row
        meaning, told = _meaning(*columns), orjson.loads(record)
        table, further = told["table"], None
        if meaning is not None and meaning.status == "whole" and meaning.mentions:
            table[MENTIONS] = list(meaning.mentions)
        if meaning is None and tried is not None:
            further = {**table, MENTIONS: orjson.loads(tried)}
        legalities = dict(
            self._file.connection.execute("SELECT format, status FROM legalities WHERE card = ?", (card,))
        )
        faces = tuple(told.get("faces", ()))
        return Kept(game, name, table, digest.hex(), meaning, kind, reason, legalities, faces, further)

    def _keep(self, connection: sqlite3.Connection, game: str, digest: bytes, meaning: Meaning) -> None:
        connection.execute(
            "INSERT OR REPLACE INTO compiled VALUES (?, ?, ?, ?, ?, ?, ?)",
            (
                digest,
                self._grammar(game),
                meaning.status,
                meaning.form,
                orjson.dumps(meaning.left_out).decode(),
                written_stops(meaning.stops),
                orjson.dumps(meaning.mentions).decode(),
            ),
        )


def _meaning(
    status: Status | None, form: bytes | None, left_out: str | None, stops: str | None, mentions: str | None
) -> Meaning | None:
    """A meaning from its columns; None where they hold nothing."""
    if status is None:
        return None
    numbers, words = orjson.loads(left_out or "[]"), orjson.loads(mentions or "[]")
    return Meaning(status, form, tuple(numbers), stops_of(stops or "[]"), tuple(words))


def _parts(values: Iterable[Value]) -> Iterator[tuple[Value, ...]]:
    """Values of one query at a time."""
    left = iter(values)
    while part := tuple(islice(left, _AT_ONCE)):
        yield part


def _marks(values: Sequence[object]) -> str:
    """The places of values in a query."""
    return ", ".join("?" * len(values))


def library_file(settings: Settings) -> Path:
    """The place of a node's library."""
    return Path(settings.library) if settings.library else settings.data / FILE
