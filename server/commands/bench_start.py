"""``stackloop bench start``: what a server takes before anybody plays.

The first start of a checkout reads and keeps what later ones only open; a later one is measured.
"""

from typing import Final

import anyio
import click

from engine import list_games
from protocol.client import connect
from server.bench.figures import Figure
from server.bench.processes import Running, relay, server
from server.bench.report import as_json, show
from server.bench.usage import Usage

STARTS: Final = 5
MOST_S: Final = 0.5
MOST_MIB: Final = 60
MIB: Final = 1 << 20
FRAME_BYTES: Final = 400
"""Of the relay, which is not to send any."""


@click.command(
    "start",
    epilog="""\b
Examples:
  stackloop bench start
  stackloop bench start --json""",
)
@as_json
def command(as_json: bool) -> None:
    """Start a server, and begin a match of each game; the reference is the start of a bare websockets relay."""
    show(measure(), as_json)


def measure() -> list[Figure]:
    with server() as running:
        anyio.run(begin_all, running)
    ready_s, mib = zip(*(start() for _ in range(STARTS)), strict=True)
    with relay(FRAME_BYTES) as bare:
        used = bare.usage()
    return [
        Figure(
            "ready_s",
            "processor time of a server until it is ready",
            sorted(ready_s)[STARTS // 2],
            "s",
            most=MOST_S,
            reference="bare websockets relay",
            reference_figure=used.cpu_s,
        ),
        Figure(
            "server_mib",
            "memory of a server's process that has read the cards of all games",
            sorted(mib)[STARTS // 2],
            "MiB",
            most=MOST_MIB,
            reference="bare websockets relay",
            reference_figure=used.resident_bytes / MIB,
        ),
    ]


def start() -> tuple[float, float]:
    """Seconds of processor time until ready, and MiB once a match of each game has begun."""
    with server() as running:
        ready = running.usage()
        return ready.cpu_s, anyio.run(begin_all, running).resident_bytes / MIB


async def begin_all(running: Running) -> Usage:
    async with connect(running.url, name="bench") as client:
        for game in list_games():
            await client.create(game)
    return running.usage()
