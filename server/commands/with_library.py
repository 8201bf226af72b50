"""The option ``--library`` of commands that ask the library, and the place of the library without it."""

from pathlib import Path
from typing import Final

import click

from server.library.library import library_file
from server.runtime.settings import Settings


def placed(_context: click.Context, _option: click.Parameter, file: Path | None) -> Path:
    """The file of the library: the one that is named, or that of the data directory."""
    try:
        return library_file(Settings.from_environment(library=None if file is None else str(file)))
    except ValueError as error:
        raise click.UsageError(str(error)) from error


with_library: Final = click.option(
    "--library",
    envvar="STACKLOOP_LIBRARY",
    show_envvar=True,
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=placed,
    help="The file of imported cards; library.sqlite in the data directory unless told.",
)
