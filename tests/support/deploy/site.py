"""An installation as the runbook has it: a proxy with TLS, nodes, a Redis with a replica, and people at a table."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Final

import anyio
import anyio.abc
from anyio import to_thread

from protocol.client import ClientError, Decision, Match, Refused, connect, sample
from server.chaos.redis_servers import Server, free_port, replicate, servers, url_of
from server.store.embedded_valkey import find_binary
from tests.support.deploy.certificate import self_signed
from tests.support.server.server_process import ServerProcess

CONFIG: Final = Path(__file__).parents[3] / "deploy" / "proxy" / "haproxy.cfg"
REDIS: Final = shutil.which("redis-server") or find_binary()
PROXY: Final = shutil.which("haproxy", path=f"{os.environ['PATH']}{os.pathsep}/usr/sbin")
SECRET: Final = "signs-the-tokens-of-every-rehearsal"
TOKEN: Final = "opens-the-admin-door-of-every-rehearsal"
LEASE_S: Final = "1.5"
THOUGHT_S: Final = 0.15
"""Time that people think about a move: a match outlives what is rehearsed."""
PATIENCE_S: Final = 90.0
"""Time that people wait for their next move to be taken, on a machine that does much else."""


class Site:
    """The things that an operator has.

    Attributes:
        url: where people connect, at the proxy.
        servers: Redis servers, the first one primary at the start.
        nodes: by their order in the proxy.
    """

    def __init__(self, data: Path, redis: list[Server], nodes: list[ServerProcess], url: str) -> None:
        self.data = data
        self.servers = redis
        self.nodes = nodes
        self.url = url

    async def start(self, node: ServerProcess) -> None:
        await to_thread.run_sync(node.start)
        await prepare(node)

    async def end(self, node: ServerProcess, how: signal.Signals) -> int:
        return await to_thread.run_sync(node.end, how)

    async def admin(self, *arguments: str, node: int = 0) -> str:
        """``stackloop admin ...``; its output."""
        command = [sys.executable, "-m", "server.cli", "admin", *arguments, "--url", self.nodes[node].admin_url]
        environment = {**os.environ, "STACKLOOP_ADMIN_TOKEN": TOKEN}
        return (await anyio.run_process(command, env=environment)).stdout.decode()


class People:
    """Two players who play match after match, at random, through the proxy.

    Attributes:
        taken: how many of their moves were acknowledged.
        longest_s: how long one of them waited, at most, from one move to the next.
        match: the one they play.
        last_c: seat -> the last sequence number that was acknowledged in that match.
    """

    def __init__(self, url: str) -> None:
        self.taken = 0
        self.longest_s = 0.0
        self.match = ""
        self.tokens: Sequence[str] = ()
        self.last_c = [0, 0]
        self._url = url
        self._news = anyio.Event()
        self._last_s = time.monotonic()

    async def play(self) -> None:
        """Play one match after the other, until cancelled."""
        while True:
            async with connect(self._url, name="host", patience_s=PATIENCE_S) as host:
                created = await host.create("magic", names=("ann", "bob"))
            self.match, self.tokens = created.m, [seat.token for seat in created.seats]
            self.last_c = [0, 0]
            async with anyio.create_task_group() as tasks:
                for seat in range(2):
                    tasks.start_soon(self._sit, seat)

    async def _sit(self, seat: int) -> None:
        dice = random.Random(seat)
        async with connect(self._url, patience_s=PATIENCE_S) as client:
            match = await client.join(self.match, self.tokens[seat])
            async for decision in match:
                await anyio.sleep(THOUGHT_S)
                await self._move(match, decision, seat, dice)

    async def _move(self, match: Match, decision: Decision, seat: int, dice: random.Random) -> None:
        try:
            is_taken = await match.answer(sample(decision, dice.randrange))
        except Refused:
            return
        if not is_taken:
            return
        now_s = time.monotonic()
        self.longest_s = max(self.longest_s, now_s - self._last_s - THOUGHT_S)
        self._last_s = now_s
        self.taken += 1
        self.last_c[seat] += 1
        self._news.set()
        self._news = anyio.Event()

    async def go_on(self, moves: int = 15) -> None:
        """Wait until so many more moves were taken."""
        wanted = self.taken + moves
        with anyio.fail_after(PATIENCE_S):
            while self.taken < wanted:
                await self._news.wait()

    def forget(self) -> None:
        """Measure anew how long they wait."""
        self.longest_s, self._last_s = 0.0, time.monotonic()


@contextmanager
def proxy(data: Path, port: int, nodes: Sequence[ServerProcess]) -> Iterator[str]:
    """HAProxy as it is deployed; yields its address."""
    assert PROXY is not None, "haproxy is not installed: run deploy/test.sh"
    (data / "tls.pem").write_bytes(self_signed())
    places = [node.url.split("/")[2] for node in nodes]
    if len(places) == 1:
        places *= 2  # two of three that refuse were too many, until the proxy has noticed
    places += ["127.0.0.1:1"] * (3 - len(places))
    environment = {
        **os.environ,
        "STACKLOOP_TLS": str(data / "tls.pem"),
        "STACKLOOP_BIND_TLS": f"127.0.0.1:{port}",
        "STACKLOOP_BIND_PLAIN": f"127.0.0.1:{free_port()}",
        **{f"STACKLOOP_NODE_{number}": place for number, place in enumerate(places, 1)},
    }
    with (data / "proxy.log").open("w") as log:
        process = subprocess.Popen([PROXY, "-db", "-f", str(CONFIG)], env=environment, stdout=log, stderr=log)
    try:
        yield public(port)
    finally:
        process.terminate()
        process.wait()


def public(port: int) -> str:
    """The address at which people reach the proxy."""
    return f"https://localhost:{port}"


def node_of(data: Path, name: str, redis_url: str, port: int, **more: str) -> ServerProcess:
    """A node behind the proxy at that port; on a Redis of its own if none is named."""
    settings = {
        **more,
        "STACKLOOP_URL": f"{public(port)}/node/{name}",
        "STACKLOOP_LEASE_S": LEASE_S,
        "STACKLOOP_SECRET": SECRET,
        "STACKLOOP_ADMIN_TOKEN": TOKEN,
        "STACKLOOP_PROXY_HOPS": "1",
    }
    shared = ("--redis", redis_url) if redis_url else ()
    return ServerProcess(data / name, *shared, "--node", name, settings=settings)


@asynccontextmanager
async def site(data: Path, nodes: int = 2, more: Mapping[str, str] = MappingProxyType({})) -> AsyncIterator[Site]:
    """The whole of it, running, until the block ends."""
    assert REDIS is not None
    with ExitStack() as stack:
        redis = stack.enter_context(servers(REDIS, data, 2))
        await replicate(*redis)
        port = free_port()
        running = [node_of(data, f"node-{number}", url_of(redis), port, **more) for number in range(1, nodes + 1)]
        for node in running:
            stack.callback(node.kill)
            await to_thread.run_sync(node.start)
            await prepare(node)
        url = stack.enter_context(proxy(data, port, running))
        await answers(url)
        yield Site(data, redis, running, url)


async def prepare(node: ServerProcess) -> None:
    """Have a node read the cards that people play with, as one does by itself that reads ahead."""
    async with connect(node.url) as client:
        created = await client.create("magic")
        table = await client.join(created.m, created.seats[0].token)
        await table.concede()


async def answers(url: str) -> None:
    """Wait until the proxy lets people through."""
    with anyio.fail_after(PATIENCE_S):
        while True:
            try:
                async with connect(url):
                    return
            except ClientError:
                await anyio.sleep(0.1)


@asynccontextmanager
async def people(site: Site) -> AsyncIterator[People]:
    """Two players at a table, who have begun."""
    async with anyio.create_task_group() as tasks:
        players = People(site.url)
        tasks.start_soon(players.play)
        await players.go_on()
        players.forget()
        yield players
        tasks.cancel_scope.cancel()
