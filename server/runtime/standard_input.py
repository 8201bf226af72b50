"""The lines of standard input, for a program that ends when it wants to, whatever is still to come in."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from threading import Semaphore, Thread
from typing import BinaryIO, Self


class BoundedLines:
    """The lines of standard input, read one by one as they are wanted, in a thread that nothing waits for at the end.

    A thread of the loop's own would keep the process alive until the input ends. Of a line that is too long only a few
    words are given, which are no JSON.

    Args:
        most: the length of the longest line that is given, in bytes.
    """

    def __init__(self, most: int) -> None:
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
