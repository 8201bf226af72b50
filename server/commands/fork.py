"""``stackloop fork``: opens a moment of a recorded match as a new match on a server."""

import sys
from pathlib import Path

import anyio
import click

from engine import BadRecord, Record
from protocol.client import ClientError, connect
from server.commands.bot import DEFAULT_URL
from server.commands.secret import IDENTITY, secret
from server.commands.with_cards import with_cards
from server.lobby.creation import INVITED, OPEN
from server.lobby.forked_matches import packed
from server.runtime.named_files import Unread, text_of
from server.terminal.plain_text import plain


@click.command(
    "fork",
    epilog="""\b
Examples:
  stackloop fork match.txt --at 57
  stackloop fork match.txt --at 57 --seats open,bot:greedy --url https://cards.example
  stackloop fork match.txt --at 57 --private""",
)
@with_cards
@click.argument("file", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--at", required=True, type=click.IntRange(min=0), help="After which move; 0 is the beginning.")
@click.option(
    "--url", default=DEFAULT_URL, envvar="STACKLOOP_URL", show_envvar=True, show_default=True, help="The server."
)
@click.option(
    "--seats",
    default=OPEN,
    show_default=True,
    help="Players by seat, as open,bot:greedy; one word is for all seats. Open is a seat for whoever comes first.",
)
@click.option("--private", is_flag=True, help="Not listed, and watched only with a token.")
def command(file: Path, at: int, url: str, seats: str, private: bool) -> None:
    """Begin a new match where the record FILE stood after a move; what is left to chance from there on is new.

    Prints the match, and for each open seat an address: whoever opens it first on the page sits there, or a program
    that finds it in STACKLOOP_INVITE, as stackloop play and stackloop bot do.
    """
    chosen = tuple(INVITED if who.strip() == OPEN else who.strip() for who in seats.split(","))
    if not all(chosen):
        raise click.UsageError(f"--seats names who sits at each seat, as open,bot:greedy, not {seats!r}")
    try:
        text = text_of(file)
        header = Record(text).header
        Record(text).play_to(at)
        chosen = chosen * len(header.names) if len(chosen) == 1 else chosen
    except (BadRecord, Unread) as error:
        raise click.ClickException(f"{file}: {error}") from error

    async def run() -> None:
        async with connect(url, token=secret(IDENTITY)) as client:
            created = await client.create(header.game, seats=chosen, private=private, fork=packed(text, at))
            click.echo(f"match {created.m}" if private else f"match {created.m}: {client.link(created.m)}")
            for seat in created.invites:
                link = client.link(created.m, seat.token)
                click.echo(f"seat {'ABCDEFGH'[seat.seat]}, {plain(header.names[seat.seat])}: {link}")
            if created.watch:
                click.echo(f"to watch: STACKLOOP_TOKEN={created.watch} stackloop watch {created.m} --url {client.page}")

    try:
        anyio.run(run, backend_options={"use_uvloop": True})
    except ClientError as error:
        click.echo(str(error), err=True)
        sys.exit(1)
