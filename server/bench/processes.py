"""Processes that the bench runs beside itself: servers, the load, a crowd; each ends with its block.

All of them run the interpreter and the packages that the bench itself runs, wherever it is started: compiled rules that
are installed are measured in a checkout too, whose sources Python would find first.
"""

import os
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from types import MappingProxyType
from typing import IO, Final

import click
import orjson
from prometheus_client.parser import text_string_to_metric_families

from server.arena.hall import own_environment
from server.bench.usage import Usage
from server.runtime.child_process import leashed
from server.runtime.stage_times import NAME as STAGE_TIMES

Row = dict[str, float]
UNLIMITED: Final = MappingProxyType(
    {
        "STACKLOOP_MOST_CONNECTIONS": "100000",
        "STACKLOOP_CONNECTIONS_PER_ADDRESS": "100000",
        "STACKLOOP_HANDSHAKES_PER_S": "100000",
        "STACKLOOP_BURST_HANDSHAKES": "100000",
        "STACKLOOP_CREATES_PER_MINUTE": "100000",
        "STACKLOOP_BURST_CREATES": "100000",
        "STACKLOOP_MATCHES_PER_ADDRESS": "100000",
        "STACKLOOP_ASKS_PER_S": "100000",
        "STACKLOOP_BURST_ASKS": "100000",
        "STACKLOOP_READ_AHEAD": "0",
    }
)
"""Everybody comes from this machine, and reading the cards of games that are not played would be measured too."""
WARM_S: Final = 3.0
STOP_S: Final = 60.0
"""Time that a process may take to end, with what it still has to do, on a machine that is busy."""
PACKAGES: Final = Path(__file__).parents[2]
"""The folder of our packages: a checkout, or one that an installer has filled."""


class Running:
    """A server that runs, and its address."""

    __slots__ = ("_admin_url", "process", "url")

    def __init__(self, process: "subprocess.Popen[bytes]", url: str) -> None:
        self.process = process
        self.url = url
        self._admin_url = ""

    @property
    def pid(self) -> int:
        return self.process.pid

    def usage(self) -> Usage:
        """Of the server's process alone: its Redis and the load are others."""
        return Usage(self.process.pid)

    def stages_s(self) -> Row:
        """Seconds of processor time of each stage so far, of a server that counts them."""
        self._admin_url = self._admin_url or address_in(read(self.process.stdout).decode())
        with urllib.request.urlopen(f"{self._admin_url}metrics", timeout=STOP_S) as response:  # noqa: S310 # our own
            text = response.read().decode()
        families = text_string_to_metric_families(text)
        samples = [sample for family in families if family.name == STAGE_TIMES for sample in family.samples]
        return {sample.labels["stage"]: sample.value for sample in samples}


@contextmanager
def server(*options: str, settings: Mapping[str, str] = MappingProxyType({})) -> Iterator[Running]:
    """``stackloop serve`` on a data directory of its own."""
    with tempfile.TemporaryDirectory(prefix="stackloop-bench-", ignore_cleanup_errors=True) as data:
        arguments = ["server.cli", "serve", "--port", "0", "--data", data, "--log-level", "error", *options]
        with running(arguments, {**UNLIMITED, **settings}) as started:
            yield started


@contextmanager
def relay(frame_bytes: int) -> Iterator[Running]:
    """Start the bare relay."""
    with running(["server.bench.relay", str(max(2, frame_bytes))]) as started:
        yield started


@contextmanager
def running(arguments: Sequence[str], settings: Mapping[str, str] = MappingProxyType({})) -> Iterator[Running]:
    """A server whose address is in its first line, until the block ends.

    It keeps the bytecode of its modules, as an installed one has it: a start would else be half of compiling them.
    """
    environment = alike({**own_environment(), **settings})
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    with leashed(python(arguments), environment, grace_s=STOP_S) as process:
        yield Running(process, address_in(read(process.stdout).decode()))


def address_in(line: str) -> str:
    """The address in a line that a server prints at its start."""
    _, found, rest = line.partition("http://")
    if not found:
        raise click.ClickException("the server did not start")
    return f"{found}{rest.split()[0]}"


class Load:
    """The load generator, once its warm-up is over."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process

    def row(self) -> Row:
        """The counts of the load; waits for its end.

        Raises:
            ClickException: it failed.
        """
        line = read(self._process.stdout)
        if self._process.wait() != 0:
            raise click.ClickException("the load generator failed")
        row: Row = orjson.loads(line)
        return row


@contextmanager
def load(
    url: str, matches: int, seconds: float, against: str = "bots", per_s: float = 0.0, game: str = "magic"
) -> Iterator[Load]:
    """Play so many matches; the block begins when the load is warm."""
    counts = [str(matches), str(min(WARM_S, seconds)), str(seconds)]
    arguments = ["server.bench.load", url, *counts, against, str(per_s), game]
    with leashed(python(arguments), alike(os.environ), grace_s=STOP_S) as process:
        read(process.stdout)
        yield Load(process)


def many(url: str, matches: int, seconds: float) -> Row:
    """Have one process play so many matches at once; what it counted, as ``server.bench.many`` says.

    Raises:
        ClickException: it failed.
    """
    command = python(["server.bench.many", url, str(matches), str(seconds)])
    with leashed(command, alike(os.environ), grace_s=STOP_S) as process:
        told, _ = process.communicate()
    if process.returncode != 0:
        raise click.ClickException("the client failed")
    row: Row = orjson.loads(told)
    return row


class Crowd:
    """Those who look on."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process

    def count(self) -> tuple[int, int]:
        """Frames and bytes that came since it was asked last."""
        assert self._process.stdin is not None
        self._process.stdin.write(b"\n")
        self._process.stdin.flush()
        frames, size = read(self._process.stdout).split()
        return int(frames), int(size)


@contextmanager
def crowd(url: str, count: int, against: str = "service", matches: Sequence[str] = ()) -> Iterator[Crowd]:
    """So many connections, each of which follows all of the matches; the block begins when all are there."""
    command = python(["server.bench.crowd", url, str(count), against, *matches])
    with leashed(command, alike(os.environ), grace_s=STOP_S, stdin=subprocess.PIPE) as process:
        if b"all there" not in read(process.stdout):
            raise click.ClickException("the crowd could not connect")
        yield Crowd(process)


class Churn:
    """Matches that begin and end without a pause."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process

    def count(self) -> Row:
        """Counts since it began, as ``server.bench.churn`` names them.

        Raises:
            ClickException: it failed.
        """
        assert self._process.stdin is not None
        with suppress(BrokenPipeError):
            self._process.stdin.write(b"\n")
            self._process.stdin.flush()
        if not (line := read(self._process.stdout)):
            raise click.ClickException("a match did not go on")
        row: Row = orjson.loads(line)
        return row


@contextmanager
def churn(url: str, matches: int) -> Iterator[Churn]:
    """Begin and end matches, so many at a time, while the block runs."""
    command = python(["server.bench.churn", url, str(matches)])
    with leashed(command, alike(os.environ), grace_s=STOP_S, stdin=subprocess.PIPE) as process:
        yield Churn(process)


def read(stream: IO[bytes] | None) -> bytes:
    return stream.readline() if stream is not None else b""


def alike(environment: Mapping[str, str]) -> dict[str, str]:
    """With what has Python find our packages before others of their names, those in the working directory too."""
    paths = (str(PACKAGES), environment.get("PYTHONPATH", ""))
    return {**environment, "PYTHONSAFEPATH": "1", "PYTHONPATH": os.pathsep.join(filter(None, paths))}


def python(arguments: Sequence[str]) -> list[str]:
    return [sys.executable, "-m", *arguments]
