"""Several server processes on one Redis."""

import shutil
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import MappingProxyType

from server.store.embedded_valkey import find_binary
from tests.support.server.peer import Frame, peer
from tests.support.server.redis_process import RedisProcess, answers, redis_process
from tests.support.server.server_process import ServerProcess, server_process

BINARY = shutil.which("redis-server") or find_binary()
LEASE_S = "2.0"
"""Short, so that tests are; long enough for a machine that does much else."""
BURN: Frame = {"decks": ["burn", "burn"]}
"""A deck that a node has read which takes a match up: those who play it wait for no more than a second and a half."""


class Cluster:
    """A Redis and the nodes on it."""

    def __init__(self, redis: RedisProcess, nodes: list[ServerProcess]) -> None:
        self.redis = redis
        self.nodes = nodes

    @property
    def urls(self) -> list[str]:
        return [node.url for node in self.nodes]


@asynccontextmanager
async def cluster(tmp_path: Path, *names: str, **settings: str) -> AsyncIterator[Cluster]:
    """A node of each name, with data directories of their own."""
    async with apart(tmp_path, dict.fromkeys(names, 0.0), settings) as nodes:
        yield nodes


@asynccontextmanager
async def apart(
    tmp_path: Path, ahead_s: Mapping[str, float], settings: Mapping[str, str] = MappingProxyType({})
) -> AsyncIterator[Cluster]:
    """A cluster of machines whose clocks are so far ahead of Redis's."""
    given = {"STACKLOOP_LEASE_S": LEASE_S, "STACKLOOP_HOUSE_PACE_S": "0", **settings}
    async with AsyncExitStack() as stack:
        redis = stack.enter_context(redis_process(BINARY, tmp_path / "redis"))
        await answers(redis.url)
        arguments = ("--redis", redis.url, "--node")
        nodes = [
            stack.enter_context(server_process(tmp_path / name, *arguments, name, settings=given, ahead_s=ahead))
            for name, ahead in ahead_s.items()
        ]
        yield Cluster(redis, nodes)


async def both_have_cards(nodes: Cluster) -> None:
    for url in nodes.urls:
        async with peer(url) as ann:
            await ann.create(**BURN)
