"""Matches that begin and end without a pause, for ``stackloop bench soak``: no server may hold more for each of them.

Run as ``python -m server.bench.churn URL MATCHES``; plays so many at a time, the games in turn. Every match has
connections of its own, two at a table or one for each seat, one who looks on, a line said, and a place looked back at;
after 1 to ``MOST_ANSWERS`` of its answers a seat concedes. Prints a JSON object (``Count``) for each line of its input,
until that ends.
"""

import random
import sys
from contextlib import suppress
from typing import Final

import anyio
import anyio.to_thread
import msgspec

from engine import list_games
from protocol.client import Client, Match, connect, sample
from protocol.errors import Refused

MOST_ANSWERS: Final = 60


class Count(msgspec.Struct):
    """Since it began.

    Attributes:
        matches: that are over.
        answers: acknowledged.
        refused: answers that the rules refused, as they do some at random.
    """

    matches: int = 0
    answers: int = 0
    refused: int = 0


async def churn(url: str, at_once: int, count: Count) -> None:
    games = list_games()
    async with anyio.create_task_group() as tasks:
        for number in range(at_once):
            tasks.start_soon(_play_on, url, number, games[number % len(games)], count)
        while await anyio.to_thread.run_sync(sys.stdin.buffer.readline, abandon_on_cancel=True):
            sys.stdout.buffer.write(msgspec.json.encode(count) + b"\n")
            sys.stdout.buffer.flush()
        tasks.cancel_scope.cancel()


async def _play_on(url: str, number: int, game: str, count: Count) -> None:
    """One match after the other, every other one begun at a table."""
    while True:
        begin = _at_table if number % 2 else _created
        async with (
            connect(url, name="one") as one,
            connect(url, name="two") as two,
            connect(url, name="three") as watcher,
            anyio.create_task_group() as tasks,
        ):
            seats = await begin((one, two), game)
            tasks.start_soon(_look_on, watcher, seats[0].id)
            for client, match in zip((one, two), seats, strict=True):
                with suppress(Refused):  # others of this address have just said as much
                    await client.say(match.id, "good luck")
                tasks.start_soon(_play, match, count)
        count.matches += 1
        number += 1


async def _created(clients: tuple[Client, Client], game: str) -> list[Match]:
    created = await clients[0].create(game)
    return [await client.join(created.m, seat.token) for client, seat in zip(clients, created.seats, strict=True)]


async def _at_table(clients: tuple[Client, Client], game: str) -> list[Match]:
    one = await clients[0].open_table(game)
    two = await clients[1].sit(one.id)
    return [await one.match(), await two.match()]


async def _look_on(client: Client, match_id: str) -> None:
    match = await client.join(match_id)
    await client.hear(match_id)
    with suppress(Refused):  # it is over by now
        await client.earlier(match_id, max(0, match.seq - 1), count=8)
    async for _ in match.changes():
        pass


async def _play(match: Match, count: Count) -> None:
    chance = random.Random(f"{match.id}{match.seat}")  # noqa: S311 # play
    left = chance.randint(1, MOST_ANSWERS)
    async for decision in match:
        left -= 1
        try:
            if left <= 0:
                await match.concede()
            else:
                count.answers += await match.answer(sample(decision, chance.randrange))
        except Refused:
            count.refused += 1


def main() -> None:
    url, at_once = sys.argv[1:]
    anyio.run(churn, url, int(at_once), Count(), backend_options={"use_uvloop": True})


if __name__ == "__main__":
    main()
