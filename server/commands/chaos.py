"""``stackloop chaos``: whether a cluster keeps its word while its processes are killed, paused and cut off."""

import random
import signal
import sys
import tempfile
import time
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path
from typing import Final

import anyio
import click
import orjson

from protocol.client import Client, ClientError, connect
from protocol.messages import Created
from server import logs
from server.chaos.audit import Audit, audit
from server.chaos.databases import TOPOLOGIES, Database, theirs
from server.chaos.faults import Fault, Faults
from server.chaos.fleet import Fleet, fleet
from server.chaos.players import DECK, DECKS, GAME, PLACES, Witness, play
from server.chaos.processes import Nursery, open_nursery
from server.commands.serve import first
from server.durability import Durability
from server.errors import ServiceError
from server.topology import read_url

PING_S: Final = 2.0
"""So that clients of a paused node soon go elsewhere."""
STILL_S: Final = 30.0
"""Once nothing is done to them any more, how long all matches may stand still before they are given up."""
MOST_TOLD: Final = 10
"""Of each kind of fault."""
LEASE_S: Final = 1.0
INTERRUPTED: Final = 130

Report = dict[str, int | float | list[str] | dict[str, int]]


@click.command(
    "chaos",
    epilog="""\b
Examples:
  stackloop chaos --nodes 3 --matches 10 --kills 8 --seed 1
  stackloop chaos --nodes 3 --matches 50 --kills 100 --seed 1 --redis-kills 5 --json
  stackloop chaos --redis-topology cluster --redis-kills 2""",
)
@click.option("--nodes", default=3, show_default=True, type=click.IntRange(1, 16), help="Server processes.")
@click.option("--matches", default=10, show_default=True, type=click.IntRange(1, 200), help="All played at a time.")
@click.option("--kills", default=8, show_default=True, type=click.IntRange(0), help="Of server processes.")
@click.option("--redis-kills", default=0, show_default=True, type=click.IntRange(0), help="Of Redis, or of a primary.")
@click.option(
    "--redis-topology",
    default="single",
    show_default=True,
    type=click.Choice([*TOPOLOGIES]),
    help="One Redis, a primary with a replica that is promoted, or a cluster of three such.",
)
@click.option(
    "--redis",
    metavar="URL",
    help="A Redis that runs already and serves nobody, in place of one that is started; it is not killed.",
)
@click.option("--seed", default=1, show_default=True, help="Decides what happens to whom, in which order.")
@click.option("--lease", "lease_s", default=LEASE_S, show_default=True, type=click.FloatRange(0.2), help="Seconds.")
@click.option("--timeout", default=900.0, show_default=True, type=click.FloatRange(1.0), help="Seconds, for it all.")
@click.option(
    "--keep",
    metavar="DIRECTORY",
    type=click.Path(file_okay=False, path_type=Path),
    help="Leave the nodes' logs, the journals and the records there.",
)
@click.option("--json", "as_json", is_flag=True, help="One object: matches, finished, acknowledged, lost and so on.")
def command(
    nodes: int,
    matches: int,
    kills: int,
    redis_kills: int,
    redis_topology: str,
    redis: str | None,
    seed: int,
    lease_s: float,
    timeout: float,
    keep: Path | None,
    as_json: bool,
) -> None:
    """Play matches on a cluster to which everything happens, then audit: exit with 1 if anything was lost.

    Nodes are killed and paused longer than their lease, connections cut, Redis killed or its replica promoted; each is
    started again. With Ctrl-C all of it ends, and the exit code is 130.
    """
    check(redis, redis_kills, redis_topology)
    logs.configure("error")
    run = Run(nodes, matches, kills, redis_kills, redis_topology, redis, seed, lease_s, timeout, keep)
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's job in the background begins deaf to it
    signal.signal(signal.SIGTERM, lambda *_: signal.raise_signal(signal.SIGINT))
    try:
        report = anyio.run(run.report, backend_options={"use_uvloop": True})
    except KeyboardInterrupt:
        click.echo("interrupted", err=True)
        sys.exit(INTERRUPTED)
    except (ServiceError, ClientError, OSError, ExceptionGroup) as error:
        raise click.ClickException(str(first(error)) or repr(first(error))) from error
    if as_json:
        click.echo(orjson.dumps(report))
    else:
        for name, value in report.items():
            click.echo(f"{name}: {value}")
    sys.exit(0 if is_good(report) else 1)


def check(redis: str | None, redis_kills: int, redis_topology: str) -> None:
    """Raises ``UsageError`` for what does not go together."""
    if redis is None:
        return
    if redis_kills:
        raise click.UsageError("--redis-kills: a Redis that is named with --redis is not killed")
    if redis_topology != "single":
        raise click.UsageError("--redis-topology: a Redis that is named with --redis is as it is")
    try:
        read_url(redis)
    except ValueError as error:
        raise click.UsageError(f"--redis: {error}") from error


def is_good(report: Report) -> bool:
    faults = report["lost"] or report["doubled"] or report["unhealed"] or report["faults"]
    return report["finished"] == report["matches"] and not faults


class Run:
    """One run, by its parameters."""

    def __init__(
        self,
        nodes: int,
        matches: int,
        kills: int,
        redis_kills: int,
        topology: str,
        redis: str | None,
        seed: int,
        lease_s: float,
        timeout_s: float,
        keep: Path | None,
    ) -> None:
        self._nodes = nodes
        self._matches = matches
        self._kills = kills
        self._redis_kills = redis_kills
        self._topology = topology
        self._redis = redis
        self._rng = random.Random(seed)  # noqa: S311 # repeatable trouble
        self._lease_s = lease_s
        self._timeout_s = timeout_s
        self._keep = keep

    async def report(self) -> Report:
        begun_s = time.monotonic()
        async with AsyncExitStack() as stack:
            data = self._directory()
            is_kept = self._keep is not None
            nursery = await stack.enter_async_context(open_nursery(GAME, DECK, data, is_kept=is_kept))
            database = await stack.enter_async_context(self._database(nursery, data / "redis"))
            cluster = stack.enter_context(fleet(data, self._nodes, nursery, database, self._lease_s))
            await cluster.start()
            witness = Witness()
            created: list[Created] = []
            faults = Faults(cluster, random.Random(self._rng.random()), self._lease_s)  # noqa: S311 # as above
            with anyio.move_on_after(self._timeout_s) as patience:
                await self._play(cluster, created, witness, faults)
            if patience.cancelled_caught:
                witness.errors.append(f"not over after {self._timeout_s} s")
            played_s = time.monotonic() - begun_s
            cluster.stop()
            found = await audit(database.url, data / "archive", [match.m for match in created], witness)
            found.faults += cluster.complaints()
        told = told_of(self._matches, witness, faults, found)
        return told | {"played_s": round(played_s, 1), "took_s": round(time.monotonic() - begun_s, 1)}

    def _directory(self) -> Path:
        """Where everything is; the nursery removes it, unless it is kept."""
        if self._keep is None:
            return Path(tempfile.mkdtemp(prefix="stackloop-chaos-"))
        self._keep.mkdir(parents=True, exist_ok=True)
        return self._keep.resolve()

    def _database(self, nursery: Nursery, data: Path) -> AbstractAsyncContextManager[Database]:
        if self._redis is not None:
            return theirs(self._redis, Durability.REDIS)
        return TOPOLOGIES[self._topology](nursery, data)

    async def _play(self, cluster: Fleet, created: list[Created], witness: Witness, faults: Faults) -> None:
        """Create all matches, make trouble while they are played, and let them come to their end."""
        async with AsyncExitStack() as stack:
            count = max(self._matches, PLACES)
            clients = [await self._connect(stack, cluster, number) for number in range(count)]
            created += [await client.create(GAME, DECKS) for client in clients[: self._matches]]
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


def told_of(matches: int, witness: Witness, faults: Faults, found: Audit) -> Report:
    faulty = found.faults + witness.errors
    faulty += [f"lost: {number}" for number in found.lost[:MOST_TOLD]]
    faulty += [f"doubled: {number}" for number in found.doubled[:MOST_TOLD]]
    faulty += [f"not healed: {place}" for place in found.unhealed[:MOST_TOLD]]
    done, waits_s = faults.done, sorted(witness.waits_s) or [0.0]
    return {
        "matches": matches,
        "finished": found.finished,
        "acknowledged": len(witness.acknowledged),
        "lost": len(found.lost),
        "doubled": len(found.doubled),
        "kills": done[Fault.KILL],
        "gaps": witness.gaps,
        "unhealed": len(found.unhealed),
        "resends": witness.resends,
        "pauses": done[Fault.PAUSE],
        "cuts": done[Fault.CUT] + witness.cuts,
        "redis_cuts": done[Fault.REDIS_CUT],
        "redis_kills": done[Fault.REDIS_KILL],
        "redis_restarts": done["redis_restarts"],
        "promotions": done["promotions"],
        "said": dict(sorted(witness.said.items())),
        "p99_s": round(waits_s[len(waits_s) * 99 // 100], 2),
        "longest_s": round(waits_s[-1], 2),
        "faults": faulty,
    }
