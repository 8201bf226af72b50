"""``stackloop bot``: a demo bot takes a seat on any server."""

from __future__ import annotations

import random
import sys

import anyio
import click

from protocol.client import Client, ClientError, Match, connect
from server.arena.entrants import read_bot
from server.bots import BOTS, KNOWING
from server.bots.mind import Effort
from server.bots.seat_player import Player, finish
from server.commands.secret import HELP, IDENTITY, TOKEN, Place, place_of, secret
from server.commands.table_places import announce, at_table, deck_of, sit_down, table_of
from server.commands.with_cards import with_cards
from server.terminal.result_line import ending

DEFAULT_URL = "http://127.0.0.1:8300"


@click.command(
    epilog="""\b
Examples:
  stackloop bot greedy
  stackloop bot search:0.5s --against greedy
  stackloop bot greedy --against greedy --decks elvish-ramp,burn
  stackloop bot random --settings 'settings own on smart on stop any'
  stackloop bot greedy --quick --decks burn
  STACKLOOP_TOKEN_FILE=seat stackloop bot random --url https://cards.example --match m7
  STACKLOOP_INVITE_FILE=invite stackloop bot greedy

"""
    + HELP,
)
@click.argument("text", metavar="BOT")
@click.option(
    "--url", default=DEFAULT_URL, envvar="STACKLOOP_URL", show_envvar=True, show_default=True, help="The server."
)
@click.option(
    "--match",
    "match_id",
    envvar="STACKLOOP_MATCH",
    show_envvar=True,
    help="A match that runs, with the token of a seat; a new one if left out.",
)
@click.option("--game", default="magic", show_default=True, help="Game of a new match.")
@click.option("--profile", help="Reading of the rules of a new match, such as seeds or current.")
@click.option(
    "--decks", default="", help="Decks of a new match, as A,B; at a table one's own: names, or files with a list."
)
@click.option(
    "--against", type=click.Choice(sorted(BOTS)), default="random", show_default=True, help="Opponent in a new match."
)
@at_table
@click.option(
    "--settings", default="", help="Settings by which it is asked, as a gesture: 'settings own on smart on stop any'."
)
@click.option("--seed", type=int, help="Makes the bot's choices repeatable.")
@with_cards
def command(
    text: str,
    url: str,
    match_id: str | None,
    game: str,
    profile: str | None,
    decks: str,
    against: str,
    table: str | None,
    series: bool,
    allow_partial: bool,
    settings: str,
    seed: int | None,
) -> None:
    """Let BOT play a match to its end: greedy, random, level-1 to level-8, or search.

    The last thinks as long as search:0.1s says, or in as many worlds as search:20. Search and levels from 6 on need a
    match with open decks. At a table the bot waits for others, as people do; a series it plays to its end.
    """
    try:
        entrant = read_bot(text)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    name = entrant.bot
    if (match_id is None) != (secret(TOKEN) is None):
        raise click.UsageError("--match and STACKLOOP_TOKEN go together: a seat is taken with its token")
    if allow_partial and match_id is not None:
        raise click.UsageError("--allow-partial is a term of a new match: --match names one that runs")
    wanted = table_of(table, decks, allow_partial=allow_partial)
    if wanted is not None and name in KNOWING:
        raise click.UsageError(f"{name} needs open decks, which nobody shows at a table")
    rng = random.Random(seed)  # noqa: S311 # a game

    async def seat(client: Client) -> Match:
        """The place at which it sits down."""
        if wanted is not None:
            place = await sit_down(
                client, wanted, game, profile, decks, name, is_series=series, allow_partial=allow_partial
            )
            click.echo(f"{name} waits at table {place.id}: {place.link}", err=True)
            return await place.match()
        found = await place_of(client, match_id)
        if found is None:
            found = await start(client, game, profile, decks, name, against, partial=allow_partial)
        if found.token is None or (match_id is None and found.seat is None):
            raise click.UsageError("that invite is to watch, not to play")
        return await client.join(found.match, found.token)

    async def run() -> None:
        async with connect(url, name=name, token=secret(IDENTITY)) as client:
            match: Match | None = await seat(client)
            while match is not None:
                click.echo(f"{name} plays {await announce(client, match)}", err=True)
                await finish(match, Player(name, rng, client.known, Effort.read(entrant.effort)), settings)
                click.echo(ending(match))
                match = await client.follow(match) if match.leads_on else None

    try:
        anyio.run(run, backend_options={"use_uvloop": True})
    except ClientError as error:
        click.echo(str(error), err=True)
        sys.exit(1)


async def start(
    client: Client, game: str, profile: str | None, decks: str, name: str, against: str, *, partial: bool
) -> Place:
    """A new match against a bot of the house, and the seat in it; a private one if cards are played in part.

    Raises:
        click.UsageError: as ``deck_of``.
        ClientError: the server does not want it.
    """
    created = await client.create(
        game,
        tuple([await deck_of(client, game, deck, partial=partial) for deck in decks.split(",") if deck]),
        names=(name, against if against != name else f"{against} 2"),
        seats=("open", f"bot:{against}"),
        profile=profile,
        open_decks=not KNOWING.isdisjoint((name, against)),
        private=partial,
        partial=partial,
    )
    return Place(created.m, created.seats[0].token, created.seats[0].seat)
