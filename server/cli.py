"""``stackloop``: the command line. Each subcommand is a module of ``server.commands``, imported only when called.

Exit codes: 0 done, 1 failed, 2 called wrongly, 130 ended by Ctrl-C.
"""

import errno
import gc
import os
import sys
from difflib import get_close_matches
from importlib import import_module
from typing import Final

import click

from server.runtime.errors import NotInstalled

COMMANDS: Final = {
    "admin": "Look after a cluster: its matches, one of them, closing one, draining a node.",
    "arena": "Have bots play many matches, and count.",
    "bench": "Measure the engine or the service.",
    "bot": "Have a built-in bot sit down at a match.",
    "cards": "Check and import cards; show a card and what its text compiles to.",
    "chaos": "Kill, pause and cut off a cluster while bots play, and see whether anything is lost.",
    "engine": "Answer questions about the rules, a JSON object a line.",
    "export": "Write records as data: each position, its decision, and who won.",
    "fork": "Begin a new match at a moment of a recorded one.",
    "mcp": "Offer tables to language models, by the Model Context Protocol.",
    "play": "Play a match in the terminal.",
    "puzzle": "Solve puzzles, and prove that each is one.",
    "decks": "List the decks there are; check deck lists.",
    "replay": "Play match records again, check their hashes, and show positions.",
    "rules": "Say which function obeys which paragraph, and which scenarios pin it.",
    "scenario": "Run scenario files.",
    "secrecy": "Play beside twins in which what a viewer may not know is otherwise.",
    "serve": "Start the server.",
    "stats": "Count who won in folders of records, with intervals.",
    "verify": "Hold what a record says of its shuffles against its secret.",
    "watch": "Watch a match in the terminal.",
}
"""Name -> what ``--help`` says, so that listing them imports none."""


INTERRUPTED: Final = 130
"""As a shell tells of what was ended by Ctrl-C."""


FULL: Final = frozenset((errno.ENOSPC, errno.EDQUOT))


class Lazy(click.Group):
    """A group that imports a subcommand when it is needed."""

    def __call__(self) -> object:
        """Run what the command line says; a disk that is full is told of as any other failure.

        The collector rests until a command is imported, and leaves alone what importing made: next to none is garbage.
        """
        gc.disable()
        try:
            return self.main()
        except OSError as error:
            if error.errno not in FULL:
                raise
            where = f" on {error.filename}" if error.filename else ""
            sys.stderr.write(f"Error: cannot write{where}: {error.strerror}\n")
            # what was not written is tried again at the end, which would tell of it a second time
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            sys.exit(1)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return sorted(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = import_module(f"server.commands.{cmd_name}").command
        if not gc.isenabled():
            gc.freeze()
            gc.enable()
        if not isinstance(command, click.Command):
            raise TypeError(f"server.commands.{cmd_name} has no command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in COMMANDS and (near := get_close_matches(name, COMMANDS, n=1)):
            ctx.fail(f"No such command {name!r}. Did you mean {near[0]!r}?")
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except NotInstalled as error:
            raise click.ClickException(str(error)) from None
        except KeyboardInterrupt:
            ctx.exit(INTERRUPTED)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(sorted(COMMANDS.items()))


@click.command(
    cls=Lazy,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="""\b
Examples:
  stackloop serve --demo
  stackloop arena magic greedy random --matches 20
  stackloop replay match.txt""",
)
@click.version_option(package_name="stackloop")
def main() -> None:
    """Matches of stack-based card games, their rules enforced exactly."""


if __name__ == "__main__":
    main()
