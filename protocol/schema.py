"""JSON Schema of the wire, generated from the records: for bots in other languages."""

from __future__ import annotations

from typing import Any

import msgspec

from protocol.messages import SUBPROTOCOL, ClientMessage, Decision, ServerMessage
from protocol.view import Card, Game, Item, Line, Player


def schema() -> dict[str, Any]:
    """One schema document (2020-12): ``client`` and ``server`` frames, and the entities of a view.

    ``Any`` because a schema is JSON of every shape.
    """
    kinds = {
        "client": ClientMessage,
        "server": ServerMessage,
        "decision": Decision,
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
        "$defs": definitions,
    }
