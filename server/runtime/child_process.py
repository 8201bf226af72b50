"""Child processes: started, watched and ended in one way, so that none outlives us, however we end.

- ``kept``: anybody's program. A guard, which holds a pipe from us, ends it and all that it has started
  (``server.runtime.child_guard``).
- ``fed``: a program of ours that reads its input. It stops by itself when its input ends.
- ``leashed``: a program that we know by its process id. The system kills it with us (Linux).

A child that we are done with is told so, by the end of its input or by a signal. A child that takes longer than its
grace is killed.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from subprocess import DEVNULL, PIPE
from typing import IO, Any, Final, TypeAlias

import anyio
from anyio.abc import Process

from server.runtime import child_guard

SPARE_S: Final = 5.0
"""Time that a guard may take beside what it gives others."""
GUARD: Final = (sys.executable, "-E", "-S", "-s", child_guard.__file__)

Stream: TypeAlias = int | IO[Any] | None
"""A file, ``PIPE``, ``DEVNULL``, or None for ours."""


def guarded(
    command: Sequence[str], *, grace_s: float, most_bytes: int = 0, restarts: int = 0, directory: str = ""
) -> list[str]:
    """The command line that has a guard run a command; arguments as for ``kept``."""
    return [*GUARD, "guard", str(grace_s), str(most_bytes), str(restarts), directory, *command]


@asynccontextmanager
async def kept(
    command: Sequence[str],
    output: Stream,
    environment: Mapping[str, str] | None = None,
    *,
    grace_s: float,
    most_bytes: int = 0,
    restarts: int = 0,
    directory: str = "",
    pass_fds: Sequence[int] = (),
) -> AsyncIterator[Process]:
    """A program until the block ends, and nothing that it started after that; an interrupt of the terminal is not its.

    Args:
        output: what it writes to.
        environment: ours if None.
        grace_s: between being told to end and being killed.
        most_bytes: of its output that are handed on; 0: all.
        restarts: how often it is started again when it has ended before the block has.
        directory: removed if we are gone before the block has ended.
        pass_fds: what it inherits of ours.

    Yields:
        its guard, which ends when it does, with its exit code.
    """
    process = await anyio.open_process(
        guarded(command, grace_s=grace_s, most_bytes=most_bytes, restarts=restarts, directory=directory),
        stdin=PIPE,
        stdout=output,
        stderr=output,
        env=environment,
        start_new_session=True,
        pass_fds=pass_fds,
    )
    try:
        yield process
    finally:
        with anyio.CancelScope(shield=True):
            await end(process, grace_s=grace_s + child_guard.ORPHANS_S + SPARE_S)


@asynccontextmanager
async def fed(
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    *,
    grace_s: float,
    stdin: Stream = PIPE,
    stdout: Stream = PIPE,
) -> AsyncIterator[Process]:
    """A program of ours that stops when its input ends, until the block ends; an interrupt of the terminal is not its.

    Args:
        environment: ours if None.
        grace_s: between the end of its input and being killed.
        stdin: its input; a pipe ends with the block, anything else is the caller's to end.
    """
    process = await start_fed(command, environment, stdin=stdin, stdout=stdout, start_new_session=True)
    try:
        yield process
    finally:
        with anyio.CancelScope(shield=True):
            await end(process, grace_s=grace_s)


async def start_fed(
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    *,
    stdin: Stream = PIPE,
    stdout: Stream = PIPE,
    start_new_session: bool = False,
) -> Process:
    """Start a program that stops when its input ends, for a caller that calls ``end``."""
    return await anyio.open_process(
        command, stdin=stdin, stdout=stdout, stderr=None, env=environment, start_new_session=start_new_session
    )


async def end(*processes: Process, grace_s: float, how: signal.Signals | None = None) -> None:
    """End children, and wait until they have.

    Args:
        grace_s: how long they may take, all together; then they are killed.
        how: the signal that tells them to end; None: the end of their input does.
    """
    for process in processes:
        if how is not None and process.returncode is None:
            process.send_signal(how)
        elif how is None and process.stdin is not None:
            await process.stdin.aclose()
    with anyio.move_on_after(grace_s):
        for process in processes:
            await process.wait()
    for process in processes:
        if process.returncode is None:
            process.kill()
        await process.wait()


def start_leashed(
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    *,
    stdin: Stream = DEVNULL,
    stdout: Stream = DEVNULL,
) -> subprocess.Popen[bytes]:
    """Start a program that the system kills with us, for a caller that ends it."""
    command = [*GUARD, "leash", str(os.getpid()), *command]
    return subprocess.Popen(command, stdin=stdin, stdout=stdout, env=environment)  # noqa: S603 # our own command


@contextmanager
def leashed(
    command: Sequence[str],
    environment: Mapping[str, str] | None = None,
    *,
    grace_s: float,
    stdin: Stream = DEVNULL,
) -> Iterator[subprocess.Popen[bytes]]:
    """A program until the block ends, with a pipe from its output.

    Args:
        environment: ours if None.
        grace_s: between being told to end and being killed.
    """
    with start_leashed(command, environment, stdin=stdin, stdout=PIPE) as process:
        try:
            yield process
        finally:
            if process.poll() is None:
                process.terminate()
            try:
                process.wait(grace_s)
            except subprocess.TimeoutExpired:
                process.kill()
