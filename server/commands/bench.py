"""``stackloop bench``: figures of this machine, beside a reference of the same run."""

from importlib import import_module
from typing import Final

import click

PARTS: Final = {
    "all": "All of these, in one table.",
    "build": "The interpreter, the rules' build, the cores, and the time of a reference loop.",
    "client": "The number of random matches that one process plays at once.",
    "connections": "The memory of an idle connection, and of a match that waits.",
    "engine": "Decisions per second of the engine.",
    "fanout": "Frames per second to those who watch one match.",
    "learning": "Steps per second of the environments for reinforcement learning.",
    "latency": "The time until the opponent is told.",
    "nodes": "The cost of a second node.",
    "service": "Acknowledged intents per second of one server process.",
    "soak": "Whether memory stays flat over an hour of matches.",
    "spectators": "The cost of spectators to those who play.",
    "start": "The processor time until a server is ready, and its memory with all cards.",
    "tables": "Those of README.md and deploy/CAPACITY.md, from deploy/figures.",
    "takeover": "The time that matches wait when their node is killed, and when it leaves.",
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
