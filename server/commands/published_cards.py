"""Cards as other programs publish them, as files and folders that a command is given."""

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

import click
import orjson

import engine
from server.library.kept_cards import Imported
from server.library.source_records import records_of
from server.runtime.card_folders import toml_files

SUFFIXES: Final = (".gz", ".json", ".jsonl")
"""Of published files in a folder; one that is named may be called anything."""
LARGE_BYTES: Final = 8 * 1024 * 1024
"""Of a file that is not held in memory as a whole, but is open while it is read."""
_SNIFFED: Final = 256


def published_files(given: tuple[Path, ...]) -> list[Path]:
    """The published files among those that were named, and in the folders that were.

    Raises:
        click.UsageError: some are, and some are card files; or one cannot be read.
    """
    found, others = [], []
    for path in given:
        if path.is_dir():
            inside = [] if has_card_files(path) else published_in(path)
            found += inside
            others += [] if inside else [path]
        elif is_published(path):
            found.append(path)
        else:
            others.append(path)
    if found and others:
        raise click.UsageError(f"{others[0]} is no published file as {found[0]} is; check them by themselves")
    return found


def has_card_files(folder: Path) -> bool:
    """Whether a folder, or one in it, has card files."""
    return any(toml_files(place) for place in (folder, *sorted(folder.glob("*/"))))


def published_in(folder: Path) -> list[Path]:
    """The files of a folder that look published, then those of folders in it: these may name what stands above them."""
    found = [path for path in folder.rglob("*") if path.is_file() and path.suffix in SUFFIXES]
    return sorted(found, key=lambda path: (len(path.parts), path))


@contextmanager
def reading(given: tuple[Path, ...]) -> Iterator[Iterator[tuple[Path, Iterator[Imported]]]]:
    """The cards of files and of folders, file by file, with a bar on standard error that tells how far.

    They come as they are given, but for those whose form has an order of its own.
    """
    files = [file for path in given for file in (published_in(path) if path.is_dir() else [path])]
    files.sort(key=_place_of)
    memory = engine.SourceMemory()
    length = sum(file.stat().st_size for file in files)
    with click.progressbar(length=length, label="reading", file=sys.stderr, update_min_steps=2**16) as bar:
        yield ((file, records_of(file, memory, bar.update)) for file in files)


def is_published(path: Path) -> bool:
    """Whether a file looks published, by how it begins."""
    try:
        with path.open("rb") as file:
            return engine.is_published(file.read(_SNIFFED))
    except OSError as error:
        raise click.UsageError(f"{path}: {error.strerror}") from error


def _place_of(path: Path) -> str:
    """The place of a file among those of its form; of one that cannot be read what is wrong is told when it is read."""
    with suppress(OSError, engine.BadSource), path.open("rb") as file:
        return engine.place_of_file(str(path), file)
    return ""


def _is_large(path: Path) -> bool:
    return path.stat().st_size > LARGE_BYTES


def read_published(files: list[Path]) -> list[engine.PublishedCards]:
    """The cards of published files, by their form.

    Raises:
        click.ClickException: one is no such file, or cannot be read.
    """
    try:
        with ExitStack() as opened:
            return engine.read_published(
                (str(path), opened.enter_context(path.open("rb")) if _is_large(path) else path.read_bytes())
                for path in files
            )
    except OSError as error:
        raise click.ClickException(f"{error.filename}: {error.strerror}") from error
    except engine.BadSource as error:
        raise click.ClickException(str(error)) from error


def show_published(files: list[Path], *, as_json: bool) -> None:
    """Print how many cards there are, and how many are accepted; of those that are not, why, as JSON of each."""
    found = read_published(files)
    if as_json:
        click.echo(orjson.dumps([to_json(cards) for cards in found], option=orjson.OPT_INDENT_2))
        return
    for cards in found:
        click.echo(f"{cards.form} [{cards.game}]: {len(cards.cards)} cards, {len(cards.accepted)} accepted")
        for kind, count in cards.declined().items():
            click.echo(f"  {count} declined: {kind}")


def to_json(cards: engine.PublishedCards) -> dict[str, object]:
    """The counts of one form, and each card that is declined."""
    declined = [
        {"card": card.name, "place": card.place, "kind": card.decline.kind, "reason": card.decline.reason}
        for card in cards.cards
        if card.decline is not None
    ]
    counts = {"cards": len(cards.cards), "accepted": len(cards.accepted), "declined": cards.declined()}
    return {"form": cards.form, "game": cards.game, **counts, "reasons": declined}
