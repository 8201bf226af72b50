"""JSON Schema of the wire, generated from the records: for bots in other languages.

``python -m protocol.schema`` writes what ``schema.json`` must be; a test fails while the file is another.
"""

from __future__ import annotations

import inspect
import json
import sys
from typing import Any

import msgspec

from protocol.messages import SUBPROTOCOL, AnyAnswer, ClientMessage, Decision, ServerMessage
from protocol.view import Card, Game, Item, Line, Player


def schema() -> dict[str, Any]:
    """One schema document (2020-12): ``client`` and ``server`` frames, and the entities of a view.

    ``Any`` because a schema is JSON of every shape.
    """
    kinds = {
        "client": ClientMessage,
        "server": ServerMessage,
        "decision": Decision,
        "answer": AnyAnswer,
        "game": Game,
        "player": Player,
        "card": Card,
        "item": Item,
        "line": Line,
    }
    schemas, definitions = msgspec.json.schema_components(tuple(kinds.values()))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": SUBPROTOCOL,
        "properties": dict(zip(kinds, schemas, strict=True)),
        "$defs": _described_alike(definitions),
    }


def _described_alike(part: Any) -> Any:
    """A part of the schema, its descriptions without the indentation of docstrings, which Python keeps before 3.13."""
    if isinstance(part, list):
        return [_described_alike(inner) for inner in part]
    if not isinstance(part, dict):
        return part
    alike = {key: _described_alike(inner) for key, inner in part.items()}
    if isinstance(alike.get("description"), str):
        alike["description"] = inspect.cleandoc(alike["description"])
    return alike


def text() -> str:
    """The schema as the file holds it."""
    return json.dumps(schema(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
