"""The admin door of a server, with the operator's token."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import orjson
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as dial_raw
from websockets.typing import Subprotocol

TOKEN = "the-operator-shows-this-and-nobody-else"


@asynccontextmanager
async def door(url: str, **headers: str) -> AsyncIterator[ClientConnection]:
    given = {"Authorization": f"Bearer {TOKEN}", **headers}
    async with dial_raw(
        url.replace("http", "ws", 1).rstrip("/") + "/admin",
        subprotocols=[Subprotocol("stackloop.admin.1")],
        additional_headers=given,
        proxy=None,
    ) as socket:
        yield socket


async def ask(url: str, order: dict[str, Any] | str) -> dict[str, Any]:
    async with door(url) as socket:
        await socket.send(order if isinstance(order, str) else orjson.dumps(order), text=True)
        answer: dict[str, Any] = orjson.loads(await socket.recv(decode=False))
        return answer
