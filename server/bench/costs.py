"""What one connection, match, intent and spectator cost a node and its Redis: the numbers that CAPACITY.md stands on.

Run as ``python -m server.bench.costs > costs.json``; takes about a minute. A server in a process of its own is loaded
with one kind of thing at a time; what it grew by, and the processor time it took, are read from ``/proc``. Linux only.
"""

import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from typing import Final

import anyio
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from protocol import client as library
from protocol.client.connection import websocket_url
from protocol.codec import encode
from protocol.messages import SUBPROTOCOL, Hello, Join
from server.bench.usage import Usage, redis_of
from server.settings import PREFIX

CONNECTIONS: Final = 1000
MATCHES: Final = 100
BUSY_MATCHES: Final = 32
WATCHERS: Final = 100
LOAD_S: Final = 10.0
SETTLE_S: Final = 2.0
UNBOUNDED: Final = "1000000"


class Under:
    """A server under measurement."""

    def __init__(self, url: str, pid: int, redis_pid: int) -> None:
        self.url = url
        self.pid = pid
        self.redis_pid = redis_pid


@contextmanager
def server() -> Iterator[Under]:
    """A server that limits nobody."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    limits = (
        "CONNECTIONS_PER_ADDRESS",
        "HANDSHAKES_PER_S",
        "BURST_HANDSHAKES",
        "CREATES_PER_MINUTE",
        "BURST_CREATES",
        "MATCHES_PER_ADDRESS",
    )
    own |= {PREFIX + name: UNBOUNDED for name in limits} | {PREFIX + "HOUSE_PACE_S": "0"}
    with tempfile.TemporaryDirectory(prefix="stackloop-costs-") as data:
        command = [sys.executable, "-m", "server.cli", "serve", "--port", "0", "--data", data, "--log-level", "error"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=own) as process:  # noqa: S603 # ourselves
            try:
                line = process.stdout.readline() if process.stdout is not None else ""
                yield Under(line[line.index("http://") :].strip(), process.pid, redis_of(process.pid))
            finally:
                process.send_signal(signal.SIGTERM)
                process.wait()


@asynccontextmanager
async def dial(url: str) -> AsyncIterator[ClientConnection]:
    offered = [Subprotocol(SUBPROTOCOL)]
    async with connect(websocket_url(url), subprotocols=offered, compression=None, proxy=None, max_size=None) as socket:
        await socket.send(encode(Hello()), text=True)
        await socket.recv()
        yield socket


async def connection_bytes(under: Under) -> float:
    """Resident memory of an idle connection that has said hello."""
    before = Usage(under.pid)
    async with AsyncExitStack() as stack:
        for _ in range(CONNECTIONS):
            await stack.enter_async_context(dial(under.url))
        await anyio.sleep(SETTLE_S)
        after = Usage(under.pid)
    return (after.resident_bytes - before.resident_bytes) / CONNECTIONS


async def match_bytes(under: Under) -> float:
    """Resident memory of a match that has begun."""
    async with library.connect(under.url) as client:
        await client.create("magic")  # its cards are read
        await anyio.sleep(SETTLE_S)
        before = Usage(under.pid)
        for _ in range(MATCHES):
            await client.create("magic")
        await anyio.sleep(SETTLE_S)
        after = Usage(under.pid)
    return (after.resident_bytes - before.resident_bytes) / MATCHES


async def intent_costs(under: Under) -> dict[str, float]:
    """Processor time and bytes of one intent, as many as there can be."""
    before, redis_before = Usage(under.pid), Usage(under.redis_pid)
    arguments = [under.url, str(BUSY_MATCHES), "0", str(LOAD_S), "service"]
    done = await anyio.run_process([sys.executable, "-m", "server.bench.load", *arguments])
    row = orjson.loads(done.stdout.splitlines()[-1])
    after, redis_after = Usage(under.pid), Usage(under.redis_pid)
    intents = row["intents_per_s"] * LOAD_S
    return {
        "intent_cpu_s": (after.cpu_s - before.cpu_s) / intents,
        "intent_redis_cpu_s": (redis_after.cpu_s - redis_before.cpu_s) / intents,
        "intent_frames": row["frames_per_intent"],
        "frame_bytes": row["bytes_per_frame"],
        "intent_redis_bytes": max(0, redis_after.resident_bytes - redis_before.resident_bytes) / intents,
    }


async def frame_cpu_s(under: Under) -> float:
    """Processor time of one more spectator's frame."""
    idle_s, _ = await watched(under, 1)
    busy_s, frames = await watched(under, WATCHERS)
    return max(0.0, busy_s - idle_s) / max(1, frames)


async def watched(under: Under, watchers: int) -> tuple[float, int]:
    """A match of two bots of the house, watched for a while: processor time a commit, and frames a commit."""
    async with library.connect(under.url) as client, AsyncExitStack() as stack:
        created = await client.create("magic", seats=("bot:random", "bot:random"))
        sockets = [await stack.enter_async_context(dial(under.url)) for _ in range(watchers)]
        before, counts = Usage(under.pid), [0] * watchers
        with anyio.move_on_after(LOAD_S):
            async with anyio.create_task_group() as tasks:
                for number, socket in enumerate(sockets):
                    await socket.send(encode(Join(created.m)), text=True)
                    tasks.start_soon(count, socket, counts, number)
        used_s = Usage(under.pid).cpu_s - before.cpu_s
    commits = max(1, counts[0])
    return used_s / commits, sum(counts) // commits


async def count(socket: ClientConnection, counts: list[int], number: int) -> None:
    async for data in socket:
        if b'"t":"diff"' in (data if isinstance(data, bytes) else data.encode())[:16]:
            counts[number] += 1
        elif b'"t":"end"' in (data if isinstance(data, bytes) else data.encode())[:16]:
            return


async def ready(url: str) -> None:
    """Wait until the server has read its cards, which takes memory and time of its own."""
    async with library.connect(url) as client:
        for game in ("magic", "grand-archive", "marvel-champions"):
            await client.create(game)
    while b" 200 " not in await first_line(url):  # noqa: ASYNC110 # of another process
        await anyio.sleep(SETTLE_S)


async def first_line(url: str) -> bytes:
    """Of the answer to ``GET /readyz``."""
    host, _, port = url.split("/")[2].partition(":")
    async with await anyio.connect_tcp(host, int(port)) as stream:
        await stream.send(f"GET /readyz HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
        return await stream.receive(64)


async def measure() -> dict[str, float]:
    with server() as under:
        await ready(under.url)
        costs = {"match_bytes": await match_bytes(under), "connection_bytes": await connection_bytes(under)}
        costs |= await intent_costs(under)
        costs["frame_cpu_s"] = await frame_cpu_s(under)
    return costs


if __name__ == "__main__":
    sys.stdout.write(orjson.dumps(anyio.run(measure), option=orjson.OPT_INDENT_2).decode() + "\n")
