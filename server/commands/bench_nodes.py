"""``stackloop bench nodes``: what a second node costs.

On few cores the nodes, Redis and the load share what there is, so time by the clock cannot show it. The figure compared
is the number of acknowledged intents for a second of the server processes' own processor time.
"""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import anyio
import anyio.to_thread
import click

from server.bench.figures import Figure
from server.bench.processes import Running, load, server
from server.bench.report import as_json, show
from server.store.embedded_valkey import embedded

LEAST_TIMES: Final = 0.85
MATCHES: Final = 64


@click.command(
    "nodes",
    epilog="""\b
Examples:
  stackloop bench nodes
  stackloop bench nodes --matches 16 --json""",
)
@click.option("--matches", default=MATCHES, show_default=True, type=click.IntRange(2), help="Of all nodes together.")
@click.option(
    "--seconds", default=8.0, show_default=True, type=click.FloatRange(0, min_open=True), help="The time to measure."
)
@as_json
def command(matches: int, seconds: float, as_json: bool) -> None:
    """Play as many matches on one node, on two, and on two where each intent comes in at the wrong one."""
    show(measure(matches, seconds), as_json)


def measure(matches: int, seconds: float) -> list[Figure]:
    one = anyio.run(per_cpu_s, matches, seconds, 1, False)
    two = anyio.run(per_cpu_s, matches, seconds, 2, False)
    passed_on = anyio.run(per_cpu_s, matches, seconds, 2, True)
    return [
        Figure(
            "nodes_intents_per_cpu_s",
            "acknowledged intents of two nodes, for a second of their own processor time",
            two,
            "",
            least=LEAST_TIMES,
            of_ratio=True,
            reference="one node",
            reference_figure=one,
        ),
        Figure(
            "forwarded_intents_per_cpu_s",
            "the same, each intent sent to the node that must pass it on",
            passed_on,
            "",
            reference="two nodes, none passed on",
            reference_figure=two,
        ),
    ]


async def per_cpu_s(matches: int, seconds: float, nodes: int, is_crossed: bool) -> float:
    with TemporaryDirectory(prefix="stackloop-bench-", ignore_cleanup_errors=True) as data:
        async with embedded(Path(data)) as redis:
            return await anyio.to_thread.run_sync(played, redis, matches, seconds, nodes, is_crossed)


def played(redis: str, matches: int, seconds: float, nodes: int, is_crossed: bool) -> float:
    """The nodes take the matches in turn; they are played where they are, or each at the next node."""
    with ExitStack() as stack:
        running = [stack.enter_context(server("--redis", redis, "--node", f"n{number}")) for number in range(nodes)]
        urls = [each.url for each in running]
        if is_crossed:
            urls = [f"{url}>{other}" for url, other in zip(urls, urls[1:] + urls[:1], strict=True)]
        generator = stack.enter_context(load(",".join(urls), matches, seconds))
        before_s = cpu_s(running)
        intents = generator.row()["intents"]
        return intents / max(1e-2, cpu_s(running) - before_s)


def cpu_s(running: Sequence[Running]) -> float:
    return sum(each.usage().cpu_s for each in running)
