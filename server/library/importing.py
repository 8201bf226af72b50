"""An import: the cards of files taken into a library, compiled there, and what is told of them.

First all records are read and kept, batch by batch; then the tables that these rules have not read are compiled, and
kept batch by batch. An import that ends in the middle leaves a library with all of that, and the next import does the
rest. A table whose meaning is known is not compiled again, unless its text speaks of names or types that came later.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias

import engine
from server.library.intake import BATCH, Judge, Unread
from server.library.kept_cards import AGAIN, MENTIONS, UNPLAYED, Imported, Table
from server.library.library import Library, Told

Tell: TypeAlias = Callable[[int], None]


@dataclass
class GameReport:
    """The outcome for the cards of one game: how many were read, and how much of them is understood.

    ``again`` counts further prints of cards, ``unplayed`` what no deck holds; both are read, and are no cards.
    ``stops`` counts cards by what stops them, alone or with others.
    """

    read: int = 0
    again: int = 0
    unplayed: int = 0
    whole: int = 0
    part: int = 0
    none: int = 0
    new: int = 0
    replaced: int = 0
    compiled: int = 0
    stops: Counter[str] = field(default_factory=Counter)
    ids: set[int] = field(default_factory=set)

    def count(self, cards: Iterable[Told]) -> None:
        """Count how much of cards is understood."""
        for card in cards:
            self.whole += card.status == "whole"
            self.part += card.status == "part"
            self.none += card.status == "none"
            self.stops.update({stop.phrase for stop in card.stops})

    def to_json(self, most: int) -> dict[str, object]:
        """The counts, with the phrases that stop most cards."""
        return {
            "read": self.read,
            "again": self.again,
            "unplayed": self.unplayed,
            "whole": self.whole,
            "part": self.part,
            "unknown": self.none,
            "new": self.new,
            "replaced": self.replaced,
            "compiled": self.compiled,
            "stopped": [{"phrase": phrase, "cards": count} for phrase, count in ranked(self.stops)[:most]],
        }


def ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    """Counts, the largest first, those that are equal by name."""
    return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))


def take_in(library: Library, cards: Iterable[Imported], reports: dict[str, GameReport]) -> None:
    """Keep the cards of a file; none is compiled.

    Args:
        library: the one that keeps them.
        cards: as they are read.
        reports: by game; those of the file's games are counted on, or made.

    Raises:
        engine.BadSource, OSError: the file is none, breaks off, or cannot be read; the batches before are kept.
        BadLibrary: the library cannot be written.
    """
    left = iter(cards)
    while batch := list(islice(left, BATCH)):
        games: dict[str, list[Imported]] = {}
        for card in batch:
            games.setdefault(card.game, []).append(card)
        for game, some in games.items():
            report = reports.setdefault(game, GameReport())
            report.read += len(some)
            report.again += sum(card.kind == AGAIN for card in some)
            report.unplayed += sum(card.kind == UNPLAYED for card in some)
            changes, ids = library.add([(card, None) for card in some if card.kind != UNPLAYED])
            report.new += changes.new
            report.replaced += changes.replaced
            report.ids.update(ids)


def compile_all(library: Library, judge: Judge, tell: Tell) -> dict[str, int]:
    """Compile what these rules have not read yet; returns how many tables, by game.

    ``tell`` is told how many of them were done since it was told last.

    Raises:
        BadLibrary: the library cannot be written; the batches before are kept.
    """
    found: dict[str, int] = {}
    for game in library.count():
        found[game] = 0
        for batch in judge.compiled(_batches(_unread(library, game))):
            library.add_meanings(game, [(unread.digest, meaning) for unread, meaning in batch])
            found[game] += len(batch)
            tell(len(batch))
    library.forget_unused()
    return found


def unread_tables(library: Library) -> int:
    """The number of tables that these rules have not read."""
    return sum(1 for game in library.count() for _ in library.unread(game))


def _unread(library: Library, game: str) -> Iterator[Unread]:
    """The tables that were not read yet, then those that may be understood by what was imported since."""
    mentions = engine.Mentions(game)
    for face in library.faces(game):
        mentions.note(face)
    for digest, table in library.unread(game):
        yield Unread(game, digest, table, _further(mentions, table))
    for digest, table, tried in library.not_whole(game):
        further = _further(mentions, table)
        if further is not None and not set(_told(further)) <= {*tried, *_told(table)}:
            yield Unread(game, digest, table, further)


def _further(mentions: engine.Mentions, table: Table) -> Table | None:
    """The table with what its text may speak of; none if that is nothing new."""
    further = mentions.added_to(dict(table))
    return None if further == table else further


def _told(table: Table) -> list[str]:
    """The names and types that a table says its text speaks of."""
    told = table.get(MENTIONS, [])
    return list(map(str, told)) if isinstance(told, list) else []


def _batches(tables: Iterator[Unread]) -> Iterator[list[Unread]]:
    while batch := list(islice(tables, BATCH)):
        yield batch


def count_understood(library: Library, reports: dict[str, GameReport]) -> None:
    """Count how much is understood of the cards that reports are about."""
    for game, report in reports.items():
        report.count(library.told(game, sorted(report.ids)))
