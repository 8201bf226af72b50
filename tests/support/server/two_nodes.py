"""Two servers in this process, on one Redis."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from server.service.service import Service
from tests.support.server.peer import serving
from tests.support.server.redis_process import answers, redis_process


@asynccontextmanager
async def two_nodes(tmp_path: Path, binary: str, head_s: float = 5.0) -> AsyncIterator[tuple[Service, Service, str]]:
    """Two servers on one Redis."""
    with redis_process(binary, tmp_path / "redis") as redis:
        await answers(redis.url)
        async with (
            serving(tmp_path / "one", redis=redis.url, secret="s" * 32, head_s=head_s) as one,
            serving(tmp_path / "two", redis=redis.url, secret="s" * 32, head_s=head_s) as two,
        ):
            yield one, two, redis.url
