"""``stackloop bench spectators``: what those who look on cost those who play.

Three processes: the server, the players with this command, and the crowd. Two seats of one match answer at a fixed
pace; how long their acknowledgements take is measured without anybody looking on, and then with many.
"""

import random
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

import anyio
import click
import orjson

from protocol.client import connect
from protocol.messages import SeatToken
from server.bots.uniform import choose
from server.commands.bench_service import Row, python, running

PACE_S: Final = 0.1
"""Between two answers of the match."""
UNLIMITED: Final = {
    "STACKLOOP_CONNECTIONS_PER_ADDRESS": "100000",
    "STACKLOOP_BURST_HANDSHAKES": "100000",
    "STACKLOOP_READ_AHEAD": "0",
}
"""All of them come from here, and one game is played."""
WARM: Final = 20
"""Answers before those that count."""


@click.command("spectators")
@click.option("--spectators", default=2000, show_default=True, type=click.IntRange(1), help="How many look on.")
@click.option("--answers", default=300, show_default=True, type=click.IntRange(50), help="Answers that are measured.")
@click.option("--json", "as_json", is_flag=True, help="Rows as JSON.")
def command(spectators: int, answers: int, as_json: bool) -> None:
    """Measure acknowledgements of one match with and without spectators."""
    with tempfile.TemporaryDirectory(prefix="stackloop-bench-") as data:
        arguments = ["server.cli", "serve", "--port", "0", "--data", data, "--log-level", "error"]
        with running(arguments, UNLIMITED) as server:
            rows = [anyio.run(measure, server.url, count, answers) for count in (0, spectators)]
    rows[1]["ratio_p99"] = round(float(rows[1]["p99_ms"]) / max(0.01, float(rows[0]["p99_ms"])), 2)
    if as_json:
        click.echo(orjson.dumps(rows, option=orjson.OPT_INDENT_2))
    else:
        for row in rows:
            click.echo("  ".join(f"{name} {value}" for name, value in row.items()))


async def measure(url: str, spectators: int, answers: int) -> Row:
    waits_s: list[float] = []
    async with connect(url, name="bench") as client:
        created = await client.create("magic", names=("ann", "bob"))
        with crowd(url, created.m, spectators):
            async with anyio.create_task_group() as tasks:
                for given in created.seats:
                    tasks.start_soon(play, url, created.m, given, waits_s, answers + WARM, tasks.cancel_scope)
    measured_ms = sorted(wait_s * 1000 for wait_s in waits_s[WARM:])
    return {
        "spectators": spectators,
        "answers": len(measured_ms),
        "p50_ms": round(measured_ms[len(measured_ms) // 2], 2),
        "p99_ms": round(measured_ms[len(measured_ms) * 99 // 100], 2),
    }


async def play(
    url: str, match: str, given: SeatToken, waits_s: list[float], most: int, scope: anyio.CancelScope
) -> None:
    """Answer at the pace, as a player would who passes: the match is to last."""
    rng = random.Random(0)  # noqa: S311 # load, not chance
    async with connect(url, name=f"seat {given.seat}") as client:
        table = await client.join(match, given.token)
        async for decision in table.decisions():
            await anyio.sleep(PACE_S)
            answer = choose(table.view, decision, rng) if decision.default is None else decision.default
            sent_s = time.perf_counter()
            await table.answer(answer)
            waits_s.append(time.perf_counter() - sent_s)
            if len(waits_s) >= most:
                scope.cancel()


@contextmanager
def crowd(url: str, match: str, count: int) -> Iterator[None]:
    """So many spectators, in a process of their own."""
    if not count:
        yield
        return
    command = python(["server.bench.crowd", url, match, str(count)])
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 # ourselves
        try:
            if process.stdout is None or "all follow" not in process.stdout.readline():
                raise click.ClickException("the spectators could not all connect")
            yield
        finally:
            process.terminate()
