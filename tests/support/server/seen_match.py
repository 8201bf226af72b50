"""A match of two as one seat sees it, without a server."""

from __future__ import annotations

from protocol.client import Match
from protocol.diffs import Json
from protocol.view import View


def view(settings: Json = None) -> View:
    entities: dict[str, Json] = {
        "table": {"board": "field"},
        "game": {"name": "tests", "turn": 3, "active": 0, "phase": "main", "stack": []},
        "p1": {"id": 1, "seat": 0, "name": "ann"},
        "p2": {"id": 2, "seat": 1, "name": "bob"},
        "o40": {"id": 40, "name": "Forest", "controller": 0, "zone": "field"},
        "o50": {"id": 50, "name": "Ogre", "controller": 1, "zone": "field"},
    }
    return View(entities if settings is None else {**entities, "settings": settings})


async def _nowhere(_frame: object) -> None: ...


class Seat(Match):
    """A seat that sees this view."""

    def __init__(self, seen: View) -> None:
        super().__init__("m", None, _nowhere, patience_s=1)
        self.seat = 0
        self.seen = seen

    @property
    def view(self) -> View:
        return self.seen
