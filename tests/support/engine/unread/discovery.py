"""Finds for every cell a scenario that fails when the cell is taken away; writes the table that CI holds it to.

    python -m tests.support.engine.unread.discovery [GAME ...] [--all]
    python -m tests.support.engine.unread.discovery GAME --only ID...
    python -m tests.support.engine.unread.discovery --published FILE...
    python -m tests.support.engine.unread.discovery GAME --readers

Cells that have a scenario keep it as long as it fails; ``--all`` looks for every one anew, ``--only`` tries
no scenario but these for the cells that have none. Prints the empty cells.
``--published`` only tells what accepted cards in files of others say and no card here does, with the number of cards;
``--readers`` lists each cell with its scenario and the functions that read its field there.
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Final

from engine.games import list_games
from tests.support.engine.unread.attempts import attempt, fails, reads_of
from tests.support.engine.unread.cells import Cell, cells_in, general
from tests.support.engine.unread.mutation import ways
from tests.support.engine.unread.readers import Reads, asked_for, noted
from tests.support.engine.unread.table import Entry, read_table, write_table
from tests.support.engine.unread.universe import cells_of, published, scenario_files, words_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

SLOW_S: Final = 1
"""A scenario that takes longer is not named."""
MOST_TRIES: Final = 60
"""Scenarios tried for one cell."""


class Seen:
    """A scenario unchanged: its cells, the fields that it reads, and how long it takes."""

    __slots__ = ("cells", "ident", "reads", "seconds")

    def __init__(self, ident: str, cells: frozenset[Cell], reads: Reads, seconds: float) -> None:
        self.ident = ident
        self.cells = cells
        self.reads = reads
        self.seconds = seconds


def seen(game: str, only: Collection[str] = ()) -> list[Seen]:
    """Every scenario of a game that may be named, the quickest first; ``only`` these, if any are told."""
    found = []
    for ident, table in scenario_files(game).items():
        if "unread" in table or (only and ident not in only):
            continue
        cells: set[Cell] = set()
        reads: Reads = {}

        def note(abilities: object, cells: set[Cell] = cells) -> object:
            cells.update(cells_in(abilities))
            return abilities

        with noted(reads):
            begun = time.process_time()
            wrong = attempt(ident, note)
            seconds = time.process_time() - begun
        if not wrong and seconds < SLOW_S:
            found.append(Seen(ident, frozenset(cells), reads, seconds))
    return sorted(found, key=lambda each: each.seconds)


def search(game: str, cell: Cell, candidates: list[Seen]) -> Entry | None:
    """The first of the candidates that fails without the cell."""
    words = words_of(game).get(f"{cell.record}.{cell.field}", frozenset())
    for tried, each in enumerate(candidates):
        if tried >= MOST_TRIES:
            break
        for way in ways(cell, words):
            entry = Entry(each.ident, way)
            if fails(cell, entry):
                return entry
    return None


def applies(cell: Cell, scenario: Seen) -> bool:
    """Whether a scenario may show the cell: its cards say it, and something reads it."""
    if cell not in scenario.cells and not (cell.kind == "keyword" and spoken(cell.word, scenario)):
        return False
    return not cell.field or f"{cell.record}.{cell.field}" in scenario.reads


def spoken(keyword: str, scenario: Seen) -> bool:
    """Whether a keyword stands in a scenario's cards other than as a record of its own."""
    return any(cell.kind == "word" and cell.word in (keyword, general(keyword)) for cell in scenario.cells)


def fill(game: str, only: Collection[str], *, anew: bool) -> Iterator[str]:
    """Fill the table of a game; each empty cell as a line, with the number of scenarios whose cards say it."""
    known = {} if anew else read_table(game)
    scenarios = seen(game, only)
    filled: dict[Cell, Entry] = {}
    empty = []
    for cell in sorted(cells_of(game)):
        entry = known.get(cell)
        if entry is None or not (only or fails(cell, entry)):
            entry = search(game, cell, [each for each in scenarios if applies(cell, each)])
        if entry is not None:
            filled[cell] = entry
            continue
        empty.append(cell)
        read = not cell.field or any(f"{cell.record}.{cell.field}" in each.reads for each in scenarios)
        said = sum(cell in each.cells for each in scenarios)
        yield "\t".join((game, cell.kind, cell.name, f"said in {said}", "" if read else "never read"))
    write_table(game, filled, empty)


def listed(game: str) -> Iterator[str]:
    """Each cell with its scenario, the way in which it is taken away, and who reads it."""
    entries = read_table(game)
    reads = {scenario: reads_of(scenario) for scenario in sorted({entry.scenario for entry in entries.values()})}
    for cell, entry in sorted(entries.items()):
        read = reads[entry.scenario].get(f"{cell.record}.{cell.field}", set())
        readers = sorted(read if cell.field else asked_for(cell.record or cell.word) or {"engine/text (written out)"})
        yield "\t".join((game, cell.kind, cell.name, entry.scenario, entry.way, " ".join(readers)))


def main() -> None:
    """Fill the tables and tell what stays empty."""
    parser = argparse.ArgumentParser(prog="python -m tests.support.engine.unread.discovery")
    parser.add_argument("games", nargs="*", default=list_games())
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--only", nargs="+", default=())
    parser.add_argument("--readers", action="store_true")
    parser.add_argument("--published", nargs="+", type=Path)
    options = parser.parse_args()
    if options.published:
        for game, cell, count in published(options.published):
            sys.stdout.write(f"{game}\t{count}\t{cell.kind}\t{cell.name}\n")
        return
    for game in options.games:
        for line in listed(game) if options.readers else fill(game, options.only, anew=options.all):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
