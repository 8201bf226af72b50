"""Redis servers on ports, as an operator runs them: a primary with a replica, and a Redis Cluster."""

import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import anyio
import pytest

from server.errors import Unavailable
from server.topology import Reply, ask

PATIENCE_S = 60.0
NODE_TIMEOUT_MS = 1500
HIGHEST_PORT = 55535
"""The bus of a cluster's node is at its port and 10,000."""


class Server:
    """One Redis on a port of its own."""

    def __init__(self, binary: str, data: Path, *options: str) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.binary = binary
        self.port = free_port()
        named = {
            "port": self.port,
            "dir": data,
            "appendonly": "yes",
            "save": "",
            "bind": "127.0.0.1",
            "logfile": data / "log",
        }
        own = [part for name, value in named.items() for part in (f"--{name}", str(value))]
        self._command = [binary, *own, *options]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"redis://{self.place}"

    def start(self) -> None:
        self._process = subprocess.Popen(self._command, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def stop(self) -> None:
        """Pause it; ``go_on`` has it go on."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    async def ask(self, *command: str) -> Reply:
        return await ask(self.url, *command, timeout_s=10)

    async def said(self, *command: str) -> bytes:
        reply = await self.ask(*command)
        assert isinstance(reply, bytes)
        return reply

    async def answers(self) -> None:
        """Wait until it does."""
        await self.until("redis_version")

    async def until(self, *texts: str, command: str = "INFO") -> None:
        """Wait until an answer holds all of these."""
        with anyio.fail_after(PATIENCE_S):
            while not holds_all(await self._tried(*command.split()), texts):  # noqa: ASYNC110 # of another process
                await anyio.sleep(0.02)

    async def _tried(self, *command: str) -> bytes:
        try:
            reply = await self.ask(*command)
        except Unavailable:
            return b""
        return reply if isinstance(reply, bytes) else b""


def holds_all(reply: bytes, texts: tuple[str, ...]) -> bool:
    return all(text.encode() in reply for text in texts)


def free_port() -> int:
    while True:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port: int = probe.getsockname()[1]
        if port <= HIGHEST_PORT:
            return port


@contextmanager
def servers(binary: str, data: Path, count: int, *options: str) -> Iterator[list[Server]]:
    """So many of them, running until the block ends."""
    with ExitStack() as stack:
        made = [Server(binary, data / f"redis{number}", *options) for number in range(count)]
        for server in made:
            server.start()
            stack.callback(server.kill)
        yield made


async def replicate(primary: Server, *replicas: Server) -> None:
    """Have some follow another, and wait until they do."""
    for server in (primary, *replicas):
        await server.answers()
    for replica in replicas:
        await replica.ask("REPLICAOF", "127.0.0.1", str(primary.port))
    for replica in replicas:
        await replica.until("role:slave", "master_link_status:up", "master_sync_in_progress:0")
    await primary.until(
        f"connected_slaves:{len(replicas)}", *(f"port={replica.port},state=online" for replica in replicas)
    )


def url_of(group: Sequence[Server], scheme: str = "redis") -> str:
    return f"{scheme}://{','.join(server.place for server in group)}"


@contextmanager
def cluster_servers(binary: str, data: Path, count: int) -> Iterator[list[Server]]:
    options = (
        "--cluster-enabled",
        "yes",
        "--cluster-node-timeout",
        str(NODE_TIMEOUT_MS),
        "--cluster-replica-validity-factor",
        "0",
    )
    with servers(binary, data, count, *options) as made:
        yield made


async def make_cluster(nodes: list[Server], replicas: int) -> None:
    """Have them form a cluster: primaries with so many replicas each."""
    command = shutil.which("redis-cli")
    if command is None:
        pytest.skip("no redis-cli is here to make a cluster")
    for node in nodes:
        await node.answers()
    places = [node.place for node in nodes]
    made = await anyio.run_process(
        [command, "--cluster", "create", *places, "--cluster-replicas", str(replicas), "--cluster-yes"], check=False
    )
    assert made.returncode == 0, made.stdout.decode()
    for node in nodes:
        await node.until("cluster_state:ok", command="CLUSTER INFO")
    for node in nodes:
        if b"role:master" in await node.said("INFO"):
            await node.until(f"connected_slaves:{replicas}", *["state=online"] * bool(replicas))
