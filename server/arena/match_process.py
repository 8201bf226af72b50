"""A process that plays matches: one a core, so that bots think side by side.

It reads a ``Job`` a line from its standard input and writes an ``Outcome`` a line to its standard output, in the order
in which the matches end. When its input is closed it ends, whatever is being played, and the programs with it.
"""

from __future__ import annotations

import http.client
import random
import sys
import urllib.error
import urllib.request
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import anyio
import msgspec

from protocol.client import BadFrame, Client, ClientError, ConnectionLost, Match, Refused, connect
from protocol.messages import Clock, Created
from server.arena.entrants import PROGRAM_S, Entrant
from server.arena.ledger import Outcome, Plan
from server.arena.programs import CannotRun, take_seat
from server.arena.schedule import Pairing
from server.bots import KNOWING
from server.bots.mind import Effort
from server.bots.seat_player import Player, play
from server.runtime.card_folders import take_in_too
from server.runtime.errors import describe, innermost
from server.runtime.standard_input import BoundedLines

CLOSED: Final = "closed"
"""The code of a match that the server has given up; nobody has drawn it."""
PAUSE_S: Final = 1.0
"""Before a page is asked for again."""
PATIENCE_S: Final = 120.0
"""Time for which a page is asked again; a record takes as long as its match took the engine, and others may be before
it."""


LINE_BYTES: Final = 1 << 20
"""The longest job that is read; its plan has the programs and the decks."""


class Job(msgspec.Struct, frozen=True):
    """A match to be played; ``records`` is the directory for its record, "" for none."""

    plan: Plan
    pairing: Pairing
    records: str = ""


class Room:
    """The matches of one process: a connection for each seat, and many matches on each."""

    def __init__(self, url: str, clients: list[Client]) -> None:
        self._url = url
        self._clients = clients

    async def play(self, job: Job) -> Outcome:
        """Play a match; what goes wrong is told in the outcome."""
        pairing = job.pairing
        try:
            return await self._play(job)
        except (ClientError, BadFrame) as error:
            return Outcome(pairing.number, pairing.seats, code=why_no_other(error), error=str(error))
        except OSError as error:
            return Outcome(pairing.number, pairing.seats, error=describe(error))
        except Exception as error:  # noqa: BLE001 # a fault of a bot is told, and the others play on
            return Outcome(pairing.number, pairing.seats, error=f"fault of a bot: {_named(innermost(error))}")

    async def _play(self, job: Job) -> Outcome:
        pairing, plan = job.pairing, job.plan
        entrants = [plan.entrants[place] for place in pairing.seats]
        created = await self._create(plan, pairing, entrants)
        matches: list[Match] = []
        failures: list[ClientError | BadFrame | OSError] = []
        players = [
            self._player(entrant, seat, f"{pairing.seed}.{seat}") if entrant.bot else None
            for seat, entrant in enumerate(entrants)
        ]

        async def sit(seat: int) -> None:
            try:
                matches.append(await self._sit(seat, created, entrants[seat], players[seat]))
            except (ClientError, BadFrame, OSError) as error:
                failures.append(error)
                tasks.cancel_scope.cancel()

        async with anyio.create_task_group() as tasks:
            for seat in range(len(entrants)):
                tasks.start_soon(sit, seat)
        for match in matches:
            await match.leave()
        if failures:
            raise failures[0]
        match = next(each for each in matches if each.result is not None)
        assert match.result is not None
        if match.result.code == CLOSED:
            return Outcome(pairing.number, pairing.seats, error=f"given up: {match.result.reason}", match=created.m)
        if job.records:
            await self._keep(Path(job.records) / f"{pairing.number + 1:04}-{created.m}.txt", created.m)
        return Outcome(
            pairing.number,
            pairing.seats,
            match.result.winners,
            match.result.code or "unknown",
            match.view.game.turn,
            match.view.table.side,
            sum(player.refusals for player in players if player is not None),
            match=created.m,
        )

    async def _sit(self, seat: int, created: Created, entrant: Entrant, player: Player | None) -> Match:
        token = created.seats[seat].token
        if player is not None:
            return await play(self._clients[seat], created.m, token, player)
        return await take_seat(entrant, self._clients[seat], self._url, created.m, token)

    def _player(self, entrant: Entrant, seat: int, seed: str) -> Player:
        rng = random.Random(seed)  # noqa: S311 # steers a bot
        return Player(entrant.bot, rng, self._clients[seat].known, Effort.read(entrant.effort))

    async def _create(self, plan: Plan, pairing: Pairing, entrants: list[Entrant]) -> Created:
        """A new match; asked for again when the server went away before it answered, or is busy.

        Raises:
            ClientError: refused, or the connection is lost for good.
        """
        client = self._clients[0]
        while True:
            try:
                return await client.create(
                    plan.game,
                    pairing.decks,
                    names=named(entrants),
                    seats=("open",) * len(entrants),
                    seed=pairing.seed,
                    profile=plan.profile,
                    scenario=plan.scenario,
                    clock=clock(plan, entrants),
                    open_decks=any(entrant.bot in KNOWING for entrant in entrants),
                )
            except ConnectionLost:
                client.check()
            except Refused as refused:
                if refused.retry_ms is None:
                    raise

    async def _keep(self, path: Path, match: str) -> None:
        text = await fetch(f"{self._url}/records/{match}.txt")
        await anyio.Path(path).write_bytes(text)


def named(entrants: list[Entrant]) -> tuple[str, ...]:
    """The names of the seats: by those who sit there, numbered if somebody has several."""
    names = [entrant.name for entrant in entrants]
    return tuple(name if names.count(name) == 1 else f"{name} {seat}" for seat, name in enumerate(names, start=1))


def clock(plan: Plan, entrants: list[Entrant]) -> Clock | None:
    """Time for a decision: as asked for, or else a bound if programs play, who may hang."""
    least_s = PROGRAM_S if any(entrant.command for entrant in entrants) else 0.0
    seconds = plan.clock_s or least_s
    return Clock(decision_ms=round(seconds * 1000)) if seconds else None


def why_no_other(error: ClientError | BadFrame) -> str:
    """The reason for which another match would come to nothing either; empty if it might."""
    if isinstance(error, CannotRun):
        return "cannot_run"
    return error.code if isinstance(error, Refused) and error.retry_ms is None else ""


async def fetch(url: str) -> bytes:
    """The body of a page, asked for again while the server is busy or away.

    Raises:
        ClientError: there is none.
    """
    deadline_s = anyio.current_time() + PATIENCE_S
    while True:
        try:
            return await anyio.to_thread.run_sync(read_page, url)
        except (OSError, http.client.HTTPException) as error:
            is_final = isinstance(error, urllib.error.HTTPError) and error.code != http.HTTPStatus.SERVICE_UNAVAILABLE
            if is_final or anyio.current_time() > deadline_s:
                raise ClientError(f"{url}: {error}") from error
        await anyio.sleep(PAUSE_S)


def read_page(url: str) -> bytes:
    """Read a page once.

    Raises:
        OSError: it cannot be had (``HTTPError``, ``URLError``, a cut connection).
        HTTPException: what came is no answer.
    """
    try:
        with urllib.request.urlopen(url, timeout=30) as response:  # noqa: S310 # the server's own address
            body: bytes = response.read()
            return body
    except urllib.error.HTTPError as error:
        error.close()
        raise


async def work(url: str, seats: int) -> None:
    """Play what comes in, all of it at once."""
    output = anyio.Lock()

    async def one(job: Job) -> None:
        outcome = await room.play(job)
        async with output:
            await anyio.to_thread.run_sync(_write, msgspec.json.encode(outcome))

    async with AsyncExitStack() as connections:
        clients = [await connections.enter_async_context(connect(url, name=f"arena {seat}")) for seat in range(seats)]
        room = Room(url.rstrip("/"), clients)
        async with anyio.create_task_group() as tasks:
            async for line in BoundedLines(LINE_BYTES):
                tasks.start_soon(one, msgspec.json.decode(line, type=Job))
            tasks.cancel_scope.cancel()


def _named(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def _write(line: bytes) -> None:
    sys.stdout.buffer.write(line + b"\n")
    sys.stdout.buffer.flush()


def main() -> None:
    """``python -m server.arena.match_process URL SEATS [CARDS]``; exits with 1 where there is no server."""
    url, seats, *cards = sys.argv[1:]
    try:
        take_in_too(cards)
        anyio.run(work, url, int(seats), backend_options={"use_uvloop": True})
    except* ClientError as group:
        sys.exit("; ".join(str(error) for error in group.exceptions))
    except* KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
