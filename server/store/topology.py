"""Topology of Redis: which primary holds which key, found out by asking the servers themselves.

::

    redis://HOST:PORT/DB  rediss://...  unix://PATH   one server
    redis://A:1,B:2/DB                                a primary and its replicas, whichever is which at the moment
    redis+cluster://A:1,B:2                           a Redis Cluster, some nodes of it (rediss+cluster:// with TLS)

A caller that finds a server gone, demoted or not in charge of a key asks for a ``refresh`` and tries again.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import lru_cache
from typing import Final, TypeAlias
from urllib.parse import SplitResult, quote, urlsplit, urlunsplit

import anyio
import hiredis
from redis.asyncio import Connection, ConnectionPool
from redis.asyncio.connection import parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.crc import key_slot
from redis.exceptions import RedisError

from server.runtime.errors import Unavailable
from server.runtime.logs import get

log = get("topology")

SLOTS: Final = 16384
MOST_SLOTS: Final = 1 << 13
"""Keys whose slot is remembered, of some six hundred matches: working one out costs 2 us, and every append asks."""
DEFAULT_PORT: Final = 6379
ASK_TIMEOUT_S: Final = 1.0
"""Time that a server may take to say what it is, connecting included."""
CONNECT_TIMEOUT_S: Final = 5.0
CLUSTER: Final = "+cluster"

Part: TypeAlias = str | bytes
Reply: TypeAlias = "int | bytes | list[Reply] | None"


@lru_cache(MOST_SLOTS)
def slot_of(key: Part) -> int:
    return key_slot(key.encode() if isinstance(key, str) else key)


class Topology(ABC):
    """The servers that were named, and what is known of them; made by ``read_url``.

    Attributes:
        watch: called whenever a key's primary is another one.
    """

    def __init__(self, servers: tuple[str, ...]) -> None:
        self.servers = servers
        self.watch: list[Callable[[], None]] = []
        self._lock = anyio.Lock()

    @abstractmethod
    def primary(self, slot: int) -> str | None:
        """The URL of the server in charge of a slot; ``None`` where nobody is known to be."""

    @abstractmethod
    def primaries(self) -> frozenset[str]:
        """The URLs of all servers in charge of something."""

    async def refresh(self) -> None:
        """Ask who is in charge now; one at a time.

        Raises:
            Unavailable: no server can tell.
        """
        async with self._lock:
            before = self.primaries()
            await self._look()
            if self.primaries() != before:
                log.info("redis primaries", servers=sorted(place(url) for url in self.primaries()))
            for changed in self.watch:
                changed()

    @abstractmethod
    async def _look(self) -> None:
        """Look at the servers anew; raises ``Unavailable``."""

    @abstractmethod
    def moved(self, slot: int, host: str, port: int) -> None:
        """A server said that another is in charge of a slot."""

    @abstractmethod
    def url_of(self, host: str, port: int) -> str:
        """The URL of a server that another one named."""


class One(Topology):
    """One server, in charge of everything."""

    def primary(self, slot: int) -> str:
        return self.servers[0]

    def primaries(self) -> frozenset[str]:
        return frozenset(self.servers)

    async def _look(self) -> None:
        pass

    def moved(self, slot: int, host: str, port: int) -> None:
        log.error("this redis is a cluster: name it redis+cluster://", slot=slot, server=f"{host}:{port}")

    def url_of(self, host: str, port: int) -> str:
        return self.servers[0]


class Group(Topology):
    """A primary and its replicas, in charge of everything; the primary is the one that says so."""

    def __init__(self, servers: tuple[str, ...]) -> None:
        super().__init__(servers)
        self._primary: str | None = None

    def primary(self, slot: int) -> str | None:
        return self._primary

    def primaries(self) -> frozenset[str]:
        return frozenset() if self._primary is None else frozenset((self._primary,))

    async def _look(self) -> None:
        """Find the primary. Of two that call themselves so we stay with ours, and else trust neither."""
        found: list[str] = []
        async with anyio.create_task_group() as tasks:
            for url in self.servers:
                tasks.start_soon(self._examine, url, found)
        if len(found) == 1:
            self._primary = found[0]
        elif self._primary not in found:
            self._primary = None
            claim = f"{len(found)} servers say" if found else "no server says"
            raise Unavailable(f"{claim} that it is the primary, of {', '.join(map(place, self.servers))}")

    async def _examine(self, url: str, found: list[str]) -> None:
        try:
            reply = await ask(url, "ROLE")
        except Unavailable:
            return
        match reply:
            case [b"master", *_]:
                found.append(url)

    def moved(self, slot: int, host: str, port: int) -> None:
        log.error("this redis is a cluster: name it redis+cluster://", slot=slot, server=f"{host}:{port}")

    def url_of(self, host: str, port: int) -> str:
        return with_place(self.servers[0], host, port)


class Cluster(Topology):
    """A Redis Cluster: each slot has a primary, and any node tells which."""

    def __init__(self, servers: tuple[str, ...]) -> None:
        super().__init__(servers)
        self._slots: list[str | None] = []
        self._primaries: frozenset[str] = frozenset()
        self._assign([None] * SLOTS)
        self._nodes = list(servers)

    def primary(self, slot: int) -> str | None:
        return self._slots[slot]

    def primaries(self) -> frozenset[str]:
        return self._primaries

    def _assign(self, slots: list[str | None]) -> None:
        self._slots = slots
        self._primaries = frozenset(url for url in frozenset(slots) if url is not None)

    async def _look(self) -> None:
        """Ask the nodes in turn, each time another one first: the one that was just lost may know least."""
        for url in tuple(self._nodes):
            self._nodes.append(self._nodes.pop(0))
            try:
                reply = await ask(url, "CLUSTER", "SLOTS")
            except Unavailable:
                continue
            if isinstance(reply, list) and reply:
                self._read(url, reply)
                return
        raise Unavailable(f"no node of the Redis Cluster answers, of {', '.join(map(place, self._nodes))}")

    def _read(self, teller: str, ranges: list[Reply]) -> None:
        slots: list[str | None] = [None] * SLOTS
        nodes = dict.fromkeys(self.servers)
        for entry in ranges:
            match entry:
                case [int(first), int(last), [*primary], *replicas]:
                    url = self._node(teller, primary)
                    slots[first : last + 1] = [url] * (last + 1 - first)
                    nodes.update(dict.fromkeys((url, *(self._node(teller, node) for node in replicas))))
        self._assign(slots)
        known = [url for url in self._nodes if url in nodes]
        self._nodes = [*known, *(url for url in nodes if url not in known)]

    def _node(self, teller: str, node: Reply) -> str:
        """A node by its host and port; one that does not know its own host is where we asked."""
        match node:
            case [bytes(host), int(port), *_] if host and host != b"?":
                return with_place(teller, host.decode(), port)
            case [_, int(port), *_]:
                return with_place(teller, urlsplit(teller).hostname or "localhost", port)
        return teller

    def moved(self, slot: int, host: str, port: int) -> None:
        self._slots[slot] = self.url_of(host, port)
        self._assign(self._slots)

    def url_of(self, host: str, port: int) -> str:
        return with_place(self.servers[0], host or urlsplit(self.servers[0]).hostname or "localhost", port)


def read_url(text: str) -> Topology:
    """Understand what ``--redis`` says.

    Raises:
        ValueError: it is no address of a Redis; without the password that it may hold.
    """
    parts = urlsplit(text)
    scheme = parts.scheme.removesuffix(CLUSTER)
    if scheme not in ("redis", "rediss", "unix"):
        raise ValueError("a Redis is redis://HOST:PORT, rediss://, unix://PATH or redis+cluster://HOST:PORT")
    servers = (text,) if scheme == "unix" else tuple(_urls(parts._replace(scheme=scheme)))
    for url in servers:
        parse_url(url)
    if parts.scheme.endswith(CLUSTER):
        if scheme == "unix" or parts.path.strip("/") not in ("", "0"):
            raise ValueError("a Redis Cluster is redis+cluster://HOST:PORT, with one database only")
        return Cluster(servers)
    return One(servers) if len(servers) == 1 else Group(servers)


def with_password(text: str, password: str) -> str:
    """The address of ``--redis``, with a password if it holds none; a text that is no address stays as it is."""
    parts = urlsplit(text)
    user, _, hosts = parts.netloc.rpartition("@")
    if not password or ":" in user:
        return text
    return urlunsplit(parts._replace(netloc=f"{user}:{quote(password, safe='')}@{hosts}"))


def _urls(parts: SplitResult) -> list[str]:
    """One URL for each of the hosts, with the same user, password, database and options."""
    user, at, hosts = parts.netloc.rpartition("@")
    return [urlunsplit(parts._replace(netloc=f"{user}{at}{host}")) for host in hosts.split(",")]


def with_place(url: str, host: str, port: int) -> str:
    """The URL of another server that is reached in the same way."""
    parts = urlsplit(url)
    user, at, _ = parts.netloc.rpartition("@")
    bracketed = f"[{host}]" if ":" in host else host
    return urlunsplit(parts._replace(netloc=f"{user}{at}{bracketed}:{port}"))


def place(url: str) -> str:
    """The place to which an address leads, without the password it may hold."""
    parts = urlsplit(url)
    return f"{parts.hostname or 'localhost'}:{parts.port or DEFAULT_PORT}" if parts.scheme != "unix" else parts.path


def pack(*parts: Part) -> bytes:
    """A command as Redis reads it."""
    packed: bytes = hiredis.pack_command(parts)  # type: ignore[arg-type] # its stub omits variadic tuples
    return packed


def make_connection(url: str) -> Connection:
    """A connection that neither retries nor times out by itself; not connected yet."""
    pool = ConnectionPool.from_url(
        url,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
        socket_timeout=None,
        socket_connect_timeout=CONNECT_TIMEOUT_S,
    )
    connection: Connection = pool.make_connection()
    return connection


async def ask(url: str, *command: str, timeout_s: float = ASK_TIMEOUT_S) -> Reply:
    """One question to one server, on a connection of its own.

    Raises:
        Unavailable: it does not answer, or refuses.
    """
    connection = make_connection(url)
    try:
        with anyio.fail_after(timeout_s):
            await connection.connect()
            await connection.send_command(*command)
            reply: Reply = await connection.read_response(disable_decoding=True)
            return reply
    except (RedisError, OSError, TimeoutError) as error:
        raise Unavailable(f"no Redis at {place(url)}: {str(error) or 'it does not answer'}") from error
    finally:
        with anyio.CancelScope(shield=True):
            await connection.disconnect(nowait=True)
