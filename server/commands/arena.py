"""``stackloop arena``: bots play many matches through a server, by the same protocol as everyone."""

from __future__ import annotations

import os
import secrets
import sys
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Final

import anyio
import click
import orjson
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from engine import list_games, side_of
from protocol.client import ClientError
from server.arena import ray_workers
from server.arena.entrants import PROGRAM_S, read_entrants
from server.arena.hall import Hall, own_server
from server.arena.ledger import Ledger, Outcome, Plan, kept_seed
from server.arena.report import Results, render_errors, render_faults
from server.arena.schedule import Pairing, deck_orders, round_robin, schedule
from server.arena.score import Score
from server.commands.with_cards import with_cards
from server.runtime.errors import describe, innermost
from server.runtime.incidents import Incident
from server.runtime.ray_cluster import NoCluster

LEAST: Final = 2
LEAST_CLOCK_S: Final = 1
"""Servers take no shorter one."""
SEED_BITS: Final = 32
ENDED: Final = 130
"""The exit code of a run that was ended from the keyboard."""


@click.command(
    epilog="""\b
Examples:
  stackloop arena magic greedy random --matches 20 --records records
  stackloop arena magic greedy random --matches 200 --keep run.jsonl
  stackloop arena magic greedy random "mine=python bot.py" --round-robin --matches 60
  stackloop arena magic greedy random random
  stackloop arena magic search:0.25s greedy --matches 100
  stackloop arena magic random random --decks all --matches 100 --seed 7 --json
  stackloop arena magic greedy greedy --cards cards --decks embers,burn
  stackloop arena magic search greedy --decks mirror --matches 100
  stackloop arena marvel-champions greedy random --round-robin --seats 2 --matches 20
  stackloop arena magic greedy greedy --url http://127.0.0.1:8300
  stackloop arena magic search:1s greedy --matches 1000 --ray 10.0.0.1:6379"""
)
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT...")
@click.option(
    "--matches", type=click.IntRange(1, 100_000), default=10, show_default=True, help="The number of matches in all."
)
@click.option("--round-robin", is_flag=True, help="Every two meet; where all are on one side, each has all the seats.")
@click.option("--seats", type=click.IntRange(1, 8), help="Of a match in which one has all of them.")
@click.option("--profile", help="Reading of the rules, such as seeds or current; the game's first if left out.")
@click.option("--scenario", help="The scenario to play against if all are on one side; the game's first if left out.")
@click.option(
    "--decks",
    default="",
    help="A deck for each seat, as A,B; more, or all, meet in every pairing by turns; mirror is each against itself. "
    "The server's choice if left out.",
)
@click.option(
    "--clock",
    "clock_s",
    type=click.FloatRange(0),
    default=0.0,
    help=f"Seconds for a decision; 0: no bound, but {PROGRAM_S:.0f} where a program plays.",
)
@click.option(
    "--records",
    type=click.Path(file_okay=False, path_type=Path),
    help="Directory for one match record each; made if need be.",
)
@click.option(
    "--keep",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File for the outcomes; called with it again, the arena plays what is missing.",
)
@click.option("--seed", type=int, help="Makes choices repeatable, and shuffles too where no --url is given.")
@click.option(
    "--url",
    help="A server that runs, whose people see these matches; without it one is started for the occasion, whatever "
    "STACKLOOP_URL names.",
)
@click.option(
    "--ray",
    metavar="ADDRESS",
    help="Play on the machines of a cluster of Ray, HOST:PORT, or auto for that of this machine; needs the extra "
    '"ray". Programs and the folders of --cards lie on each of them.',
)
@click.option("--workers", type=click.IntRange(1, 256), help="Processes that play; as many as there are cores.")
@click.option("--at-once", type=click.IntRange(1, 256), default=2, show_default=True, help="Matches of each of them.")
@with_cards
@click.option("--json", "as_json", is_flag=True, help="Print JSON: of each bot wins, share and Elo, of all the ends.")
def command(
    game: str,
    bots: tuple[str, ...],
    matches: int,
    round_robin: bool,
    seats: int | None,
    profile: str | None,
    scenario: str | None,
    decks: str,
    clock_s: float,
    records: Path | None,
    keep: Path | None,
    seed: int | None,
    url: str | None,
    ray: str | None,
    workers: int | None,
    at_once: int,
    as_json: bool,
) -> None:
    """Let bots play GAME many times; everybody sits at every seat equally often, with the same shuffles.

    Each BOT is greedy, random, level-1 to level-8, or search, which looks ahead: 0.25 s a decision, or as long as
    search:0.1s says, or in as many worlds as search:20. Or it is NAME=COMMAND for a program that takes a seat by
    itself: STACKLOOP_URL, STACKLOOP_MATCH and STACKLOOP_TOKEN in its environment say which. Without --round-robin all
    play in each match. A program that ends before its match has conceded, one that does not answer loses on time, and
    with the match, or with the arena, it ends, and all that it has started.
    Exits with 1 unless every match finished without an error and its own server without a fault, of which it prints
    number and place; with 130 when ended by Ctrl-C.
    """
    try:
        plan = Plan(game, read_entrants(bots), _seed(seed, keep), decks, profile, scenario, round_robin, seats, clock_s)
        ledger = Ledger(plan, keep)
        arena = Arena(plan, matches, str(records or ""), ledger)
        if records is not None:
            records.mkdir(parents=True, exist_ok=True)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    except OSError as error:
        raise click.ClickException(describe(error)) from None
    is_ended = False
    try:
        arena.run(url, ray, workers, at_once, Console(stderr=True, quiet=as_json))
    except BaseException as error:
        failure = innermost(error)
        if isinstance(failure, OSError):
            raise click.ClickException(f"{describe(failure)}; called again it plays what is missing there") from None
        if isinstance(failure, ClientError | NoCluster):
            raise click.ClickException(str(failure)) from None
        if not isinstance(failure, KeyboardInterrupt):
            raise
        is_ended = True
    finally:
        ledger.close()
        arena.show_faults()
    arena.show(as_json=as_json)
    sys.exit(ENDED if is_ended else 0 if arena.results.is_whole else 1)


class Arena:
    """One run: what is still to be played of it, and what came of it."""

    def __init__(self, plan: Plan, matches: int, records: str, ledger: Ledger) -> None:
        """Work out who meets.

        Raises:
            ValueError: there are not bots enough, or decks, or others have played.
        """
        if len(plan.entrants) < LEAST:
            raise ValueError(f"an arena needs {LEAST} bots at least")
        if 0 < plan.clock_s < LEAST_CLOCK_S:
            raise ValueError(f"--clock: {LEAST_CLOCK_S} s at least, or 0")
        everybody = tuple(range(len(plan.entrants)))
        groups = [everybody]
        if plan.round_robin:
            is_one_side = plan.game in list_games() and bool(side_of(plan.game))
            groups = round_robin(len(everybody), plan.seats or LEAST, is_one_side=is_one_side)
        self._ledger = ledger
        self._matches = matches
        self._seats = len(groups[0])
        self._records = records
        decks = deck_orders(plan.game, plan.decks, self._seats)
        self._pairings = [*schedule(matches, groups, decks, plan.seed)]
        for outcome in ledger.outcomes:
            if outcome.number < matches and self._pairings[outcome.number].seats != outcome.seats:
                raise ValueError(f"match {outcome.number} was played by others")
        self._faults: list[Incident] = []
        self._score = Score(plan, ledger.outcomes)

    @property
    def results(self) -> Results:
        """As far as it is played."""
        return Results(self._ledger, self._matches, self._faults)

    def run(self, url: str | None, ray: str | None, workers: int | None, at_once: int, console: Console) -> None:
        """Play what is missing, here or on a cluster of Ray.

        Raises:
            ExceptionGroup: of ``ClientError``: the server cannot be reached, or has no such game, deck or scenario.
            ClientError, NoCluster: as much of a cluster, or the cluster cannot be had.
            NotInstalled: the extra ``ray`` is not.
        """
        missing = [pairing for pairing in self._pairings if pairing.number not in self._ledger.played]
        columns = TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
        with Progress(*columns, console=console) as bars:
            bar = bars.add_task(str(self._score), total=self._matches, completed=self._matches - len(missing))

            def note(outcome: Outcome) -> None:
                self._score.add(outcome)
                bars.update(bar, advance=1, description=str(self._score))

            hall = Hall(self._ledger, self._records, note)
            if ray is None:
                count = min(workers or os.cpu_count() or 1, len(missing))
                options = {"use_uvloop": True}
                anyio.run(self._run_here, hall, missing, url, count, at_once, backend_options=options)
            elif missing:
                terms = ray_workers.terms(url, self._seats)
                self._faults += ray_workers.play(ray, terms, hall, missing, workers, at_once)

    async def _run_here(self, hall: Hall, missing: list[Pairing], url: str | None, workers: int, at_once: int) -> None:
        async with AsyncExitStack() as stack:
            where = url if url is not None else await stack.enter_async_context(own_server(self._faults))
            await hall.play(missing, where, workers, at_once, self._seats)

    def show(self, *, as_json: bool) -> None:
        """Print what came of it."""
        results = self.results
        if as_json:
            click.echo(orjson.dumps(results.to_json()))
            return
        Console().print(results.table())
        click.echo(results.summary())
        for line in render_errors(results.errors):
            click.echo(line, err=True)

    def show_faults(self) -> None:
        """Print where our own server failed, if it did, for who has no other log of it."""
        for line in render_faults(self._faults):
            click.echo(line, err=True)


def _seed(seed: int | None, keep: Path | None) -> int:
    """The seed that was asked for; or that of the run that is gone on with; or any."""
    if seed is not None:
        return seed
    kept = kept_seed(keep)
    return kept if kept is not None else secrets.randbits(SEED_BITS)
