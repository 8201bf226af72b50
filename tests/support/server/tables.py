"""Tables over the wire: opened, taken a seat at, listed, begun."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import anyio

from server.service.service import Service
from tests.support.server.peer import PATIENCE_S, Frame, Peer, serving
from tests.support.server.takeovers import a_moment

BEARS: Frame = {"Forest": 24, "Grizzly Bears": 4, "Llanowar Elves": 4, "Elvish Mystic": 4, "Priest of Titania": 4}
BEARS = {**BEARS, "Elvish Visionary": 4, "Imperious Perfect": 4, "Elvish Archdruid": 4, "Wood Elves": 4, "Forest": 28}
OPEN: Frame = {"t": "open", "r": "o", "game": "magic", "deck": "burn", "name": "ann"}


async def sits(player: Peer, table: str, **more: object) -> Frame:
    return await player.ask({"t": "sit", "r": "s", "table": table, "name": "bob", **more}, "table", "nack")


async def begun(player: Peer) -> Frame:
    """The frame about a table once its match is there."""
    while not (told := await player.expect("table"))["table"].get("m"):
        pass
    return told


async def listed(player: Peer) -> list[Frame]:
    tables: list[Frame] = (await player.ask({"t": "list", "r": "l"}, "matches")).get("tables", [])
    return tables


async def is_listed(player: Peer, count: int) -> list[Frame]:
    """The tables, once there are so many."""
    with anyio.fail_after(PATIENCE_S):
        while len(tables := await listed(player)) != count:
            await a_moment()
    return tables


@asynccontextmanager
async def two_servers(tmp_path: Path, redis_url: str) -> AsyncIterator[tuple[Service, Service]]:
    async with (
        serving(tmp_path / "one", redis=redis_url) as one,
        serving(tmp_path / "two", redis=redis_url) as two,
    ):
        yield one, two
