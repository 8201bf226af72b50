"""Opens the journal: a connection to Redis, and the script by which it writes there."""

import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib import resources

from server.runtime.clock_source import Timer
from server.runtime.settings import Durability
from server.store.archive import Archive
from server.store.journal import Journal
from server.store.redis_connections import open_links
from server.store.topology import read_url


@asynccontextmanager
async def open_journal(
    url: str,
    node: str | None = None,
    changed: Callable[[bool], None] | None = None,
    durability: Durability = Durability.REDIS,
    archive: Archive | None = None,
    timer: Timer | None = None,
) -> AsyncIterator[Journal]:
    """Connect to Redis, and write until the block ends; ``timer`` says what time it is in place of Redis.

    Raises:
        ValueError: ``url`` is none.
        Unavailable: Redis cannot be reached.
        RedisTooOld: it has no sharded publish.
        NotDurable: it cannot promise what ``durability`` says.
    """
    script = resources.files("server.store").joinpath("journal.lua").read_text()
    async with open_links(read_url(url), script, durability, changed) as links:
        yield Journal(node or secrets.token_hex(4), links, archive, timer)
