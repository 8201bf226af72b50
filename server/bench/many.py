"""Many matches at random in one process, with the client library: a program of its own, so that its memory is its own.

Run as ``python -m server.bench.many URL MATCHES SECONDS``; prints a JSON object (``Row``) at the end. Both seats of
every match are played, over two connections: each carries one seat of all of them. The games take turns.
"""

import os
import random
import sys
import time
from collections.abc import Sequence
from typing import Final

import anyio
import orjson

from engine import list_games
from protocol.client import Client, Match, connect, sample
from protocol.errors import Refused
from server.bench.usage import Usage

CREATING: Final = 16
"""Matches that are being created at a time."""
LOOK_S: Final = 0.1


class Tally:
    """Number of answers, by match, and of those that the rules refused."""

    def __init__(self, matches: int) -> None:
        self.answers = [0] * matches
        self.refused = 0


async def measure(url: str, matches: int, seconds: float) -> dict[str, float]:
    """Play, and count once each match goes on.

    Returns:
        ``matches`` that went on meanwhile, ``answers``, ``refused``, ``seconds``, ``cpu_s`` and ``resident_bytes`` of
        this process, the latter for all of its matches.
    """
    tally = Tally(matches)
    async with connect(url, name="one") as one, connect(url, name="two") as two, anyio.create_task_group() as tasks:
        alone = Usage(os.getpid()).resident_bytes
        limit = anyio.CapacityLimiter(CREATING)
        for number in range(matches):
            tasks.start_soon(keep_playing, (one, two), tally, number, limit)
        while not all(tally.answers):  # noqa: ASYNC110 # they tell nobody
            await anyio.sleep(LOOK_S)
        before, refused, cpu_s, began_s = list(tally.answers), tally.refused, time.process_time(), time.monotonic()
        await anyio.sleep(seconds)
        took_s, used_s = time.monotonic() - began_s, time.process_time() - cpu_s
        resident = max(0, Usage(os.getpid()).resident_bytes - alone)  # the system may have taken some back
        refused = tally.refused - refused
        tasks.cancel_scope.cancel()
    moves = [after - at_first for after, at_first in zip(tally.answers, before, strict=True)]
    return {
        "matches": sum(map(bool, moves)),
        "answers": sum(moves),
        "refused": refused,
        "seconds": took_s,
        "cpu_s": used_s,
        "resident_bytes": resident,
    }


async def keep_playing(clients: Sequence[Client], tally: Tally, number: int, limit: anyio.CapacityLimiter) -> None:
    """One match after the other, both seats of it, until cancelled."""
    games = list_games()
    while True:
        async with limit:
            created = await clients[0].create(games[number % len(games)])
            seats = [await clients[seat.seat].join(created.m, seat.token) for seat in created.seats]
        async with anyio.create_task_group() as both:
            for match in seats:
                both.start_soon(play, match, tally, number)
        for client, match in zip(clients, seats, strict=True):
            await client.leave(match)


async def play(match: Match, tally: Tally, number: int) -> None:
    """Play one seat to the end of its match."""
    chance = random.Random(f"{match.id}{match.seat}")  # noqa: S311 # play
    async for decision in match:
        try:
            tally.answers[number] += await match.answer(sample(decision, chance.randrange))
        except Refused:
            tally.refused += 1


def main() -> None:
    url, matches, seconds = sys.argv[1:]
    row = anyio.run(measure, url, int(matches), float(seconds), backend_options={"use_uvloop": True})
    sys.stdout.buffer.write(orjson.dumps(row) + b"\n")


if __name__ == "__main__":
    main()
