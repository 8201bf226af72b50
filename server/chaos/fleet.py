"""The server processes of a run, and the Redis below them: started, killed, paused, started again."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread
import click

from server.commands.arena import own_environment

LEASE_S: Final = 1.0
FINISHED_S: Final = 2.0
"""So that matches move to the archive while others are played."""
REPLY_BYTES: Final = 65536


class Node:
    """``stackloop serve`` on one data directory; keeps its port when it starts again.

    Attributes:
        url: where it is, once it was started.
        is_up: whether it runs, and is not paused.
    """

    def __init__(self, name: str, data: Path, redis: str, archive: Path) -> None:
        self.name = name
        self.url = ""
        self.is_up = False
        self._errors = data.with_name(f"{name}.log")
        self._port = "0"
        self._command = [sys.executable, "-m", "server.cli", "serve", "--as-worker", "--node", name]
        self._command += ["--data", str(data), "--archive", str(archive), "--log-level", "warning"]
        self._environment = {
            **own_environment(),
            "STACKLOOP_REDIS": redis,
            "STACKLOOP_LEASE_S": str(LEASE_S),
            "STACKLOOP_FINISHED_S": str(FINISHED_S),
            "STACKLOOP_READ_AHEAD": "0",
        }
        self._process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Start, and wait until it says where it is.

        Raises:
            ClickException: it ended instead.
        """
        with self._errors.open("a") as errors:
            process = self._process = subprocess.Popen(  # noqa: S603 # ourselves
                [*self._command, "--port", self._port],
                stdin=subprocess.PIPE,  # whose end, however we go, ends the node
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                env=self._environment,
            )
        line = process.stdout.readline() if process.stdout is not None else ""
        if "http://" not in line:
            raise click.ClickException(f"node {self.name} did not start: {self._errors.read_text()[-2000:]}")
        self.url = line[line.index("http://") :].strip()
        self._port = self.url.rstrip("/").rpartition(":")[2]
        self.is_up = True

    def kill(self) -> None:
        """End at once, without a word to anybody."""
        self.is_up = False
        if self._process is not None:
            with self._process as process:
                process.kill()
            self._process = None

    def pause(self) -> None:
        self.is_up = False
        self._send(signal.SIGSTOP)

    def go_on(self) -> None:
        self._send(signal.SIGCONT)
        self.is_up = True

    def _send(self, what: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(what)


class Fleet:
    """All nodes of a run, and the Redis that they share."""

    def __init__(self, redis: str, nodes: Sequence[Node]) -> None:
        self.redis = redis
        self.nodes = nodes

    @property
    def up(self) -> list[Node]:
        return [node for node in self.nodes if node.is_up]

    async def start(self) -> None:
        async with anyio.create_task_group() as tasks:
            for node in self.nodes:
                tasks.start_soon(anyio.to_thread.run_sync, node.start)

    def stop(self) -> None:
        for node in self.nodes:
            node.kill()


@contextmanager
def fleet(data: Path, nodes: int, redis: str) -> Iterator[Fleet]:
    """Nodes that end with the block, in whatever state they are."""
    with ExitStack() as stack:
        names = [f"n{number}" for number in range(1, nodes + 1)]
        made = Fleet(redis, [Node(name, data / name, redis, data / "archive") for name in names])
        stack.callback(made.stop)
        yield made


def redis_process_id(url: str) -> int:
    """The process of a Redis at a unix socket.

    Raises:
        OSError: it does not answer.
    """
    with socket.socket(socket.AF_UNIX) as peer:
        peer.settimeout(2.0)
        peer.connect(url.removeprefix("unix://"))
        peer.sendall(b"INFO server\r\n")
        found = re.search(rb"process_id:(\d+)", peer.recv(REPLY_BYTES))
    if found is None:
        raise ConnectionError("no answer")
    return int(found[1])
