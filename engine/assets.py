"""The texts that ship with the package: grammars, cards and decks. The only place that reads a file.

A program that runs the rules may hand in texts of its own, which are as if they had shipped.

The words of a game's name are joined by hyphens in text and by underscores in the name of its folder.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

GAMES: Final = "engine.games"
MOST_DEEP: Final = 16
"""Tables and lists in each other, in what somebody hands in; ours have 6 at most."""
_LONG_KEY: Final = re.compile(rf"""(?:\.[ \t]*(?:[\w-]+|"[^"\n]*"|'[^'\n]*')[ \t]*){{{MOST_DEEP}}}""")
_ADDED: Final[dict[tuple[str, str], tuple[tuple[str, str], ...]]] = {}
"""Package and folder -> texts that were handed in."""


def package_of(game: str) -> str:
    """The package of a game, by its name in text."""
    return f"{GAMES}.{game.replace('-', '_')}"


def read_text(package: str, *path: str) -> str:
    """The text of one file of a package.

    Raises:
        FileNotFoundError: the package has no such file.
    """
    return resources.files(package).joinpath("/".join(path)).read_text(encoding="utf-8")


def read_folder(package: str, folder: str, suffix: str) -> tuple[tuple[str, str], ...]:
    """(name without suffix, text) of every file of a folder, by name, and of those that were added to it."""
    place = resources.files(package)
    if folder:  # since Python 3.12 a namespace package refuses to be joined with an empty name
        place = place.joinpath(folder)
    files = [f for f in place.iterdir() if f.name.endswith(suffix)] if place.is_dir() else []
    shipped = ((f.name.removesuffix(suffix), f.read_text(encoding="utf-8")) for f in sorted(files, key=_name))
    return (*shipped, *_ADDED.get((package, folder), ()))


def read_tree(package: str, suffixes: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    """(path, text) of every file with one of the suffixes in a package and all packages in it, by path."""
    return tuple(sorted(_below(resources.files(package), "", suffixes)))


def _below(place: Traversable, path: str, suffixes: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    for each in place.iterdir():
        if each.is_dir():
            yield from _below(each, f"{path}{each.name}/", suffixes)
        elif each.name.endswith(suffixes):
            yield f"{path}{each.name}", each.read_text(encoding="utf-8")


def add_texts(package: str, folder: str, texts: tuple[tuple[str, str], ...]) -> None:
    """Have further (name, text) found in a folder, by who has not read it yet."""
    _ADDED[package, folder] = (*_ADDED.get((package, folder), ()), *texts)


def read_table(text: str) -> dict[str, Any]:  # what it holds its reader says
    """The TOML table that somebody hands in, in a time that its length bounds.

    Raises:
        tomllib.TOMLDecodeError: it is none, or has more than ``MOST_DEEP`` tables and lists in each other.
    """
    long = _LONG_KEY.search(text)
    if long is not None:  # each part costs all that stand before it
        line, column = text.count("\n", 0, long.start()) + 1, long.start() - text.rfind("\n", 0, long.start())
        raise tomllib.TOMLDecodeError(f"A key of too many parts (at line {line}, column {column})")
    try:
        table = tomllib.loads(text)
    except RecursionError:
        table = None
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:  # int() takes so many digits and no more
        raise tomllib.TOMLDecodeError("A number of too many digits") from None
    if table is None or _is_deep(table):
        raise tomllib.TOMLDecodeError("Tables or lists too deep in each other")
    return table


def _is_deep(table: dict[str, Any]) -> bool:
    level: list[Any] = [table]
    for _ in range(MOST_DEEP):
        values = (value for part in level for value in (part.values() if isinstance(part, dict) else part))
        level = [value for value in values if isinstance(value, dict | list)]
        if not level:
            return False
    return True


def _name(file: Traversable) -> str:
    return file.name
