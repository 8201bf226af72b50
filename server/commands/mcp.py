"""``stackloop mcp``: tables for language models, by the Model Context Protocol on standard input and output."""

from __future__ import annotations

import sys
from contextlib import AsyncExitStack

import anyio
import click

from protocol.client import ClientError, connect
from server.commands.secret import HELP, IDENTITY, place_of, secret
from server.commands.with_cards import with_cards
from server.runtime import logs
from server.runtime.errors import innermost


@click.command(
    epilog="""\b
Examples:
  stackloop mcp
  stackloop mcp --url http://127.0.0.1:8300
  STACKLOOP_TOKEN_FILE=seat stackloop mcp --url https://cards.example --match m7

\b
The guide is server/agents/README.md.

"""
    + HELP,
)
@click.option(
    "--url",
    envvar="STACKLOOP_URL",
    show_envvar=True,
    help="The server; without one, matches against bots are played in this process.",
)
@click.option(
    "--match",
    "match_id",
    envvar="STACKLOOP_MATCH",
    show_envvar=True,
    help="A match that runs, with the token of a seat, which is taken at once.",
)
@click.option("--name", default="model", show_default=True, help="The name of the seat in matches and at tables.")
@with_cards
def command(url: str | None, match_id: str | None, name: str) -> None:
    """Offer tables to a language model: what its seat sees, what it may answer, why not, and what cards say.

    It speaks the Model Context Protocol on standard input and output, until its input ends. Needs the extra "mcp".
    """
    from server.agents.door import Door  # the SDK takes a second, and is an extra
    from server.agents.tools import Tools

    logs.configure("error")  # to standard error: the other one is for answers

    async def run() -> None:
        async with AsyncExitStack() as stack:
            client = None
            if url is not None:
                client = await stack.enter_async_context(connect(url, name=name, token=secret(IDENTITY)))
            tools = Tools(client, name)
            place = await place_of(client, match_id) if client is not None else None
            if place is not None:
                await tools.sit_down(place.match, place.token or "")
            await Door(tools).serve()

    try:
        anyio.run(run)
    except BaseException as error:
        failure = innermost(error)
        if not isinstance(failure, ClientError):
            raise
        click.echo(str(failure), err=True)
        sys.exit(1)
