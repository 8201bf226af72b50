"""``python -m tests.server.library.measure``: the time and memory of an import, and of a server beside its library.

It makes a file of many made-up cards, imports it into a new library twice, and starts a server without the library and
with it. Memory is the sum of what all processes of a command hold at a time (``Pss`` where the system tells it: pages
that several share count once).
"""

from __future__ import annotations

import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple
from urllib.request import urlopen

import click

from tests.support.server.many_cards import write
from tests.support.server.server_process import free_ports

LOOK_S: Final = 0.1
MIB: Final = 1024
STARTED: Final = "Stackloop is at "


class Cost(NamedTuple):
    """The time of a command by the clock and of a processor, and the most memory that its processes held."""

    seconds: float
    processor_s: float
    mib: float


def run(*arguments: str) -> Cost:
    """Run a command of ours to its end."""
    began, before = time.monotonic(), processor_s()
    process = subprocess.Popen([sys.executable, "-m", "server.cli", *arguments], stdout=subprocess.DEVNULL)
    most = 0.0
    while process.poll() is None:
        most = max(most, memory(process.pid))
        time.sleep(LOOK_S)
    if process.returncode:
        raise click.ClickException(f"{arguments} failed")
    return Cost(time.monotonic() - began, processor_s() - before, most)


def serve(folder: Path, **settings: str) -> Cost:
    """Start a server, and end it when it is ready; the memory is that of the server alone."""
    ports = ("--port", str(free_ports(1)), "--admin-port", "0")
    command = [sys.executable, "-m", "server.cli", "serve", "--data", str(folder), *ports]
    began = time.monotonic()
    with subprocess.Popen(
        command, env={**os.environ, **settings}, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout is not None
        url = process.stdout.readline().removeprefix(STARTED).split()[0].rstrip("/")
        process.stdout.readline()
        while not is_ready(url):
            time.sleep(LOOK_S / 10)
        took, held = time.monotonic() - began, alone(process.pid)
        spent = float(sum(map(int, Path(f"/proc/{process.pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13])))
        process.send_signal(signal.SIGINT)
        process.communicate()
    return Cost(took, spent / os.sysconf("SC_CLK_TCK"), held)


def is_ready(url: str) -> bool:
    """Whether a server has read its cards."""
    with suppress(OSError), urlopen(f"{url}/readyz") as answer:
        return bool(answer.status == 200)
    return False


def processor_s() -> float:
    """The time of a processor that all commands took that have ended, and their processes."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


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
            click.echo(f"{what} of {number} cards: {told(cost)}")
        click.echo(f"library: {library.stat().st_size / MIB / MIB:.1f} MiB")
        for what, settings in (("without", {}), ("with", {"STACKLOOP_LIBRARY": str(library)})):
            costs = [serve(folder / f"{what}-{at}", **settings) for at in range(starts)]
            click.echo(
                f"a server {what} library is ready: {told(Cost(*map(statistics.median, zip(*costs, strict=True))))}"
            )


def told(cost: Cost) -> str:
    return f"{cost.seconds:.2f} s, {cost.processor_s:.2f} s of a processor, {cost.mib:.1f} MiB"


if __name__ == "__main__":
    main()
