"""``stackloop cards import``: the cards of published files, taken into this node's library."""

import os
import sys
from pathlib import Path
from typing import Final

import click
import orjson

import engine
from server.commands.published_cards import published_in, reading
from server.commands.with_library import with_library
from server.library.importing import GameReport, compile_all, count_understood, ranked, take_in, unread_tables
from server.library.intake import Judge
from server.library.library import Library
from server.runtime.errors import BadLibrary

MOST_PHRASES: Final = 10
"""Phrases told of each game."""


@click.command(
    "import",
    epilog="""\b
Examples:
  stackloop cards import oracle-cards.json.gz
  stackloop cards import marvelcdb-json-data/pack AtomicCards.json
  stackloop cards import --library my.sqlite --json cards.jsonl
  stackloop cards import""",
)
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@with_library
@click.option(
    "--jobs",
    default=os.cpu_count() or 1,
    type=click.IntRange(1, 256),
    help="Processes that compile; one for each core unless told.",
)
@click.option("--json", "as_json", is_flag=True, help="The counts of each game as JSON.")
def import_cards(files: tuple[Path, ...], library: Path, jobs: int, as_json: bool) -> None:
    """Take the cards of FILES into the library, where decks find them; what is imported stays on this machine.

    Files of Scryfall, MTGJSON, the Grand Archive API or MarvelCDB are known by their content, packed by gzip or not;
    of a folder all that lie in it and in its folders. A newer file replaces the texts of the cards that it holds. It
    tells for each game how many cards were read, how many are understood as a whole, in part or not, and the phrases
    that stopped most of them.

    Without FILES, what the library holds is compiled anew, as after an update of this program.
    """
    reports: dict[str, GameReport] = {}
    try:
        with Library(library, is_writable=True) as kept:
            faults = import_files(kept, files, reports)
            compiled = compile_library(kept, jobs)
            count_understood(kept, reports)
    except BadLibrary as error:
        raise click.ClickException(str(error)) from error
    for game, report in reports.items():
        report.compiled = compiled[game]
    if files:
        show(reports, as_json=as_json)
    else:
        show_compiled(compiled, as_json=as_json)
    for fault in faults:
        click.echo(f"Error: {fault}", err=True)
    sys.exit(1 if faults else 0)


def compile_library(kept: Library, jobs: int) -> dict[str, int]:
    """Compile what is not compiled yet, with a bar that tells how far; returns how many tables, by game."""
    length = unread_tables(kept)
    with click.progressbar(length=length, label="compiling", file=sys.stderr) as bar, Judge(jobs) as judge:
        return compile_all(kept, judge, bar.update)


def import_files(kept: Library, given: tuple[Path, ...], reports: dict[str, GameReport]) -> list[str]:
    """Take files in, with a bar that tells how far; returns what is wrong with some, a line each."""
    faults = [f"{path}: no published file in it" for path in given if path.is_dir() and not published_in(path)]
    with reading(given) as files:
        for file, cards in files:
            try:
                take_in(kept, cards, reports)
            except engine.BadSource as error:
                if error.place or file in given:
                    faults.append(str(error))
                else:
                    click.echo(f"passed over: {error}", err=True)
            except OSError as error:
                faults.append(f"{file}: {error.strerror}")
    return faults


def show(reports: dict[str, GameReport], *, as_json: bool) -> None:
    """Print what was read, and how much of it is understood."""
    if as_json:
        told = {game: report.to_json(MOST_PHRASES) for game, report in reports.items()}
        click.echo(orjson.dumps(told, option=orjson.OPT_INDENT_2))
        return
    for game, report in reports.items():
        cards = report.read - report.again - report.unplayed
        further = [
            f"{count} {what}"
            for count, what in ((report.again, "further prints"), (report.unplayed, "that no deck holds"))
            if count
        ]
        beside = f" (beside {' and '.join(further)})" if further else ""
        click.echo(f"{game}: {counted(cards)} read{beside}, {report.new} new, {report.replaced} replaced")
        click.echo(f"  {report.whole} whole, {report.part} in part, {report.none} unknown")
        for phrase, count in ranked(report.stops)[:MOST_PHRASES]:
            click.echo(f"  stopped {count}: {phrase}")


def counted(cards: int) -> str:
    return f"{cards} {'card' if cards == 1 else 'cards'}"


def show_compiled(counts: dict[str, int], *, as_json: bool) -> None:
    """Print how many tables were compiled anew."""
    if as_json:
        click.echo(orjson.dumps(counts, option=orjson.OPT_INDENT_2))
    for game, count in counts.items() if not as_json else ():
        click.echo(f"{game}: {counted(count)} compiled")
