"""The tables of a library, and the steps by which an older file becomes one of this version.

``PRAGMA user_version`` is the number of steps that a file has seen. A step is never changed once a version with it has
been published: what is to be otherwise is another step.

- ``cards``: a card of a source, or a face of one that gives its faces apart. ``key`` is what the source calls it by,
  its own name where it has nothing better. ``record`` is JSON: its table, its faces, its layout. ``text`` is shown
  and searched. ``kind`` and ``reason`` say why there can be no table, and are empty where there is one.
  ``cost`` is the cost as one number, ``colors`` are the words for its colours.
- ``names``: each name by which a card is found, without capitals and accents; ``face`` is 0 for its own.
- ``compiled``: the meaning of a table, by the digest of the table and by that of all that compiling reads.
- ``printings`` and ``legalities``, as the sources tell them.
- ``found``: the full-text index of names, types, texts and colours.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import orjson

from server.library.kept_cards import facets_of

APPLICATION: Final = 0x53744C62
"""Of ``PRAGMA application_id``: no other program's file has it."""

_FIRST: Final = (
    """
    CREATE TABLE cards (
        id INTEGER PRIMARY KEY,
        game TEXT NOT NULL,
        key TEXT NOT NULL,
        face INTEGER NOT NULL,
        name TEXT NOT NULL,
        form TEXT NOT NULL,
        type TEXT NOT NULL,
        text TEXT NOT NULL,
        record TEXT NOT NULL,
        digest BLOB NOT NULL,
        kind TEXT NOT NULL,
        reason TEXT NOT NULL,
        UNIQUE (game, key, face)
    )
    """,
    "CREATE INDEX cards_by_digest ON cards (digest)",
    "CREATE INDEX cards_by_set ON cards (game, json_extract(record, '$.table.set'))",
    """
    CREATE TABLE names (
        game TEXT NOT NULL,
        folded TEXT NOT NULL,
        face INTEGER NOT NULL,
        card INTEGER NOT NULL REFERENCES cards ON DELETE CASCADE,
        PRIMARY KEY (game, folded, face, card)
    ) WITHOUT ROWID
    """,
    "CREATE INDEX names_by_card ON names (card)",
    """
    CREATE TABLE compiled (
        digest BLOB NOT NULL,
        grammar TEXT NOT NULL,
        status TEXT NOT NULL,
        form BLOB,
        left_out TEXT NOT NULL,
        stops TEXT NOT NULL,
        mentions TEXT NOT NULL,
        PRIMARY KEY (digest, grammar)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE printings (
        card INTEGER NOT NULL REFERENCES cards ON DELETE CASCADE,
        code TEXT NOT NULL,
        number TEXT NOT NULL,
        year INTEGER NOT NULL,
        PRIMARY KEY (card, code, number)
    ) WITHOUT ROWID
    """,
    """
    CREATE TABLE legalities (
        card INTEGER NOT NULL REFERENCES cards ON DELETE CASCADE,
        format TEXT NOT NULL,
        status TEXT NOT NULL,
        PRIMARY KEY (card, format)
    ) WITHOUT ROWID
    """,
    """
    CREATE VIRTUAL TABLE found USING fts5(
        name, type, text, content='cards', content_rowid='id', tokenize='unicode61 remove_diacritics 2'
    )
    """,
    """
    CREATE TRIGGER cards_come AFTER INSERT ON cards BEGIN
        INSERT INTO found (rowid, name, type, text) VALUES (new.id, new.name, new.type, new.text);
    END
    """,
    """
    CREATE TRIGGER cards_go AFTER DELETE ON cards BEGIN
        INSERT INTO found (found, rowid, name, type, text) VALUES ('delete', old.id, old.name, old.type, old.text);
    END
    """,
    """
    CREATE TRIGGER cards_change AFTER UPDATE OF name, type, text ON cards BEGIN
        INSERT INTO found (found, rowid, name, type, text) VALUES ('delete', old.id, old.name, old.type, old.text);
        INSERT INTO found (rowid, name, type, text) VALUES (new.id, new.name, new.type, new.text);
    END
    """,
)

_FACETS: Final = (
    "ALTER TABLE cards ADD COLUMN cost INTEGER",
    "ALTER TABLE cards ADD COLUMN colors TEXT NOT NULL DEFAULT ''",
    "DROP TRIGGER cards_come",
    "DROP TRIGGER cards_go",
    "DROP TRIGGER cards_change",
    "DROP TABLE found",
    "UPDATE cards SET cost = cost_of(game, record), colors = colors_of(game, record)",
    """
    CREATE VIRTUAL TABLE found USING fts5(
        name, type, text, colors,
        content='cards', content_rowid='id', tokenize='unicode61 remove_diacritics 2', prefix='1 2 3'
    )
    """,
    "INSERT INTO found (found) VALUES ('rebuild')",
    """
    CREATE TRIGGER cards_come AFTER INSERT ON cards BEGIN
        INSERT INTO found (rowid, name, type, text, colors)
        VALUES (new.id, new.name, new.type, new.text, new.colors);
    END
    """,
    """
    CREATE TRIGGER cards_go AFTER DELETE ON cards BEGIN
        INSERT INTO found (found, rowid, name, type, text, colors)
        VALUES ('delete', old.id, old.name, old.type, old.text, old.colors);
    END
    """,
    """
    CREATE TRIGGER cards_change AFTER UPDATE OF name, type, text, colors ON cards BEGIN
        INSERT INTO found (found, rowid, name, type, text, colors)
        VALUES ('delete', old.id, old.name, old.type, old.text, old.colors);
        INSERT INTO found (rowid, name, type, text, colors)
        VALUES (new.id, new.name, new.type, new.text, new.colors);
    END
    """,
)

STEPS: Final = (_FIRST, _FACETS)
VERSION: Final = len(STEPS)


def version_of(connection: sqlite3.Connection) -> int:
    """The number of steps that a file has seen."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    return int(version)


def is_library(connection: sqlite3.Connection) -> bool:
    """Whether a file is a library, or nothing yet."""
    (application,) = connection.execute("PRAGMA application_id").fetchone()
    if application == APPLICATION:
        return True
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    return int(application) == 0 and int(tables) == 0


def migrate(connection: sqlite3.Connection, steps: Sequence[Sequence[str]] = STEPS) -> None:
    """Take the steps that a file has not seen, all or none; of two processes the second finds nothing left to do."""
    connection.create_function("cost_of", 2, _cost_of, deterministic=True)
    connection.create_function("colors_of", 2, _colors_of, deterministic=True)
    connection.execute("BEGIN IMMEDIATE")
    try:
        for step in steps[version_of(connection) :]:
            for statement in step:
                connection.execute(statement)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(steps)}")
        connection.execute("COMMIT")
    except BaseException:
        with suppress(sqlite3.Error):  # a full disk has ended it already
            connection.execute("ROLLBACK")
        raise


def _cost_of(game: str, record: str) -> int | None:
    return facets_of(game, orjson.loads(record)).cost


def _colors_of(game: str, record: str) -> str:
    return " ".join(facets_of(game, orjson.loads(record)).colors)
