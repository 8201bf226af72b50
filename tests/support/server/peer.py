"""A peer of the tests: speaks JSON over a real websocket, with no help from the client library."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeAlias

import anyio
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from protocol.client.addresses import websocket_url
from server.runtime.settings import Settings
from server.service.service import Service, open_service

Frame: TypeAlias = dict[str, Any]  # decoded JSON, whatever it says

PATIENCE_S = 60.0
"""Time that a test waits for a frame before it fails."""
PING_S = 20.0


class Peer:
    """One connection.

    Attributes:
        heard: every frame that was read.
    """

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[Frame] = []

    async def send(self, frame: Frame | str | bytes) -> None:
        """An object as JSON; text and bytes as they are."""
        if isinstance(frame, dict):
            await self.socket.send(orjson.dumps(frame), text=True)
        else:
            await self.socket.send(frame)

    async def next(self) -> Frame:
        frame: Frame = orjson.loads(await self.socket.recv(decode=False))
        self.heard.append(frame)
        return frame

    async def expect(self, *kinds: str) -> Frame:
        """The next frame of one of these types; others are passed over."""
        with anyio.fail_after(PATIENCE_S):
            while (frame := await self.next())["t"] not in kinds:
                pass
        return frame

    async def ask(self, frame: Frame, *kinds: str) -> Frame:
        await self.send(frame)
        return await self.expect(*kinds)

    async def refused(self, frame: Frame | str | bytes) -> Frame:
        """Send what must be refused; return the nack."""
        await self.send(frame)
        return await self.expect("nack")

    async def is_alive(self) -> bool:
        return bool((await self.ask({"t": "ping", "r": "alive"}, "pong"))["r"] == "alive")

    async def create(self, **more: object) -> tuple[str, list[str]]:
        """A match of two open seats: its id, and the seats' tokens."""
        created = await self.ask({"t": "create", "r": "c", "game": "magic", "names": ["ann", "bob"], **more}, "created")
        return created["m"], [seat["token"] for seat in created.get("seats", [])]

    async def join(self, match: str, token: str | None = None, since: int | None = None) -> Frame:
        frame: Frame = {"t": "join", "m": match}
        if token is not None:
            frame["token"] = token
        if since is not None:
            frame["since"] = since
        return await self.ask(frame, "state", "nack")

    async def decision(self) -> Frame:
        """The next decision asked of this peer, in whatever frame it comes."""
        frame: Frame = {}
        while not frame.get("decision"):
            frame = await self.expect("state", "diff")
        decision: Frame = frame["decision"]
        return decision


@asynccontextmanager
async def peer(url: str, *, ping_s: float | None = PING_S) -> AsyncIterator[Peer]:
    """A connection that has said hello."""
    async with dial(url, ping_s=ping_s) as connection:
        await connection.ask({"t": "hello", "name": "test"}, "welcome")
        yield connection


@asynccontextmanager
async def dial(
    url: str, *subprotocols: str, origin: str | None = None, ping_s: float | None = PING_S
) -> AsyncIterator[Peer]:
    """A connection that has said nothing yet."""
    offered = [Subprotocol(name) for name in subprotocols or ("stackloop.1",)]
    headers = {"Origin": origin} if origin is not None else {}
    async with connect(
        websocket_url(url),
        subprotocols=offered,
        additional_headers=headers,
        compression=None,
        max_size=None,
        max_queue=None,
        close_timeout=2,
        ping_interval=ping_s,
        proxy=None,
    ) as socket:
        yield Peer(socket)


@asynccontextmanager
async def serving(data: Path, timer: Any = None, **settings: Any) -> AsyncIterator[Service]:
    """A server in this process, on a free port; ``timer`` is a ``Timer``, the machine's if left out."""
    few = {"read_ahead": 0, "beat_ms": 0, "house_pace_s": 0.0, **settings}
    wanted = Settings(port=0, admin_port=0, data=data, **few)
    async with open_service(wanted, timer) as service:
        yield service


@asynccontextmanager
async def seated(url: str) -> AsyncIterator[tuple[str, Peer, Peer, Frame]]:
    """A match with both seats taken: its id, who is asked first, the other, and the first decision."""
    async with peer(url) as first, peer(url) as second:
        match, tokens = await first.create()
        one = await first.join(match, tokens[0])
        two = await second.join(match, tokens[1])
        if one.get("decision"):
            yield match, first, second, one["decision"]
        else:
            yield match, second, first, two["decision"]


async def make_private(ann: Peer, **more: object) -> Frame:
    return await ann.ask({"t": "create", "game": "magic", "private": True, **more}, "created")


def settings(match: str, c: int, s: object) -> Frame:
    return {"t": "settings", "m": match, "c": c, "s": s}
