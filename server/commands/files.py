"""The records that a command is given: files, and folders with all that is in them."""

from pathlib import Path
from typing import Final

import click

RECORDS: Final = click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, path_type=Path))


def found(files: tuple[Path, ...]) -> list[Path]:
    """The files, with folders replaced by the ``*.txt`` in them.

    Raises:
        click.UsageError: there are none.
    """
    paths = [path for given in files for path in (folder(given) if given.is_dir() else [given])]
    if not paths:
        raise click.UsageError(f"no *.txt in {' and '.join(map(str, files))}")
    return paths


def folder(given: Path) -> list[Path]:
    return sorted(path for path in given.rglob("*.txt") if not path.is_dir())
