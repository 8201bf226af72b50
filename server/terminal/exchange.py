"""Exchanging cards with the sideboard between the games of a series: what lies where, by number, and what is typed.

A name keeps its number wherever its cards lie: ``-3`` takes a card out of the deck, ``+7`` puts one in, ``-3x2`` takes
two. The server says which decks are legal.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from typing import Final

from protocol.messages import Deck
from server.terminal.question_lines import Unreadable

MOVE: Final = re.compile(r"([+-])(\d{1,4})(?:x(\d{1,4}))?")
HOW: Final = "-3 takes a card out, +7 puts one in, -3x2 takes two; several at once"


class Exchange:
    """A deck and its sideboard, from what was played to what is to be played next."""

    def __init__(self, deck: Mapping[str, int], beside: Mapping[str, int]) -> None:
        self._names = (*sorted(deck), *sorted(beside.keys() - deck.keys()))
        self._played = Counter(deck)
        self._deck = Counter(deck)
        self._beside = Counter(beside)

    @property
    def deck(self) -> Deck:
        """As it is now, with the sideboard."""
        return (dict(+self._deck), dict(+self._beside))

    @property
    def lines(self) -> list[str]:
        """Both parts, by number, and what differs from what was played."""
        return [*self._part("deck", self._deck), *self._part("sideboard", self._beside), *self._changes()]

    def move(self, typed: str) -> None:
        """Move cards, as it was typed; all of it or nothing.

        Raises:
            Unreadable: it cannot be done, as with a number that no name has.
        """
        deck, beside = self._deck.copy(), self._beside.copy()
        for word in typed.replace(",", " ").split():
            sign, name, count = self._read(word)
            source, target, where = (deck, beside, "deck") if sign == "-" else (beside, deck, "sideboard")
            if source[name] < count:
                raise Unreadable(f"the {where} has {source[name]} {name}")
            source[name] -= count
            target[name] += count
        self._deck, self._beside = deck, beside

    def _read(self, word: str) -> tuple[str, str, int]:
        """The sign, the name and how many are meant."""
        found = MOVE.fullmatch(word)
        if found is None:
            raise Unreadable(HOW)
        sign, number, count = found.groups()
        if not 0 < int(number) <= len(self._names):
            raise Unreadable(f"there is no card {number}")
        return sign, self._names[int(number) - 1], int(count or 1)

    def _part(self, title: str, part: Counter[str]) -> list[str]:
        cards = [f"{n:>3}  {part[name]} {name}" for n, name in enumerate(self._names, start=1) if part[name]]
        return [f"{title} ({part.total()}):", *cards]

    def _changes(self) -> list[str]:
        out, into = self._played - self._deck, self._deck - self._played
        parts = ((word, part) for word, part in (("out", out), ("in", into)) if part)
        told = [f"{word}: {', '.join(f'{count} {name}' for name, count in part.items())}" for word, part in parts]
        return ["; ".join(told)] if told else []
