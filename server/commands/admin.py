"""``stackloop admin``: what runs, what waits for the operator, and what is to be done about it."""

from __future__ import annotations

import os
import sys
from http import HTTPStatus
from typing import Final, NoReturn

import anyio
import click
import msgspec
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus, WebSocketException
from websockets.typing import Subprotocol

from protocol.client.addresses import websocket_url
from protocol.errors import ConnectionLost
from server.cluster.leases import Nodes, new_id
from server.commands.secret import secret
from server.gateway.admin import carry_out
from server.gateway.admin_port import noted_url
from server.gateway.sockets import address
from server.ownership.admin_messages import (
    BEARER,
    PATH,
    SUBPROTOCOL,
    Answer,
    Close,
    Details,
    Drain,
    Matches,
    Order,
    Overview,
    Show,
)
from server.ownership.operations import Operations
from server.runtime import logs
from server.runtime.errors import ServiceError
from server.runtime.settings import Settings
from server.store.archive import archive_of
from server.store.journal_opening import open_journal
from server.store.topology import with_password
from server.terminal.listing import Listing
from server.terminal.plain_text import styled as plain_text

FAILED: Final = 1
NOT_THERE: Final = 3
NOT_LET_IN: Final = 4
ANSWER_S: Final = 30.0
DRAIN_S: Final = 60.0
OPERATOR: Final = "operator"
"""Our name in Redis, as the owner of a match that is closed from here."""
NO_SUCH: Final = frozenset(("unknown_match", "match_over"))
TURNED_AWAY: Final[dict[int, str]] = {
    HTTPStatus.NOT_FOUND: "there is no admin door: a node has one if STACKLOOP_ADMIN_TOKEN is set, a proxy shows none",
    HTTPStatus.UNAUTHORIZED: "not let in: its STACKLOOP_ADMIN_TOKEN is another one",
}


def named(_ctx: click.Context, _parameter: click.Parameter, redis: str | None) -> str | None:
    """Refuse an empty address: whoever writes a variable that is not set means no node."""
    if redis == "":
        raise click.BadParameter("no address; is STACKLOOP_REDIS set here?")
    return redis


# They stand before an order or behind it, as they come to mind.
URL = click.option(
    "--url",
    envvar="STACKLOOP_ADMIN_URL",
    show_envvar=True,
    help="The admin port of a node; that of the server here if left out: as noted in its data directory "
    "(STACKLOOP_DATA), else STACKLOOP_ADMIN_PORT, else http://127.0.0.1:9300.",
)
URL_BEHIND = click.option("--url", help="The admin port of a node; or STACKLOOP_ADMIN_URL.")
REDIS = click.option("--redis", callback=named, help="Ask this Redis itself instead: for when no node is up.")
JSON = click.option("--json", "as_json", is_flag=True, help="For programs: the answer as JSON.")


@click.group(
    "admin",
    epilog="""\b
Examples:
  stackloop admin matches
  stackloop admin show m7 --json
  stackloop admin close m7 --reason "it hangs"
  stackloop admin --url http://node-1:9300 drain
  stackloop admin matches --redis redis://a:6379,b:6379

\b
Exit codes: 0 done, 1 failed, 2 called wrongly, 3 not there, 4 not let in.""",
)
@URL
@REDIS
@JSON
@click.pass_context
def command(ctx: click.Context, url: str | None, redis: str | None, as_json: bool) -> None:
    """Look after the matches of a cluster, through the admin door of any node.

    The door opens for STACKLOOP_ADMIN_TOKEN, or what the file STACKLOOP_ADMIN_TOKEN_FILE holds; it is not there on a
    server that runs without. Anyone who can reach Redis needs no door, and no node: --redis. The options may stand
    behind the order as well.
    """
    given = {"url": url, "redis": redis, "as_json": as_json}
    ctx.default_map = dict.fromkeys(command.commands, given)


@command.command("matches")
@URL_BEHIND
@REDIS
@JSON
def matches(url: str | None, redis: str | None, as_json: bool) -> None:
    """List the matches of all nodes, and those set aside."""
    told = ask(url, Matches(), redis)
    if as_json:
        click.echo(told)
        return
    overview = msgspec.json.decode(told, type=Overview)
    nodes = Listing("node", "url", "matches", "state")
    for node in overview.nodes:
        state = "leaves" if node.leaves else "lives" if node.alive else "gone"
        nodes.add(node.id, node.url, str(node.matches), state)
    rows = Listing("match", "status", "node", "game", "players", "turn", "phase", "followers")
    for row in overview.matches:
        names = " and ".join(row.names)
        rows.add(row.m, row.status, row.node, row.game, names, str(row.turn), row.phase, str(row.followers))
    Console().print(nodes, rows, f"{overview.over} more are over and not in the archive yet")


@command.command("show")
@click.argument("match")
@URL_BEHIND
@REDIS
@JSON
def show(match: str, url: str | None, redis: str | None, as_json: bool) -> None:
    """Say all about MATCH that is no secret of its players."""
    told = ask(url, Show(match), redis)
    if as_json:
        click.echo(told)
        return
    table = Table("", "", show_header=False)
    for name, value in msgspec.structs.asdict(msgspec.json.decode(told, type=Details)).items():
        table.add_row(name, plain_text(", ".join(map(str, value)) if isinstance(value, tuple) else str(value)))
    Console().print(table)


@command.command("close")
@click.argument("match")
@click.option("--reason", required=True, help="The reason that its players are told.")
@URL_BEHIND
@REDIS
@JSON
def close(match: str, reason: str, url: str | None, redis: str | None, as_json: bool) -> None:
    """End MATCH without a result, set aside or not; its record stays."""
    told = ask(url, Close(match, reason), redis)
    click.echo(told if as_json else f"match {match} is closed")


@command.command("drain")
@click.option("--no-wait", is_flag=True, help="Do not wait until the node has ended.")
@URL_BEHIND
@click.option("--redis", hidden=True)
@JSON
def drain(no_wait: bool, url: str | None, redis: str | None, as_json: bool) -> None:
    """Have a node hand its matches over and end, as SIGTERM does."""
    if redis is not None:
        raise click.UsageError("a node drains by itself, so drain takes its --url and no --redis")
    told = pass_on(anyio.run(knock, url or here(), admin_token(), Drain(), not no_wait))
    click.echo(told if as_json else "the node leaves" if no_wait else "the node has left")


def ask(url: str | None, order: Matches | Show | Close, redis: str | None) -> bytes:
    """The answer to an order, as JSON; ends the program where there is none."""
    if redis:
        return pass_on(anyio.run(do_it_here, redis, order))
    return pass_on(anyio.run(knock, url or here(), admin_token(), order, False))


def here() -> str:
    """The address at which the server of this machine answers operators."""
    try:
        settings = Settings.from_environment()
    except ValueError as error:
        fail(FAILED, str(error))
    return noted_url(settings.data) or address(settings.admin_host, settings.admin_port)


def pass_on(answer: Answer) -> bytes:
    """The answer; ends the program with the reason if there is none."""
    if isinstance(answer.ok, msgspec.UnsetType):
        fail(NOT_THERE if answer.error in NO_SUCH else FAILED, answer.reason)
    return bytes(answer.ok)


async def do_it_here(redis: str, order: Matches | Show | Close) -> Answer:
    """Do what a node would do, without one."""
    logs.configure("error")
    try:
        settings = Settings.from_environment(redis=redis)
        url = with_password(settings.redis, settings.redis_password)
        with anyio.fail_after(ANSWER_S):
            async with open_journal(url, new_id(OPERATOR), archive=archive_of(settings)) as journal:
                return await carry_out(Operations(journal, Nodes(journal, settings.lease_s)), order)
    except (ServiceError, ValueError, TimeoutError) as error:
        fail(FAILED, str(error) or "no answer in time")


async def knock(url: str, token: str, order: Order, until_end: bool) -> Answer:
    """Ask one node, and return its answer."""
    try:
        address = websocket_url(url).removesuffix("/ws") + PATH
        with anyio.fail_after(DRAIN_S if until_end else ANSWER_S):
            async with connect(
                address,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                additional_headers={"Authorization": BEARER + token},
                max_size=None,
                proxy=None,
            ) as socket:
                await socket.send(msgspec.json.encode(order), text=True)
                answer = msgspec.json.decode(await socket.recv(decode=False), type=Answer)
                if until_end and not answer.error:
                    await socket.wait_closed()
                return answer
    except InvalidStatus as error:
        status = error.response.status_code
        fail(NOT_LET_IN, f"{url}: {TURNED_AWAY.get(status, f'not let in, HTTP {status}')}")
    except OSError as error:
        said = os.strerror(error.errno) if error.errno is not None and error.errno > 0 else str(error)
        fail(FAILED, f"{url}: {said or 'no answer in time'}")
    except ConnectionLost as error:
        fail(FAILED, str(error))
    except WebSocketException as error:
        fail(FAILED, f"{url}: {error}")


def admin_token() -> str:
    try:
        token = secret("ADMIN_TOKEN")
    except click.UsageError as error:
        fail(NOT_LET_IN, error.message)
    if token is None:
        fail(NOT_LET_IN, "set STACKLOOP_ADMIN_TOKEN, or STACKLOOP_ADMIN_TOKEN_FILE to a file that holds it")
    return token


def fail(code: int, reason: str) -> NoReturn:
    click.echo(f"Error: {reason}", err=True)
    sys.exit(code)
