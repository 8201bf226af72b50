"""``stackloop bot``: a demo bot takes a seat on any server."""

from __future__ import annotations

import random
import sys

import anyio
import click

from protocol.client import Client, ClientError, Table, connect
from server.bots import BOTS
from server.bots.player import Player, play
from server.commands.secret import HELP, IDENTITY, TOKEN, Place, place_of, secret

DEFAULT_URL = "http://127.0.0.1:8300"


@click.command(
    epilog="""\b
Examples:
  stackloop bot greedy
  stackloop bot greedy --against greedy --decks elvish-ramp,burn
  stackloop bot random --settings 'settings own on smart on stop any'
  STACKLOOP_TOKEN_FILE=seat stackloop bot random --url https://cards.example --match m7
  STACKLOOP_INVITE_FILE=invite stackloop bot greedy

"""
    + HELP,
)
@click.argument("name", metavar="BOT", type=click.Choice(sorted(BOTS)))
@click.option(
    "--url", default=DEFAULT_URL, envvar="STACKLOOP_URL", show_envvar=True, show_default=True, help="The server."
)
@click.option("--match", "match_id", help="A match that runs, with the token of a seat; a new one if left out.")
@click.option("--game", default="magic", show_default=True, help="Game of a new match.")
@click.option("--profile", help="Reading of the rules of a new match, such as seeds or current.")
@click.option("--decks", default="", help="Decks of a new match, as A,B.")
@click.option(
    "--against", type=click.Choice(sorted(BOTS)), default="random", show_default=True, help="Opponent in a new match."
)
@click.option("--settings", default="", help="How to be asked, as a gesture: 'settings own on smart on stop any'.")
@click.option("--seed", type=int, help="Makes the bot's choices repeatable.")
def command(
    name: str,
    url: str,
    match_id: str | None,
    game: str,
    profile: str | None,
    decks: str,
    against: str,
    settings: str,
    seed: int | None,
) -> None:
    """Let BOT, greedy or random, play a match to its end."""
    if (match_id is None) != (secret(TOKEN) is None):
        raise click.UsageError("--match and STACKLOOP_TOKEN go together: a seat is taken with its token")
    if decks and len(decks.split(",")) != 2:
        raise click.UsageError("--decks takes one deck for each seat: A,B")

    async def run() -> str:
        async with connect(url, name=name, token=secret(IDENTITY)) as client:
            place = await place_of(client, match_id)
            if place is None:
                place = await _create(client, game, profile, decks, name, against)
            if place.token is None or (match_id is None and place.seat is None):
                raise click.UsageError("that invite is to watch, not to play")
            click.echo(f"{name} plays match {place.match}: {url.rstrip('/')}/m/{place.match}", err=True)
            player = Player(name, random.Random(seed))  # noqa: S311 # a game
            table = await play(client, place.match, place.token, player, settings)
            return ending(table)

    try:
        click.echo(anyio.run(run, backend_options={"use_uvloop": True}))
    except ClientError as error:
        click.echo(str(error), err=True)
        sys.exit(1)


def ending(table: Table) -> str:
    """How a match ended, as people say it."""
    result = table.result
    if result is None:
        return ""
    winners = " and ".join(table.view.players[seat].name or f"seat {seat}" for seat in result.winners)
    told = result.reason if result.reason.startswith(winners) else f"{winners} won: {result.reason}"
    return f"{told} ({result.code})" if result.code else told


async def _create(client: Client, game: str, profile: str | None, decks: str, name: str, against: str) -> Place:
    created = await client.create(
        game,
        tuple(deck for deck in decks.split(",") if deck),
        names=(name, against if against != name else f"{against} 2"),
        seats=("open", f"bot:{against}"),
        profile=profile,
    )
    return Place(created.m, created.seats[0].token, created.seats[0].seat)
