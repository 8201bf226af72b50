"""Everybody sees in which room of a dungeon a player is (309.4)."""

from __future__ import annotations

import orjson
import pytest

from engine import Views
from engine.formats.position import build

DELVE: dict[str, object] = {"name": "Delve", "type": "Instant", "cost": "{0}", "text": "Venture into Undercity."}


@pytest.mark.parametrize("viewer", ["seat0", "seat1", "public"])
def test_the_room_stands_on_the_dungeon(viewer: str) -> None:
    match = build("magic", {"A": {"hand": ["Delve"]}, "B": {}}, [DELVE], {"active": "A", "step": "precombat main"})
    for number, gesture in ((0, 'cast "Delve" auto'), (0, "pass"), (1, "pass")):
        own = next(decision for decision in match.decisions if decision.seat == number)
        match.apply_text(number, own.w, gesture)
    view = orjson.loads(Views(match).snapshot(viewer))
    rooms = [entity["room"] for entity in view.values() if isinstance(entity, dict) and "room" in entity]
    assert rooms == ["Secret Entrance"]
    assert view["table"]["marks"] == {"command": ["room"]}
