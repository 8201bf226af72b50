"""A seat that is taken by somebody's program, however it behaves.

It is run below a guard: when the match is over, or we are gone, it ends, and all that it started. A program that ends
before the match has conceded. One that cannot be run at all has not: its match is void.
"""

from __future__ import annotations

import os
import sys
from typing import Final

import anyio
from anyio.abc import Process

from protocol.client import Client, ClientError, Match, MatchOver, Refused, connect
from server.arena.entrants import TAKEN_S, Entrant
from server.runtime.card_folders import taken
from server.runtime.child_process import kept

GRACE_S: Final = 1.0
"""Between being told to end and being killed."""
MOST_BYTES: Final = 1 << 16
"""Of what it writes in a match that are shown."""
CANNOT: Final = (126, 127)
"""The exit codes of what cannot be run: our guard's, and that of a shell that finds nothing."""


class CannotRun(ClientError):
    """There is no such program, or the system does not run it."""


async def take_seat(entrant: Entrant, client: Client, url: str, match_id: str, token: str) -> Match:
    """Have a program play a seat while we look on, until the match is over.

    Raises:
        CannotRun: it does not even begin.
        ClientError: the match cannot be followed.
        OSError: no more processes are to be had.
    """
    match = await client.join(match_id)
    own = {"STACKLOOP_URL": url, "STACKLOOP_MATCH": match_id, "STACKLOOP_TOKEN": token}
    environment = {**os.environ, **own}
    environment |= [("STACKLOOP_CARDS", folder) for folder in taken()]
    failures: list[ClientError] = []

    async def stand_in(process: Process) -> None:
        try:
            await _concede_after(entrant.name, process, match, url, token)
        except ClientError as error:
            failures.append(error)
            tasks.cancel_scope.cancel()

    keeping = kept(entrant.command, sys.stderr, environment, grace_s=GRACE_S, most_bytes=MOST_BYTES)
    async with keeping as process, anyio.create_task_group() as tasks:
        tasks.start_soon(stand_in, process)
        try:
            await _over(match)
        except ClientError as error:
            failures.append(error)
        else:
            with anyio.move_on_after(TAKEN_S):
                await process.wait()
        tasks.cancel_scope.cancel()
    if failures:
        raise failures[0]
    return match


async def _over(match: Match) -> None:
    while match.result is None:
        await match.next_change()


async def _concede_after(name: str, process: Process, match: Match, url: str, token: str) -> None:
    """On a connection of its own: the seat's numbers were the program's until now.

    Raises:
        CannotRun: it has not begun.
        ClientError: it cannot be conceded.
    """
    code = await process.wait()
    if code in CANNOT:
        raise CannotRun(f"{name} cannot be run")
    if match.result is not None:
        return
    if code:
        sys.stderr.write(f"{name} ended with {code} in match {match.id}, and so concedes\n")
    try:
        async with connect(url, name="arena") as client:
            await (await client.join(match.id, token)).concede()
    except (MatchOver, Refused):
        return  # it is over by now, or that seat had lost before
