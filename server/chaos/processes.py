"""Processes of a run: asked of the nursery, which ends them with the run."""

import json
import os
import socket
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from subprocess import DEVNULL
from types import MappingProxyType
from typing import Final

import anyio

from server.arena.hall import own_environment
from server.chaos.nursery import MOST_BYTES, READY, Order
from server.runtime.child_process import fed
from server.runtime.errors import ServiceError

ANSWER_S: Final = 60.0
"""Time that the nursery may take to start something; its own start reads cards."""
RUNS: Final = -1
"""The answer of ``end`` about a process that had not ended."""
BUSY: Final = """
import os
parent = os.getppid()
while os.getppid() == parent:
    for _ in range(1_000_000):
        pass
"""
"""A program that keeps a processor busy, for as long as its parent is there."""


class Broken(ServiceError):
    """A failure of something that a run needs to work, which says nothing of the service."""


class Child:
    """A process, with a standard input whose end would end a server, and its output."""

    def __init__(self, nursery: "Nursery", pid: int, stdin: int, stdout: int) -> None:
        self.pid = pid
        self._nursery = nursery
        self._stdin = stdin
        self._stdout = stdout
        self._code: int | None = None

    def send_signal(self, what: int) -> None:
        if self._code is None:
            os.kill(self.pid, what)

    def kill(self) -> None:
        """End it at once; does so but once."""
        if self._code is None:
            self._code = self._nursery.end(self.pid)
            os.close(self._stdin)
            os.close(self._stdout)

    def wait(self) -> int:
        """The way it had ended when it was killed; ``RUNS`` if it had not."""
        assert self._code is not None
        return self._code

    async def line(self) -> str:
        """The first line it writes; empty if it ends before."""
        written = b""
        while b"\n" not in written:
            await anyio.wait_readable(self._stdout)
            part = os.read(self._stdout, MOST_BYTES)
            if not part:
                break
            written += part
        return written.decode().partition("\n")[0]


class Nursery:
    """Starts and ends processes; made by ``open_nursery``."""

    def __init__(self, asked: socket.socket) -> None:
        self._asked = asked

    def serve(self, arguments: Sequence[str], environment: Mapping[str, str], errors: Path) -> Child:
        """Start a server, and wait for nothing."""
        return self._start({"serve": [*arguments], "environment": {**environment}}, errors)

    def run(self, command: Sequence[str], errors: Path = Path(os.devnull)) -> Child:
        """Start any other command."""
        return self._start({"run": [*command]}, errors)

    def end(self, pid: int) -> int:
        return self._ask({"end": pid})

    def _start(self, order: Order, errors: Path) -> Child:
        theirs_in, stdin = os.pipe()
        stdout, theirs_out = os.pipe()
        with errors.open("ab") as log:
            pid = self._ask(order, (theirs_in, theirs_out, log.fileno()))
        os.close(theirs_in)
        os.close(theirs_out)
        return Child(self, pid, stdin, stdout)

    def _ask(self, order: Order, fds: Sequence[int] = ()) -> int:
        try:
            socket.send_fds(self._asked, [json.dumps(order).encode()], fds)
            return int(self._asked.recv(MOST_BYTES))
        except (OSError, ValueError) as error:
            raise Broken(f"the nursery does not answer: {error!r}") from error


@contextmanager
def starving(nursery: Nursery, count: int, directory: Path) -> Iterator[None]:
    """Have so many processes take processor time from the others until the block ends.

    Args:
        directory: the run's, by which they are known for its own.
    """
    with ExitStack() as stack:
        for _ in range(count):
            busy = nursery.run([sys.executable, "-S", "-c", BUSY, f"{directory}/"])
            stack.callback(busy.kill)
        yield


@asynccontextmanager
async def open_nursery(
    games: Sequence[str], directory: Path, *, is_kept: bool, settings: Mapping[str, str] = MappingProxyType({})
) -> AsyncIterator[Nursery]:
    """Start processes until the block ends, and then have none left, nor the directory unless it is kept.

    Args:
        games: whose cards are read before any server is started.

    Raises:
        Broken: it could not begin.
    """
    asked, theirs = socket.socketpair()
    removed = "" if is_kept else str(directory)
    command = [sys.executable, "-m", "server.commands.nursery", removed, *games]
    environment = {**own_environment(), **settings}
    with asked, theirs:
        async with fed(command, environment, grace_s=ANSWER_S, stdin=theirs.fileno(), stdout=DEVNULL):
            try:
                theirs.close()
                with anyio.fail_after(ANSWER_S):
                    await anyio.wait_readable(asked)
                if asked.recv(MOST_BYTES) != b"%d\n" % READY:
                    raise Broken("the nursery did not begin")
                asked.settimeout(ANSWER_S)
                yield Nursery(asked)
            except TimeoutError as error:
                raise Broken("the nursery took too long to begin") from error
            finally:
                asked.close()  # it has all others ended before it ends
