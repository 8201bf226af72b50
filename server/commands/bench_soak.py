"""``stackloop bench soak``: whether a server holds more memory the more matches it has had.

Matches begin and end for an hour, so many at a time. From the end of the first one on it is read once a minute what the
node, its workers and its Valkey hold. Memory that grows with the first matches (caches, the cards of a game) does not
count: the row that is judged is the slope of the second half, in bytes a match. Valkey is not judged: it keeps what was
said at a match, and who ran it last, for a day.
"""

import time
from collections.abc import Sequence
from statistics import linear_regression
from typing import Final

import click
import msgspec

from server.bench.figures import Figure
from server.bench.processes import Churn, Running, churn, server
from server.bench.report import as_json, show
from server.bench.usage import below, held, redis_of

MINUTES: Final = 60.0
MATCHES: Final = 24
LOOKS: Final = 60
MOST_BYTES: Final = 1024
"""A match may leave behind, where nothing should: less than what the system's pages let one tell."""
LOOK_S: Final = 0.1
MIB: Final = 1 << 20
SETTINGS: Final = {"STACKLOOP_FINISHED_S": "10", "STACKLOOP_LINES_PER_S": "100000", "STACKLOOP_BURST_LINES": "100000"}
"""So that Redis lets go within a short run too; what is kept of a match lies in the archive, on disk."""


class Look(msgspec.Struct, frozen=True):
    """Memory at one moment, after so many matches: of the node, of its workers together, of Valkey."""

    matches: float
    node: int
    workers: int
    valkey: int


@click.command(
    "soak",
    epilog="""\b
Examples:
  stackloop bench soak
  stackloop bench soak --minutes 5 --matches 12 --json""",
)
@click.option("--minutes", default=MINUTES, show_default=True, type=click.FloatRange(0.01, 24 * 60), help="How long.")
@click.option("--matches", default=MATCHES, show_default=True, type=click.IntRange(1, 256), help="Played at a time.")
@as_json
def command(minutes: float, matches: int, as_json: bool) -> None:
    """Have matches of all games begin and end without a pause, and see whether memory stays flat."""
    show(measure(minutes, matches), as_json)


def measure(minutes: float, matches: int) -> list[Figure]:
    """Memory over the run, and its growth.

    Raises:
        click.ClickException: a match did not go on.
    """
    looks: list[Look] = []
    with server(settings=SETTINGS) as running, churn(running.url, matches) as played:
        while not played.count()["matches"]:
            time.sleep(LOOK_S)
        began_s = time.monotonic()
        for number in range(LOOKS + 1):
            time.sleep(max(0.0, began_s + number * minutes * 60 / LOOKS - time.monotonic()))
            looks.append(look(running, played))
            click.echo(render(looks[-1]), err=True)
    half = looks[len(looks) // 2 :]
    rows = [Figure("soak_matches", "matches that began and ended", looks[-1].matches, "")]
    for key, name in (("node", "the node"), ("workers", "its workers"), ("valkey", "Valkey")):
        middle, last = (float(getattr(each, key)) for each in (half[0], half[-1]))
        rows += [
            Figure(f"soak_{key}_middle_mib", f"memory of {name} at half of them", middle / MIB, "MiB"),
            Figure(f"soak_{key}_mib", f"memory of {name} at the end", last / MIB, "MiB"),
        ]
        slope = slope_of([(each.matches, getattr(each, key)) for each in half])
        most = MOST_BYTES if key == "node" else None
        rows.append(Figure(f"soak_{key}_bytes", f"what a match adds to {name}", slope, "bytes", most=most))
    return rows


def look(running: Running, played: Churn) -> Look:
    valkey = redis_of(running.pid)
    workers = [pid for pid in below(running.pid) if pid not in (running.pid, valkey)]
    return Look(
        played.count()["matches"],
        held(running.pid),
        sum(held(pid) for pid in workers),
        held(valkey),
    )


def render(look: Look) -> str:
    held = (f"{name} {getattr(look, name) / MIB:.1f} MiB" for name in ("node", "workers", "valkey"))
    return f"{look.matches:.0f} matches: {', '.join(held)}"


def slope_of(points: Sequence[tuple[float, float]]) -> float:
    """Of the line that fits best; 0 where nothing ended meanwhile."""
    matches, sizes = zip(*points, strict=True)
    return linear_regression(matches, sizes).slope if len(set(matches)) > 1 else 0.0
