"""``stackloop arena``: bots play many matches through a server, by the same protocol as everyone."""

from __future__ import annotations

import http.client
import os
import random
import socket
import sys
import tempfile
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import permutations
from pathlib import Path
from subprocess import DEVNULL
from typing import Final

import anyio
import click
import orjson
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table as Grid

from engine import load_decks
from protocol.client import Client, ClientError, ConnectionLost, Refused, connect
from protocol.messages import Created, Result
from server.bots import BOTS
from server.bots.player import Player, play
from server.settings import PREFIX

START_TIMEOUT_S: Final = 120.0
"""How long our own server may take until it is ready: it reads the cards of every game first."""
LEAST_SEATS: Final = 2
POLL_S: Final = 0.05
PAUSE_S: Final = 1.0
"""Before a page is asked for again."""
PATIENCE_S: Final = 120.0
"""How long a page is asked for; a record takes as long as its match took the engine, and others may be before it."""
STOP_TIMEOUT_S: Final = 15.0


class Tally:
    """What came of the matches.

    ``side`` is the name of the side at which nobody sits, if the game has one; then all seats win or lose together.
    """

    def __init__(self, matches: int, seats: int) -> None:
        self.matches = matches
        self.wins = [0] * seats
        self.draws = 0
        self.refusals = 0
        self.errors: list[str] = []
        self.reasons: Counter[str] = Counter()
        self.turns: list[int] = []
        self.side = ""
        self.lost = 0

    @property
    def won(self) -> int:
        """The matches that the players have won together."""
        return self.wins[0] if self.side else 0

    @property
    def finished(self) -> int:
        return self.won + self.lost if self.side else sum(self.wins) + self.draws

    def add(self, result: Result, turns: int, side: str = "") -> None:
        """Count one finished match."""
        self.side = side
        if side:
            self.wins = [wins + bool(result.winners) for wins in self.wins]
            self.lost += not result.winners
        elif len(result.winners) == 1:
            self.wins[result.winners[0]] += 1
        else:
            self.draws += 1
        self.reasons[result.code or "unknown"] += 1
        self.turns.append(turns)

    def to_json(self) -> dict[str, int | list[int]]:
        """Wins by seat; those of the players' side, and the rounds of each match, where all are on one side."""
        common: dict[str, int | list[int]] = {"matches": self.matches, "finished": self.finished}
        if self.side:
            common |= {"wins": self.won, "losses": self.lost, "rounds": self.turns}
        else:
            common |= {"wins": self.wins}
        return common | {"draws": self.draws, "errors": len(self.errors)}


@click.command(
    epilog="""\b
Examples:
  stackloop arena magic greedy random --matches 20 --records records
  stackloop arena magic random random --matches 100 --seed 7 --json
  stackloop arena magic greedy random random
  stackloop arena magic random random --decks all --matches 100
  stackloop arena marvel-champions greedy greedy --scenario "rhino expert"
  stackloop arena magic greedy greedy --url http://127.0.0.1:8300"""
)
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT...", type=click.Choice(sorted(BOTS)))
@click.option("--matches", type=click.IntRange(1, 100_000), default=10, show_default=True, help="How many to play.")
@click.option("--profile", help="Reading of the rules, such as seeds or current; the game's first if left out.")
@click.option("--scenario", help="What is played against where all are on one side; the game's first if left out.")
@click.option(
    "--decks",
    default="",
    help="A deck for each seat, as A,B; more, or all, meet in every pairing by turns. The server's choice if left out.",
)
@click.option(
    "--records",
    type=click.Path(file_okay=False, path_type=Path),
    help="Directory for one match record each; made if need be.",
)
@click.option("--seed", type=int, help="Makes choices repeatable, and shuffles too where no --url is given.")
@click.option(
    "--url", envvar="STACKLOOP_URL", show_envvar=True, help="The server; without it one is started for the occasion."
)
@click.option("--at-once", type=click.IntRange(1, 256), default=4, show_default=True, help="Matches at a time.")
@click.option("--json", "as_json", is_flag=True, help="Print matches, finished, wins by seat, draws, errors.")
def command(
    game: str,
    bots: tuple[str, ...],
    matches: int,
    profile: str | None,
    scenario: str | None,
    decks: str,
    records: Path | None,
    seed: int | None,
    url: str | None,
    at_once: int,
    as_json: bool,
) -> None:
    """Let two bots, or as many as the game seats, play GAME many times.

    Each BOT is greedy or random; the first sits in seat 0. Exits with 1 unless every match finished without an error.
    """
    if len(bots) < LEAST_SEATS:
        raise click.UsageError(f"a match needs {LEAST_SEATS} bots at least")
    arena = Arena(game, profile, scenario, bots, pairings(game, decks, len(bots)), matches, records, seed, at_once)
    console = Console(stderr=True, quiet=as_json)
    try:
        anyio.run(arena.run, url, console, backend_options={"use_uvloop": True})
    except ClientError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from error
    tally = arena.tally
    if as_json:
        click.echo(orjson.dumps(tally.to_json()))
    else:
        Console().print(results(bots, tally))
        click.echo(summary(tally))
        for error_text in sorted(set(tally.errors)):
            click.echo(error_text, err=True)
    sys.exit(0 if tally.finished == matches and not tally.errors else 1)


def pairings(game: str, decks: str, seats: int) -> tuple[tuple[str, ...], ...]:
    """The decks of the seats, match by match and then from the start again; none leaves it to the server.

    Raises:
        UsageError: fewer decks than seats.
    """
    names = sorted(load_decks(game)) if decks == "all" else [name for name in decks.split(",") if name]
    if not names and not decks:
        return ((),)
    if len(names) < seats:
        raise click.UsageError(f"--decks takes a deck for each of {seats} seats, or more of them")
    return (tuple(names),) if len(names) == seats else tuple(permutations(names, seats))


class Arena:
    """A series of matches: a connection for each bot, and many tables on each."""

    def __init__(
        self,
        game: str,
        profile: str | None,
        scenario: str | None,
        bots: tuple[str, ...],
        decks: tuple[tuple[str, ...], ...],
        matches: int,
        records: Path | None,
        seed: int | None,
        at_once: int,
    ) -> None:
        self.tally = Tally(matches, len(bots))
        self._game = game
        self._profile = profile
        self._scenario = scenario
        self._bots = bots
        self._decks = decks
        self._records = records
        self._seed = seed
        self._limit = anyio.Semaphore(at_once)
        self._refused: Refused | None = None

    async def run(self, url: str | None, console: Console) -> None:
        """Play them all.

        Raises:
            ClientError: the server cannot be reached, or is lost for good, or has no such game or deck.
            OSError: there is no directory to be had for the records.
        """
        if self._records is not None:
            self._records.mkdir(parents=True, exist_ok=True)
        if url is not None:
            await self._play_all(url, console)
            return
        async with own_server() as own_url:
            await self._play_all(own_url, console)

    async def _play_all(self, url: str, console: Console) -> None:
        bars = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), console=console
        )
        names = self._names()
        with bars:
            bar = bars.add_task(" against ".join(names), total=self.tally.matches)
            async with AsyncExitStack() as connections:
                clients = [await connections.enter_async_context(connect(url, name=name)) for name in names]
                async with anyio.create_task_group() as tasks:
                    for number in range(self.tally.matches):
                        await self._limit.acquire()
                        if self._refused is not None:
                            break
                        tasks.start_soon(self._one, number, clients, url, bars, bar)
        if self._refused is not None and self.tally.finished == 0:
            raise self._refused

    async def _one(self, number: int, clients: list[Client], url: str, bars: Progress, bar: object) -> None:
        try:
            await self._match(number, clients, url)
        except ClientError as error:
            self.tally.errors.append(str(error))
        finally:
            self._limit.release()
            bars.advance(bar)  # type: ignore[arg-type] # rich's TaskID, made by add_task

    async def _match(self, number: int, clients: list[Client], url: str) -> None:
        seed = None if self._seed is None else f"{self._seed}.{number}"
        created = await self._create(clients[0], seed, self._decks[number % len(self._decks)])
        players = [self._player(seat, seed) for seat in range(len(clients))]
        outcome: list[tuple[Result, int, str]] = []
        failures: list[ClientError] = []

        async def sit(seat: int) -> None:
            try:
                table = await play(clients[seat], created.m, created.seats[seat].token, players[seat])
            except ClientError as error:
                failures.append(error)
                tasks.cancel_scope.cancel()
                return
            if table.result is not None:
                outcome.append((table.result, table.view.game.turn, table.view.table.side))
            await clients[seat].leave(table)

        async with anyio.create_task_group() as tasks:
            for seat in range(len(clients)):
                tasks.start_soon(sit, seat)
        self.tally.refusals += sum(player.refusals for player in players)
        if failures:
            raise failures[0]
        self.tally.add(*outcome[0])
        if self._records is not None:
            text = await fetch(f"{url.rstrip('/')}/records/{created.m}.txt")
            path = self._records / f"{number + 1:04}-{created.m}.txt"
            try:
                path.write_bytes(text)
            except OSError as error:
                raise ClientError(f"{path}: {error.strerror}") from error

    async def _create(self, client: Client, seed: str | None, decks: tuple[str, ...]) -> Created:
        """A new match; asked for again when the server went away before it answered, or is busy.

        Raises:
            ClientError: refused, or the connection is lost for good.
        """
        while True:
            try:
                return await client.create(
                    self._game,
                    decks,
                    names=self._names(),
                    seats=("open",) * len(self._bots),
                    seed=seed,
                    profile=self._profile,
                    scenario=self._scenario,
                )
            except ConnectionLost:
                client.check()
            except Refused as refused:
                if refused.retry_ms is None:
                    self._refused = refused
                    raise
                await anyio.sleep(refused.retry_ms / 1000)

    def _player(self, seat: int, seed: str | None) -> Player:
        chance = random.Random(None if seed is None else f"{seed}.{seat}")  # noqa: S311 # steers a bot, no shuffle
        return Player(self._bots[seat], chance)

    def _names(self) -> tuple[str, ...]:
        """The bots' names, numbered where two are the same."""
        return tuple(
            bot if self._bots.count(bot) == 1 else f"{bot} {seat}" for seat, bot in enumerate(self._bots, start=1)
        )


def results(bots: tuple[str, ...], tally: Tally) -> Grid:
    """The table that people read."""
    grid = Grid(title=f"{tally.finished} of {tally.matches} matches finished", title_justify="left")
    for heading in ("seat", "bot", "wins", "share"):
        grid.add_column(heading, justify="left" if heading == "bot" else "right")
    for seat, bot in enumerate(bots):
        share = f"{100 * tally.wins[seat] / tally.finished:.0f} %" if tally.finished else "-"
        grid.add_row(str(seat), bot, str(tally.wins[seat]), share)
    return grid


def summary(tally: Tally) -> str:
    """What the table does not say."""
    ends = ", ".join(f"{count} by {code}" for code, count in tally.reasons.most_common())
    unit = "rounds" if tally.side else "turns"
    turns = f", {sum(tally.turns) / len(tally.turns):.1f} {unit} on average" if tally.turns else ""
    troubles = f"{tally.draws} draws, {len(tally.errors)} errors, {tally.refusals} refused answers"
    return f"{ends or 'none ended'}{turns}; {troubles}"


async def fetch(url: str) -> bytes:
    """The body of a page, asked for again while the server is busy or away.

    Raises:
        ClientError: there is none.
    """
    deadline_s = anyio.current_time() + PATIENCE_S
    while True:
        try:
            return await anyio.to_thread.run_sync(_read, url)
        except (OSError, http.client.HTTPException) as error:
            is_final = isinstance(error, urllib.error.HTTPError) and error.code != http.HTTPStatus.SERVICE_UNAVAILABLE
            if is_final or anyio.current_time() > deadline_s:
                raise ClientError(f"{url}: {error}") from error
        await anyio.sleep(PAUSE_S)


def _read(url: str) -> bytes:
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


@asynccontextmanager
async def own_server() -> AsyncIterator[str]:
    """A server of our own on a free port, with a data directory that goes with it and settings of nobody else.

    Raises:
        ClientError: it did not get ready.
    """
    with tempfile.TemporaryDirectory(prefix="stackloop-arena-") as data:
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        serve = [
            sys.executable,
            "-m",
            "server.cli",
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            str(port),
            "--data",
            data,
            "--fixed-shuffles",
        ]
        log = anyio.Path(data, "server.log")
        async with await log.open("wb") as output:
            process = await anyio.open_process(
                serve, stdin=DEVNULL, stdout=output.wrapped, stderr=output.wrapped, env=own_environment()
            )
        try:
            await _ready(process, url, log)
            yield url
        finally:
            with anyio.CancelScope(shield=True):
                await _stop(process)


def own_environment() -> dict[str, str]:
    """Ours without ``STACKLOOP_REDIS`` and so on: a server for the occasion must not take up another's matches."""
    return {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}


async def _ready(process: anyio.abc.Process, url: str, log: anyio.Path) -> None:
    with anyio.move_on_after(START_TIMEOUT_S):
        while process.returncode is None:
            try:
                await anyio.to_thread.run_sync(_read, f"{url}/readyz")
            except OSError:
                await anyio.sleep(POLL_S)
            else:
                return
    raise ClientError(f"the server did not start:\n{(await log.read_text(errors='replace'))[-2000:]}")


async def _stop(process: anyio.abc.Process) -> None:
    if process.returncode is None:
        process.terminate()
        with anyio.move_on_after(STOP_TIMEOUT_S):
            await process.wait()
    if process.returncode is None:
        process.kill()
        await process.wait()


def free_port() -> int:
    """A port that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
