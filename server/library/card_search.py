"""The cards that a question means, in an index of SQLite: the best first, some at a time, at a cost that is counted.

A card whose name was written comes first, then names that begin so, then those with all the words in the name; cards
of one rank stand by their names. So the order is the same on every machine, and that of several indexes together.
"""

from __future__ import annotations

import re
import sqlite3
from difflib import get_close_matches
from typing import TYPE_CHECKING, Final, NamedTuple

import orjson

import engine
from server.library.kept_cards import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from server.library.card_query import Query, Words

MOST_STEPS: Final = 40_000_000
"""Of SQLite for one question: a search through 30,000 cards takes about a tenth."""
_STEPS_AT_ONCE: Final = 10_000


MOST_ALIKE: Final = 400
"""Names that are held to one that nobody knows: those that share most of its beginnings of words."""
LIKENESS: Final = 0.7
_BEGINNINGS: Final = (2, 4)
"""Letters of a word that a name shares with one that is misspelt."""
_TOKEN: Final = re.compile(r"[^\W_]+")


class Match(NamedTuple):
    """A card that was found, by what it is ordered by."""

    rank: int
    folded: str
    name: str


class Matches(NamedTuple):
    """The first of the cards that are meant, and the number of all."""

    first: tuple[Match, ...] = ()
    total: int = 0


def matches(
    connection: sqlite3.Connection,
    game: str,
    query: Query,
    most: int,
    hidden: Iterable[str] = (),
    most_steps: int = MOST_STEPS,
) -> Matches:
    """The cards of an index that a question means; all of the game where it asks nothing.

    Args:
        connection: to a file with the tables of ``schema``.
        hidden: names that are left out, as they are looked up.
        most_steps: the budget.

    Raises:
        engine.Refusal: ``too_much``.
    """
    conditions, values = _conditions(query)
    rank, ranked = _rank(query)
    source = "found JOIN cards ON cards.id = found.rowid" if _wanted(query) else "cards"
    left = [most_steps // _STEPS_AT_ONCE]

    def is_spent() -> bool:
        left[0] -= 1
        return left[0] < 0

    connection.set_progress_handler(is_spent, min(_STEPS_AT_ONCE, most_steps))
    try:
        rows = connection.execute(
            f"SELECT min({rank}), names.folded, cards.name, count(*) OVER () FROM {source}"  # noqa: S608 # ours
            " JOIN names ON names.card = cards.id AND names.game = cards.game AND names.face = 0"
            " WHERE cards.game = ? AND names.folded NOT IN (SELECT value FROM json_each(?))"
            f"{conditions} GROUP BY cards.name ORDER BY 1, 2, 3 LIMIT ?",
            (*ranked, game, orjson.dumps([*hidden]).decode(), *values, most),
        ).fetchall()
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_INTERRUPT":
            raise
        raise engine.Refusal("", "too_much", "this search takes too long: say more of the cards") from error
    finally:
        connection.set_progress_handler(None, 0)
    return Matches(tuple(Match(*row[:3]) for row in rows), rows[0][3] if rows else 0)


def near_names(connection: sqlite3.Connection, game: str, written: str, most: int) -> tuple[str, ...]:
    """Names in an index that may have been meant, the likeliest first."""
    wanted = folded(written)
    begun = {word[:length] for word in _TOKEN.findall(wanted) for length in _BEGINNINGS if len(word) >= length}
    if not begun:
        return ()
    rows = connection.execute(
        "SELECT cards.name FROM found JOIN cards ON cards.id = found.rowid WHERE found MATCH ? AND game = ?"
        " ORDER BY bm25(found) LIMIT ?",
        ("name : (" + " OR ".join(f'"{each}" *' for each in sorted(begun)) + ")", game, MOST_ALIKE),
    )
    known = {folded(name): name for (name,) in rows}
    return tuple(known[each] for each in get_close_matches(wanted, known, most, LIKENESS))


def _conditions(query: Query) -> tuple[str, list[object]]:
    conditions: list[str] = []
    values: list[object] = []
    if wanted := _wanted(query):
        conditions.append("found MATCH ?")
        values.append(" AND ".join(map(_phrase, wanted)))
    if absent := [term for term in query.words if term.is_absent]:
        conditions.append("cards.id NOT IN (SELECT rowid FROM found WHERE found MATCH ?)")
        values.append(" OR ".join(map(_phrase, absent)))
    for cost in query.costs:
        ordering = "<>" if cost.ordering == "!=" else cost.ordering
        condition = f"ifnull(cards.cost {ordering} ?, {int(cost.ordering == '!=')})"
        conditions.append(f"NOT {condition}" if cost.is_absent else condition)
        values.append(cost.number)
    return "".join(f" AND {each}" for each in conditions), values


def _wanted(query: Query) -> list[Words]:
    return [term for term in query.words if not term.is_absent]


def _phrase(term: Words) -> str:
    """A term as FTS5 reads it; its words have letters and digits alone."""
    column = "" if term.field == "any" else f"{term.field} : "
    return f'{column}"{" ".join(term.words)}"{"" if term.is_whole else " *"}'


def _rank(query: Query) -> tuple[str, Sequence[object]]:
    """The rank of a row, as an expression and its values."""
    called, plain = query.called, query.plain
    if not plain:
        return "3", ()
    within = " AND ".join("instr(names.folded, ?)" for _ in plain)
    begun = "WHEN names.folded = ? THEN 0 WHEN substr(names.folded, 1, length(?)) = ? THEN 1" if called else ""
    return f"CASE {begun} WHEN {within} THEN 2 ELSE 3 END", (*((called,) * 3 if called else ()), *plain)
