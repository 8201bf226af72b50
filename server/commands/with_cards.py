"""The option ``--cards`` of commands that know cards: takes those of one's own in before anything else is read."""

from pathlib import Path
from typing import Final

import click

from server.runtime.card_folders import BadCards, take_in


def taken(_context: click.Context, _option: click.Parameter, folder: Path | None) -> None:
    """Take a set in; other processes of the command find it by ``card_folders.taken``.

    Raises:
        click.ClickException: something is wrong with it.
    """
    try:
        if folder is not None:
            take_in(folder)
    except BadCards as error:
        raise click.ClickException(str(error)) from error


with_cards: Final = click.option(
    "--cards",
    envvar="STACKLOOP_CARDS",
    metavar="DIRECTORY",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    callback=taken,
    expose_value=False,
    help="Cards of your own, as for serve.",
)
