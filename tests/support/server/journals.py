"""Journals at work: entries appended, how many there are, and the Redis that holds a match."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import anyio
from redis.asyncio import Redis

from server.chaos.redis_servers import (
    Server,
)
from server.store.journal import (
    Entry,
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
    """Every other one as an actor does that waits for nothing, while all is well."""
    for number in range(count):
        data = b"entry %d" % (hold.seq + 1)
        await (append_at_once(journal, hold, data) if number % 2 else journal.append(hold, data))


async def append_at_once(journal: Journal, hold: Hold, data: bytes) -> None:
    entry, stands, answered = Entry(hold.seq + 1, data, ""), [False], anyio.Event()

    def stood(is_so: bool) -> None:
        stands[0] = is_so
        answered.set()

    if journal.append_now(hold, entry, (), stood):
        await answered.wait()
    if not stands[0]:
        await journal.stand(hold, entry)


def in_charge(nodes: list[Server], match: str, topology: Topology) -> Server:
    url = topology.primary(slot_of(keys(match)[0]))
    return next(node for node in nodes if url is not None and node.place in url)


async def under_way(holds: list[Hold], count: int) -> None:
    """Wait until every match has so many entries."""
    with anyio.fail_after(60):
        while any(hold.seq < count for hold in holds):  # noqa: ASYNC110 # they have no event of that
            await anyio.sleep(0.005)
