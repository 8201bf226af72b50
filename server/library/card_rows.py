"""The rows of a card in a library: found again by key or by name, written, and its prints noted."""

from __future__ import annotations

import sqlite3
from typing import Final, Literal, TypeAlias

import orjson

from server.library.kept_cards import AGAIN, Imported, folded, is_spelled_alike

Change: TypeAlias = Literal["new", "printed", "replaced", "same"]
CHANGES: Final[tuple[Change, ...]] = ("new", "printed", "replaced", "same")


def put(connection: sqlite3.Connection, card: Imported) -> tuple[Change, int | None]:
    """Write a card; a row that says the same already is left alone, and so is one that this is another print of.

    Returns:
        the change, and the row of a card; none of another print.
    """
    if card.kind == AGAIN:
        row = row_of(connection, card)
        if row is not None:
            note_prints(connection, row, card)
        return "printed", None
    record = orjson.dumps(dict(card.record), option=orjson.OPT_SORT_KEYS).decode()
    row, (cost, colors) = row_of(connection, card), card.facets
    values = (
        *(card.game, card.key, card.face, card.name, card.form, card.type, card.text),
        *(record, card.digest, card.kind, card.reason, cost, " ".join(colors)),
    )
    change: Change = "replaced"
    if row is None:
        change = "new"
        row = connection.execute(
            "INSERT INTO cards (game, key, face, name, form, type, text, record, digest, kind, reason, cost, colors)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            values,
        ).lastrowid
        assert row is not None
    elif _says_the_same(connection, row, values):
        change = "same"
    else:
        connection.execute(
            "UPDATE cards SET game = ?, key = ?, face = ?, name = ?, form = ?, type = ?, text = ?, record = ?,"
            " digest = ?, kind = ?, reason = ?, cost = ?, colors = ? WHERE id = ?",
            (*values, row),
        )
        connection.execute("DELETE FROM names WHERE card = ?", (row,))
        connection.execute("DELETE FROM legalities WHERE card = ?", (row,))
    if change != "same":
        _name(connection, row, card)
    note_prints(connection, row, card)
    return change, row


def row_of(connection: sqlite3.Connection, card: Imported) -> int | None:
    """The row of a card: that of its key and face; else that of its name and face, if one of the two has no key."""
    found = connection.execute(
        "SELECT id FROM cards WHERE game = ? AND key = ? AND face = ?", (card.game, card.key, card.face)
    ).fetchone()
    if found is None:
        rows = connection.execute(
            "SELECT id, name FROM cards JOIN names ON names.card = id AND names.face = 0"
            " WHERE names.game = ? AND folded = ? AND cards.face = ? AND (key = name OR ?) ORDER BY id",
            (card.game, folded(card.name), card.face, card.key == card.name),
        )
        found = next((row for row in rows.fetchall() if is_spelled_alike(row[1], card.name)), None)
    return None if found is None else int(found[0])


def note_prints(connection: sqlite3.Connection, row: int, card: Imported) -> None:
    """Add the prints of a card to those that are known, and tell where it is legal now."""
    connection.executemany(
        "INSERT OR REPLACE INTO printings VALUES (?, ?, ?, ?)", [(row, *one) for one in card.printings]
    )
    connection.executemany(
        "INSERT OR REPLACE INTO legalities VALUES (?, ?, ?)", [(row, *each) for each in card.legalities.items()]
    )


def _says_the_same(connection: sqlite3.Connection, row: int, values: tuple[object, ...]) -> bool:
    known = connection.execute(
        "SELECT game, key, face, name, form, type, text, record, digest, kind, reason, cost, colors FROM cards"
        " WHERE id = ?",
        (row,),
    ).fetchone()
    return bool(known == values)


def _name(connection: sqlite3.Connection, row: int, card: Imported) -> None:
    """Have a card found by its name, and by those of its faces."""
    own = folded(card.name)
    names = {own: 0} | {folded(name): 1 for name in card.names if folded(name) != own}
    connection.executemany(
        "INSERT INTO names VALUES (?, ?, ?, ?)", [(card.game, name, face, row) for name, face in names.items()]
    )
