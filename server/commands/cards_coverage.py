"""``stackloop cards coverage``: how many cards of files or of the library are understood, and what stops the others."""

import os
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import click
import orjson

import engine
from server.commands.cards_import import compile_library, import_files
from server.commands.with_library import with_library
from server.library.coverage import BYS, By, Counts, Coverage, share
from server.library.coverage_page import page_of
from server.library.library import Library
from server.runtime.errors import BadLibrary

PAGE: Final = Path(engine.__file__).parents[1] / "deploy" / "COVERAGE.md"
GROUPS: Final = ("set", "year")


@click.command(
    "coverage",
    epilog="""\b
Examples:
  stackloop cards coverage oracle-cards.json.gz
  stackloop cards coverage --by year --game magic
  stackloop cards coverage AtomicCards.json --by phrase --sole-blocker --most 100
  stackloop cards coverage oracle-cards.json marvelcdb-json-data/pack --write""",
)
@click.argument("files", nargs=-1, type=click.Path(exists=True, path_type=Path))
@with_library
@click.option("--by", default="phrase", show_default=True, type=click.Choice(BYS), help="The groups to count by.")
@click.option("--sole-blocker", is_flag=True, help="Rank by the cards that nothing else stops.")
@click.option("--game", type=click.Choice(engine.list_games()), help="The game to count; all unless told.")
@click.option("--most", default=30, show_default=True, type=click.IntRange(1), help="Rows of each game.")
@click.option(
    "--jobs",
    default=os.cpu_count() or 1,
    type=click.IntRange(1, 256),
    help="Processes that compile; one for each core unless told.",
)
@click.option("--json", "as_json", is_flag=True, help="All rows as JSON.")
@click.option("--write", is_flag=True, help="Put the counts into deploy/COVERAGE.md of this checkout.")
def coverage(
    files: tuple[Path, ...],
    library: Path,
    by: By,
    sole_blocker: bool,
    game: str | None,
    most: int,
    jobs: int,
    as_json: bool,
    write: bool,
) -> None:
    """Count how many cards of FILES are understood, or of the library if no file is named; nothing is kept.

    By phrase it tells what in their texts stops most cards, alone or with others; by kind the kinds of reasons. By set
    or by year of the first print it tells how many cards are understood.
    """
    try:
        found = of_files(files, jobs) if files else of_library(library)
    except BadLibrary as error:
        raise click.ClickException(str(error)) from error
    found = {each: counted for each, counted in found.items() if game in (None, each)}
    if write:
        PAGE.write_text(page_of(found, [path.name for path in files] or [library.name]), encoding="utf-8")
    elif as_json:
        told = {each: to_json(counted, by, sole_blocker=sole_blocker) for each, counted in found.items()}
        click.echo(orjson.dumps(told, option=orjson.OPT_INDENT_2))
    else:
        for each, counted in found.items():
            show(each, counted, by, most, sole_blocker=sole_blocker)


def of_files(given: tuple[Path, ...], jobs: int) -> dict[str, Coverage]:
    """The coverage of the cards of files, by game: they come into a library that is thrown away.

    Raises:
        click.ClickException: a file is broken, or cannot be read.
    """
    with TemporaryDirectory() as place:
        file = Path(place, "library.sqlite")
        with Library(file, is_writable=True) as library:
            faults = import_files(library, given, {})
            if faults:
                raise click.ClickException("; ".join(faults))
            compile_library(library, jobs)
        return of_library(file)


def of_library(path: Path) -> dict[str, Coverage]:
    """The coverage of the cards of a library, by game.

    Raises:
        click.ClickException: some of them were not compiled by these rules.
    """
    found: dict[str, Coverage] = {}
    with Library(path) as library:
        for game in library.count():
            counted = found[game] = Coverage()
            for card in library.told(game):
                if card.meaning is None and not card.kind:
                    raise click.ClickException(f"{path} was compiled by other rules: call stackloop cards import")
                counted.add(card)
    return found


def to_json(counted: Coverage, by: By, *, sole_blocker: bool) -> dict[str, Any]:
    """The counts of a game, as ``--json`` prints them."""
    if by in GROUPS:
        rows = [{by: name, **as_object(counts)} for name, counts in counted.groups(by)]
    else:
        reasons = counted.reasons(by, sole_blocker=sole_blocker)
        rows = [{by: row.what, "cards": row.cards, "alone": row.alone} for row in reasons]
    return {**as_object(counted.total), "rows": rows}


def as_object(counts: Counts) -> dict[str, Any]:
    return {"cards": counts.cards, "whole": counts.whole, "part": counts.part, "unknown": counts.none}


def show(game: str, counted: Coverage, by: By, most: int, *, sole_blocker: bool) -> None:
    """Print the counts of a game for people."""
    total = counted.total
    click.echo(
        f"{game}: {total.cards} cards, {total.whole} whole ({share(total)}), {total.part} in part, {total.none} unknown"
    )
    if by in GROUPS:
        for name, counts in counted.groups(by)[:most]:
            click.echo(f"  {counts.whole:6} of {counts.cards:6}  {share(counts):>7}  {name}")
        return
    for row in counted.reasons(by, sole_blocker=sole_blocker)[:most]:
        click.echo(f"  {row.cards:6} stopped, {row.alone:6} alone  {row.what}")
