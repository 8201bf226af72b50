"""A real websocket server that says whatever a test wants, however wrong it is."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TypeAlias

import anyio
import msgspec
from msgspec import Raw
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from protocol.client import Client, Match, connect
from protocol.codec import decode_request, encode
from protocol.diffs import Entities
from protocol.messages import (
    NULL,
    SUBPROTOCOL,
    ClientMessage,
    Decision,
    Hello,
    Limits,
    Option,
    ServerMessage,
    State,
    Welcome,
)
from tests.support.protocol.tiny import port_of

Heard: TypeAlias = "Callable[[Rogue, ServerConnection, ClientMessage], Awaitable[None]]"
VIEW: Entities = {"game": {"name": "count", "turn": 0}}
MOST_BYTES = 1 << 20
SOON_S = 60.0
"""More than any of this may take."""


class Rogue:
    """Messages that were heard, and how often somebody came.

    Attributes:
        is_welcoming: whether ``hello`` is answered.
    """

    def __init__(self, says: Heard) -> None:
        self.heard: list[ClientMessage] = []
        self.connections = 0
        self.port = 0
        self.is_welcoming = True
        self._says = says

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def count(self, kind: type[ClientMessage]) -> int:
        return sum(isinstance(message, kind) for message in self.heard)

    async def handle(self, connection: ServerConnection) -> None:
        self.connections += 1
        try:
            while True:
                message = decode_request(await connection.recv(decode=False), MOST_BYTES)
                self.heard.append(message)
                if not isinstance(message, Hello):
                    await self._says(self, connection, message)
                elif self.is_welcoming:
                    await tell(connection, Welcome("rogue", "s1", 1000, "redis", Limits(frame_bytes=1 << 20)))
                    await self._says(self, connection, message)
        except ConnectionClosed:
            return


async def tell(connection: ServerConnection, *said: ServerMessage | bytes | str) -> None:
    for each in said:
        frame = each if isinstance(each, bytes | str) else encode(each)
        await connection.send(frame, text=True)


def state(seq: int = 0, w: int = 0, *, view: bytes = b"", decision: bytes = b"", c: int = 0) -> State:
    """The state of the match ``m`` for its seat 0, which is asked ``w``."""
    asked = Decision(w, 0, "act", options=(Option(0, "pass", text="pass"),), most=1) if w else None
    encoded = decision or (msgspec.json.encode(asked) if asked is not None else bytes(NULL))
    return State("m", seq, Raw(view or msgspec.json.encode(VIEW)), Raw(encoded), 0, c)


@asynccontextmanager
async def rogue(
    says: Heard, gate: Callable[[ServerConnection, Request], Response | None] | None = None
) -> AsyncIterator[Rogue]:
    """The server, until the block ends; ``says`` is what it does about each message, ``hello`` the first."""
    server = Rogue(says)
    offered = [Subprotocol(SUBPROTOCOL)]
    async with serve(
        server.handle, "127.0.0.1", 0, subprotocols=offered, compression=None, process_request=gate, close_timeout=0.1
    ) as listening:
        server.port = port_of(listening)
        yield server


@asynccontextmanager
async def sitting(server: Rogue, **how: float) -> AsyncIterator[tuple[Client, Match]]:
    with anyio.fail_after(SOON_S):
        async with connect(server.url, **how) as client:  # type: ignore[arg-type] # only numbers
            yield client, await client.join("m", "token")
