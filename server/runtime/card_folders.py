"""Sets of cards that an operator brings along: a folder for each game, with card files as those in ``engine/games``.

::

    DIR/magic/my-set.toml            cards: [[card]] tables
    DIR/magic/decks/my-deck.toml     decks that ship with them, if any: name, and [cards] with counts

They are taken in before anything else is read, or not at all: whatever is wrong is told with file and line. Their
content becomes part of the name that a node gives its engine, so that only nodes with the same cards go on with its
matches.
"""

import hashlib
import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final, TypeAlias

import engine
from server.runtime.errors import ServiceError
from server.runtime.named_files import Unread, text_of
from server.runtime.settings import Settings

SUFFIX: Final = ".toml"
DECKS: Final = "decks"
MOST_TOLD: Final = 50
"""Things that are wrong, told at a time."""

Texts: TypeAlias = tuple[tuple[str, str], ...]
"""Names of files, and what they say."""

_taken: list[Path] = []


class BadCards(ServiceError):
    """An operator's cards that are not understood.

    Attributes:
        faults: a line each, with file and line.
    """

    def __init__(self, faults: Sequence[str]) -> None:
        shown = list(faults[:MOST_TOLD])
        more = len(faults) - len(shown)
        super().__init__("\n".join(("the cards cannot be used", *shown, *([f"and {more} more"] if more else []))))
        self.faults = tuple(faults)


class _NoDeck(ValueError):
    """A table that is no deck."""


def with_own_cards(settings: Settings) -> Settings:
    """Take the cards in that the settings name; what the node calls its engine tells of them.

    Raises:
        BadCards: something is wrong with them.
    """
    if not settings.cards:
        return settings
    mark = "+cards." + take_in(Path(settings.cards))
    return settings if settings.engine.endswith(mark) else replace(settings, engine=settings.engine + mark)


def take_in(folder: Path) -> str:
    """Take a set in, at the start of the process; returns a name for all that it says.

    Raises:
        BadCards: something is wrong with it.
    """
    faults: list[str] = []
    digest = hashlib.blake2b(digest_size=6)
    for game, place in _games(folder, faults):
        cards, card_faults = _texts(toml_files(place))
        decks, deck_faults = _texts(toml_files(place / DECKS))
        for kind, texts in (("cards", cards), (DECKS, decks)):
            for file, text in texts:
                digest.update(f"{game}\0{kind}\0{Path(file).name}\0{text}".encode())
        found = card_faults + [str(fault) for fault in engine.add_cards(game, cards)] or take_decks(game, decks)
        faults += found + deck_faults
    if faults:
        raise BadCards(faults)
    _taken.append(folder)
    return digest.hexdigest()


def taken() -> tuple[str, ...]:
    """The sets that this process has taken in, for another one that is to know the same cards."""
    return tuple(str(folder.absolute()) for folder in _taken)


def take_in_too(folders: Sequence[str]) -> None:
    """Take in what ``taken`` told elsewhere, where that is not done; raises as ``take_in``."""
    for folder in folders:
        if folder not in taken():
            take_in(Path(folder))


def _games(folder: Path, faults: list[str]) -> list[tuple[str, Path]]:
    """The games that a set has folders for."""
    try:
        places = sorted(place for place in folder.iterdir() if place.is_dir() and not place.name.startswith("."))
    except OSError as error:
        raise BadCards([f"{folder}: {error.strerror}"]) from error
    found = []
    for place in places:
        game = place.name.replace("_", "-")
        if game in engine.list_games():
            found.append((game, place))
        else:
            faults.append(f"{place}: no game of that name; there are {', '.join(engine.list_games())}")
    if not places:
        faults.append(f"{folder}: no folder of a game in it, as {engine.list_games()[0]}")
    return found


def toml_files(place: Path) -> list[Path]:
    """The files of cards, or of decks, that lie in a folder; those of folders in it are others."""
    return sorted(place.glob(f"*{SUFFIX}")) if place.is_dir() else []


def _texts(files: list[Path]) -> tuple[Texts, list[str]]:
    """The texts in files, by their names; and the files that cannot be read."""
    texts, faults = [], []
    for file in files:
        try:
            texts.append((str(file), text_of(file)))
        except Unread as error:
            faults.append(f"{file}: {error}")
    return tuple(texts), faults


def take_decks(game: str, files: Texts) -> list[str]:
    """Take decks in that come with cards, unless something is wrong with them; what that is, a line each."""
    faults: list[str] = []
    for file, text in files:
        try:
            entries = _entries(engine.read_table(text))
        except (tomllib.TOMLDecodeError, _NoDeck) as error:
            faults.append(f"{file}: {error}")
            continue
        faults += [f"{file}: {fault}" for fault in engine.check_deck(engine.shipped(game), entries)]
    if not faults:
        engine.add_decks(game, tuple((Path(file).stem, text) for file, text in files))
    return faults


def _entries(table: dict[str, Any]) -> tuple[tuple[str, int], ...]:
    """The cards of a deck and how many; raises ``_NoDeck``."""
    cards = table.get("cards")
    if not isinstance(table.get("name"), str) or not isinstance(cards, dict):
        raise _NoDeck('a deck has a name, as name = "...", and [cards] with counts')
    strange = [key for key in table if key not in ("name", "cards")]
    if strange:
        raise _NoDeck(f"{strange[0]!r} is no part of a deck: it has a name and [cards]")
    for card, count in cards.items():
        if not isinstance(count, int) or isinstance(count, bool) or count < 1:
            raise _NoDeck(f"{card}: how many is a number from 1, not {count!r:.40}")
    return tuple(cards.items())
