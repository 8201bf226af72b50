"""The lines that come in: no longer than a bound, and answered where they cannot be read, which the SDK leaves out."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, TypeAlias, cast

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import PARSE_ERROR, ErrorData, JSONRPCError

from server.runtime.standard_input import BoundedLines

LINE_BYTES: Final = 256 * 1024
"""The longest line that is read; an answer to many questions at once has some kilobytes."""

Incoming: TypeAlias = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing: TypeAlias = MemoryObjectSendStream[SessionMessage]


@asynccontextmanager
async def bounded_stdio() -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """The two streams of the SDK; a line that cannot be read is answered by a parse error, without an id."""
    lines = cast("anyio.AsyncFile[str]", BoundedLines(LINE_BYTES))  # of which the SDK takes the lines alone
    send, read = anyio.create_memory_object_stream[SessionMessage | Exception](0)
    out, written = anyio.create_memory_object_stream[SessionMessage](0)
    async with stdio_server(stdin=lines) as (raw, write), anyio.create_task_group() as tasks:

        async def take() -> None:
            async with send:
                async for message in raw:
                    if isinstance(message, Exception):
                        await out.send(SessionMessage(unread()))
                    else:
                        await send.send(message)

        async def tell() -> None:
            async with write:
                async for message in written:
                    await write.send(message)

        tasks.start_soon(take)
        tasks.start_soon(tell)
        yield read, out
        out.close()  # what was sent before is written yet


def unread() -> JSONRPCError:
    """The answer to a line that is no message."""
    reason = f"parse error: a line is one JSON-RPC message of {LINE_BYTES} bytes at most"
    return JSONRPCError(jsonrpc="2.0", id=None, error=ErrorData(code=PARSE_ERROR, message=reason))
