"""Several nodes on one machine behind one port: a parent that starts them, starts them again, and stops them.

Each worker is ``stackloop serve`` in a process of its own, a node like any other on the Redis that all share: what
was named, or one on the data directory that the parent runs. The system parts connections among them (SO_REUSEPORT).
A worker holds a pipe from the parent as its standard input and stops when that ends, so none outlives it.
"""

import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager, nullcontext
from dataclasses import replace
from typing import Final

import anyio
import anyio.abc
from anyio.streams.text import TextReceiveStream

from server.gateway.admin_port import noted
from server.gateway.sockets import address, is_taken, reason
from server.identity.tokens import load_secret
from server.runtime.child_process import end, start_fed
from server.runtime.errors import CannotListen, WorkerDidNotStart
from server.runtime.logs import get
from server.runtime.settings import Settings
from server.service.service import default_name
from server.store.embedded_valkey import embedded
from server.store.topology import with_password

log = get("workers")

FIRST_PAUSE_S: Final = 0.2
LONGEST_PAUSE_S: Final = 10.0
"""Between the end of a worker and its next start, the longer the more often it ended."""
SETTLED_S: Final = 30.0
"""A worker that ran for so long starts again without a pause."""
MOST_TRIES: Final = 100
"""To find ports in a row that nobody has."""
GOODBYE_S: Final = 10.0
"""Time that workers may take to stop when there is nobody to hand over to; then they are killed."""


class Workers:
    """The processes.

    Args:
        settings: with the port and the Redis that all share.
        count: how many.
        flags: of the command line, for the first of them: a demo is kept once.
    """

    def __init__(self, settings: Settings, count: int, flags: tuple[str, ...], log_level: str) -> None:
        self._settings = settings
        self._count = count
        self._flags = flags
        self._log_level = log_level
        self._processes: dict[int, anyio.abc.Process] = {}
        self._is_stopping = False

    @property
    def url(self) -> str:
        """Of the page, whoever serves it."""
        return address(self._settings.host, self._settings.port)

    @property
    def admin_urls(self) -> tuple[str, ...]:
        """The addresses for operators, by worker."""
        first = self._settings.admin_port
        return tuple(address(self._settings.admin_host, first + number) for number in range(self._count))

    async def start(self, tasks: anyio.abc.TaskGroup) -> None:
        """Start all; returns once each is ready.

        Raises:
            WorkerDidNotStart: one ended before.
        """
        async with anyio.create_task_group() as starting:
            for number in range(self._count):
                starting.start_soon(self._start_first, number, tasks)

    async def _start_first(self, number: int, tasks: anyio.abc.TaskGroup) -> None:
        process = await self._spawn(number)
        if not await is_ready(process):
            raise WorkerDidNotStart(f"worker {number} ended before it was ready")
        tasks.start_soon(self._look_after, number, process, name=f"worker {number}")

    async def _look_after(self, number: int, process: anyio.abc.Process) -> None:
        """Start a worker again whenever it ends, until all are to stop."""
        pause_s = FIRST_PAUSE_S
        while True:
            started_s = anyio.current_time()
            code = await process.wait()
            await process.aclose()
            if self._is_stopping:
                return
            log.error("worker ended", worker=number, code=code)
            pause_s = FIRST_PAUSE_S if anyio.current_time() - started_s > SETTLED_S else pause_s
            await anyio.sleep(pause_s)
            pause_s = min(pause_s * 2, LONGEST_PAUSE_S)
            process = await self._spawn(number)

    async def _spawn(self, number: int) -> anyio.abc.Process:
        command = [sys.executable, "-m", "server.cli", "serve", "--as-worker", "--workers", "1"]
        command += ["--log-level", self._log_level, *(self._flags if number == 0 else ())]
        admin_port = self._settings.admin_port + number
        settings = replace(self._settings, node=f"{self._settings.node}-{number}", admin_port=admin_port)
        process = await start_fed(command, {**os.environ, **settings.to_environment()})
        self._processes[number] = process
        return process

    async def stop(self, how: signal.Signals) -> None:
        """Stop all: with SIGTERM each hands over what it runs, if there are others to take it."""
        self._is_stopping = True
        patience_s = GOODBYE_S + (self._settings.drain_s if how is signal.SIGTERM else 0.0)
        await end(*self._processes.values(), grace_s=patience_s, how=how)


async def is_ready(process: anyio.abc.Process) -> bool:
    """Wait for the line that tells the address; what follows is not of interest."""
    if process.stdout is None:
        return False
    try:
        return "Stackloop is at" in await TextReceiveStream(process.stdout).receive()
    except anyio.EndOfStream:
        return False


@contextmanager
def reserve(host: str, port: int) -> Iterator[int]:
    """Hold a port that workers share, so that none is left without; yield its number.

    Raises:
        CannotListen: it is taken.
    """
    with ExitStack() as stack:
        try:
            held = stack.enter_context(hold(host, port))
        except OSError as error:
            raise CannotListen(f"cannot listen on {host} port {port}: {reason(error)}") from error
        yield held.getsockname()[1]


@contextmanager
def reserve_run(host: str, first: int, count: int) -> Iterator[int]:
    """Hold ports that follow each other, one for each worker: from the first one on, or wherever so many are free.

    ``first`` is 0 if any will do.

    Yields:
        the number of the first.

    Raises:
        CannotListen: they cannot be had anywhere.
    """
    wanted: int | None = first
    for _ in range(MOST_TRIES):
        with ExitStack() as stack:
            try:
                begin = stack.enter_context(hold_alone(host, wanted or 0)).getsockname()[1]
                for number in range(1, count):
                    stack.enter_context(hold_alone(host, begin + number))
            except (OSError, OverflowError) as error:
                if isinstance(error, OSError) and not is_taken(error):
                    raise CannotListen(f"cannot listen for operators on {host}: {reason(error)}") from error
                wanted = None
                continue
            if first and begin != first:
                log.warning("admin ports taken", wanted=first, port=begin)
            yield begin
            return
    raise CannotListen(f"cannot listen for operators on {host}: there are no {count} free ports in a row")


def hold_alone(host: str, port: int) -> socket.socket:
    """Hold a port that nobody else holds, not even to share it; raises ``OSError``."""
    with bound(host, port, socket.SO_REUSEADDR) as alone:
        found = alone.getsockname()[1]
    return hold(host, found)


def hold(host: str, port: int) -> socket.socket:
    """Hold a port that may be shared; raises ``OSError``.

    A program that asks for an address to be used again (SO_REUSEADDR) gets one that is held by another that asks for
    that, too: so we do not, but where connections that ended a moment ago keep it.
    """
    try:
        return bound(host, port, socket.SO_REUSEPORT)
    except OSError as error:
        if not is_taken(error):
            raise
        return bound(host, port, socket.SO_REUSEPORT, socket.SO_REUSEADDR)


def bound(host: str, port: int, *options: int) -> socket.socket:
    """A socket that has a port, and listens to nobody; raises ``OSError``."""
    held = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        for option in options:
            held.setsockopt(socket.SOL_SOCKET, option, 1)
        held.bind((host, port))
    except BaseException:
        held.close()
        raise
    return held


@asynccontextmanager
async def open_workers(
    settings: Settings, count: int, flags: tuple[str, ...], log_level: str
) -> AsyncIterator[Workers]:
    """Run workers until the block ends; all are ready when it begins.

    Raises:
        ServiceError: see ``errors``.
        OSError: the data directory cannot be had.
    """
    load_secret(settings.data)
    named = with_password(settings.redis, settings.redis_password)
    redis = nullcontext(named) if settings.redis else embedded(settings.data, durability=settings.durability)
    with (
        reserve(settings.host, settings.port) as port,
        reserve_run(settings.admin_host, settings.admin_port, count) as admin_port,
    ):
        async with redis as url, anyio.create_task_group() as tasks:
            node = settings.node or default_name(settings)
            archive = settings.archive or ("" if settings.redis else str(settings.data / "records"))
            shared = replace(
                settings, port=port, admin_port=admin_port, redis=url, node=node, reuse_port=1, archive=archive
            )
            workers = Workers(shared, count, flags, log_level)
            try:
                await workers.start(tasks)
                with noted(settings.data, workers.admin_urls):
                    yield workers
            finally:
                with anyio.CancelScope(shield=True):
                    await workers.stop(signal.SIGINT)
                tasks.cancel_scope.cancel()
