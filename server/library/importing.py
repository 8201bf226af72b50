"""An import: the cards of files taken into a library, and what is told of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from server.library.intake import Judge, Judged
from server.library.kept_cards import AGAIN, UNPLAYED, Imported, Meaning
from server.library.library import Changes, Library


@dataclass
class GameReport:
    """The outcome for the cards of one game: how many were read, and how much of them is understood.

    ``again`` counts further prints of cards, ``unplayed`` what no deck holds; both are read, and are no cards.
    ``stops`` counts cards by what stopped them, alone or with others.
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

    def add(self, judged: Judged) -> None:
        """Count a card."""
        self.read += 1
        self.compiled += judged.is_new
        self.again += judged.card.kind == AGAIN
        self.unplayed += judged.card.kind == UNPLAYED
        if judged.card.kind in (AGAIN, UNPLAYED):
            return
        status = judged.meaning.status if judged.meaning is not None else "none"
        self.whole += status == "whole"
        self.part += status == "part"
        self.none += status == "none"
        self.stops.update(set(phrases_of(judged.card.reason, judged.meaning)))

    def to_json(self, most: int) -> dict[str, object]:
        """The counts, with the phrases that stopped most cards."""
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


def phrases_of(reason: str, meaning: Meaning | None) -> list[str]:
    """The phrases that stop a card; the reason for which it has no table is one."""
    if meaning is None:
        return [reason] if reason else []
    return [stop.phrase for stop in meaning.stops]


def ranked(counts: Counter[str]) -> list[tuple[str, int]]:
    """Counts, the largest first, those that are equal by name."""
    return sorted(counts.items(), key=lambda entry: (-entry[1], entry[0]))


def take_in(library: Library, cards: Iterable[Imported], judge: Judge, reports: dict[str, GameReport]) -> None:
    """Take the cards of a file in, and count them.

    Args:
        library: the one that keeps them.
        cards: as they are read.
        judge: compiles what is not known yet.
        reports: by game; those of the file's games are counted on, or made.

    Raises:
        engine.BadSource, OSError: the file is none, breaks off, or cannot be read; the batches before are kept.
        BadLibrary: the library cannot be written.
    """
    for batch in judge.judged(cards, library.meanings):
        for game, changes in _kept(library, batch):
            report = reports.setdefault(game, GameReport())
            report.new += changes.new
            report.replaced += changes.replaced
        for judged in batch:
            reports.setdefault(judged.card.game, GameReport()).add(judged)


def _kept(library: Library, batch: Iterable[Judged]) -> Iterator[tuple[str, Changes]]:
    """Keep the cards of a batch, those of each game together; what no deck holds is not kept."""
    games: dict[str, list[tuple[Imported, Meaning | None]]] = {}
    for judged in batch:
        if judged.card.kind == UNPLAYED:
            continue
        entry = (judged.card, judged.meaning if judged.is_new else None)
        games.setdefault(judged.card.game, []).append(entry)
    for game, cards in games.items():
        yield game, library.add(cards)


def compile_anew(library: Library, judge: Judge) -> dict[str, int]:
    """Compile what the library holds and these rules have not compiled yet; returns how many tables, by game."""
    found: dict[str, int] = {}
    for game in library.count():
        found[game] = 0
        for some in library.tables_without_meaning(game):
            tables = [[(game, table) for _, table in some[at : at + 100]] for at in range(0, len(some), 100)]
            meanings = [meaning for part in judge.meanings(tables) for meaning in part]
            library.add_meanings(game, zip((digest for digest, _ in some), meanings, strict=True))
            found[game] += len(some)
    library.forget_unused()
    return found
