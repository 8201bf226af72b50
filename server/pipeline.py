"""Group commit: one connection to Redis and one task that writes to it.

While one pipeline is in flight the next collects, so the more matches are busy, the larger the pipelines and the
cheaper each append. A command whose answer did not come is sent again, unchanged, until it is answered: commands must
be harmless when executed twice. Nothing else retries: the client library's own retries are off here.

A command is not cancelled by the one who waits for it; it stands in the pipeline until answered or until we close.
"""

from asyncio import Event, Future, get_running_loop
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias
from urllib.parse import urlsplit

import anyio
import hiredis
from redis.asyncio import Connection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import NoScriptError, RedisError, ResponseError

from server import metrics
from server.errors import JournalError, Unavailable

ANSWER_TIMEOUT_S: Final = 5.0
"""A Redis silent for longer is taken for gone; its connection is dropped and the commands are sent again."""
RECONNECT_S: Final = 0.05
MOST_COMMANDS: Final = 1000
"""Commands in one pipeline; more wait for the next."""
PASSING: Final = (
    "LOADING",
    "MISCONF",
    "OOM",
    "READONLY",
    "BUSY",
    "CLUSTERDOWN",
    "TRYAGAIN",
    "NOREPLICAS",
    "MASTERDOWN",
)
"""Refusals by Redis that end by themselves or by its operator; waited for like a lost connection."""

Part: TypeAlias = str | bytes
Reply: TypeAlias = "int | bytes | list[Reply] | None"


class Command:
    """One script call on its way: already encoded, with the future of its answer."""

    __slots__ = ("answer", "packed")

    def __init__(self, packed: bytes, answer: "Future[Reply]") -> None:
        self.packed = packed
        self.answer = answer


class Pipeline:
    """The writing connection; ``run`` is its one task.

    Args:
        url: of Redis.
        script: the Lua source that every call runs.
        changed: told when Redis is lost (``False``) and found again (``True``).
    """

    def __init__(self, url: str, script: str, changed: Callable[[bool], None] | None = None) -> None:
        self.is_up = True
        self._url = url
        self._script = script
        self._changed = changed
        self._pool = ConnectionPool.from_url(
            url, retry=Retry(NoBackoff(), 0), protocol=2, socket_timeout=None, socket_connect_timeout=ANSWER_TIMEOUT_S
        )
        self._connection: Connection | None = None
        self._sha = b""
        self._waiting: list[Command] = []
        self._wake = Event()
        self._closed = False

    async def open(self) -> None:
        """Connect once, so that a wrong address shows at the start.

        Raises:
            Unavailable: Redis cannot be reached, or refuses.
        """
        try:
            with anyio.fail_after(ANSWER_TIMEOUT_S):
                await self._connect()
        except (RedisError, OSError, TimeoutError) as error:
            raise Unavailable(f"no Redis at {place(self._url)}: {str(error) or 'it does not answer'}") from error

    async def call(self, keys: Sequence[Part], arguments: Sequence[Part]) -> Reply:
        """Run the script; wait as long as it takes.

        Raises:
            JournalError: the script refused; ``Unavailable`` once we close.
        """
        if self._closed:
            raise Unavailable("the journal is closed")
        answer: Future[Reply] = get_running_loop().create_future()
        packed = hiredis.pack_command(("EVALSHA", self._sha, str(len(keys)), *keys, *arguments))  # type: ignore[arg-type] # its stub omits variadic tuples
        self._waiting.append(Command(packed, answer))
        self._wake.set()
        return await answer

    async def run(self) -> None:
        """Write pipelines until cancelled; then whoever still waits gets ``Unavailable``."""
        flight: list[Command] = []
        try:
            while True:
                await self._wake.wait()
                flight, self._waiting = self._waiting[:MOST_COMMANDS], self._waiting[MOST_COMMANDS:]
                if not self._waiting:
                    self._wake.clear()
                await self._deliver(flight)
        finally:
            self._closed = True
            for command in (*flight, *self._waiting):
                if not command.answer.done():
                    command.answer.set_exception(Unavailable("the journal closed before Redis answered"))
            with anyio.CancelScope(shield=True):
                await self._disconnect()

    async def _deliver(self, commands: list[Command]) -> None:
        """Send until every command is answered."""
        while commands:
            try:
                commands = await self._send(commands)
            except (RedisError, OSError, TimeoutError, EOFError):
                self._set_up(False)
                await self._disconnect()
                await anyio.sleep(RECONNECT_S)
                commands = [command for command in commands if not command.answer.done()]
            else:
                self._set_up(True)

    async def _send(self, commands: list[Command]) -> list[Command]:
        """One round trip; return the commands that must be sent again because Redis had lost the script."""
        with anyio.fail_after(ANSWER_TIMEOUT_S):
            connection = self._connection or await self._connect()
            await connection.send_packed_command(b"".join([command.packed for command in commands]), check_health=False)
            metrics.BATCH.observe(len(commands))
            again = []
            for command in commands:
                try:
                    reply = await connection.read_response(disable_decoding=True)
                except NoScriptError:
                    again.append(command)
                except ResponseError as error:
                    if str(error).startswith(PASSING):
                        raise
                    command.answer.set_exception(JournalError(str(error)))
                else:
                    if not command.answer.done():
                        command.answer.set_result(reply)
        if again:
            await self._load(connection)
        return again

    async def _connect(self) -> Connection:
        connection: Connection = self._pool.make_connection()
        await connection.connect()
        await self._load(connection)
        self._connection = connection
        return connection

    async def _load(self, connection: Connection) -> None:
        await connection.send_command("SCRIPT", "LOAD", self._script)
        sha = await connection.read_response(disable_decoding=True)
        if not isinstance(sha, bytes):
            raise JournalError(f"SCRIPT LOAD answered {sha!r}")
        self._sha = sha

    async def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            await connection.disconnect(nowait=True)

    def _set_up(self, up: bool) -> None:
        if up != self.is_up:
            self.is_up = up
            if self._changed is not None:
                self._changed(up)


def place(url: str) -> str:
    """Where an address leads, without the password it may hold."""
    parts = urlsplit(url)
    return f"{parts.hostname or 'localhost'}:{parts.port or 6379}" if parts.scheme != "unix" else parts.path
