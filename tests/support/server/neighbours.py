"""Honest players on the node that is attacked: how long they wait for their acknowledgements meanwhile.

The figures are told, and judged only by who runs an attack by hand; tests count.
"""

from __future__ import annotations

import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import anyio
import click

from protocol.client import connect
from server.bench.usage import below, held, redis_of
from tests.support.server.server_process import server_process

PAIRS: Final = 4
PAUSE_S: Final = 0.02
"""Thinking time of a player before an answer."""
LOOK_S: Final = 0.05


class Neighbours:
    """Observations of the honest players.

    Attributes:
        waited_s: for each acknowledgement.
        most_bytes: that node and workers, Redis not, held together.
    """

    def __init__(self) -> None:
        self.waited_s: list[float] = []
        self.most_bytes = 0

    def told(self) -> str:
        waited = sorted(self.waited_s)
        at = [f"{1000 * waited[int(len(waited) * share)]:.1f}" for share in (0.5, 0.99)]
        return (
            f"{len(waited)} acknowledgements, p50 {at[0]} ms, p99 {at[1]} ms, most {1000 * waited[-1]:.1f} ms; "
            f"node and workers {self.most_bytes / 1e6:.0f} MB at most"
        )


async def attacked_by(program: str) -> None:
    """Start a server, have a program attack it, and tell what both of them saw.

    It is a process of its own, as its own work would else be taken for the node's; its argument is the address.
    """
    with tempfile.TemporaryDirectory() as folder, server_process(Path(folder) / "data", read_ahead=1) as server:
        async with neighbours(server.url, server.pid) as found:
            done = await anyio.run_process([sys.executable, "-m", program, server.url], check=False)
            click.echo(f"{done.stdout.decode()}{done.stderr.decode()}{found.told()}")


@asynccontextmanager
async def neighbours(url: str, pid: int) -> AsyncIterator[Neighbours]:
    """Players of other matches, for as long as the block; ``pid`` is the node's."""
    found = Neighbours()
    async with anyio.create_task_group() as tasks:
        for _ in range(PAIRS):
            tasks.start_soon(_play_on, url, found)
        tasks.start_soon(_look, pid, found)
        yield found
        tasks.cancel_scope.cancel()


async def _play_on(url: str, found: Neighbours) -> None:
    while True:
        async with connect(url, name="neighbour") as client, anyio.create_task_group() as tasks:
            made = await client.create("magic", ("burn", "burn"))
            for seat in made.seats:
                tasks.start_soon(_sit, url, made.m, seat.token, found)


async def _sit(url: str, match_id: str, token: str, found: Neighbours) -> None:
    async with connect(url, name="neighbour") as client:
        match = await client.join(match_id, token)
        async for decision in match:
            await anyio.sleep(PAUSE_S)
            begun_s = time.perf_counter()
            await match.answer(0 if decision.default is None else decision.default)
            found.waited_s.append(time.perf_counter() - begun_s)


async def _look(pid: int, found: Neighbours) -> None:
    redis = redis_of(pid)
    while True:
        found.most_bytes = max(found.most_bytes, sum(held(each) for each in below(pid) if each != redis))
        await anyio.sleep(LOOK_S)
