"""``stackloop bench``: figures of this machine, beside a reference of the same run."""

from importlib import import_module
from typing import Final

import click

PARTS: Final = {
    "engine": "Decisions per second of the engine.",
    "spectators": "What those who look on cost those who play.",
    "service": "Acknowledged intents per second of one server process.",
    "takeover": "How long matches wait when their node is killed, and when it leaves.",
}


class Parts(click.Group):
    """Imports a part when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(PARTS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in PARTS:
            return None
        command = import_module(f"server.commands.bench_{cmd_name}").command
        if not isinstance(command, click.Command):
            raise TypeError(f"server.commands.bench_{cmd_name} has no command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(PARTS.items()))


@click.command(
    "bench",
    cls=Parts,
    epilog="""\b
Examples:
  stackloop bench engine
  stackloop bench service --json""",
)
def command() -> None:
    """Measure the engine or the service."""
