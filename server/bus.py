"""What other nodes publish: a connection of our own that listens to the channels of views.

A client library's subscription reconnects in silence and loses what was said meanwhile. Here a listener is told each
time it is subscribed anew, and knows that it may have missed something; numbers inside the messages show the rest.
"""

from asyncio import Event
from typing import Final, Protocol

import anyio
from redis.asyncio import Connection, ConnectionPool
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from server.logs import get

log = get("bus")

RECONNECT_S: Final = 0.2


class Listener(Protocol):
    """Someone who follows one channel; must neither block nor raise."""

    def heard(self, payload: bytes) -> None:
        """A message came."""

    def tuned(self) -> None:
        """From here on every message comes; what was said before may have been missed."""


class Bus:
    """All subscriptions of one node, on one connection; ``run`` is its one task."""

    def __init__(self, url: str) -> None:
        self._pool = ConnectionPool.from_url(url, retry=Retry(NoBackoff(), 0), protocol=2, socket_timeout=None)
        self._connection: Connection | None = None
        self._listeners: dict[bytes, Listener] = {}
        self._wanted = Event()
        self._is_lost = False

    async def subscribe(self, channel: str, listener: Listener) -> None:
        """Follow a channel; one listener each."""
        self._listeners[channel.encode()] = listener
        self._wanted.set()
        await self._say("SSUBSCRIBE", channel)

    async def unsubscribe(self, channel: str) -> None:
        self._listeners.pop(channel.encode(), None)
        await self._say("SUNSUBSCRIBE", channel)

    async def run(self) -> None:
        """Listen until cancelled, through any outage."""
        while True:
            await self._wanted.wait()
            try:
                await self._listen()
            except (RedisError, OSError) as error:
                self._lose(error)
            finally:
                connection, self._connection = self._connection, None
                if connection is not None:
                    with anyio.CancelScope(shield=True):
                        await connection.disconnect(nowait=True)
            await anyio.sleep(RECONNECT_S)

    async def _listen(self) -> None:
        connection: Connection = self._pool.make_connection()
        await connection.connect()
        self._connection = connection
        if self._is_lost:
            self._is_lost = False
            log.warning("bus found again")
        for channel in tuple(self._listeners):
            await connection.send_command("SSUBSCRIBE", channel)
        while True:
            message = await connection.read_response(disable_decoding=True)
            match message:
                case [b"ssubscribe", bytes(channel), _]:
                    if channel in self._listeners:
                        self._listeners[channel].tuned()
                case [b"smessage", bytes(channel), bytes(payload)]:
                    if channel in self._listeners:
                        self._listeners[channel].heard(payload)

    async def _say(self, verb: str, channel: str) -> None:
        """Tell Redis, if it is there; a new connection tells it everything anyway."""
        if self._connection is None:
            return
        try:
            await self._connection.send_command(verb, channel)
        except (RedisError, OSError) as error:
            self._lose(error)

    def _lose(self, error: Exception) -> None:
        """Say so, once an outage."""
        if not self._is_lost:
            self._is_lost = True
            log.warning("bus lost", error=str(error))
