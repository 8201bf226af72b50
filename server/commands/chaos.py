"""``stackloop chaos``: whether a cluster keeps its word while its processes are killed, paused and cut off."""

import random
import sys
import tempfile
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import anyio
import click
import orjson

from protocol.client import Client, ClientError, connect
from protocol.messages import Created
from server import logs
from server.chaos.audit import Audit, audit
from server.chaos.faults import Faults
from server.chaos.fleet import Fleet, fleet
from server.chaos.players import DECKS, GAME, Witness, play
from server.commands.serve import first
from server.embedded import embedded
from server.errors import ServiceError

PING_S: Final = 2.0
"""So that clients of a paused node soon go elsewhere."""
STILL_S: Final = 30.0
"""Once nothing is done to them any more, how long all matches may stand still before they are given up."""
MOST_TOLD: Final = 10
"""Of each kind of fault."""

Report = dict[str, int | float | list[str]]


@click.command(
    "chaos",
    epilog="""\b
Examples:
  stackloop chaos --nodes 3 --matches 10 --kills 8 --seed 1
  stackloop chaos --nodes 3 --matches 50 --kills 100 --seed 1 --redis-kills 5 --json""",
)
@click.option("--nodes", default=3, show_default=True, type=click.IntRange(1, 16), help="Server processes.")
@click.option("--matches", default=10, show_default=True, type=click.IntRange(1, 200), help="All played at a time.")
@click.option("--kills", default=8, show_default=True, type=click.IntRange(0), help="Of server processes.")
@click.option("--redis-kills", default=0, show_default=True, type=click.IntRange(0), help="Of Redis.")
@click.option("--seed", default=1, show_default=True, help="Decides what happens to whom, in which order.")
@click.option("--timeout", default=900.0, show_default=True, type=click.FloatRange(1.0), help="Seconds, for it all.")
@click.option("--json", "as_json", is_flag=True, help="One object: matches, finished, acknowledged, lost and so on.")
def command(nodes: int, matches: int, kills: int, redis_kills: int, seed: int, timeout: float, as_json: bool) -> None:
    """Play matches on a cluster to which everything happens, then audit: exit with 1 if anything was lost.

    Nodes are killed and paused longer than their lease, connections cut, Redis killed; each is started again.
    """
    logs.configure("error")
    run = Run(nodes, matches, kills, redis_kills, seed, timeout)
    try:
        report = anyio.run(run.report)
    except (ServiceError, ClientError, OSError, ExceptionGroup) as error:
        raise click.ClickException(str(first(error))) from error
    if as_json:
        click.echo(orjson.dumps(report))
    else:
        for name, value in report.items():
            click.echo(f"{name}: {value}")
    sys.exit(0 if is_good(report) else 1)


def is_good(report: Report) -> bool:
    faults = report["lost"] or report["doubled"] or report["unhealed"] or report["faults"]
    return report["finished"] == report["matches"] and not faults


class Run:
    """One run, by its parameters."""

    def __init__(self, nodes: int, matches: int, kills: int, redis_kills: int, seed: int, timeout_s: float) -> None:
        self._nodes = nodes
        self._matches = matches
        self._kills = kills
        self._redis_kills = redis_kills
        self._rng = random.Random(seed)  # noqa: S311 # repeatable trouble
        self._timeout_s = timeout_s

    async def report(self) -> Report:
        begun_s = time.monotonic()
        async with AsyncExitStack() as stack:
            data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stackloop-chaos-")))
            redis = await stack.enter_async_context(embedded(data / "redis"))
            cluster = stack.enter_context(fleet(data, self._nodes, redis))
            await cluster.start()
            witness = Witness()
            created: list[Created] = []
            faults = Faults(cluster, random.Random(self._rng.random()))  # noqa: S311 # as above
            with anyio.move_on_after(self._timeout_s):
                await self._play(cluster, created, witness, faults)
            cluster.stop()
            matches = [match.m for match in created]
            found = await audit(redis, data / "archive", matches, witness)
        return told(self._matches, witness, faults, found, time.monotonic() - begun_s)

    async def _play(self, cluster: Fleet, created: list[Created], witness: Witness, faults: Faults) -> None:
        """Create all matches, make trouble while they are played, and let them come to their end."""
        async with AsyncExitStack() as stack:
            clients = [await self._connect(stack, cluster, number) for number in range(self._matches)]
            created += [await client.create(GAME, DECKS) for client in clients]
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(play, clients, created, witness, self._rng)
                await faults.run(clients, self._kills, self._redis_kills)
                witness.calm.set()
                await witness.until_over(STILL_S)
                tasks.cancel_scope.cancel()

    async def _connect(self, stack: AsyncExitStack, cluster: Fleet, number: int) -> Client:
        urls = [node.url for node in cluster.nodes]
        first = number % len(urls)
        turned = urls[first:] + urls[:first]
        return await stack.enter_async_context(connect(*turned, patience_s=self._timeout_s, ping_s=PING_S))


def told(matches: int, witness: Witness, faults: Faults, found: Audit, took_s: float) -> Report:
    faulty = found.faults + witness.errors
    faulty += [f"lost: {number}" for number in found.lost[:MOST_TOLD]]
    faulty += [f"doubled: {number}" for number in found.doubled[:MOST_TOLD]]
    faulty += [f"not whole: {match}" for match in witness.unhealed]
    return {
        "matches": matches,
        "finished": found.finished,
        "acknowledged": len(witness.acknowledged),
        "lost": len(found.lost),
        "doubled": len(found.doubled),
        "kills": faults.done["kill"],
        "redis_kills": faults.done["redis"],
        "pauses": faults.done["pause"],
        "cuts": faults.done["cut"],
        "gaps": witness.gaps,
        "unhealed": len(witness.unhealed),
        "took_s": round(took_s, 1),
        "faults": faulty,
    }
