"""``stackloop bench all``: everything that is measured, in one run and one table; takes some seven minutes.

README.md and CAPACITY.md are written from what it prints with ``--json``, one run for each build (``bench tables``).
"""

import sys
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

import click

from engine import list_games
from server.bench.figures import Figure
from server.bench.reference import Reference
from server.bench.report import as_json, show
from server.commands import (
    bench_client,
    bench_connections,
    bench_engine,
    bench_fanout,
    bench_latency,
    bench_learning,
    bench_nodes,
    bench_service,
    bench_spectators,
    bench_start,
    bench_takeover,
)
from server.runtime.errors import NotInstalled

Measure = Callable[[], Sequence[Figure]]
ENGINE_S: Final = 4.0
LEARNING_S: Final = 1.5


@click.command(
    "all",
    epilog="""\b
Examples:
  stackloop bench all
  stackloop bench all --scale 0.1
  stackloop bench all --json > deploy/figures/compiled.json""",
)
@click.option(
    "--scale",
    default=1.0,
    show_default=True,
    type=click.FloatRange(0, 1, min_open=True),
    help="Less of everything: shorter, and with fewer matches and connections.",
)
@as_json
def command(scale: float, as_json: bool) -> None:
    """Measure everything; what needs an extra that is not installed is left out, and told at the end.

    A failed part is told there too, and then the exit code is 1.
    """
    figures: list[Figure] = []
    left_out: list[str] = []
    failed: list[str] = []
    reference = Reference()
    reference.run_slices()
    for name, measure in parts(scale).items():
        click.echo(f"{name} ...", err=True)
        try:
            figures += measure()
        except NotInstalled as error:
            left_out.append(f"left out: {name}: {error}")
        except (click.ClickException, OSError, ExceptionGroup) as error:
            failed.append(f"{name}: {error}")
        reference.run_slices()
    show(figures, as_json, reference)
    for each in left_out + failed:
        click.echo(each, err=True)
    sys.exit(1 if failed else 0)


def parts(scale: float) -> dict[str, Measure]:
    """The parts that are measured, in the order of the table."""

    def some(most: int) -> int:
        return max(2, round(most * scale))

    games = {f"engine: {game}": partial(bench_engine.measure, game, ENGINE_S * scale) for game in list_games()}
    people = {
        f"service: {game}": partial(bench_service.rules_of_people, some(64), 12.0 * scale, game)
        for game in list_games()
    }
    return {
        **games,
        "learning": partial(bench_learning.measure, LEARNING_S * scale),
        "service": partial(bench_service.measure, some(64), 12.0 * scale),
        **people,
        "nodes": partial(bench_nodes.measure, some(64), 6.0 * scale),
        "latency": partial(bench_latency.measure, some(100), 10.0 * scale),
        "client": partial(bench_client.measure, some(200), 6.0 * scale),
        "fanout": partial(bench_fanout.measure, some(100), 8.0 * scale),
        "spectators": partial(bench_spectators.measure, some(2000), some(300)),
        "connections": partial(bench_connections.measure, some(10_000), some(100)),
        "start": bench_start.measure,
        "takeover": partial(bench_takeover.measure, some(100), some(20)),
    }
