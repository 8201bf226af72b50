"""``stackloop bench spectators``: what those who look on cost those who play.

Three processes: the server, the players with this command, and the crowd. Two seats of one match answer at a fixed
pace; how long their acknowledgements take is measured without anybody looking on, and then with many.
"""

from typing import Final

import anyio
import click

from protocol.client import connect
from server.bench.figures import Figure
from server.bench.load import Tally, passing, play, share_ms
from server.bench.processes import Running, crowd, server
from server.bench.report import as_json, show

PACE_S: Final = 0.1
"""Between two answers of the match."""
MOST_TIMES: Final = 1.5
WARM: Final = 20
"""Answers before those that count."""
LOOK_S: Final = 0.05


@click.command(
    "spectators",
    epilog="""\b
Examples:
  stackloop bench spectators
  stackloop bench spectators --spectators 500 --json""",
)
@click.option("--spectators", default=2000, show_default=True, type=click.IntRange(1), help="The number of spectators.")
@click.option("--answers", default=300, show_default=True, type=click.IntRange(1), help="Answers that are measured.")
@as_json
def command(spectators: int, answers: int, as_json: bool) -> None:
    """Measure acknowledgements of one match with and without spectators."""
    show(measure(spectators, answers), as_json)


def measure(spectators: int, answers: int) -> list[Figure]:
    with server() as running:
        alone = anyio.run(played, running, 0, answers)
        watched = anyio.run(played, running, spectators, answers)
    return [
        Figure(
            "spectators_p99_ms",
            f"acknowledgement of a match before {spectators:,} spectators, 99 of 100 within",
            share_ms(watched, 0.99),
            "ms",
            most=MOST_TIMES,
            of_ratio=True,
            reference="the same before nobody",
            reference_figure=share_ms(alone, 0.99),
        )
    ]


async def played(running: Running, spectators: int, answers: int) -> list[float]:
    """Time that acknowledgements take, in seconds."""
    tally = Tally()
    async with connect(running.url, name="bench") as client:
        created = await client.create("magic", names=("ann", "bob"))
    with crowd(running.url, spectators, matches=[created.m]):
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(play, running.url, created.m, created.seats, tally, PACE_S, passing)
            tally.is_open = True
            while len(tally.waits_s) < answers + WARM:  # noqa: ASYNC110 # it tells nobody
                await anyio.sleep(LOOK_S)
            tasks.cancel_scope.cancel()
    return tally.waits_s[WARM:]
