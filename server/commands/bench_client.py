"""``stackloop bench client``: how many random matches one process plays at once with the client library."""

from typing import Final

import click

from server.bench.figures import Figure
from server.bench.processes import many, server
from server.bench.report import as_json, show

MATCHES: Final = 200
SECONDS: Final = 10.0


@click.command(
    "client",
    epilog="""\b
Examples:
  stackloop bench client
  stackloop bench client --matches 50 --seconds 3 --json""",
)
@click.option("--matches", default=MATCHES, show_default=True, type=click.IntRange(1, 256), help="Played at once.")
@click.option("--seconds", default=SECONDS, show_default=True, type=click.FloatRange(0.1), help="The time to measure.")
@as_json
def command(matches: int, seconds: float, as_json: bool) -> None:
    """Play many random matches at once in one process with the client library, of all games in turn."""
    show(measure(matches, seconds), as_json)


def measure(matches: int, seconds: float) -> list[Figure]:
    """Work of one process that plays both seats of each.

    Raises:
        click.ClickException: it failed.
    """
    with server() as running:
        row = many(running.url, matches, seconds)
    answers = max(1, row["answers"])
    return [
        Figure("client_matches", "random matches that one process plays at once", row["matches"], "", least=MATCHES),
        Figure("client_answers", "their acknowledged answers", row["answers"] / row["seconds"], "a second"),
        Figure("client_refused", "their refused answers, of a thousand", row["refused"] / answers * 1000, ""),
        Figure("client_us", "processor time of the client for an answer", row["cpu_s"] / answers * 1e6, "µs"),
        Figure("client_kib", "memory of the client for a match", row["resident_bytes"] / matches / 1024, "KiB"),
    ]
