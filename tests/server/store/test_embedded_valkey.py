"""The embedded Valkey lives exactly as long as its server, and its data directory belongs to one."""

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis.asyncio

from server.runtime.errors import DataDirectoryInUse, NoRedisBinary, RedisDidNotStart
from server.store import embedded_valkey as module
from server.store.embedded_valkey import embedded

PARENT = Path(__file__).parents[2] / "support" / "server" / "embedded_parent.py"


@contextmanager
def parent(data: Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """A process that holds an embedded Valkey on ``data``, and that Valkey's URL."""
    command = [sys.executable, str(PARENT), str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


async def valkey_pid(url: str) -> int:
    client = redis.asyncio.Redis.from_url(url)
    info = await client.info("server")
    await client.aclose()
    return int(info["process_id"])


def wait_until_free(data: Path) -> None:
    """Block until nobody holds the data directory's lock: neither the server, the guard nor Valkey."""
    with (data / "lock").open("r+b") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)


@pytest.mark.slow
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT])
async def test_no_orphan_is_left_however_the_parent_ends(tmp_path: Path, how: signal.Signals) -> None:
    with parent(tmp_path) as (process, url):
        pid = await valkey_pid(url)
        process.send_signal(how)
        process.wait()
        wait_until_free(tmp_path)
    assert not alive(pid)


def alive(pid: int) -> bool:
    """A process that ended and waits for its new parent to notice counts as gone."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return Path("/proc").exists() is False and module.is_alive(pid)
    return state != "Z"


async def test_an_interrupt_of_the_terminal_reaches_only_the_parent(tmp_path: Path) -> None:
    with parent(tmp_path) as (process, url):
        assert os.getpgid(await valkey_pid(url)) != os.getpgid(process.pid)


async def test_a_second_server_on_one_directory_is_refused_by_name(tmp_path: Path) -> None:
    with parent(tmp_path) as (process, _url), pytest.raises(DataDirectoryInUse, match=str(process.pid)):
        async with embedded(tmp_path):
            pass


async def test_data_survives_a_kill_of_the_parent(tmp_path: Path) -> None:
    with parent(tmp_path) as (process, url):
        client = redis.asyncio.Redis.from_url(url)
        await client.set("kept", "yes")
        await client.aclose()
        process.kill()
        process.wait()
    async with embedded(tmp_path) as again:
        client = redis.asyncio.Redis.from_url(again)
        assert await client.get("kept") == b"yes"
        await client.aclose()


async def test_a_killed_valkey_is_started_again(tmp_path: Path, binary: str) -> None:
    async with embedded(tmp_path, binary) as url:
        first = await valkey_pid(url)
        os.kill(first, signal.SIGKILL)
        guard = redis.asyncio.Redis.from_url(url, retry=redis.asyncio.retry.Retry(BACKOFF, 1200))
        info = await guard.info("server")
        await guard.aclose()
        assert int(info["process_id"]) != first


BACKOFF = redis.backoff.ConstantBackoff(0.05)


async def test_a_long_path_still_gets_a_socket(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 120)
    async with embedded(deep) as url:
        assert await valkey_pid(url)


async def test_the_socket_is_for_its_owner_only_and_no_port_is_open(tmp_path: Path) -> None:
    async with embedded(tmp_path) as url:
        path = Path(url.removeprefix("unix://"))
        assert path.stat().st_mode & 0o077 == 0
        client = redis.asyncio.Redis.from_url(url)
        assert (await client.config_get("port"))["port"] == "0"
        await client.aclose()


async def test_a_server_that_cannot_start_says_why(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").write_text("not a directory")
    with pytest.raises(RedisDidNotStart):
        async with embedded(tmp_path):
            pass


def test_without_any_binary_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "candidates", lambda: iter(()))
    with pytest.raises(NoRedisBinary, match="install valkey-server or redis-server"):
        module.find_binary()
