"""``stackloop bench takeover``: how long matches wait when their node is killed, and when it leaves in good order.

Two nodes on one Redis, all matches at the first. Each seat has a client, which knows both addresses and answers at a
slow pace. Then the first node is killed, or told to leave; what counts is how long the answers took that were given
from then on: the longest of each match, from its first sending to its acknowledgement, by whichever node.
"""

import random
import signal
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import anyio
import anyio.to_thread
import click

from protocol.client import Client, connect
from server.bench.figures import Figure, within
from server.bench.processes import Running, server
from server.bench.report import as_json, show
from server.bots.seat_player import Player, answer
from server.store.embedded_valkey import embedded

KILLED_S: Final = 8.0
DRAINED_S: Final = 1.0
"""The bound for 99 of 100 matches."""
LOOK_S: Final = 0.05
PACE_S: Final = 0.25
CREATING: Final = 8
"""Matches being created at a time."""
CLIENT_PATIENCE_S: Final = 120.0


@click.command(
    "takeover",
    epilog="""\b
Examples:
  stackloop bench takeover
  stackloop bench takeover --matches 20 --json""",
)
@click.option("--matches", default=100, show_default=True, type=click.IntRange(1), help="Matches of the first node.")
@click.option("--answers", default=20, show_default=True, type=click.IntRange(1), help="Given in each match before.")
@as_json
def command(matches: int, answers: int, as_json: bool) -> None:
    """Kill one of two nodes, and tell one to leave, while all its matches are played."""
    show(measure(matches, answers), as_json)


def measure(matches: int, answers: int) -> list[Figure]:
    killed = anyio.run(interrupted, signal.SIGKILL, matches, answers)
    drained = anyio.run(interrupted, signal.SIGTERM, matches, answers)
    return [
        *waited("killed", f"a node with {matches} matches is killed", killed, KILLED_S),
        *waited("drained", f"a node with {matches} matches is told to leave", drained, DRAINED_S),
    ]


def waited(key: str, what: str, waits_s: Sequence[float], most_s: float) -> list[Figure]:
    return [
        Figure(f"{key}_p50_s", f"{what}: half of them wait no longer than", within(waits_s, 0.5), "s"),
        Figure(f"{key}_p99_s", f"{what}: 99 of 100 no longer than", within(waits_s, 0.99), "s", most=most_s),
    ]


class Seen:
    """One match: how many answers were acknowledged, and how long the slowest took of those after ``since_s``."""

    def __init__(self) -> None:
        self.answers = 0
        self.since_s = float("inf")
        self.longest_s = 0.0
        self.is_over = False

    def took(self, from_s: float, to_s: float) -> None:
        self.answers += 1
        if to_s > self.since_s:
            self.longest_s = max(self.longest_s, to_s - max(from_s, self.since_s))


async def interrupted(how: signal.Signals, matches: int, answers: int) -> list[float]:
    """Time of the slowest answer of each match once its node was sent the signal, in seconds."""
    async with AsyncExitStack() as stack:
        data = Path(stack.enter_context(TemporaryDirectory(prefix="stackloop-bench-", ignore_cleanup_errors=True)))
        redis = await stack.enter_async_context(embedded(data))
        nodes = [stack.enter_context(server("--redis", redis, "--node", called)) for called in ("one", "two")]
        urls = [each.url for each in nodes]
        for url in urls:
            await read_cards(url)
        clients = [
            await stack.enter_async_context(connect(*urls, patience_s=CLIENT_PATIENCE_S)) for _ in range(2 * matches)
        ]
        seen = [Seen() for _ in range(matches)]
        limit = anyio.CapacityLimiter(CREATING)
        async with anyio.create_task_group() as tasks:
            for number, match in enumerate(seen):
                tasks.start_soon(play, (clients[2 * number], clients[2 * number + 1]), match, limit)
            await until(seen, answers)
            since_s = time.monotonic()
            for match in seen:
                match.since_s = since_s
            await anyio.to_thread.run_sync(end, nodes[0], how)
            before = [match.answers for match in seen]
            await until(seen, [count + 2 for count in before])
            tasks.cancel_scope.cancel()
    return [match.longest_s for match in seen]


def end(node: Running, how: signal.Signals) -> None:
    node.process.send_signal(how)
    node.process.wait()


async def until(seen: Sequence[Seen], answers: int | Sequence[int]) -> None:
    """Wait until each match has so many answers, or is over."""
    wanted = [answers] * len(seen) if isinstance(answers, int) else answers
    while not all(match.is_over or match.answers >= count for match, count in zip(seen, wanted, strict=True)):  # noqa: ASYNC110 # they tell nobody
        await anyio.sleep(LOOK_S)


async def play(clients: tuple[Client, Client], seen: Seen, limit: anyio.CapacityLimiter) -> None:
    """Create a match and play both of its seats, until cancelled or over."""
    async with limit:
        created = await clients[0].create("magic")
    async with anyio.create_task_group() as tasks:
        for client, seat in zip(clients, created.seats, strict=True):
            tasks.start_soon(sit, client, created.m, seat.token, seen)
    seen.is_over = True


async def sit(client: Client, match: str, token: str, seen: Seen) -> None:
    player = Player("random", random.Random(token))  # noqa: S311 # play, no secret
    joined = await client.join(match, token)
    async for decision in joined:
        begun_s = time.monotonic()
        if not await answer(joined, player, decision):
            continue
        seen.took(begun_s, time.monotonic())
        await anyio.sleep(PACE_S * random.uniform(0.5, 1.5))  # noqa: S311 # spreads load only


async def read_cards(url: str) -> None:
    """Have a node read the cards of what is played, as one has that was there for a while."""
    async with connect(url) as client:
        await client.create("magic")
