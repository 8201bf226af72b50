"""``stackloop export``: records as data for those who learn from them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from engine import BadRecord, Playback, Record, Refusal, Settings, Views
from server.commands.files import RECORDS, found
from server.commands.with_cards import with_cards
from server.runtime.extras import need
from server.runtime.named_files import Unread, text_of

if TYPE_CHECKING:
    import pyarrow as pa
    from pyarrow.parquet import ParquetWriter

LETTERS: Final = "ABCDEFGH"
OTHERWISE: Final = ("concede", "agree to a draw")
ROWS: Final = 1024
"""Written at a time."""
COLUMNS: Final = {
    "match": "string",
    "game": "string",
    "move": "int32",
    "moves": "int32",
    "seat": "int8",
    "player": "string",
    "turn": "int32",
    "phase": "string",
    "kind": "string",
    "options": "int32",
    "gesture": "string",
    "won": "float32",
    "view": "string",
    "decision": "string",
}
"""Column -> its type; a row is a decision that a seat answered, before the answer.

``match`` is the record's file without its ending; ``move`` the number of the answer in it, from 1, of ``moves``;
``seat`` who answered, from 0, and ``player`` what it is called; ``kind`` of the decision and how many ``options`` it
had; ``gesture`` the answer; ``won`` what became of the match for this seat: 1, 0, or 0.5 of a draw; ``view`` and
``decision`` what the seat saw and was asked, as PROTOCOL.md says them (6.1, 4.1), as JSON: nothing that it could not
know.
"""
Row = dict[str, object]


@click.command(
    "export",
    epilog="""\b
Examples:
  stackloop export records --positions positions.parquet
  stackloop export match.txt --positions a.parquet --every 10

\b
Columns: match, game, move, moves, seat, player, turn, phase, kind, options,
gesture, won (1, 0, or 0.5 of a draw), view and decision (JSON, what the seat
saw and was asked, PROTOCOL.md 6.1 and 4.1).""",
)
@with_cards
@RECORDS
@click.option(
    "--positions", "out", required=True, type=click.Path(dir_okay=False, path_type=Path), help="The Parquet file."
)
@click.option("--every", default=1, show_default=True, type=click.IntRange(min=1), help="Only each so-manyth decision.")
def command(files: tuple[Path, ...], out: Path, every: int) -> None:
    """Write the positions of the records FILES: each decision as its seat saw it, the answer, and who won.

    Needs pyarrow, which the extra "data" brings.
    """
    need("data", "export")
    import pyarrow as pa

    schema = pa.schema([(name, getattr(pa, kind)()) for name, kind in COLUMNS.items()])
    failed, count, paths = 0, 0, found(files)
    with unfinished(out) as part, opened(part, out, schema) as writer:
        for path in paths:
            rows: list[Row] = []
            try:
                for row in positions(path, every):
                    rows.append(row)
                    if len(rows) == ROWS:
                        count += write(writer, schema, rows)
            except (BadRecord, Refusal, Unread) as error:
                click.echo(f"{path}: {error}", err=True)
                failed += 1
            count += write(writer, schema, rows)
        if failed and not count:
            click.echo(f"{out} is not written: there are no positions", err=True)
            sys.exit(1)
    click.echo(f"{out}: {count} positions")
    sys.exit(1 if failed else 0)


@contextmanager
def unfinished(out: Path) -> Iterator[Path]:
    """A file beside ``out`` that takes its place once all is written; what was there stays if that fails.

    A path that is there and no file, as ``/dev/null``, is written itself.
    """
    if out.exists() and not out.is_file():
        yield out
        return
    whole = out.resolve()
    part = whole.with_name(f".{whole.name}.{os.getpid()}")
    try:
        yield part
        part.replace(whole)
    finally:
        part.unlink(missing_ok=True)


def opened(part: Path, out: Path, schema: pa.Schema) -> ParquetWriter:
    """The writer of ``part``; errors speak of ``out``."""
    from pyarrow.parquet import ParquetWriter

    try:
        return ParquetWriter(part, schema, compression="zstd")
    except OSError as error:
        raise click.ClickException(f"{out} cannot be written: {error.strerror or error}") from error


def write(writer: ParquetWriter, schema: pa.Schema, rows: list[Row]) -> int:
    """Write rows and forget them; returns how many they were."""
    import pyarrow as pa

    count = len(rows)
    if count:
        writer.write_table(pa.Table.from_pylist(rows, schema=schema))
    rows.clear()
    return count


def positions(path: Path, every: int) -> Iterator[Row]:
    """The rows of one record.

    Raises:
        BadRecord, Refusal: it cannot be read, or does not play.
    """
    record = Record(text_of(path))
    played = Playback(record.header)
    views = Views(played.match)
    moves = record.moves
    for number, line in enumerate(moves, 1):
        if number % every == 0 and is_answer(line.partition(": ")[2]):
            seen = position(played, views, LETTERS.find(line[:1]))
            if seen is not None:
                about = {"match": path.stem, "game": record.header.game, "move": number, "moves": len(moves)}
                yield {**about, **seen, "gesture": line.partition(": ")[2], "won": won(record, LETTERS.find(line[:1]))}
        played.take_line(line)
        views.update()


def position(played: Playback, views: Views, seat: int) -> Row | None:
    """The view and the question of a seat, if it is asked anything."""
    match = played.match
    asked = next((decision for decision in match.decisions if decision.seat == seat), None)
    if asked is None:
        return None
    now = views.now(f"seat{seat}")
    return {
        "seat": seat,
        "player": match.header.names[seat],
        "turn": match.game.root.turn,
        "phase": match.game.root.step,
        "kind": asked.kind,
        "options": len(asked.options),
        "view": now.entities.decode(),
        "decision": (now.decision or b"").decode(),
    }


def is_answer(gesture: str) -> bool:
    """Whether a move answers a decision; settings, a draw and giving up do not."""
    return gesture not in OTHERWISE and not Settings.is_gesture(gesture)


def won(record: Record, seat: int) -> float:
    """The outcome of the match for a seat."""
    if record.winners:
        return float(LETTERS[seat] in record.winners)
    return 0.0 if record.side else 0.5
