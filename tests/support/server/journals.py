"""Journals at work: entries appended, how many there are, and the Redis that holds a match."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from redis.asyncio import Redis

from server.chaos.redis_servers import (
    Server,
)
from server.store.journal import (
    Hold,
    Journal,
    keys,
)
from server.store.topology import Topology, slot_of


@asynccontextmanager
async def raw(url: str) -> AsyncIterator[Redis]:
    async with Redis.from_url(url, protocol=2) as client:
        yield client


async def append_many(journal: Journal, hold: Hold, count: int) -> None:
    for _ in range(count):
        await journal.append(hold, b"entry %d" % (hold.seq + 1))


def in_charge(nodes: list[Server], match: str, topology: Topology) -> Server:
    url = topology.primary(slot_of(keys(match)[0]))
    return next(node for node in nodes if url is not None and node.place in url)


async def under_way(holds: list[Hold], count: int) -> None:
    """Wait until every match has so many entries."""
    with anyio.fail_after(60):
        while any(hold.seq < count for hold in holds):  # noqa: ASYNC110 # they have no event of that
            await anyio.sleep(0.005)
