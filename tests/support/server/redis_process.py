"""A Redis that the tests start, kill and start again on the same file, as an operator's Redis may do."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import ConstantBackoff

from server.store.embedded_valkey import find_binary, valkey_command

BINARIES = [path for path in (find_binary(), shutil.which("redis-server")) if path is not None]


class RedisProcess:
    """One redis-server with its append-only file in ``data``."""

    def __init__(self, binary: str, data: Path, *options: str) -> None:
        data.mkdir(exist_ok=True)
        self.path = data / "redis.sock"
        self._command = [*valkey_command(binary, data, self.path), *options]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self.path}"

    def start(self) -> None:
        self._process = subprocess.Popen(self._command)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


@contextmanager
def redis_process(binary: str, data: Path, *options: str) -> Iterator[RedisProcess]:
    process = RedisProcess(binary, data, *options)
    process.start()
    try:
        yield process
    finally:
        process.kill()


async def answers(url: str) -> None:
    """Wait until Redis does."""
    async with Redis.from_url(url, retry=Retry(ConstantBackoff(0.02), 3000)) as client:
        await client.ping()
