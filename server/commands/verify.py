"""``stackloop verify``: holds what a record says of its shuffles against the secret that was committed to."""

import sys
from pathlib import Path

import click

from engine import BadRecord, Check, Record, verify
from server.commands.files import RECORDS, found
from server.runtime.named_files import Unread, text_of


@click.command(
    "verify",
    epilog="""\b
Examples:
  stackloop verify match.txt
  stackloop verify match.txt --told 5517305996955e932bd34ade377dfb9594778118b93eca5dcf7330de0827a793
  stackloop verify --quiet records""",
)
@RECORDS
@click.option("--told", default="", metavar="HEX", help="The commitment that a view showed before the match was over.")
@click.option("--quiet", is_flag=True, help="One line for each record.")
def command(files: tuple[Path, ...], told: str, quiet: bool) -> None:
    """Work out from the secrets of the records FILES what was left to chance; exit with 1 if one differs.

    Needs no rules: whether the moves obey them is what stackloop replay checks.
    """
    failed = [path for path in found(files) if not holds(path, told.strip().lower(), quiet=quiet)]
    sys.exit(1 if failed else 0)


def holds(path: Path, told: str, *, quiet: bool) -> bool:
    """Say of one record what was checked and what came of it."""
    try:
        checks = list(verify(Record(text_of(path)), told))
    except (BadRecord, Unread) as error:
        click.echo(f"{path}: {error}", err=True)
        return False
    failed = sum(not check.holds for check in checks)
    lines = [] if quiet else [describe(check) for check in checks]
    verdict = f"{failed} of {len(checks)} checks failed" if failed else "nobody steered the shuffle"
    click.echo("\n".join([*lines, f"{path}: {verdict}"]))  # at once: each call waits for a terminal or a pipe
    return not failed


def describe(check: Check) -> str:
    return f"{'holds' if check.holds else 'FAILS'}  {check.words}{': ' if check.found else ''}{check.found}"
