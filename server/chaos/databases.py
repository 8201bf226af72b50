"""The Redis below a run: one server, a primary with a replica, or a cluster of three such; killed and healed.

Acknowledged entries must not be lost but together with one process: so one server alone writes to its disk first, and
with replicas they have it too.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import anyio

from server.chaos.processes import Broken, Nursery
from server.chaos.redis_servers import Server, cluster_servers, make_cluster, replicate, servers, url_of
from server.runtime.errors import Unavailable
from server.runtime.settings import Durability
from server.store.embedded_valkey import find_binary
from server.store.topology import Reply, Topology, ask, place, read_url

DOWN_S: Final = 0.5
"""Time that a server stays dead, in the mean."""
PRIMARIES: Final = 3
PATIENCE_S: Final = 60.0
"""For a cluster to find a new primary, and for a Redis to be cleaned up."""
LOOK_S: Final = 0.05
OURS: Final = "sl:*"
PAGE: Final = "1000"
CUT: Final = ("CLIENT", "KILL", "TYPE", "pubsub"), ("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
"""Published messages are lost; so are answers."""


class Database(ABC):
    """Servers of Redis.

    Attributes:
        url: for ``--redis``.
        durability: the least that survives what is done here.
        is_ours: whether its servers may be killed.
    """

    is_ours = True

    def __init__(self, url: str, durability: Durability) -> None:
        self.url = url
        self.durability = durability

    @abstractmethod
    async def lose(self, rng: random.Random) -> str:
        """Kill a server, wait until another is in its place, have it come back; returns what happened."""

    async def cut(self, rng: random.Random) -> None:
        """Cut connections of the nodes: what they are told is lost, or what they said and were not told of."""
        topology = await examined(self.url)
        await ask(rng.choice(sorted(topology.primaries())), *rng.choice(CUT))


class Alone(Database):
    """One server, which comes back with what it has written."""

    def __init__(self, server: Server) -> None:
        super().__init__(server.url, Durability.FSYNC)
        self._server = server

    async def lose(self, rng: random.Random) -> str:
        self._server.kill()
        await anyio.sleep(rng.uniform(0, 2 * DOWN_S))
        self._server.start()
        await self._server.answers()
        return "redis_restarts"


class Replicated(Database):
    """A primary and a replica, which an operator promotes."""

    def __init__(self, primary: Server, replica: Server) -> None:
        super().__init__(url_of((primary, replica)), Durability.REPLICA)
        self._primary = primary
        self._replica = replica

    async def lose(self, rng: random.Random) -> str:
        lost, heir = self._primary, self._replica
        lost.kill()
        await anyio.sleep(rng.uniform(0, 2 * DOWN_S))
        await heir.ask("REPLICAOF", "NO", "ONE")
        self._primary, self._replica = heir, lost
        await anyio.sleep(rng.uniform(0, 2 * DOWN_S))
        lost.start("--replicaof", f"127.0.0.1 {heir.port}")
        await lost.until("master_link_status:up", "master_sync_in_progress:0")
        return "promotions"


class Clustered(Database):
    """A Redis Cluster, which finds a new primary by itself."""

    def __init__(self, nodes: Sequence[Server]) -> None:
        super().__init__(url_of(nodes, "redis+cluster"), Durability.REPLICA)
        self._nodes = nodes

    async def lose(self, rng: random.Random) -> str:
        lost = rng.choice([node for node in self._nodes if await node.replies_with("role:master")])
        others = [node for node in self._nodes if node is not lost]
        lost.kill()
        with anyio.fail_after(PATIENCE_S):
            while sum([await node.replies_with("role:master") for node in others]) < PRIMARIES:  # noqa: ASYNC110 # of other processes
                await anyio.sleep(LOOK_S)
        await anyio.sleep(rng.uniform(0, 2 * DOWN_S))
        lost.start()
        await lost.until("role:slave", "master_link_status:up", "master_sync_in_progress:0")
        return "promotions"


class Theirs(Database):
    """A Redis that somebody else runs, and we leave as it is."""

    is_ours = False

    async def lose(self, rng: random.Random) -> str:
        raise Broken("a redis that is not ours is not killed")


@asynccontextmanager
async def single(nursery: Nursery, data: Path, port: int) -> AsyncIterator[Database]:
    fsync = ("--appendfsync", "always")
    with servers(find_binary(), data, 1, *fsync, start=nursery.run, first_port=port) as (server,):
        await server.answers()
        yield Alone(server)


@asynccontextmanager
async def replica(nursery: Nursery, data: Path, port: int) -> AsyncIterator[Database]:
    with servers(find_binary(), data, 2, start=nursery.run, first_port=port) as (first, second):
        await replicate(first, second)
        yield Replicated(first, second)


@asynccontextmanager
async def cluster(nursery: Nursery, data: Path, port: int) -> AsyncIterator[Database]:
    with cluster_servers(find_binary(), data, 2 * PRIMARIES, start=nursery.run, first_port=port) as nodes:
        await make_cluster(nodes, 1)
        yield Clustered(nodes)


TOPOLOGIES: Final = {"single": single, "replica": replica, "cluster": cluster}
SERVERS: Final = {"single": 1, "replica": 2, "cluster": 2 * PRIMARIES}
"""Number of servers, each at the port that follows that of the one before."""


@asynccontextmanager
async def theirs(url: str, durability: Durability) -> AsyncIterator[Database]:
    """A Redis that runs already, and is left as empty of what is ours as it was found.

    Raises:
        Broken: it serves somebody, whose matches would be taken up.
        Unavailable: it does not answer.
    """
    primaries = (await examined(url)).primaries()
    for primary in primaries:
        if await found(primary):
            raise Broken(f"{place(primary)} serves a Stackloop already: name an empty Redis, or another database of it")
    try:
        yield Theirs(url, durability)
    finally:
        with anyio.CancelScope(shield=True), anyio.move_on_after(PATIENCE_S):
            await forget(await examined(url))


async def examined(url: str) -> Topology:
    topology = read_url(url)
    await topology.refresh()
    return topology


async def found(primary: str) -> list[bytes]:
    """All keys there that are a Stackloop's."""
    keys: set[bytes] = set()
    cursor = "0"
    while True:
        match await ask(primary, "SCAN", cursor, "MATCH", OURS, "COUNT", PAGE):
            case [bytes(following), [*names]]:
                keys.update(only_bytes(names))
                cursor = following.decode()
        if cursor == "0":
            return sorted(keys)


def only_bytes(replies: Iterable[Reply]) -> list[bytes]:
    return [reply for reply in replies if isinstance(reply, bytes)]


async def forget(topology: Topology) -> None:
    """Leave nothing behind; each key by itself, since a cluster wants it so."""
    for primary in topology.primaries():
        for key in await found(primary):
            try:
                await ask(primary, "DEL", key.decode())
            except Unavailable:  # it expired, or moved
                continue
