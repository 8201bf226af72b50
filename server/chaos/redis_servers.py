"""Redis servers on ports, as an operator runs them: a primary with a replica, and a Redis Cluster."""

import secrets
import signal
import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from itertools import count
from pathlib import Path
from typing import Final, Protocol

import anyio

from server.runtime.child_process import start_leashed
from server.runtime.errors import Unavailable
from server.store.topology import SLOTS, Reply, ask

PATIENCE_S: Final = 60.0
NODE_TIMEOUT_MS: Final = 1500
TO_BUS: Final = 10_000
"""From the port of a cluster's node to that of its bus."""
PORTS: Final = range(10_000, 20_000)
"""They and their buses lie below those that systems give to whoever asks for any: 32768 and more on Linux."""
LOOK_S: Final = 0.02
ASK_S: Final = 10.0


class Process(Protocol):
    """The part of ``subprocess.Popen`` that a server needs."""

    def kill(self) -> None: ...

    def wait(self) -> int: ...

    def send_signal(self, sig: int) -> None: ...


Start = Callable[[Sequence[str]], Process]


class Server:
    """One Redis on a port of its own.

    Args:
        options: beside those that every one has.
        start: starts a process.
        port: 0 for any free one.
    """

    def __init__(self, binary: str, data: Path, *options: str, start: Start = start_leashed, port: int = 0) -> None:
        data.mkdir(parents=True, exist_ok=True)
        self.binary = binary
        self.port = port or free_port()
        self._start = start
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
        self._process: Process | None = None

    @property
    def place(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def url(self) -> str:
        return f"redis://{self.place}"

    def start(self, *options: str) -> None:
        """Start; ``options`` are for this time only."""
        self._process = self._start([*self._command, *options])

    def follow(self, primary: "Server") -> None:
        """From its next start on it is a replica of that one from the beginning."""
        self._command += ["--replicaof", "127.0.0.1", str(primary.port)]

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
        return await ask(self.url, *command, timeout_s=ASK_S)

    async def read(self, *command: str) -> bytes:
        reply = await self.ask(*command)
        assert isinstance(reply, bytes)
        return reply

    async def answers(self) -> None:
        """Wait until it does."""
        await self.until("redis_version")

    async def until(self, *texts: str, command: str = "INFO") -> None:
        """Wait until an answer holds all of these."""
        with anyio.fail_after(PATIENCE_S):
            while not await self.replies_with(*texts, command=command):  # noqa: ASYNC110 # of another process
                await anyio.sleep(LOOK_S)

    async def replies_with(self, *texts: str, command: str = "INFO") -> bool:
        """Whether an answer holds all of these, if there is one."""
        return holds_all(await self._tried(*command.split()), texts)

    async def _tried(self, *command: str) -> bytes:
        try:
            reply = await self.ask(*command)
        except Unavailable:
            return b""
        return reply if isinstance(reply, bytes) else b""


def holds_all(reply: bytes, texts: tuple[str, ...]) -> bool:
    return all(text.encode() in reply for text in texts)


_TURNS: Final = count(secrets.randbelow(len(PORTS)))


def free_port() -> int:
    """One at which nobody listens, nor at that of its bus; another each time, whether a server has begun to or not."""
    while True:
        port = PORTS[next(_TURNS) % len(PORTS)]
        if is_free(port) and is_free(port + TO_BUS):
            return port


def is_free(port: int) -> bool:
    with socket.socket() as probe:
        try:
            probe.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


@contextmanager
def servers(
    binary: str, data: Path, count: int, *options: str, start: Start = start_leashed, first_port: int = 0
) -> Iterator[list[Server]]:
    """So many of them, running until the block ends, at ports one after the other, or at any that are free."""
    with ExitStack() as stack:
        ports = [first_port + number if first_port else 0 for number in range(count)]
        made = [
            Server(binary, data / f"redis{number}", *options, start=start, port=port)
            for number, port in enumerate(ports)
        ]
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
def cluster_servers(
    binary: str, data: Path, count: int, start: Start = start_leashed, first_port: int = 0
) -> Iterator[list[Server]]:
    """Servers that may form a cluster; the port of each one's bus is ``TO_BUS`` higher."""
    enabled = ("--cluster-enabled", "yes", "--cluster-node-timeout", str(NODE_TIMEOUT_MS))
    options = (*enabled, "--cluster-replica-validity-factor", "0")
    with servers(binary, data, count, *options, start=start, first_port=first_port) as made:
        yield made


async def make_cluster(nodes: Sequence[Server], replicas: int) -> None:
    """Have them form a cluster: the first are primaries, with so many replicas each."""
    for epoch, node in enumerate(nodes, 1):
        await node.answers()
        await node.ask("CLUSTER", "SET-CONFIG-EPOCH", str(epoch))
    primaries, others = nodes[: len(nodes) // (replicas + 1)], nodes[len(nodes) // (replicas + 1) :]
    for number, node in enumerate(primaries):
        first, after = number * SLOTS // len(primaries), (number + 1) * SLOTS // len(primaries)
        await node.ask("CLUSTER", "ADDSLOTSRANGE", str(first), str(after - 1))
    for node in nodes[1:]:
        await nodes[0].ask("CLUSTER", "MEET", "127.0.0.1", str(node.port))
    for node in nodes:
        await node.until(f"cluster_known_nodes:{len(nodes)}", command="CLUSTER INFO")
    for number, node in enumerate(others):
        primary = primaries[number % len(primaries)]
        name = await primary.read("CLUSTER", "MYID")
        await node.until(name.decode(), command="CLUSTER NODES")
        await node.ask("CLUSTER", "REPLICATE", name.decode())
    for node in nodes:
        await node.until("cluster_state:ok", command="CLUSTER INFO")
    for node in primaries:
        await node.until(f"connected_slaves:{replicas}", *["state=online"] * bool(replicas))
