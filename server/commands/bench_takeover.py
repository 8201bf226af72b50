"""``stackloop bench takeover``: how long matches wait when their node is killed, and when it leaves in good order.

Two nodes on one Redis, all matches at the first. Each seat has a client, which knows both addresses and answers at a
slow pace. Then the first node is killed, or told to leave; what counts is how long the answers took that were given
from then on: the longest of each match, from its first sending to its acknowledgement, by whichever node.
"""

import random
import signal
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Final

import anyio
import anyio.to_thread
import click
import orjson
from rich.console import Console
from rich.table import Table as Columns

from protocol.client import Client, connect
from server.bots.player import Player, answer
from server.commands.arena import own_environment
from server.embedded import embedded

ENOUGH_S: Final = 8.0
"""What is allowed after a kill, for 99 of 100 matches."""
LOOK_S: Final = 0.05
PACE_S: Final = 0.25
CREATING: Final = 8
"""Matches being created at a time."""
CLIENT_PATIENCE_S: Final = 120.0

Row = dict[str, str | int | float]


@click.command(
    "takeover",
    epilog="""\b
Examples:
  stackloop bench takeover
  stackloop bench takeover --matches 20 --json""",
)
@click.option("--matches", default=100, show_default=True, type=click.IntRange(1), help="Matches of the first node.")
@click.option("--answers", default=20, show_default=True, type=click.IntRange(1), help="Given in each match before.")
@click.option("--json", "as_json", is_flag=True, help="Rows as JSON.")
def command(matches: int, answers: int, as_json: bool) -> None:
    """Kill one of two nodes, and tell one to leave, while all its matches are played."""
    rows = [anyio.run(measure, name, how, matches, answers) for name, how in HOW.items()]
    if as_json:
        click.echo(orjson.dumps(rows, option=orjson.OPT_INDENT_2))
        return
    table = Columns(*(column.replace("_", " ") for column in rows[0]))
    for row in rows:
        table.add_row(*(str(value) for value in row.values()))
    Console().print(table)


HOW: Final = {"killed": signal.SIGKILL, "told to leave": signal.SIGTERM}


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


class Node:
    """A server process."""

    def __init__(self, process: "subprocess.Popen[str]", url: str) -> None:
        self.process = process
        self.url = url

    def end(self, how: signal.Signals) -> float:
        """Send a signal; return how long the end took, in seconds."""
        begun_s = time.monotonic()
        self.process.send_signal(how)
        self.process.wait()
        return time.monotonic() - begun_s


@contextmanager
def node(data: Path, redis: str, name: str) -> Iterator[Node]:
    command = [sys.executable, "-m", "server.cli", "serve", "--port", "0", "--data", str(data), "--node", name]
    environment = {**own_environment(), "STACKLOOP_REDIS": redis}
    command += ["--log-level", "error"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:  # noqa: S603 # ourselves
        try:
            line = process.stdout.readline() if process.stdout is not None else ""
            if "http://" not in line:
                raise click.ClickException("the server did not start")
            yield Node(process, line[line.index("http://") :].strip())
        finally:
            if process.poll() is None:
                process.terminate()
            process.wait()


async def measure(name: str, how: signal.Signals, matches: int, answers: int) -> Row:
    async with AsyncExitStack() as stack:
        data = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="stackloop-bench-")))
        redis = await stack.enter_async_context(embedded(data / "redis"))
        nodes = [stack.enter_context(node(data / called, redis, called)) for called in ("one", "two")]
        for each in nodes:
            await anyio.to_thread.run_sync(wait_until_ready, each.url)
        urls = [each.url for each in nodes]
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
            ended_s = await anyio.to_thread.run_sync(nodes[0].end, how)
            before = [match.answers for match in seen]
            await until(seen, [count + 2 for count in before])
            tasks.cancel_scope.cancel()
    return row(name, [match.longest_s for match in seen], ended_s)


def row(name: str, waits_s: Sequence[float], ended_s: float) -> Row:
    waits = sorted(waits_s)
    return {
        "node": name,
        "matches": len(waits),
        "p50_s": round(waits[len(waits) // 2], 3),
        "p99_s": round(waits[min(len(waits) - 1, len(waits) * 99 // 100)], 3),
        "longest_s": round(waits[-1], 3),
        f"within_{ENOUGH_S:.0f}_s": sum(wait <= ENOUGH_S for wait in waits),
        "within_1_s": sum(wait <= 1.0 for wait in waits),
        "node_ended_after_s": round(ended_s, 2),
    }


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
    async for table in client.play(match, token):
        begun_s = time.monotonic()
        if not await answer(table, player, table.decision):
            continue
        seen.took(begun_s, time.monotonic())
        await anyio.sleep(PACE_S * random.uniform(0.5, 1.5))  # noqa: S311 # spreads load only


def wait_until_ready(url: str) -> None:
    """Until all cards are read."""
    while True:
        try:
            with urllib.request.urlopen(f"{url}readyz", timeout=10):  # noqa: S310 # our own address
                return
        except urllib.error.HTTPError:
            time.sleep(0.1)
