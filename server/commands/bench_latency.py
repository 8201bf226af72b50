"""``stackloop bench latency``: how long after an intent the opponent is told of it, when there is room for all.

Intents go at even intervals whatever became of the last one, so that a server that stands still is charged for all
that should have been sent meanwhile. Every one is journaled before anybody is told.
"""

from typing import Final

import click

from server.bench.figures import Figure
from server.bench.processes import Row, load, server
from server.bench.report import as_json, show
from server.commands.bench_service import RELAY, frame_bytes, measure_relay

QUIET_PER_S: Final = 50.0
BUSY_PER_S: Final = 10.0
BUSY: Final = 100
QUIET_P50_MS: Final = 0.4
QUIET_P99_MS: Final = 1
BUSY_P99_MS: Final = 5


@click.command(
    "latency",
    epilog="""\b
Examples:
  stackloop bench latency
  stackloop bench latency --matches 10 --json""",
)
@click.option("--matches", default=BUSY, show_default=True, type=click.IntRange(1), help="At once.")
@click.option(
    "--seconds", default=12.0, show_default=True, type=click.FloatRange(0, min_open=True), help="The time to measure."
)
@as_json
def command(matches: int, seconds: float, as_json: bool) -> None:
    """Play one quiet match, then many at ten intents a second each; the reference is a relay that does the same."""
    show(measure(matches, seconds), as_json)


def measure(matches: int, seconds: float) -> list[Figure]:
    quiet, quiet_bare = both(1, seconds, QUIET_PER_S)
    busy, busy_bare = both(matches, seconds, BUSY_PER_S)
    told = "intent to the opponent's update, journaled"
    many = f"the same in {matches} matches at {BUSY_PER_S:.0f} intents a second each"
    return [
        update("quiet_p50_ms", f"one quiet match: {told}, half of them within", "p50", quiet, quiet_bare, QUIET_P50_MS),
        update("quiet_p99_ms", "the same, 99 of 100 within", "p99", quiet, quiet_bare, QUIET_P99_MS),
        update("busy_p50_ms", f"{many}, half of them within", "p50", busy, busy_bare, None),
        update("busy_p99_ms", f"{many}, 99 of 100 within", "p99", busy, busy_bare, BUSY_P99_MS),
    ]


def both(matches: int, seconds: float, per_s: float) -> tuple[Row, Row]:
    """So many matches of ours, and rooms of the relay."""
    with server() as running, load(running.url, matches, seconds, per_s=per_s) as generator:
        ours = generator.row()
    return ours, measure_relay(matches, seconds / 2, frame_bytes(ours), per_s)


def update(key: str, name: str, share: str, ours: Row, bare: Row, most_ms: float | None) -> Figure:
    measured = f"update_{share}_ms"
    return Figure(key, name, ours[measured], "ms", most=most_ms, reference=RELAY, reference_figure=bare[measured])
