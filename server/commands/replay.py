"""``stackloop replay``: plays match records again, compares every hash, and shows where a match stood."""

import sys
from pathlib import Path

import click
import orjson

from engine import BadRecord, Playback, Record, Refusal, Views, replay
from protocol.diffs import parse
from server.commands.files import RECORDS, found
from server.commands.with_cards import with_cards
from server.records.position_lines import render
from server.runtime.named_files import Unread, text_of


@click.command(
    "replay",
    epilog="""\b
Examples:
  stackloop replay records
  stackloop replay match.txt --at 57
  stackloop replay match.txt --at 57 --json
  stackloop replay match.txt --from 50 --to 60""",
)
@with_cards
@RECORDS
@click.option("--at", type=click.IntRange(min=0), help="Show the position after this move, and do not go on.")
@click.option("--from", "first", type=click.IntRange(min=0), help="Show every position from this move on.")
@click.option("--to", "last", type=click.IntRange(min=0), help="The last of them; the end if left out.")
@click.option("--json", "as_json", is_flag=True, help="Positions as views in which no hand is hidden, one a line.")
def command(files: tuple[Path, ...], at: int | None, first: int | None, last: int | None, as_json: bool) -> None:
    """Play match records FILES again; exit with 1 if one does not lead where it says."""
    if at is not None and (first is not None or last is not None):
        raise click.UsageError("--at shows one position, --from and --to show several: say either")
    if last is not None and last < (first or 0):
        raise click.UsageError(f"--to {last} is before --from {first}")
    if at is not None:
        first = last = at
    if first is None and last is None:
        failed = [path for path in found(files) if not leads_there(path)]
    else:
        failed = [path for path in found(files) if not shows(path, first or 0, last, as_json=as_json)]
    sys.exit(1 if failed else 0)


def leads_there(path: Path) -> bool:
    """Play one record to its end and say what came of it."""
    try:
        played = replay(text_of(path))
    except (BadRecord, Refusal, Unread) as error:
        click.echo(f"{path}: {error}", err=True)
        return False
    result = played.match.result
    end = f"{result.reason} ({result.code})" if result is not None else "not over"
    click.echo(f"{path}: {played.moves} moves, {end}, hash {played.hash}")
    return True


def shows(path: Path, first: int, last: int | None, *, as_json: bool) -> bool:
    """Show some positions of one record."""
    try:
        record = Record(text_of(path))
        moves = record.moves
        end = len(moves) if last is None else last
        played = record.play_to(first)
        show(played, len(moves), as_json=as_json)
        for line in moves[first:end]:
            played.take_line(line)
            show(played, len(moves), as_json=as_json)
        if end > len(moves):
            raise BadRecord(f"there is no move {end}: there are {len(moves)}")
    except (BadRecord, Refusal, Unread) as error:
        click.echo(f"{path}: {error}", err=True)
        return False
    return True


def show(played: Playback, moves: int, *, as_json: bool) -> None:
    views = Views(played.match)
    views.keep_opened()
    number = len(played.moves)
    move = played.moves[-1] if played.moves else ""
    view = parse(views.opened)
    if as_json:
        click.echo(orjson.dumps({"at": number, "move": move, "view": view}))
        return
    click.echo(f"move {number} of {moves}{': ' if move else ''}{move}")
    click.echo(render(view))
    click.echo()
