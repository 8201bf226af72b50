"""Real Redis servers for the tests: the embedded Valkey, and the system's redis-server where there is one."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from server.store.embedded_valkey import embedded
from tests.support.server.redis_process import BINARIES


@pytest.fixture(params=BINARIES, ids=lambda path: Path(path).name)
def binary(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
async def redis_url(tmp_path: Path, binary: str) -> AsyncIterator[str]:
    async with embedded(tmp_path / "data", binary) as url:
        yield url
