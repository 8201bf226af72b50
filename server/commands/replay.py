"""``stackloop replay``: plays a match record again and compares every hash."""

import sys
from pathlib import Path

import click

from engine import BadRecord, Refusal, replay


@click.command(
    "replay",
    epilog="""\b
Examples:
  stackloop replay records/*.txt""",
)
@click.argument("files", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def command(files: tuple[Path, ...]) -> None:
    """Play match records FILES again; exit with 1 if one does not lead where it says."""
    failed = False
    for path in files:
        try:
            played = replay(path.read_text(encoding="utf-8"))
        except (BadRecord, Refusal, UnicodeDecodeError) as error:
            click.echo(f"{path}: {error}", err=True)
            failed = True
            continue
        result = played.match.result
        end = f"{result.reason} ({result.code})" if result is not None else "not over"
        click.echo(f"{path}: {played.moves} moves, {end}, hash {played.hash}")
    sys.exit(1 if failed else 0)
