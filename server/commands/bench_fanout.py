"""``stackloop bench fanout``: how many frames a server sends to those who watch one match.

The match is played as fast as the server allows, by this process; the crowd that watches it is another. The figure that
counts is the processor time of the server alone, all of it: rules, journal and players included.
"""

from typing import Final

import anyio
import click

from protocol.client import connect
from protocol.messages import Created
from server.bench.figures import Figure
from server.bench.load import Tally, play
from server.bench.processes import Running, crowd, load, relay, server
from server.bench.report import as_json, show

LEAST_PER_S: Final = 180_000
MATCHES: Final = 20
"""Played one after another: together they outlast the time."""
WARM: Final = 50
"""Intents before those that count."""
LOOK_S: Final = 0.05
MICROSECONDS: Final = 1e6


@click.command(
    "fanout",
    epilog="""\b
Examples:
  stackloop bench fanout
  stackloop bench fanout --watchers 1000 --json""",
)
@click.option("--watchers", default=100, show_default=True, type=click.IntRange(1), help="Of the match.")
@click.option(
    "--seconds", default=8.0, show_default=True, type=click.FloatRange(0, min_open=True), help="The time to measure."
)
@as_json
def command(watchers: int, seconds: float, as_json: bool) -> None:
    """Play one match before many watchers; the reference is a bare websockets relay that sends as large frames."""
    show(measure(watchers, seconds), as_json)


class Sent:
    """Frames that a server sent, and the work they took."""

    def __init__(self, cpu_s: float, intents: int, frames: int, size_bytes: int) -> None:
        self.cpu_s = cpu_s
        self.intents = max(1, intents)
        self.frames = frames
        self.frame_bytes = size_bytes // max(1, frames)

    @property
    def per_cpu_s(self) -> float:
        return self.frames / max(1e-2, self.cpu_s)

    @property
    def cpu_us(self) -> float:
        """Processor time for one intent."""
        return self.cpu_s * MICROSECONDS / self.intents


def measure(watchers: int, seconds: float) -> list[Figure]:
    with server() as running:
        alone = anyio.run(watched, running, 1, seconds / 2)
        ours = anyio.run(watched, running, watchers, seconds)
    with relay(ours.frame_bytes) as running:
        bare = relayed(running, watchers, seconds / 2)
    per_intent = ours.frames / ours.intents - alone.frames / alone.intents
    return [
        Figure(
            "fanout_frames_per_cpu_s",
            f"spectator frames to {watchers} watchers of one match, a core",
            ours.per_cpu_s,
            "a second",
            least=LEAST_PER_S,
            reference="bare websockets relay",
            reference_figure=bare.per_cpu_s,
        ),
        Figure(
            "frame_cpu_us",
            "processor time of the server for one more of them",
            max(0.0, ours.cpu_us - alone.cpu_us) / max(1.0, per_intent),
            "µs",
        ),
    ]


async def watched(running: Running, watchers: int, seconds: float) -> Sent:
    """Play for a while, with so many looking on."""
    tally = Tally()
    async with connect(running.url, name="bench") as client:
        matches = [await client.create("magic", names=("ann", "bob")) for _ in range(MATCHES)]
    with crowd(running.url, watchers, matches=[created.m for created in matches]) as seen:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(play_all, running.url, matches, tally)
            while tally.answered < WARM:  # noqa: ASYNC110 # it tells nobody
                await anyio.sleep(LOOK_S)
            tally.is_open = True
            seen.count()
            before = running.usage()
            await anyio.sleep(seconds)
            after, (frames, size) = running.usage(), seen.count()
            tasks.cancel_scope.cancel()
    return Sent(after.cpu_s - before.cpu_s, len(tally.waits_s), frames, size)


async def play_all(url: str, matches: list[Created], tally: Tally) -> None:
    for created in matches:
        await play(url, created.m, created.seats, tally)


def relayed(running: Running, watchers: int, seconds: float) -> Sent:
    """Frames that the relay sent to its first room."""
    with crowd(running.url, watchers, "relay", ["0"]) as seen, load(running.url, 1, seconds, "relay") as generator:
        seen.count()
        before = running.usage()
        row = generator.row()
        after, (frames, size) = running.usage(), seen.count()
    return Sent(after.cpu_s - before.cpu_s, int(row["intents"]), frames, size)
