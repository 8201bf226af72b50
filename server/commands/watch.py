"""``stackloop watch``: a match, live in the terminal."""

from __future__ import annotations

import sys

import anyio
import click
from rich.console import Console
from rich.live import Live
from rich.text import Text

from protocol.client import Client, ClientError, Match, connect
from server.commands.bot import DEFAULT_URL
from server.commands.secret import HELP, IDENTITY, Place, place_of, secret
from server.terminal.board import Board
from server.terminal.listing import Listing
from server.terminal.match_status import Waits, state
from server.terminal.plain_text import plain, styled
from server.terminal.result_line import ending
from server.terminal.scene import Scene
from server.terminal.window_fit import fitted

LOG_LINES = 10
TICK_S = 1.0
"""After which it is drawn anew although nothing has changed: time goes by."""


@click.command(
    epilog="""\b
Examples:
  stackloop watch
  stackloop watch m7
  stackloop watch m7 --plain --url https://cards.example
  STACKLOOP_INVITE_FILE=invite stackloop watch

"""
    + HELP,
)
@click.argument("match", required=False)
@click.option(
    "--url", default=DEFAULT_URL, envvar="STACKLOOP_URL", show_envvar=True, show_default=True, help="The server."
)
@click.option("--plain", is_flag=True, help="The log alone, one line for each thing that happens.")
def command(match: str | None, url: str, plain: bool) -> None:
    """Watch MATCH as a spectator; without it, list the matches that run, and the tables at which people wait."""
    console = Console()

    async def run() -> None:
        async with connect(url, name="spectator", token=secret(IDENTITY)) as client:
            place = await place_of(client, match)
            if place is None:
                await _list(client, console)
            elif plain or not console.is_terminal:
                await _print_log(client, place)
            else:
                await _show(client, place, console)

    try:
        anyio.run(run, backend_options={"use_uvloop": True})
    except ClientError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(0)


async def _list(client: Client, console: Console) -> None:
    lines, tables = await client.matches(), await client.tables()
    if tables:
        waiting = Listing("table", "game", "who waits", "since")
        for table in tables:
            who = " and ".join(seat.name for seat in table.seats if seat.name)
            since_s = max(0, client.now_ms - table.since) // 1000
            waiting.add(table.id, table.game, who, f"{since_s // 60} min")
        console.print(waiting)
    if not lines:
        console.print("no match is running")
        return
    rows = Listing("match", "name", "game", "players", "turn", "phase")
    for line in lines:
        rows.add(line.m, line.title, line.game, " and ".join(line.names), str(line.turn), line.phase)
    console.print(rows)


async def _print_log(client: Client, place: Place) -> None:
    seen = -1
    match = await client.join(place.match, place.token)
    async for view in match.changes():
        for line in view.log:
            if line.n > seen:
                seen = line.n
                click.echo(plain(view.render(line)))
    if match.result is not None:
        click.echo(plain(ending(match)))


async def _show(client: Client, place: Place, console: Console) -> None:
    with Live(console=console, refresh_per_second=10, screen=True) as live:
        match = await client.join(place.match, place.token)
        waits = Waits(client, match)
        while match.result is None:
            waits.look()
            live.update(fitted(board(match, waits), log(match), console))
            with anyio.move_on_after(TICK_S):
                await match.next_change()
    waits.look()
    console.print(board(match, waits).panels(), *log(match), styled(ending(match), "bold"), sep="\n")


def board(match: Match, waits: Waits) -> Board:
    """A match as people see it: opponent above, the first player below, the stack between."""
    return Board(Scene(match.view, match.seat), heed=waits.heed(), state=state(match))


def log(match: Match) -> list[Text]:
    return [styled(match.view.render(line), "dim") for line in match.view.log[-LOG_LINES:]]
