"""The program that ``stackloop chaos`` starts its servers from.

    python -m server.commands.nursery DIRECTORY GAME...

It is no command of its own. It stands here because it becomes ``stackloop serve``.
"""

import sys

from server.chaos.nursery import keep
from server.commands.serve import command


def serve(arguments: list[str]) -> None:
    """Be a server with these arguments of ``stackloop serve``."""
    command.main(args=arguments, prog_name="stackloop serve")


if __name__ == "__main__":
    keep(serve, *sys.argv[1:])
