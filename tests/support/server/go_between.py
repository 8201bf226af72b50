"""A wire to Redis on which a test holds back what it names: as a network does, but when the test wants it."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
import anyio.abc
from anyio.abc import ByteStream, SocketAttribute

PART = 65_536


class GoBetween:
    """A proxy between a node and a Redis.

    Attributes:
        url: for ``--redis``.
        held: set once something is held back.
    """

    def __init__(self, path: str, port: int) -> None:
        self.url = f"redis://127.0.0.1:{port}"
        self.held = anyio.Event()
        self._path = path
        self._word = b""
        self._released = anyio.Event()

    def hold(self, word: bytes) -> None:
        """Hold back each connection of the node's from where it says this, until it is released."""
        self._word, self.held, self._released = word, anyio.Event(), anyio.Event()

    def release(self) -> None:
        """Let it all through, and hold nothing back any more."""
        self._word = b""
        self._released.set()

    async def serve(self, node: ByteStream) -> None:
        async with node, await anyio.connect_unix(self._path) as redis, anyio.create_task_group() as tasks:
            tasks.start_soon(self._carry, redis, node, False, tasks)
            await self._carry(node, redis, True, tasks)

    async def _carry(self, of: ByteStream, to: ByteStream, is_ours: bool, tasks: anyio.abc.TaskGroup) -> None:
        """Carry on what one of both says, until either is gone."""
        try:
            while True:
                part = await of.receive(PART)
                if is_ours and self._word and self._word in part:
                    self.held.set()
                    await self._released.wait()
                await to.send(part)
        except (anyio.EndOfStream, anyio.BrokenResourceError, anyio.ClosedResourceError):
            tasks.cancel_scope.cancel()


@asynccontextmanager
async def go_between(path: str) -> AsyncIterator[GoBetween]:
    """One to the Redis at a socket's path, until the block ends."""
    async with await anyio.create_tcp_listener(local_host="127.0.0.1") as listener, anyio.create_task_group() as tasks:
        between = GoBetween(path, listener.extra(SocketAttribute.local_port))  # noqa: S610 # no database
        tasks.start_soon(listener.serve, between.serve)
        yield between
        tasks.cancel_scope.cancel()
