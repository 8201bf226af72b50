"""``stackloop bench service``: how many intents a second one server process acknowledges.

Three processes: the server with its embedded Valkey, the load generator, and for the reference a bare websockets
relay that sends as many frames of the same size and does nothing else. Every intent is decided by the rules and
journaled before it is acknowledged.
"""

import resource
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
from server.commands.arena import own_environment

WARM_S: Final = 3.0
RELAY_S: Final = 5.0

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
    in the same run; ratio is intents per second over it.
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
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        with running(arguments) as url:
            row = load(url, matches, seconds, "service")
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    row["cpu_s"] = round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 1)
    return row


def measure_relay(matches: int, size_bytes: int) -> Row:
    with running(["server.bench.relay", str(max(2, size_bytes))]) as url:
        return load(url, matches, RELAY_S, "relay")


def diff_bytes(service: Row) -> int:
    """The size that makes an acknowledgement and two diffs weigh what the service's frames did."""
    return (int(service["bytes_per_frame"]) * 3 - len(ACK)) // 2


def load(url: str, matches: int, seconds: float, against: str) -> Row:
    """Run the load generator to its end."""
    arguments = ["server.bench.load", url, str(matches), str(WARM_S), str(seconds), against]
    done = subprocess.run(python(arguments), capture_output=True, check=False)  # noqa: S603 # ourselves
    if done.returncode != 0:
        raise click.ClickException(f"the load generator failed: {done.stderr.decode()[-2000:]}")
    row: Row = orjson.loads(done.stdout)
    return row


@contextmanager
def running(arguments: Sequence[str], settings: Mapping[str, str] = MappingProxyType({})) -> Iterator[str]:
    """A server in a process of its own; yields the address in its first line."""
    command = python(arguments)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**own_environment(), **settings}) as process:  # noqa: S603 # ourselves
        try:
            line = process.stdout.readline() if process.stdout is not None else ""
            if "http://" not in line:
                raise click.ClickException("the server did not start")
            yield line[line.index("http://") :].strip()
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def python(arguments: Sequence[str]) -> list[str]:
    return [sys.executable, "-m", *arguments]


def show(rows: Sequence[Row]) -> None:
    columns = ("name", "intents_per_s", "p50_ms", "p99_ms", "frames_per_intent", "bytes_per_frame", "refused", "ratio")
    table = Table(*(column.replace("_", " ") for column in columns))
    for row in rows:
        table.add_row(*(str(row.get(column, "")) for column in columns))
    Console().print(table)
