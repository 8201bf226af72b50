"""``stackloop bench connections``: what a connection that is merely there takes, and a match that waits.

All connections come from a process of its own, say hello with a name, and then nothing.
"""

from typing import Final

import anyio
import click

from protocol.client import connect
from server.bench.figures import Figure
from server.bench.processes import Running, crowd, relay, server
from server.bench.report import as_json, show

HELD: Final = 10_000
MOST_KIB: Final = 20
MATCHES: Final = 100
FEW: Final = 100
"""Connections, or matches, before those that are measured: what is needed once is not counted."""
KIB: Final = 1024
FRAME_BYTES: Final = 400
"""Of the relay, which is not to send any."""


@click.command(
    "connections",
    epilog="""\b
Examples:
  stackloop bench connections
  stackloop bench connections --connections 1000 --json""",
)
@click.option("--connections", default=HELD, show_default=True, type=click.IntRange(1), help="Held at once.")
@as_json
def command(connections: int, as_json: bool) -> None:
    """Hold many idle connections in one process; the reference is a bare websockets server that holds as many."""
    show(measure(connections, MATCHES), as_json)


def measure(connections: int, matches: int) -> list[Figure]:
    with server() as running:
        match_kib = anyio.run(waiting, running, matches)
    with server() as running:
        ours_kib = held(running, connections, "service")
    with relay(FRAME_BYTES) as running:
        bare_kib = held(running, connections, "relay", ["idle"])
    return [
        Figure(
            "connection_kib",
            f"memory of an idle connection that said hello, {connections:,} held by one process",
            ours_kib,
            "KiB",
            most=MOST_KIB,
            reference="bare websockets server",
            reference_figure=bare_kib,
        ),
        Figure("match_kib", "memory of a match of Magic that has begun", match_kib, "KiB"),
    ]


def held(running: Running, connections: int, against: str, matches: tuple[str, ...] | list[str] = ()) -> float:
    """Resident memory of one connection, in KiB."""
    with crowd(running.url, FEW, against, matches):
        before = running.usage()
        with crowd(running.url, connections, against, matches):
            after = running.usage()
    return max(0, after.resident_bytes - before.resident_bytes) / connections / KIB


async def waiting(running: Running, matches: int) -> float:
    """Resident memory of one match in which nobody has moved yet, in KiB."""
    async with connect(running.url, name="bench") as client:
        for _ in range(FEW):
            await client.create("magic")
        before = running.usage()
        for _ in range(matches):
            await client.create("magic")
        after = running.usage()
    return max(0, after.resident_bytes - before.resident_bytes) / matches / KIB
