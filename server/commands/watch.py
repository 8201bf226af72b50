"""``stackloop watch``: a match, live in the terminal."""

from __future__ import annotations

import sys

import anyio
import click
from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from protocol.client import Client, ClientError, Table, connect
from protocol.view import Card, Player, View
from server.commands.bot import DEFAULT_URL, ending
from server.commands.secret import HELP, IDENTITY, Place, place_of, secret

LOG_LINES = 10


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
    """Watch MATCH as a spectator; without it, list the matches that run."""
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
    lines = await client.matches()
    if not lines:
        console.print("no match is running")
        return
    grid = Grid("match", "game", "players", "turn", "phase")
    for line in lines:
        grid.add_row(line.m, line.game, " and ".join(line.names), str(line.turn), line.phase)
    console.print(grid)


async def _print_log(client: Client, place: Place) -> None:
    seen = -1
    async for table in client.watch(place.match, place.token):
        for line in table.view.log:
            if line.n > seen:
                seen = line.n
                click.echo(table.view.told(line))
    if table.result is not None:
        click.echo(ending(table))


async def _show(client: Client, place: Place, console: Console) -> None:
    with Live(console=console, refresh_per_second=10, screen=True) as live:
        async for table in client.watch(place.match, place.token):
            live.update(board(table))
    console.print(board(table))


def board(table: Table) -> RenderableType:
    """A table as people see it: opponent above, us below, the stack between."""
    view = table.view
    game = view.game
    parts: list[RenderableType] = [Text(f"{game.name}  turn {game.turn}  {game.phase}", style="bold")]
    parts.extend(_player(view, player) for player in reversed(view.players[1:]))
    parts.append(_stack(view))
    parts.extend(_player(view, player) for player in view.players[:1])
    parts.append(Text("\n".join(view.told(line) for line in view.log[-LOG_LINES:]), style="dim"))
    if table.result is not None:
        parts.append(Text(ending(table), style="bold"))
    return Group(*parts)


def _player(view: View, player: Player) -> Panel:
    game = view.game
    facts = f"life {player.life}  hand {player.hand_count}  library {player.library}  graveyard {len(player.graveyard)}"
    title = f"{player.name or f'seat {player.seat}'}{'  (active)' if game.active == player.seat else ''}"
    cards = view.board(player.seat)
    rows = [
        Columns([_card(card) for card in row], padding=(0, 2))
        for row in ([c for c in cards if not c.is_a("land")], [c for c in cards if c.is_a("land")])
    ]
    style = "yellow" if game.priority == player.seat else "dim"
    return Panel(Group(*rows), title=title, title_align="left", subtitle=f"{facts}  {player.pool}", border_style=style)


def _card(card: Card) -> Text:
    text = Text(card.label or card.name, style="dim" if card.tapped else "")
    if card.is_a("creature"):
        text.append(f" {card.power}/{card.toughness}", style="bold")
    if card.is_attacking:
        text.append(" attacks", style="red")
    if card.blocking:
        text.append(" blocks", style="blue")
    return text


def _stack(view: View) -> RenderableType:
    lines = []
    for ref in view.game.stack:
        item = view.item(ref)
        if item is not None:
            targets = ", ".join(_named(view, target) for target in item.targets)
            lines.append(f"{item.name}{' -> ' + targets if targets else ''}")
    return Panel(
        "\n".join(lines) or "empty", title="stack", title_align="left", border_style="cyan" if lines else "dim"
    )


def _named(view: View, ref: int) -> str:
    card, item = view.card(ref), view.item(ref)
    if card is not None:
        return card.label or card.name
    if item is not None:
        return item.name
    return next((player.name for player in view.players if player.id == ref), f"#{ref}")
