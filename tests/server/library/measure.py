"""``python -m tests.server.library.measure``: the time and memory of an import, and of a server beside its library.

It makes a file of many made-up cards, imports it into a new library twice, and starts a server without the library and
with it. Memory is the sum of what all processes of a command hold at a time (``Pss`` where the system tells it: pages
that several share count once).
"""

from __future__ import annotations

import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

import click

from tests.support.server.many_cards import write
from tests.support.server.server_process import free_ports

LOOK_S: Final = 0.1
MIB: Final = 1024


class Cost(NamedTuple):
    """The time of a command, and the most memory that its processes held."""

    seconds: float
    mib: float


def run(*arguments: str) -> Cost:
    """Run a command of ours to its end."""
    began = time.monotonic()
    process = subprocess.Popen([sys.executable, "-m", "server.cli", *arguments], stdout=subprocess.DEVNULL)
    most = 0.0
    while process.poll() is None:
        most = max(most, memory(process.pid))
        time.sleep(LOOK_S)
    if process.returncode:
        raise click.ClickException(f"{arguments} failed")
    return Cost(time.monotonic() - began, most)


def serve(folder: Path, library: Path) -> Cost:
    """Start a server, and end it when it tells its address; the memory is that of the server alone."""
    ports = ("--port", str(free_ports(1)), "--admin-port", "0")
    command = [sys.executable, "-m", "server.cli", "serve", "--data", str(folder), *ports]
    settings = {**os.environ, "STACKLOOP_LIBRARY": str(library)}
    began = time.monotonic()
    with subprocess.Popen(
        command, env=settings, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        process.stdout.readline()
        process.stdout.readline()
        took = time.monotonic() - began
        held = alone(process.pid)
        process.send_signal(signal.SIGINT)
        process.communicate()
    return Cost(took, held)


def memory(pid: int) -> float:
    """The MiB that a process and its children hold."""
    held = alone(pid)
    with suppress(OSError):
        for task in os.listdir(f"/proc/{pid}/task"):
            for child in Path(f"/proc/{pid}/task/{task}/children").read_text().split():
                held += memory(int(child))
    return held


def alone(pid: int) -> float:
    """The MiB that a process holds."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
            if line.startswith("Pss:"):
                return int(line.split()[1]) / MIB
    return 0.0


@click.command(help=__doc__)
@click.option("--count", "number", default=30_000, show_default=True, type=click.IntRange(1), help="Cards.")
@click.option("--starts", default=3, show_default=True, type=click.IntRange(1), help="Starts of a server; the median.")
def main(number: int, starts: int) -> None:
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        cards, library = folder / "cards.json", folder / "library.sqlite"
        write(cards, number)
        for what in ("import", "import again"):
            cost = run("cards", "import", str(cards), "--library", str(library))
            click.echo(f"{what} of {number} cards: {cost.seconds:.1f} s, {cost.mib:.0f} MiB")
        click.echo(f"library: {library.stat().st_size / MIB / MIB:.1f} MiB")
        for what, file in (("without", folder / "missing.sqlite"), ("with", library)):
            costs = [serve(folder / f"{what}-{at}", file) for at in range(starts)]
            seconds, mib = (statistics.median(each) for each in zip(*costs, strict=True))
            click.echo(f"a server {what} library: up in {seconds:.2f} s, {mib:.1f} MiB")


if __name__ == "__main__":
    main()
