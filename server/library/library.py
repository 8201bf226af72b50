"""A library: the cards that an owner imported, found by name, searched by words, and kept up to date by imports.

Nothing is held in memory: each question is a query. What is given out is told by the names that the caller asked for,
so that a deck's spelling of a name is enough.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple, Self, TypeVar

import orjson

import engine
from server.library.card_rows import CHANGES, put
from server.library.kept_cards import (
    Imported,
    Kept,
    Meaning,
    Printing,
    Table,
    folded,
    stops_of,
    written_stops,
)
from server.library.sqlite_file import PATIENCE_S, SqliteFile
from server.runtime.settings import Settings

FILE: Final = "library.sqlite"
"""The name of the file in the data directory, unless the settings name another one."""
MOST_FOUND: Final = 50
_AT_ONCE: Final = 500
"""Values of one query: SQLite takes some more."""
Value = TypeVar("Value")
_WORD: Final = re.compile(r"\w+")
_KEPT: Final = (
    "SELECT cards.id, cards.game, cards.name, record, cards.digest, kind, reason, status, compiled.form, left_out,"
    " stops FROM cards LEFT JOIN compiled ON compiled.digest = cards.digest AND grammar = ?"
)


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

        A name of the card itself comes before that of a face, and a card that is understood before one that is not.
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
                for name, *row in rows:
                    for each in asked[name]:
                        if each not in found:
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

    def search(self, words: str, game: str = "", most: int = MOST_FOUND) -> list[Kept]:
        """The cards with all these words in name, type or text, the last one begun at least; the best first."""
        wanted = " ".join(f'"{word}"' for word in _WORD.findall(words))
        if not wanted:
            return []
        with self._file.faults():
            rows = self._file.connection.execute(
                "SELECT found.rowid, game FROM found JOIN cards ON cards.id = found.rowid"
                " WHERE found MATCH ? AND (? = '' OR game = ?)"
                " ORDER BY bm25(found, 8.0, 2.0, 1.0), found.rowid LIMIT ?",
                (f"{wanted}*", game, game, most),
            )
            return [self._by_id(card, whose) for card, whose in rows.fetchall()]

    def meanings(self, game: str, digests: Iterable[bytes]) -> dict[bytes, Meaning]:
        """The meanings that are known of these tables, without their compiled forms."""
        found: dict[bytes, Meaning] = {}
        with self._file.faults():
            for part in _parts(digests):
                rows = self._file.connection.execute(
                    f"SELECT digest, status, left_out, stops FROM compiled WHERE digest IN ({_marks(part)})"  # noqa: S608 # ours
                    " AND grammar = ?",
                    (*part, self._grammar(game)),
                )
                for digest, status, left_out, stops in rows:
                    found[digest] = Meaning(status, None, tuple(orjson.loads(left_out)), stops_of(stops))
        return found

    def add(self, cards: Sequence[tuple[Imported, Meaning | None]]) -> Changes:
        """Take cards in, all or none; a meaning is None where it is known, or where there is no table.

        A card replaces the one of its key, or the one of its name and face if either of them has no better key. One
        that was printed before adds its print to that card.
        """
        counts = dict.fromkeys(CHANGES, 0)
        with self._file.written() as connection:
            for card, meaning in cards:
                counts[put(connection, card)] += 1
                if meaning is not None:
                    self._keep(connection, card.game, card.digest, meaning)
        return Changes(**counts)

    def add_meanings(self, game: str, meanings: Iterable[tuple[bytes, Meaning]]) -> None:
        """Keep the meanings of tables that are here already."""
        with self._file.written() as connection:
            for digest, meaning in meanings:
                self._keep(connection, game, digest, meaning)

    def tables_without_meaning(self, game: str) -> Iterator[list[tuple[bytes, Table]]]:
        """The tables that were not compiled by these rules yet, some at a time."""
        last = b""
        while True:
            with self._file.faults():
                rows = self._file.connection.execute(
                    "SELECT digest, min(record) FROM cards WHERE game = ? AND kind = '' AND digest > ? AND NOT EXISTS"
                    " (SELECT 1 FROM compiled WHERE compiled.digest = cards.digest AND grammar = ?)"
                    " GROUP BY digest ORDER BY digest LIMIT ?",
                    (game, last, self._grammar(game), _AT_ONCE),
                ).fetchall()
            if not rows:
                return
            last = rows[-1][0]
            yield [(digest, orjson.loads(record)["table"]) for digest, record in rows]

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

    def told(self, game: str) -> Iterator[Told]:
        """All cards of a game, for counting, each with its meaning but for the compiled form."""
        with self._file.faults():
            rows = self._file.connection.execute(
                "SELECT cards.id, cards.name, kind, reason, status, left_out, stops FROM cards"
                " LEFT JOIN compiled ON compiled.digest = cards.digest AND grammar = ?"
                " WHERE game = ? ORDER BY cards.id",
                (self._grammar(game), game),
            )
            for card, name, kind, reason, status, left_out, stops in rows:
                meaning = None
                if status is not None:
                    meaning = Meaning(status, None, tuple(orjson.loads(left_out)), stops_of(stops))
                prints = self._file.connection.execute(
                    "SELECT code, number, year FROM printings WHERE card = ?", (card,)
                )
                yield Told(game, name, kind, reason, meaning, tuple(map(Printing._make, prints)))

    def count(self) -> dict[str, int]:
        """The number of cards of each game that has any."""
        with self._file.faults():
            return dict(self._file.connection.execute("SELECT game, count(*) FROM cards GROUP BY game ORDER BY game"))

    def _by_id(self, card: int, game: str) -> Kept:
        row = self._file.connection.execute(f"{_KEPT} WHERE cards.id = ?", (self._grammar(game), card)).fetchone()
        return self._kept(row)

    def _kept(self, row: Sequence[Any]) -> Kept:
        card, game, name, record, digest, kind, reason, status, form, left_out, stops = row
        meaning = None if status is None else Meaning(status, form, tuple(orjson.loads(left_out)), stops_of(stops))
        told = orjson.loads(record)
        legalities = dict(
            self._file.connection.execute("SELECT format, status FROM legalities WHERE card = ?", (card,))
        )
        faces = tuple(told.get("faces", ()))
        return Kept(game, name, told["table"], digest.hex(), meaning, kind, reason, legalities, faces)

    def _keep(self, connection: sqlite3.Connection, game: str, digest: bytes, meaning: Meaning) -> None:
        connection.execute(
            "INSERT OR REPLACE INTO compiled VALUES (?, ?, ?, ?, ?, ?)",
            (
                digest,
                self._grammar(game),
                meaning.status,
                meaning.form,
                orjson.dumps(meaning.left_out).decode(),
                written_stops(meaning.stops),
            ),
        )


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
