"""Workers on the machines of a cluster of Ray: each has a server of its own, or plays on the one that is named.

Ray finds their machines, and hands them the matches. It starts a worker again that has ended, and asks it for the same
matches once more: seeds fix a match, so the outcome is the same. Records and faults come back with the outcomes, as
nobody looks into the folders of those machines.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterable
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from threading import Lock
from typing import Any, Final, NamedTuple

import msgspec
from anyio.from_thread import BlockingPortal, start_blocking_portal

from protocol.client import ClientError, connect
from server.arena.hall import Hall, own_server
from server.arena.ledger import Outcome
from server.arena.match_process import Job, Room
from server.arena.schedule import Pairing
from server.runtime.card_folders import BadCards, take_in_too, taken
from server.runtime.errors import describe, innermost
from server.runtime.incidents import Incident
from server.runtime.ray_cluster import NoCluster, joined, other_rules, processors
from server.runtime.version import engine_name

MOST_STARTS: Final = 2
"""A worker that has ended is started again so often, and asked for its matches again."""
LOOK_S: Final = 5.0
"""When no match has ended for so long, we look whether the cluster still has room for its workers."""
UNFIT: Final = "unfit"
"""The code of a match that a worker could not begin; another one would fare no better."""


class Terms(NamedTuple):
    """The terms that all workers share.

    Attributes:
        url: a server that runs; "" has each worker start its own.
        seats: of a match.
        cards: folders of cards, which each machine has.
        rules: the name of the engine, which must be that of each machine.
    """

    url: str
    seats: int
    cards: tuple[str, ...]
    rules: str


class Answer(NamedTuple):
    """A match that was played; its record under the name of its file, if it is to be kept."""

    outcome: Outcome
    record: dict[str, bytes]


class Worker:
    """Plays the matches that it is given, one in each thread that calls it."""

    def __init__(self, terms: Terms) -> None:
        self._terms = terms
        self._beginning = Lock()
        self._held = ExitStack()
        self._faults: list[Incident] = []
        self._reason = ""
        self._portal: BlockingPortal | None = None
        self._room: Room | None = None

    def play(self, job: Job) -> Answer:
        """Play a match; what goes wrong is told in the outcome."""
        with self._beginning:
            if self._room is None and not self._reason:
                self._reason = self._begin()
        if self._room is None or self._portal is None:
            return Answer(Outcome(job.pairing.number, job.pairing.seats, code=UNFIT, error=self._reason), {})
        with tempfile.TemporaryDirectory(prefix="stackloop-arena-") as away:
            there = msgspec.structs.replace(job, records=away if job.records else "")
            outcome = self._portal.call(self._room.play, there)
            return Answer(outcome, {path.name: path.read_bytes() for path in Path(away).iterdir()})

    def end(self) -> list[Incident]:
        """Stop; returns the faults of its own server."""
        self._held.close()
        return self._faults

    def _begin(self) -> str:
        """Have a server, and a connection for each seat; returns the reason why there is none, or nothing."""
        terms = self._terms
        if reason := other_rules(terms.rules):
            return reason
        try:
            take_in_too(terms.cards)
            self._portal = portal = self._held.enter_context(start_blocking_portal())
            serving = portal.wrap_async_context_manager(own_server(self._faults)) if not terms.url else None
            url = terms.url if serving is None else self._held.enter_context(serving)
            connections = [connect(url, name=f"arena {seat}") for seat in range(terms.seats)]
            clients = [self._held.enter_context(portal.wrap_async_context_manager(each)) for each in connections]
        except Exception as error:
            cause = innermost(error)
            if not isinstance(cause, ClientError | BadCards | OSError):
                raise
            return describe(cause) if isinstance(cause, OSError) else str(cause)
        self._room = Room(url.rstrip("/"), clients)
        return ""


def terms(url: str | None, seats: int) -> Terms:
    """The terms of workers that have our cards and our rules."""
    return Terms(url or "", seats, taken(), engine_name())


def play(
    address: str, agreed: Terms, hall: Hall, pairings: Iterable[Pairing], workers: int | None, at_once: int
) -> list[Incident]:
    """Play matches on a cluster; returns the faults of the workers' servers.

    Args:
        workers: how many; by default one on each processor of the cluster, and never more.
        at_once: matches of each of them.

    Raises:
        NotInstalled: the extra ``ray`` is not.
        NoCluster: it cannot be joined, or has lost a machine without room elsewhere.
        ClientError: a worker ends again and again; or there is no such server, game, deck or scenario.
        OSError: an outcome or a record cannot be written.
    """
    waiting = iter(pairings)
    with redirect_stdout(sys.stderr), joined(address) as ray:  # Ray tells what ends, and what programs say
        count = min(workers or processors(ray), processors(ray))
        kind = ray.remote(num_cpus=1, max_restarts=MOST_STARTS, max_task_retries=MOST_STARTS, max_concurrency=at_once)(
            Worker
        )
        actors = [kind.remote(agreed) for _ in range(count)]
        try:
            _hand_out(ray, actors * at_once, hall, waiting)
            faults = ray.get([actor.end.remote() for actor in actors])
        except ray.exceptions.RayActorError as error:
            raise ClientError(f"a worker of the cluster has ended: {str(error).splitlines()[0]}") from error
    hall.check()
    return [fault for each in faults for fault in each]


def _hand_out(ray: Any, actors: list[Any], hall: Hall, waiting: Iterable[Pairing]) -> None:
    """Give each worker another match for each that it has played."""
    from ray.util import ActorPool

    pool = ActorPool(actors)
    while True:
        while pool.has_free() and (job := hall.next_job(waiting)) is not None:
            pool.submit(lambda actor, given: actor.play.remote(given), job)
        if not pool.has_next():
            return
        try:
            answer = pool.get_next_unordered(timeout=LOOK_S)
        except TimeoutError:
            _see_room(ray, len(set(actors)))
            continue
        hall.keep(answer.record)
        hall.note(answer.outcome)


def _see_room(ray: Any, workers: int) -> None:
    """Raise ``NoCluster`` if Ray cannot start all workers again, having lost a machine."""
    there = processors(ray)
    if there < workers:
        raise NoCluster(f"the cluster has lost a machine: {there} processors are left for {workers} workers")
