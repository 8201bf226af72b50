"""Programs that end with us, however we end: each has a ``keeper``, which holds a pipe from us."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from subprocess import PIPE
from typing import IO, Final

import anyio
from anyio.abc import Process

from server.runtime import child_guard

SPARE_S: Final = 5.0
"""How long the keeper may take beside what it gives others."""


@asynccontextmanager
async def kept(
    command: Sequence[str],
    output: IO[bytes] | IO[str],
    environment: Mapping[str, str],
    *,
    grace_s: float,
    most_bytes: int = 0,
    directory: str = "",
) -> AsyncIterator[Process]:
    """A program until the block ends, and nothing that it started after that; an interrupt of the terminal is not its.

    Args:
        output: what it writes to.
        grace_s: between being told to end and being killed.
        most_bytes: of its output that are handed on; 0: all.
        directory: removed if we are gone before the block has ended.

    Yields:
        its keeper, which ends when it does, with its exit code (``keeper``).
    """
    keeping = [sys.executable, "-E", "-S", "-s", child_guard.__file__, str(grace_s), str(most_bytes), directory]
    process = await anyio.open_process(
        [*keeping, *command], stdin=PIPE, stdout=output, stderr=output, env=environment, start_new_session=True
    )
    try:
        yield process
    finally:
        with anyio.CancelScope(shield=True):
            await dismiss(process, grace_s + child_guard.ORPHANS_S + SPARE_S)


async def dismiss(process: Process, patience_s: float) -> None:
    """Let go of the pipe, and wait; a process that does not end then is killed."""
    if process.stdin is not None:
        await process.stdin.aclose()
    with anyio.move_on_after(patience_s):
        await process.wait()
    if process.returncode is None:
        process.kill()
        await process.wait()
