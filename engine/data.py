"""The texts that ship with the package: grammars, cards and decks. The only place that reads a file.

The words of a game's name are joined by hyphens in text and by underscores in the name of its folder.
"""

from __future__ import annotations

from importlib import resources
from typing import Final

GAMES: Final = "engine.games"


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
    """(name without suffix, text) of every file of a folder, by name; none if there is no folder."""
    place = resources.files(package).joinpath(folder)
    files = [f for f in place.iterdir() if f.name.endswith(suffix)] if place.is_dir() else []
    return tuple(
        (f.name.removesuffix(suffix), f.read_text(encoding="utf-8")) for f in sorted(files, key=lambda f: f.name)
    )
