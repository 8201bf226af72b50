"""One run: a cluster is started, matches are played on it while there is trouble, and what is left is audited."""

import random
import tempfile
import time
from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack
from pathlib import Path
from typing import Final, TypeAlias

import anyio
import msgspec

from protocol.client import Client, connect
from server.chaos.audit import Audit, audit, unchecked
from server.chaos.bouts import Bout, begin
from server.chaos.databases import SERVERS, TOPOLOGIES, Database, theirs
from server.chaos.faults import Fault, Faults
from server.chaos.fleet import Fleet, fleet
from server.chaos.kinds import PLACES, SEATS, counted, games_of, kinds_of
from server.chaos.players import client_of, play
from server.chaos.processes import Broken, Nursery, open_nursery, starving
from server.chaos.recovery_check import listen
from server.chaos.redis_servers import TO_BUS, is_free
from server.chaos.seat_log import keep_log, playing, standing_of
from server.chaos.witness import Witness
from server.runtime.settings import Durability

PING_S: Final = 2.0
"""So that clients of a paused node soon go elsewhere."""
STILL_S: Final = 30.0
"""Once nothing is done to them any more, how long all matches may stand still before they are given up."""
SEATS_LOG: Final = "seats.log"
"""Beside the logs of the nodes."""
MOST_TOLD: Final = 10
"""Of each kind of fault."""

Report: TypeAlias = dict[str, int | float | list[str] | dict[str, int]]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a run.

    Attributes:
        game: one of them, or ``mixed``.
        redis: the URL of one that runs already; else ``topology`` says what is started.
        starve: how many processes take processor time from all others.
        first_port: of the nodes, behind which the servers of Redis have theirs; 0 for any that are free.
        calm_s: after how long without trouble all must be told and answered.
        timeout_s: for all that is played.
        keep: where all is left.
    """

    nodes: int
    matches: int
    game: str
    kills: int
    redis_kills: int
    topology: str
    redis: str | None
    starve: int
    first_port: int
    seed: int
    lease_s: float
    calm_s: float
    timeout_s: float
    keep: Path | None


class Run:
    """One run, by its parameters."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._rng = random.Random(plan.seed)  # noqa: S311 # repeatable trouble
        self._kinds = kinds_of(plan.game, plan.matches, self._rng)

    async def report(self) -> Report:
        begun_s = time.monotonic()
        async with AsyncExitStack() as stack:
            self._check_ports()
            data = self._directory()
            is_kept = self._plan.keep is not None
            nursery = await stack.enter_async_context(open_nursery(games_of(self._plan.game), data, is_kept=is_kept))
            database = await stack.enter_async_context(self._database(nursery, data / "redis"))
            cluster = stack.enter_context(
                fleet(data, self._plan.nodes, nursery, database, self._plan.lease_s, self._plan.first_port)
            )
            await cluster.start()
            witness = Witness()
            bouts = [Bout(kind, witness.calm) for kind in self._kinds]
            faults = Faults(cluster, random.Random(self._rng.random()), self._plan.lease_s)  # noqa: S311 # as above
            with anyio.move_on_after(self._plan.timeout_s) as patience, starving(nursery, self._plan.starve, data):
                await self._play(cluster, data / "archive", bouts, witness, faults)
            if patience.cancelled_caught:
                witness.errors.append(f"not over after {self._plan.timeout_s} s")
            played_s = time.monotonic() - begun_s
            cluster.stop()
            matches = [match for bout in bouts for match in bout.matches]
            found = await audit(database.url, data / "archive", matches, witness)
            found.faults += cluster.complaints()
        told = report_of(bouts, witness, faults, found)
        return told | {"played_s": round(played_s, 1), "took_s": round(time.monotonic() - begun_s, 1)}

    def _check_ports(self) -> None:
        """Raise ``Broken`` where one of the ports that were named is taken."""
        if not self._plan.first_port:
            return
        count = 0 if self._plan.redis is not None else SERVERS[self._plan.topology]
        ports = [self._plan.first_port + number for number in range(self._plan.nodes + count)]
        buses = [port + TO_BUS for port in ports[self._plan.nodes :]] if self._plan.topology == "cluster" else []
        for port in (*ports, *buses):
            if not is_free(port):
                raise Broken(f"port {port} is taken: choose another --ports")

    def _directory(self) -> Path:
        """The directory of everything; the nursery removes it, unless it is kept."""
        if self._plan.keep is None:
            return Path(tempfile.mkdtemp(prefix="stackloop-chaos-"))
        self._plan.keep.mkdir(parents=True, exist_ok=True)
        return self._plan.keep.resolve()

    def _database(self, nursery: Nursery, data: Path) -> AbstractAsyncContextManager[Database]:
        if self._plan.redis is not None:
            return theirs(self._plan.redis, Durability.REDIS)
        port = self._plan.first_port + self._plan.nodes if self._plan.first_port else 0
        return TOPOLOGIES[self._plan.topology](nursery, data, port)

    async def _play(
        self, cluster: Fleet, archive: Path, bouts: Sequence[Bout], witness: Witness, faults: Faults
    ) -> None:
        """Bring all matches about, make trouble while they are played, and let them come to their end."""
        async with AsyncExitStack() as stack:
            count = max(len(bouts), PLACES)
            clients = [await self._connect(stack, cluster, number) for number in range(count)]
            begun = [
                (bout, await begin([client_of(clients, number, seat) for seat in range(SEATS)], bout.kind))
                for number, bout in enumerate(bouts)
            ]
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(play, clients, begun, witness, self._rng)
                tasks.start_soon(keep_log, archive.with_name(SEATS_LOG), witness)
                await faults.run(clients, self._plan.kills, self._plan.redis_kills)
                witness.calm.set()
                tasks.start_soon(listen, cluster.database.url, archive, bouts, witness, self._plan.calm_s)
                await witness.until_over(max(STILL_S, 2 * self._plan.calm_s))
                for table in playing(witness):
                    standing = standing_of(table, witness.clients[table])
                    witness.errors.append(f"{table.id} seat {table.seat} is not at its end: {standing}")
                tasks.cancel_scope.cancel()

    async def _connect(self, stack: AsyncExitStack, cluster: Fleet, number: int) -> Client:
        urls = [node.url for node in cluster.nodes]
        first = number % len(urls)
        turned = urls[first:] + urls[:first]
        return await stack.enter_async_context(connect(*turned, patience_s=self._plan.timeout_s, ping_s=PING_S))


def report_of(bouts: Sequence[Bout], witness: Witness, faults: Faults, found: Audit) -> Report:
    faulty = found.faults + witness.errors
    faulty += [f"lost: {number}" for number in found.lost[:MOST_TOLD]]
    faulty += [f"doubled: {number}" for number in found.doubled[:MOST_TOLD]]
    faulty += [f"not healed: {place}" for place in found.unhealed[:MOST_TOLD]]
    done, waits_s = faults.done, sorted(witness.waits_s) or [0.0]
    return {
        "matches": len(bouts),
        "finished": sum(bool(bout.matches) and found.ended.issuperset(bout.matches) for bout in bouts),
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
        "kinds": counted(bout.kind for bout in bouts),
        "played": sum(len(bout.matches) for bout in bouts),
        "unchecked": unchecked(bouts, witness, found),
    }


def is_good(report: Report) -> bool:
    faults = report["lost"] or report["doubled"] or report["unhealed"] or report["faults"]
    return report["finished"] == report["matches"] and not faults
