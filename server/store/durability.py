"""Durability: the promise of an acknowledgement, and whether a Redis can keep it.

``redis``: the entry is in the memory of the primary, and in its file within a second or two (``appendfsync everysec``);
the owner's own memory bridges that. ``replica``: every replica that is connected, and at least one, has it too: a
failover loses nothing. ``fsync``: it is on the primary's disk (``appendfsync always``).
"""

from collections.abc import Callable
from typing import Final

import anyio
from redis.asyncio import Connection
from redis.exceptions import ResponseError

from server.runtime.errors import NotDurable, RedisTooOld, Unavailable
from server.runtime.logs import get
from server.runtime.settings import Durability
from server.store.topology import Reply, pack, place

log = get("durability")

LEAST_VERSION: Final = 7
"""Of Redis: the first with sharded publish; Valkey calls itself 7.2 or later."""
WAIT_MS: Final = 500
"""Time that replicas may take before they count as behind."""
ROLE: Final[bytes] = pack("ROLE")
SILENT_S: Final = 5.0
"""A primary silent for longer than that, while it waits for its replicas, is taken for gone."""


async def examine(connection: Connection, url: str, durability: Durability | None) -> dict[str, str]:
    """See whether this Redis will do, before the first command; returns what it says of itself.

    Raises:
        RedisTooOld: it has no sharded publish, which the journal function calls after its write.
        NotDurable: it cannot promise what it should.
        Unavailable: it refuses to say, or cannot know yet.
    """
    try:
        facts = read_info(await asked(connection, "INFO"))
        if int(facts.get("redis_version", "0").partition(".")[0]) < LEAST_VERSION:
            version = facts.get("redis_version", "of unknown version")
            raise RedisTooOld(f"Redis {version} is too old: {LEAST_VERSION}.0 or newer, or any Valkey, is needed")
        if durability is None:
            return facts
        if facts.get("loading") == "1":  # and it says meanwhile that it keeps no file
            raise Unavailable(f"{place(url)} still reads its file")
        has_file = facts.get("aof_enabled") == "1"
        if not has_file:
            log.warning("redis keeps no append-only file: what is acknowledged may be gone when it restarts")
        if durability is Durability.FSYNC:
            await require_fsync(connection, url, has_file=has_file)
    except ResponseError as error:
        raise Unavailable(str(error)) from error
    return facts


async def require_fsync(connection: Connection, url: str, *, has_file: bool) -> None:
    policy: Reply = None
    try:
        policy = await asked(connection, "CONFIG", "GET", "appendfsync")
    except ResponseError as error:
        raise NotDurable(f"durability fsync: {place(url)} does not tell its appendfsync: {error}") from error
    if not has_file or policy != [b"appendfsync", b"always"]:
        raise NotDurable(f"durability fsync needs appendonly yes and appendfsync always at {place(url)}")


async def require_replica(connection: Connection, url: str) -> None:
    """Raise ``NotDurable`` unless a replica is connected."""
    if not await count_replicas(connection):
        raise NotDurable(f"durability replica needs a connected replica of {place(url)}")


class Replicas:
    """The replicas of one primary, as seen from one connection.

    A pipeline ends with ``ask``, which costs no round trip of its own; ``replicated`` reads the answers.
    """

    __slots__ = ("_wanted",)

    def __init__(self) -> None:
        self._wanted = 1

    def ask(self) -> bytes:
        """Wait for them, and count them."""
        return pack("WAIT", str(self._wanted), str(WAIT_MS)) + ROLE

    async def replicated(self, connection: Connection, short: Callable[[int], None]) -> None:
        """Return once every connected replica, and at least one, has all that this connection wrote.

        Args:
            short: told how many have it, each time that these are too few.
        """
        while not await self._have_it(connection, short):
            await connection.send_packed_command(self.ask(), check_health=False)

    async def _have_it(self, connection: Connection, short: Callable[[int], None]) -> bool:
        with anyio.fail_after(SILENT_S):
            asked_for, reached = self._wanted, await read(connection)
            self._wanted = max(1, replicas_of(await read(connection)))
        if isinstance(reached, int) and reached >= self._wanted:
            return True
        if asked_for >= self._wanted:  # else there are more than when we asked
            short(reached if isinstance(reached, int) else 0)
        return False


async def count_replicas(connection: Connection) -> int:
    return replicas_of(await asked(connection, "ROLE"))


def replicas_of(role: Reply) -> int:
    """Number of replicas that are connected and up to date enough to be told each write."""
    match role:
        case [b"master", _, [*replicas]]:
            return len(replicas)
    return 0


async def asked(connection: Connection, *command: str) -> Reply:
    await connection.send_command(*command)
    return await read(connection)


async def read(connection: Connection) -> Reply:
    reply: Reply = await connection.read_response(disable_decoding=True)
    return reply


def read_info(reply: Reply) -> dict[str, str]:
    """The fields of ``INFO``, by name."""
    text = reply.decode(errors="replace") if isinstance(reply, bytes) else ""
    return dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
