"""The lines that somebody types or a program writes, read in a thread beside everything else.

At a terminal the line may be edited and earlier ones called up again (readline); what is being typed is told, so that
whoever writes on the screen meanwhile can put it back. A pipe is read line by line.
"""

from __future__ import annotations

import sys
from asyncio import AbstractEventLoop, get_running_loop
from collections import deque
from threading import Thread
from typing import Final, Protocol

import anyio

PROMPT: Final = "> "


class Source(Protocol):
    """The source of lines."""

    def read(self) -> str | None:
        """The next line, without its end; ``None`` where there are no more. Blocks."""

    def pending(self) -> str:
        """The typed part of a line that is not ended."""


class Pipe:
    """Lines of a program, or of a file."""

    def read(self) -> str | None:
        line = sys.stdin.readline()
        return line.rstrip("\r\n") if line else None

    def pending(self) -> str:
        return ""


class Terminal:
    """Lines of a person, who may edit them."""

    def __init__(self) -> None:
        import readline  # it takes hold of the terminal when imported

        self._readline = readline

    def read(self) -> str | None:
        try:
            return input(PROMPT)
        except EOFError:
            return None

    def pending(self) -> str:
        return PROMPT + self._readline.get_line_buffer()


class Keyboard:
    """The lines that have come and were not taken yet.

    Attributes:
        is_closed: whether no more will come.
    """

    def __init__(self, source: Source) -> None:
        self.is_closed = False
        self._source = source
        self._bell = anyio.Event()
        self._lines: deque[str] = deque()

    def start(self) -> None:
        """Read from now on; the thread ends with the process."""
        Thread(target=self._run, args=(get_running_loop(),), name="keyboard", daemon=True).start()

    def take(self) -> str | None:
        """The next line, if one has come."""
        return self._lines.popleft() if self._lines else None

    async def bell(self) -> None:
        """Wait until a line has come, or somebody rings: there is something to look at."""
        await self._bell.wait()
        self._bell = anyio.Event()

    def ring(self) -> None:
        self._bell.set()

    @property
    def is_at_end(self) -> bool:
        """Whether all lines are taken, and no more will come."""
        return self.is_closed and not self._lines

    def _run(self, loop: AbstractEventLoop) -> None:
        while True:
            line = self._source.read()
            loop.call_soon_threadsafe(self._came, line)
            if line is None:
                return

    def _came(self, line: str | None) -> None:
        if line is None:
            self.is_closed = True
        else:
            self._lines.append(line)
        self.ring()
