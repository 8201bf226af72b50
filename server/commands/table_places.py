"""A place at a table for a command: among those who look for anybody, at one that was named, or at a new one.

And the line that tells which match came of it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar

import anyio
import click

from protocol.client import Client, Match, Refused, Table, read_link
from protocol.messages import Deck, Problem
from server.commands.secret import INVITE, TABLE_MARK, content_of
from server.terminal.plain_text import plain

QUICK: Final = "quick"
OPEN: Final = "open"
PRIVATE: Final = "private"
OF_FILES: Final = "./\\"
"""Characters that stand in names of files, and in those of no deck."""

Command = TypeVar("Command", bound=Callable[..., Any])  # what click takes and gives back


def at_table(command: Command) -> Command:
    """The options ``--quick``, ``--open``, ``--private``, ``--table``, all told as ``table``, and terms of a table."""
    options = (
        click.option("--quick", "table", flag_value=QUICK, help="Play against anybody who looks for the same."),
        click.option("--open", "table", flag_value=OPEN, help="Open a table, and wait there until others sit down."),
        click.option("--private", "table", flag_value=PRIVATE, help="The same, for those who are given its address."),
        click.option("--table", "table", metavar="TABLE", help="Sit down at a table: its id, or its address."),
        click.option("--series", is_flag=True, help="Of a table: the first to win two games wins."),
        click.option(
            "--allow-partial",
            is_flag=True,
            help="Play cards that are understood in part, without the rest of their text: at a private table that you "
            "open, or in a new match, which is private then.",
        ),
    )
    for option in reversed(options):
        command = option(command)
    return command


def table_of(table: str | None, decks: str, *, allow_partial: bool = False) -> str | None:
    """The table that is wanted: as the options say, or the one that the invite leads to.

    Raises:
        click.UsageError: no table is named, or more decks than the one that somebody brings, or cards are to be played
            in part at another table than a private one of one's own.
    """
    if allow_partial and table not in (None, PRIVATE):
        raise click.UsageError("--allow-partial is a term of a private table that you open, or of a new match")
    if table is None and TABLE_MARK in (link := content_of(INVITE) or ""):
        table = link
    if table is not None and "," in decks:
        raise click.UsageError("at a table --decks takes one's own deck alone")
    if table is None and decks and len(decks.split(",")) != 2:
        raise click.UsageError("--decks takes one deck for each seat: A,B")
    try:
        if table is not None:
            read_link(table)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    return table


async def deck_of(client: Client, game: str, deck: str, *, partial: bool = False) -> Deck:
    """A deck as it is named: one that ships with the game, or the file of a list, whose sideboard comes along.

    Raises:
        click.UsageError: the file cannot be read, or its list is no legal deck.
        ClientError: the server does not look at it.
    """
    if not any(mark in deck for mark in OF_FILES):
        return deck
    try:
        text = await anyio.Path(deck).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"{deck}: {error}") from None
    found = await client.check_deck(game, text=text, partial=partial)
    if not found.legal:
        raise click.UsageError("\n".join(f"{deck}{describe(problem)}" for problem in found.problems))
    if found.partial:
        click.echo(f"{deck}: played in part: {plain(', '.join(found.partial))}", err=True)
    return (found.deck, found.sideboard) if found.sideboard else found.deck


def describe(problem: Problem) -> str:
    """The fault of a list, behind the name of its file."""
    line = f":{problem.line}" if problem.line else ""
    rule = f" ({problem.rule})" if problem.rule else ""
    near = f"; did you mean {' or '.join(problem.near)}?" if problem.near else ""
    card = f"{problem.card}: " if problem.card else ""
    return f"{line}: {plain(card + problem.reason)}{rule}{near}"


async def sit_down(
    client: Client,
    table: str,
    game: str,
    profile: str | None,
    deck: str,
    name: str,
    *,
    is_series: bool,
    allow_partial: bool = False,
) -> Table:
    """A place at the table that is wanted, with a deck (``deck_of``); the game's first if none is named.

    Raises:
        click.UsageError: as ``deck_of``.
        ClientError: the server does not want it.
    """
    if table not in (QUICK, OPEN, PRIVATE):
        line = await client.look(table)
        brought = await deck_of(client, line.game, deck, partial=line.partial) if deck else None
        return await client.sit(table, brought, name=name)
    return await client.open_table(
        game,
        await deck_of(client, game, deck, partial=allow_partial) if deck else None,
        name=name,
        profile=profile,
        best=3 if is_series else 1,
        quick=table == QUICK,
        private=table == PRIVATE,
        partial=allow_partial,
    )


async def announce(client: Client, match: Match) -> str:
    """A match in which a seat is held, and the address at which others watch it.

    Raises:
        ConnectionLost: for good.
    """
    try:
        link = await client.link_to_watch(match)
    except Refused:  # it gives no more invites
        return f"match {match.id}"
    return f"match {match.id}, for one to watch: {link}" if match.is_private else f"match {match.id}: {link}"
