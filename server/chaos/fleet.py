"""The server processes of a run: started, killed, paused, started again, and what they had to say."""

import signal
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import anyio
import orjson

from server.chaos.databases import Database
from server.chaos.processes import RUNS, Broken, Child, Nursery

START_S: Final = 60.0
"""Time for the start of a node, again and again while Redis is not there."""
AGAIN_S: Final = 0.2
SETTINGS: Final[Mapping[str, str]] = {
    "STACKLOOP_FINISHED_S": "2",
    "STACKLOOP_HEAD_S": "1",
    "STACKLOOP_READ_AHEAD": "0",
    "STACKLOOP_SEGMENT_ENTRIES": "50",
}
"""So that there are many segments, and matches move to the archive while others are played."""
BAD: Final = frozenset(("error", "critical"))
"""Levels of what a node has to say that no fault excuses."""


class Node:
    """``stackloop serve`` on one data directory; keeps its port when it starts again.

    Args:
        port: 0 for any free one.

    Attributes:
        url: where it is, once it was started.
        is_up: whether it runs, and is not paused.
        ends: how it ended by itself, each time it did.
    """

    def __init__(
        self,
        name: str,
        data: Path,
        nursery: Nursery,
        arguments: Sequence[str],
        settings: Mapping[str, str],
        port: int = 0,
    ) -> None:
        self.name = name
        self.url = ""
        self.is_up = False
        self.ends: list[int] = []
        self._log = data.with_name(f"{name}.log")
        self._nursery = nursery
        self._port = str(port)
        self._arguments = ["--node", name, "--data", str(data), "--as-worker", "--log-level", "warning", *arguments]
        self._settings = settings
        self._child: Child | None = None

    async def start(self) -> None:
        """Start, and wait until it says where it is; again where it cannot, as whoever watches over it would.

        Raises:
            Broken: it does not come up.
        """
        with anyio.move_on_after(START_S):
            while not (line := await self._started()):
                self._end()
                await anyio.sleep(AGAIN_S)
            self.url = line[line.index("http://") :].split()[0]
            self._port = self.url.rstrip("/").rpartition(":")[2]
            self.is_up = True
            return
        raise Broken(f"node {self.name} did not start: {self._log.read_text()[-2000:]}")

    async def _started(self) -> str:
        child = self._child = self._nursery.serve([*self._arguments, "--port", self._port], self._settings, self._log)
        return await child.line()

    def kill(self) -> None:
        """End at once, without a word to anybody."""
        code = self._end()
        if code not in (None, RUNS):
            self.ends.append(code)

    def _end(self) -> int | None:
        self.is_up = False
        child, self._child = self._child, None
        if child is None:
            return None
        child.kill()
        return child.wait()

    def pause(self) -> None:
        self.is_up = False
        self._send(signal.SIGSTOP)

    def go_on(self) -> None:
        self._send(signal.SIGCONT)
        self.is_up = True

    def _send(self, what: signal.Signals) -> None:
        if self._child is not None:
            self._child.send_signal(what)

    def complaints(self) -> Iterator[str]:
        """Errors in its log, and how it ended by itself."""
        yield from (f"{self.name} ended by itself with {code}" for code in self.ends)
        if self._log.exists():
            for line in self._log.read_bytes().splitlines():
                complaint = complaint_of(line)
                if complaint:
                    yield f"{self.name}: {complaint}"


def complaint_of(line: bytes) -> str:
    """The fault that a line of a log reports, if it does."""
    try:
        said = orjson.loads(line)
    except orjson.JSONDecodeError:
        return line.decode(errors="replace") if line.startswith(b"Traceback") else ""
    if not isinstance(said, dict) or said.get("level") not in BAD:
        return ""
    last = str(said.get("exception", "")).rpartition("\n")[2]
    return ", ".join(str(part) for part in (said.get("event"), said.get("match"), last) if part)


class Fleet:
    """All nodes of a run, and the Redis that they share."""

    def __init__(self, database: Database, nodes: Sequence[Node]) -> None:
        self.database = database
        self.nodes = nodes

    @property
    def up(self) -> list[Node]:
        return [node for node in self.nodes if node.is_up]

    async def start(self) -> None:
        async with anyio.create_task_group() as tasks:
            for node in self.nodes:
                tasks.start_soon(node.start)

    def stop(self) -> None:
        for node in self.nodes:
            node.kill()

    def complaints(self) -> list[str]:
        return [complaint for node in self.nodes for complaint in node.complaints()]


@contextmanager
def fleet(
    data: Path, count: int, nursery: Nursery, database: Database, lease_s: float, first_port: int = 0
) -> Iterator[Fleet]:
    """Nodes that end with the block, in whatever state they are, at ports one after the other or at free ones."""
    settings = {**SETTINGS, "STACKLOOP_LEASE_S": str(lease_s)}
    arguments = ["--redis", database.url, "--durability", database.durability, "--archive", str(data / "archive")]
    nodes = [
        Node(name, data / name, nursery, arguments, settings, first_port + number if first_port else 0)
        for number, name in enumerate(f"n{number}" for number in range(1, count + 1))
    ]
    made = Fleet(database, nodes)
    try:
        yield made
    finally:
        made.stop()
