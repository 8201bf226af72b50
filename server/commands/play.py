"""``stackloop play``: a match in the terminal, played with keys or by lines of a pipe."""

from __future__ import annotations

import sys
import termios
from collections.abc import Iterator
from contextlib import contextmanager

import anyio
import click
from rich.console import Console

from protocol.client import Client, ClientError, Comfort, Match, connect
from server.bots import BOTS
from server.commands.bot import DEFAULT_URL, start
from server.commands.secret import HELP, IDENTITY, Place, place_of, secret
from server.commands.table_places import announce, at_table, sit_down, table_of
from server.terminal.keyboard import Keyboard, Pipe, Source, Terminal
from server.terminal.plain_text import plain
from server.terminal.screen import Screen
from server.terminal.seat_session import Sitting
from server.terminal.seat_tokens import Seats
from server.terminal.slash_commands import help_lines
from server.terminal.table_wait import Waiting


@click.command(
    epilog="""\b
Examples:
  stackloop play
  stackloop play --game grand-archive --against random
  stackloop play --quick --decks burn
  stackloop play --private --series --decks ./burn.txt
  stackloop play --match m7
  STACKLOOP_INVITE_FILE=invite stackloop play --url https://cards.example
  printf '0\\n/quit\\n' | stackloop play

\b
"""
    + "\n".join(help_lines())
    + "\n\n"
    + HELP,
)
@click.option(
    "--url", default=DEFAULT_URL, envvar="STACKLOOP_URL", show_envvar=True, show_default=True, help="The server."
)
@click.option("--match", "match_id", help="A match that runs: one's seat there is remembered, or STACKLOOP_TOKEN's.")
@click.option("--game", default="magic", show_default=True, help="Game of a new match.")
@click.option("--profile", help="Reading of the rules of a new match, such as seeds or current.")
@click.option(
    "--decks", default="", help="Decks of a new match, as A,B; at a table one's own: names, or files with a list."
)
@click.option(
    "--against", type=click.Choice(sorted(BOTS)), default="greedy", show_default=True, help="Opponent in a new match."
)
@at_table
@click.option("--name", default="player", show_default=True, help="The name of the player.")
@click.option(
    "--settings", default="", help="Settings by which one is asked, as a gesture: 'settings own on smart on stop any'."
)
def command(
    url: str,
    match_id: str | None,
    game: str,
    profile: str | None,
    decks: str,
    against: str,
    table: str | None,
    series: bool,
    allow_partial: bool,
    name: str,
    settings: str,
) -> None:
    """Play a match: a new one against a bot of the house, one that runs, the one an invite leads to, or at a table.

    The board is drawn with each decision; answers are numbers of the list, or gestures. On a pipe all is plain lines.
    """
    if allow_partial and match_id is not None:
        raise click.UsageError("--allow-partial is a term of a new match: --match names one that runs")
    wanted = table_of(table, decks, allow_partial=allow_partial)

    async def run(source: Source) -> None:
        keyboard = Keyboard(source)
        screen = Screen(Console(highlight=False, markup=False, emoji=False), source.pending)
        async with connect(url, name=name, token=secret(IDENTITY)) as client:
            if wanted is not None:
                at = await sit_down(
                    client, wanted, game, profile, decks, name, is_series=series, allow_partial=allow_partial
                )
                keyboard.start()
                if await Waiting(at, keyboard, screen).run():
                    await sit(client, Place(at.line.m, at.token, at.seat), url, settings, keyboard, screen)
                return
            place = await place_of(client, match_id)
            if place is None:
                place = await start(client, game, profile, decks, name, against, partial=allow_partial)
            elif place.token is None:
                place = Place(place.match, Seats().token(url, place.match))
            if place.token is None:
                raise click.UsageError(f"no seat of {place.match} is remembered: STACKLOOP_TOKEN, or stackloop watch")
            keyboard.start()
            await sit(client, place, url, settings, keyboard, screen)

    with terminal() as source:
        try:
            anyio.run(run, source, backend_options={"use_uvloop": True})
        except ClientError as error:
            click.echo(plain(str(error)), err=True)
            sys.exit(1)
        except KeyboardInterrupt:
            sys.exit(0)


async def sit(client: Client, place: Place, url: str, settings: str, keyboard: Keyboard, screen: Screen) -> None:
    """Play a match, and those that follow it, until it is left or nothing more is typed.

    Raises:
        ClientError: the seat was not given, or the connection is lost for good.
    """
    seats = Seats()
    muted: set[int] = set()
    seat: tuple[str, str] | None = (place.match, place.token or "")
    while seat is not None:
        seats.keep(url, *seat)
        match = await client.join(*seat)
        click.echo(await announce(client, match), err=True)
        match.talk.muted = muted
        await ask_as_usual(match, settings)
        sitting = Sitting(client, match, keyboard, screen)
        try:
            await sitting.run()
        finally:
            if match.result is None:
                click.echo(f"the seat stays yours: stackloop play --match {match.id} comes back", err=True)
            else:
                seats.forget(url, match.id)
        seat = sitting.follows
        await client.leave(match)


async def ask_as_usual(match: Match, settings: str) -> None:
    """Have the seat asked as it was said, or where most people want to be, unless it has settings already.

    Raises:
        ClientError: the settings mean nothing, or the connection is lost for good.
    """
    advised = match.view.table.settings
    if settings:
        await match.settle(settings)
    elif match.seat is not None and match.view.settings is None and advised != Comfort():
        await match.settle(advised)
        click.echo("you are asked where most people want to be; full control on asks you everything", err=True)


@contextmanager
def terminal() -> Iterator[Source]:
    """The lines of the person at the terminal, which is as it was afterwards; or those of a pipe."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        yield Pipe()
        return
    before = termios.tcgetattr(sys.stdin)
    try:
        yield Terminal()
    finally:  # the thread that reads may be in the middle of a line
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
