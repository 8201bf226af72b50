"""Heavy work in worker processes: replays, forks, earlier views, records and decks that people ask for.

A worker is a process of ``anyio.to_process`` at low priority, under limits of memory and processor time
(``RLIMIT_DATA`` and ``RLIMIT_CPU``, where the system has them). A worker that goes beyond a limit ends: the one who
asked is refused, and no match notices. Few workers run at a time. Others wait in a queue for each address, and the
addresses take turns.
"""

import gc
import math
import os
import resource
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final, NoReturn, TypeVar, TypeVarTuple, Unpack

import anyio
import anyio.to_process

import engine
from server.runtime import card_folders, metrics
from server.runtime.error_origin import Elsewhere
from server.runtime.errors import Unavailable, is_fault
from server.runtime.logs import get
from server.runtime.settings import Settings
from server.runtime.worker_thread import WorkerThread

log = get("heavy_work")

MIB: Final = 1024 * 1024
MOST_WAITING: Final = 64
"""Pieces of work that wait; one more is asked to come back."""
MOST_OF_ONE: Final = 16
"""Of these, those of one address."""
MOST_S: Final = 60.0
"""Time that a piece of work may take by the clock, its turn included, on a machine that is busy with other things."""
LEAST_FREE: Final = 0.25
"""Share of its memory that a worker needs free before it is given another piece of work."""
NICENESS: Final = 10
"""Lower priority, as matches come first."""

_done: list[str] = []
"""In a worker: the last piece of work that it was given; a process that has none is fresh."""

Arguments = TypeVarTuple("Arguments")
Found = TypeVar("Found")


class HeavyWork:
    """Has functions worked out in worker processes.

    Args:
        settings: how many workers run at a time, and what one may use.

    Attributes:
        thread: for what cannot leave this process.
    """

    def __init__(self, settings: Settings) -> None:
        self.thread = WorkerThread()
        self._memory = settings.worker_memory_mib * MIB
        self._processor_s = settings.worker_processor_s
        self._retry_ms = settings.retry_ms
        self._free = settings.most_workers
        self._processes = anyio.CapacityLimiter(settings.most_workers)
        self._waiting: OrderedDict[str, deque[anyio.Event]] = OrderedDict()

    async def run(self, who: str, work: Callable[[Unpack[Arguments]], Found], *arguments: *Arguments) -> Found:
        """The result of a function of the top level of a module; it and its arguments are pickled.

        Args:
            who: the address that asks, which waits behind what it asked for before; or another name of a queue.

        Raises:
            engine.Refusal: ``too_much``: the work needs more memory or processor time than a worker has.
            Unavailable: too much waits, or it took too long by the clock.
            engine.BadRecord, ServiceError: as the function raises them, where they are no fault of ours.
            Elsewhere: a fault of ours, in the worker.
        """
        with anyio.move_on_after(MOST_S):
            async with self._turn(who):
                return await self._worked_out(work, *arguments)
        metrics.WORK_LATE.inc()
        raise Unavailable("the machine is too busy for this now", self._retry_ms)

    async def _worked_out(self, work: Callable[[Unpack[Arguments]], Found], *arguments: *Arguments) -> Found:
        is_fresh = True
        while True:
            try:
                found = await anyio.to_process.run_sync(
                    limited,
                    self._memory,
                    self._processor_s,
                    card_folders.taken(),
                    work,
                    *arguments,
                    cancellable=True,
                    limiter=self._processes,
                )
            except Spent:
                is_fresh = False  # that process may still be on its way out when it is given the work again
            except (anyio.BrokenWorkerProcess, MemoryError) as error:  # it ended, or had too little to tell its result
                if is_fresh:
                    metrics.WORK_ENDED.inc()
                    log.warning("worker ended", work=work.__name__)
                    reason = "this needs more work or memory than one request may take"
                    raise engine.Refusal("", "too_much", reason) from error
                is_fresh = True
            else:
                metrics.WORK_DONE.inc()
                return found

    @asynccontextmanager
    async def _turn(self, who: str) -> AsyncIterator[None]:
        if self._free:
            self._free -= 1
        else:
            await self._wait(who)
        try:
            yield
        finally:
            self._pass_on()

    async def _wait(self, who: str) -> None:
        mine = self._waiting.get(who, ())
        if len(mine) >= MOST_OF_ONE or sum(map(len, self._waiting.values())) >= MOST_WAITING:
            metrics.WORK_DENIED.inc()
            raise Unavailable("too many ask for such work", self._retry_ms)
        turn = anyio.Event()
        self._waiting.setdefault(who, deque()).append(turn)
        try:
            await turn.wait()
        except BaseException:
            if turn.is_set():
                self._pass_on()
            else:
                self._waiting[who].remove(turn)
                if not self._waiting[who]:
                    del self._waiting[who]
            raise

    def _pass_on(self) -> None:
        """The turn of the address that has waited longest since its last one."""
        if not self._waiting:
            self._free += 1
            return
        who, turns = self._waiting.popitem(last=False)
        turns.popleft().set()
        if turns:
            self._waiting[who] = turns


class Spent(SystemExit):
    """A worker has too little memory left from what it did before: it ends, and a fresh one takes its place."""


def limited(
    memory: int,
    processor_s: float,
    cards: Sequence[str],
    work: Callable[[Unpack[Arguments]], Found],
    *arguments: *Arguments,
) -> Found:
    """The work of a worker: call a function under limits; beyond them the process ends.

    Args:
        memory: bytes of data that this process may have; 0 for no limit.
        processor_s: how much time of a processor the call may take; 0 for no limit.
        cards: sets of cards that this process is to know besides.
    """
    try:
        _limit(memory, processor_s)
        if _done and _is_short(memory):
            raise Spent
        _done[:] = [work.__name__]
        card_folders.take_in_too(cards)
        return work(*arguments)
    except MemoryError:
        _end()
    except (engine.Refusal, engine.BadRecord):
        raise
    except Exception as error:  # reported where it was asked for
        if isinstance(error, SystemError | ImportError) and _is_short(memory):
            _end()  # an allocation failed in C code that did not say so, or a compiled module found no room
        if not is_fault(error):
            raise
        raise Elsewhere.of(error) from None
    finally:
        gc.collect()  # what the next piece of work may use


def _is_short(memory: int) -> bool:
    return memory > 0 and memory - _data_bytes() < LEAST_FREE * memory


def _data_bytes() -> int:
    """The bytes that count for ``RLIMIT_DATA``; 0 if the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
    except OSError:
        return 0


def _limit(memory: int, processor_s: float) -> None:
    if os.getpriority(os.PRIO_PROCESS, 0) < NICENESS:
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, 0, NICENESS)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    used = resource.getrusage(resource.RUSAGE_SELF)
    if processor_s:
        _at_most(resource.RLIMIT_CPU, math.ceil(used.ru_utime + used.ru_stime + processor_s))
    else:
        _at_most(resource.RLIMIT_CPU, resource.RLIM_INFINITY)
    _at_most(resource.RLIMIT_DATA, memory or resource.RLIM_INFINITY)


def _at_most(kind: int, most: int) -> None:
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        most = hard if most == resource.RLIM_INFINITY else min(most, hard)
    with suppress(OSError, ValueError):  # a system that does not know this one
        resource.setrlimit(kind, (most, hard))


def _end() -> NoReturn:
    """Memory is short: nothing that needs any can be counted on."""
    os._exit(1)
