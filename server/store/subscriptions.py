"""Messages of other nodes: connections of our own, one to each primary, that listen to sharded channels.

A client library's subscription reconnects in silence and loses what was said meanwhile. Here a listener is told each
time it is subscribed anew, and knows that it may have missed something; numbers inside the messages show the rest.
A channel is heard at the primary in charge of its name; when that is another one, it is subscribed there.
"""

from asyncio import Event
from typing import Final, Protocol

import anyio
import anyio.abc
from redis.asyncio import Connection
from redis.exceptions import RedisError

from server.runtime import incidents
from server.runtime.errors import Unavailable
from server.runtime.logs import get
from server.store.topology import Topology, make_connection, place, slot_of

log = get("bus")

RECONNECT_S: Final = 0.2


class Listener(Protocol):
    """Someone who follows one channel; must neither block nor raise."""

    def received(self, payload: bytes) -> None:
        """Take a message that came."""

    def tuned(self) -> None:
        """From here on every message comes; what was said before may have been missed."""


class Ear:
    """The connection to one primary, and the channels that are heard there."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._channels: dict[bytes, Listener] = {}
        self._dropping: dict[bytes, int] = {}
        self._wanted = Event()
        self._connection: Connection | None = None
        self._is_lost = False

    async def add(self, channel: bytes, listener: Listener) -> None:
        self._channels[channel] = listener
        self._wanted.set()
        await self._send("SSUBSCRIBE", channel)

    async def drop(self, channel: bytes) -> None:
        if self._channels.pop(channel, None) is not None:
            if self._connection is not None:
                self._dropping[channel] = self._dropping.get(channel, 0) + 1
            await self._send("SUNSUBSCRIBE", channel)
        if not self._channels:
            self._wanted.clear()

    async def listen(self) -> None:
        """Listen until the connection is lost, or this primary is not in charge of a channel any more."""
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

    async def _listen(self) -> None:
        connection = make_connection(self.url)
        await connection.connect()
        self._connection = connection
        self._dropping.clear()
        if self._is_lost:
            self._is_lost = False
            log.warning("bus found again", server=place(self.url))
        for channel in tuple(self._channels):
            await connection.send_command("SSUBSCRIBE", channel)
        while True:
            message = await connection.read_response(disable_decoding=True)
            match message:
                case [b"ssubscribe", bytes(channel), _]:
                    self._pass_on(channel, None)
                case [b"smessage", bytes(channel), bytes(payload)]:
                    self._pass_on(channel, payload)
                case [b"sunsubscribe", bytes(channel), _]:
                    ours = self._dropping.pop(channel, 0)
                    if ours > 1:
                        self._dropping[channel] = ours - 1
                    if not ours and channel in self._channels:
                        return  # its slot has moved; where we did it, somebody may want to hear it again already

    def _pass_on(self, channel: bytes, payload: bytes | None) -> None:
        """Tell whoever listens, of a message or (none) of being tuned in; a listener's bug is no other's."""
        listener = self._channels.get(channel)
        if listener is None:
            return
        try:
            if payload is None:
                listener.tuned()
            else:
                listener.received(payload)
        except Exception as error:  # noqa: BLE001 # nor may it end the bus
            incidents.report(log, "listener failed", error, channel=channel.decode(errors="replace"))

    async def _send(self, verb: str, channel: bytes) -> None:
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
            log.warning("bus lost", server=place(self.url), error=str(error))


class Bus:
    """All subscriptions of one node; ``run`` is its task."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology
        self._listeners: dict[bytes, Listener] = {}
        self._places: dict[bytes, str | None] = {}
        self._ears: dict[str, Ear] = {}
        self._tasks: anyio.abc.TaskGroup | None = None
        self._moved = Event()
        topology.watch.append(self._moved.set)

    def __len__(self) -> int:
        """Number of channels that are followed."""
        return len(self._listeners)

    async def subscribe(self, channel: str, listener: Listener) -> None:
        """Follow a channel; one listener each."""
        name = channel.encode()
        self._listeners[name] = listener
        await self._place(name)

    async def unsubscribe(self, channel: str) -> None:
        name = channel.encode()
        self._listeners.pop(name, None)
        ear = self._ears.get(self._places.pop(name, None) or "")
        if ear is not None:
            await ear.drop(name)

    async def run(self) -> None:
        """Listen until cancelled, through any outage."""
        async with anyio.create_task_group() as self._tasks:
            for ear in self._ears.values():
                self._tasks.start_soon(self._attend, ear, name=f"bus {place(ear.url)}")
            while True:
                await self._moved.wait()
                self._moved.clear()
                for channel in tuple(self._listeners):
                    await self._place(channel)

    async def _place(self, channel: bytes) -> None:
        """Have a channel heard where it belongs now."""
        url = self._topology.primary(slot_of(channel))
        before = self._places.get(channel)
        if url == before and channel in self._places:
            return
        if before is not None:
            await self._ears[before].drop(channel)
        listener = self._listeners.get(channel)
        if listener is None:
            return
        self._places[channel] = url
        if url is not None:
            await self._ear(url).add(channel, listener)

    def _ear(self, url: str) -> Ear:
        ear = self._ears.get(url)
        if ear is None:
            ear = self._ears[url] = Ear(url)
            if self._tasks is not None:
                self._tasks.start_soon(self._attend, ear, name=f"bus {place(url)}")
        return ear

    async def _attend(self, ear: Ear) -> None:
        """Have an ear listen again and again; in between, see where its channels belong."""
        while True:
            await ear.listen()
            await anyio.sleep(RECONNECT_S)
            try:
                await self._topology.refresh()
            except Unavailable as error:
                log.debug("nobody tells where redis is", reason=str(error))
