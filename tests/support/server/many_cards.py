"""Records of many made-up cards, in the shape of Scryfall's bulk file.

The command ``python -m tests.support.server.many_cards FILE`` writes them.

The cards are those that ship with Magic under other names, so that all their tables differ and each is compiled. Every
fourth one says something that no card can say.
"""

from __future__ import annotations

import json
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import click

import engine

if TYPE_CHECKING:
    from collections.abc import Iterator

UNKNOWN_EACH: Final = 4
UNKNOWN: Final = "It glimmers until nobody looks."
YEARS: Final = range(1993, 2027)


def records() -> Iterator[dict[str, Any]]:
    """Records without end, no two of one name or of one key."""
    tables = [table for table in engine.shipped_cards("magic") if "colors" not in table]
    for number in count():
        yield record(tables[number % len(tables)], number)


def record(table: dict[str, Any], number: int) -> dict[str, Any]:
    """A record of a card as this table has it, called by a name of its own."""
    printed, name = str(table["name"]), f"Echo of {table['name']} {number}"
    text = str(table.get("text", "")).replace(printed, name)
    if number % UNKNOWN_EACH == 0:
        text = f"{text}\n{UNKNOWN}".lstrip()
    told = {
        "object": "card",
        "oracle_id": f"00000000-0000-4000-8000-{number:012}",
        "name": name,
        "lang": "en",
        "layout": "normal",
        "mana_cost": table.get("cost", ""),
        "type_line": table["type"].replace(" - ", " \u2014 "),
        "oracle_text": text,
        "legalities": {"open": "legal", "old": "not_legal" if number % 3 else "legal"},
        "set": f"s{number % 300:03}",
        "collector_number": str(number),
        "released_at": f"{YEARS[number % len(YEARS)]}-06-01",
    }
    return told | {key: str(table[key]) for key in ("power", "toughness", "loyalty") if key in table}


def write(file: Path, number: int) -> None:
    """Write so many records as one array, a line each."""
    with file.open("w", encoding="utf-8") as written:
        for at, each in enumerate(islice(records(), number)):
            written.write(("[" if at == 0 else ",\n") + json.dumps(each))
        written.write("]\n")


@click.command(help=__doc__)
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--count", "number", default=30_000, show_default=True, type=click.IntRange(1))
def main(file: Path, number: int) -> None:
    write(file, number)


if __name__ == "__main__":
    main()
