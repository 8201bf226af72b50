"""The table of the cells: for each the scenario that fails without it, and the way in which it is taken away."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Final, NamedTuple

from tests.support.engine.unread.cells import KINDS, Cell

FOLDER: Final = Path(__file__).parents[3] / "engine" / "text" / "unread"
HEAD: Final = """\
# What the texts of this game can say, and the scenario that fails when it is taken away (tests/README.md).
# Written by: python -m tests.support.engine.unread.discovery
"""


class Entry(NamedTuple):
    """A scenario, as "game/id", and the way in which the cell is taken away there."""

    scenario: str
    way: str


def file_of(game: str) -> Path:
    """The file of a game."""
    return FOLDER / f"{game}.toml"


def read_table(game: str) -> dict[Cell, Entry]:
    """The cells that have a scenario."""
    if not file_of(game).exists():
        return {}
    table = tomllib.loads(file_of(game).read_text(encoding="utf-8"))
    return {
        Cell(kind, name): Entry(f"{game}/{ident}", way)
        for kind in KINDS
        for name, (ident, way) in table.get(kind, {}).items()
    }


def read_empty(game: str) -> set[Cell]:
    """The cells for which no scenario is known yet."""
    table = tomllib.loads(file_of(game).read_text(encoding="utf-8"))
    return {Cell(kind, name) for kind, names in table.get("empty", {}).items() for name in names}


def write_table(game: str, entries: dict[Cell, Entry], empty: list[Cell]) -> None:
    """Keep the cells that have a scenario, in order, and those that have none."""
    lines = [HEAD]
    for kind in KINDS:
        lines.append(f"\n[{kind}]\n")
        for cell, entry in sorted(entries.items()):
            if cell.kind == kind:
                ident = entry.scenario.removeprefix(f"{game}/")
                lines.append(f"{json.dumps(cell.name, ensure_ascii=False)} = {json.dumps([ident, entry.way])}\n")
    lines.append("\n[empty]\n")
    for kind in KINDS:
        names = "".join(f"    {json.dumps(cell.name, ensure_ascii=False)},\n" for cell in empty if cell.kind == kind)
        lines.append(f"{kind} = [\n{names}]\n" if names else "")
    file_of(game).write_text("".join(lines), encoding="utf-8")
