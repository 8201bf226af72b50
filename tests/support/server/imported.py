"""Libraries of made-up cards: two of Magic that are understood, one in part, one not at all."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import engine
from server.library.kept_cards import Imported, Meaning, Stop
from server.library.library import Library
from tests.support.engine.brought import TABLES, deck
from tests.support.server.peer import Frame

DECK: Final[Frame] = dict(deck("magic"))
ODD: Final[Mapping[str, Any]] = {"name": "Odd Hum", "type": "Instant", "cost": "{R}", "text": "Hum until all hum."}
HALF: Final[Mapping[str, Any]] = {
    "name": "Half Hum",
    "type": "Instant",
    "cost": "{R}",
    "text": "Draw a card.\nHum until all hum.",
}
NO_FORMATS: Final[Mapping[str, str]] = MappingProxyType({})
WITH_ODD: Final[Frame] = {**DECK, "Odd Hum": 1}
WITH_HALF: Final[Frame] = {**DECK, "Half Hum": 1}


def library(file: Path) -> Path:
    """A library of all of these; its file."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with Library(file, is_writable=True) as made:
        for game, tables in TABLES.items():
            made.add([(card(game, table), understood(game, table)) for table in tables])
        stop = Stop(1, "Hum until all hum", "no such phrase")
        made.add([(card("magic", ODD), Meaning("none", None, (), (stop,)))])
        form = engine.compiled_form(engine.define("magic", HALF, (2,)))
        made.add([(card("magic", HALF), Meaning("part", form, (2,), (stop._replace(paragraph=2),)))])
    return file


def understood(game: str, table: Mapping[str, Any]) -> Meaning:
    return Meaning("whole", engine.compiled_form(engine.define(game, table)), (), ())


def card(game: str, table: Mapping[str, Any], legalities: Mapping[str, str] = NO_FORMATS) -> Imported:
    name, type_, text = str(table["name"]), str(table["type"]), str(table.get("text", ""))
    record = {"table": dict(table)}
    return Imported(game, "made up", name, 0, name, (), type_, text, table, record, "", "", (), legalities)
