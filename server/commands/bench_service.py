"""``stackloop bench service``: how many intents a second one server process acknowledges.

Three processes: the server with its embedded Valkey, the load generator, and for the reference a bare websockets
relay that sends as many frames of the same size and does nothing else. Every intent is decided by the rules and
journaled before it is acknowledged.
"""

import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Final

import click
import orjson
from rich.console import Console
from rich.table import Table

from server.bench.relay import ACK
from server.bench.usage import Usage
from server.commands.arena import own_environment

WARM_S: Final = 3.0
RELAY_S: Final = 5.0
ONE_GAME: Final = MappingProxyType({"STACKLOOP_READ_AHEAD": "0"})
"""Reading all cards of all games would outlast the warm-up."""

Row = dict[str, str | int | float]


@click.command(
    "service",
    epilog="""\b
Examples:
  stackloop bench service
  stackloop bench service --matches 16 --json""",
)
@click.option("--matches", default=64, show_default=True, type=click.IntRange(1), help="Matches at once.")
@click.option(
    "--seconds", default=12.0, show_default=True, type=click.FloatRange(0, min_open=True), help="How long to measure."
)
@click.option("--json", "as_json", is_flag=True, help="Rows as JSON.")
def command(matches: int, seconds: float, as_json: bool) -> None:
    """Play many matches at once over websockets, and count acknowledged intents.

    The reference is a bare websockets relay that sends as many frames of the same size and does nothing else, measured
    in the same run; ratio is intents per second over it. cpu us is what the server's process alone used of its
    processor for an intent, which hardly depends on what else the machine does.
    """
    service = measure_service(matches, seconds)
    relay = measure_relay(matches, diff_bytes(service))
    service["ratio"] = round(float(service["intents_per_s"]) / max(1.0, float(relay["intents_per_s"])), 3)
    rows: list[Row] = [{"name": "service", **service}, {"name": "relay", **relay}]
    if as_json:
        click.echo(orjson.dumps(rows, option=orjson.OPT_INDENT_2))
    else:
        show(rows)


def measure_service(matches: int, seconds: float) -> Row:
    with tempfile.TemporaryDirectory(prefix="stackloop-bench-") as data:
        arguments = ["server.cli", "serve", "--port", "0", "--data", data, "--log-level", "error"]
        with running(arguments, ONE_GAME) as server:
            return load(server, matches, seconds, "service")


def measure_relay(matches: int, size_bytes: int) -> Row:
    with running(["server.bench.relay", str(max(2, size_bytes))]) as server:
        return load(server, matches, RELAY_S, "relay")


def diff_bytes(service: Row) -> int:
    """The size that makes an acknowledgement and two diffs weigh what the service's frames did."""
    return (int(service["bytes_per_frame"]) * 3 - len(ACK)) // 2


class Running:
    """A server in a process of its own."""

    __slots__ = ("pid", "url")

    def __init__(self, url: str, pid: int) -> None:
        self.url = url
        self.pid = pid


def load(server: Running, matches: int, seconds: float, against: str) -> Row:
    """Run the load generator to its end, and see what the server alone used of its processor meanwhile."""
    arguments = ["server.bench.load", server.url, str(matches), str(WARM_S), str(seconds), against]
    with subprocess.Popen(python(arguments), stdout=subprocess.PIPE) as process:  # noqa: S603 # ourselves
        assert process.stdout is not None
        process.stdout.readline()  # the warm-up is over
        before = Usage(server.pid)
        line = process.stdout.readline()
        used_s = Usage(server.pid).cpu_s - before.cpu_s
        if process.wait() != 0:
            raise click.ClickException("the load generator failed")
    row: Row = orjson.loads(line)
    row["cpu_us"] = round(used_s * 1e6 / max(1, int(row["intents"])), 1)
    return row


@contextmanager
def running(arguments: Sequence[str], settings: Mapping[str, str] = MappingProxyType({})) -> Iterator[Running]:
    """A server whose address is in its first line, until the block ends."""
    command = python(arguments)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**own_environment(), **settings}) as process:  # noqa: S603 # ourselves
        try:
            line = process.stdout.readline() if process.stdout is not None else ""
            if "http://" not in line:
                raise click.ClickException("the server did not start")
            yield Running(line[line.index("http://") :].strip(), process.pid)
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def python(arguments: Sequence[str]) -> list[str]:
    return [sys.executable, "-m", *arguments]


def show(rows: Sequence[Row]) -> None:
    columns = (
        "name",
        "intents_per_s",
        "p50_ms",
        "p99_ms",
        "cpu_us",
        "frames_per_intent",
        "bytes_per_frame",
        "refused",
        "ratio",
    )
    table = Table(*(column.replace("_", " ") for column in columns))
    for row in rows:
        table.add_row(*(str(row.get(column, "")) for column in columns))
    Console().print(table)
