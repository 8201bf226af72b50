"""Coverage: how many cards are understood, by kind, set, year or phrase, and what stops most of them."""

from __future__ import annotations

from collections import Counter
from typing import Final, Literal, NamedTuple, TypeAlias

from server.library.importing import ranked
from server.library.library import Told

By: TypeAlias = Literal["kind", "set", "year", "phrase"]
BYS: Final[tuple[By, ...]] = ("kind", "set", "year", "phrase")


class Counts(NamedTuple):
    """The number of cards of a group, and how much of them is understood."""

    cards: int
    whole: int
    part: int
    none: int


class Row(NamedTuple):
    """A reason, and the cards that it stops: all of them, and those that nothing else stops."""

    what: str
    cards: int
    alone: int


class Coverage:
    """The counts of one game.

    Attributes:
        total: of all its cards.
    """

    def __init__(self) -> None:
        self.total = Counts(0, 0, 0, 0)
        self._sets: Counter[tuple[str, str]] = Counter()
        self._years: Counter[tuple[str, str]] = Counter()
        self._kinds = _Reasons()
        self._phrases = _Reasons()

    def add(self, card: Told) -> None:
        """Count one card of this game."""
        self.total = _and(self.total, card.status)
        for code in {each.code.lower() for each in card.printings if each.code}:  # sources differ in it
            self._sets[code, card.status] += 1
        years = [each.year for each in card.printings if each.year]
        if years:
            self._years[str(min(years)), card.status] += 1
        if card.status != "whole":
            self._kinds.add({stop.kind for stop in card.stops})
            self._phrases.add({stop.phrase for stop in card.stops})

    def groups(self, by: By) -> list[tuple[str, Counts]]:
        """The counts of each set, or of each year of the first print, in their order."""
        counted = self._sets if by == "set" else self._years
        found: dict[str, Counts] = {}
        for (name, status), count in sorted(counted.items()):
            found[name] = _and(found.get(name, Counts(0, 0, 0, 0)), status, count)
        return list(found.items())

    def reasons(self, by: By, *, sole_blocker: bool) -> list[Row]:
        """The reasons that stop cards, the most frequent first; with ``sole_blocker`` those that do so alone."""
        return (self._kinds if by == "kind" else self._phrases).rows(sole_blocker=sole_blocker)


class _Reasons:
    """Counts of cards by what stops them."""

    def __init__(self) -> None:
        self._cards: Counter[str] = Counter()
        self._alone: Counter[str] = Counter()

    def add(self, reasons: set[str]) -> None:
        self._cards.update(reasons)
        if len(reasons) == 1:
            self._alone.update(reasons)

    def rows(self, *, sole_blocker: bool) -> list[Row]:
        names = [name for name, _ in ranked(self._alone if sole_blocker else self._cards)]
        return [Row(name, self._cards[name], self._alone[name]) for name in names]


def _and(counts: Counts, status: str, more: int = 1) -> Counts:
    """Counts with some more cards of a status."""
    return Counts(
        counts.cards + more,
        counts.whole + more * (status == "whole"),
        counts.part + more * (status == "part"),
        counts.none + more * (status == "none"),
    )


def share(counts: Counts) -> str:
    """The share that is understood as a whole, in percent."""
    return f"{100 * counts.whole / counts.cards:.1f} %" if counts.cards else "-"
