"""The lines that come in: no longer than a bound, and answered where they cannot be read, which the SDK leaves out."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from threading import Semaphore, Thread
from typing import BinaryIO, Final, Self, TypeAlias, cast

import anyio
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp.types import PARSE_ERROR, ErrorData, JSONRPCError

LINE_BYTES: Final = 256 * 1024
"""The longest line that is read; an answer to many questions at once has some kilobytes."""

Incoming: TypeAlias = MemoryObjectReceiveStream[SessionMessage | Exception]
Outgoing: TypeAlias = MemoryObjectSendStream[SessionMessage]


class BoundedLines:
    """The lines of standard input, read one by one as they are wanted, in a thread that nothing waits for at the end.

    Of a line that is too long only a few words are given, which are no JSON.
    """

    def __init__(self, most: int = LINE_BYTES) -> None:
        self._most = most
        self._wanted = Semaphore(0)
        self._read: asyncio.Queue[str] = asyncio.Queue()
        Thread(target=self._run, args=(asyncio.get_running_loop(),), name="lines", daemon=True).start()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> str:
        self._wanted.release()
        line = await self._read.get()
        if not line:
            raise StopAsyncIteration
        return line

    def _run(self, loop: asyncio.AbstractEventLoop) -> None:
        with open(0, "rb", closefd=False) as raw, suppress(RuntimeError):  # the loop is closed
            line = "?"
            while line:
                self._wanted.acquire()
                line = self._next(raw)
                loop.call_soon_threadsafe(self._read.put_nowait, line)

    def _next(self, raw: BinaryIO) -> str:
        """The next line, with its end; empty at the end of the input."""
        line = rest = raw.readline(self._most + 1)
        while len(rest) > self._most and not rest.endswith(b"\n"):
            rest = raw.readline(self._most + 1)
        if len(line) > self._most and not line.endswith(b"\n"):
            return "too long\n"
        return line.decode(errors="replace")


@asynccontextmanager
async def bounded_stdio() -> AsyncIterator[tuple[Incoming, Outgoing]]:
    """The two streams of the SDK; a line that cannot be read is answered by a parse error, without an id."""
    lines = cast("anyio.AsyncFile[str]", BoundedLines())  # of which the SDK takes the lines alone
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
