"""Whether what a record says of chance follows from its secret, and the secret is the one that was committed to.

Needs no rules, as whoever reads PROTOCOL.md 15 needs none; that the moves obey the rules is for a replay.
"""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

    from engine.chance.rng import Stream
    from engine.formats.match_record import Record

_USE: Final = re.compile(r"(?!.*\d{16})(\d+) (\d+)-(\d+) (below|shuffle) ([\d ]*) = ([\d ]*)", re.ASCII)
LARGEST: Final = 1 << 32
"""No choice is among so many."""
SHOWN: Final = 8
"""Cards of a shuffled deck that are named."""


class Check:
    """One thing that was held against the secret: in words, and what was found."""

    __slots__ = ("found", "holds", "words")

    def __init__(self, words: str, found: str, *, holds: bool) -> None:
        self.words = words
        self.found = found
        self.holds = holds


def verify(record: Record, told: str = "") -> Iterator[Check]:
    """Check a record, a thing after the other.

    Args:
        told: the commitment that somebody was told before the match was over, if that is known.
    """
    seed = record.header.seed
    digest, commitment = hashlib.sha256(seed.last.secret.encode()).hexdigest(), str(record.table.get("commitment"))
    yield Check("the secret is the one that the record commits to", digest, holds=digest == commitment)
    if told:
        yield Check("the commitment is the one that was told before", commitment, holds=told == commitment)
    if "chance" not in record.table:
        yield Check("the decisions of chance", "the record does not say", holds=False)
        return
    stream, cursor, follows = seed.stream(), 0, True
    decks = _Decks(record)
    lines = str(record.table["chance"]).splitlines()
    for line in lines:
        read = _USE.fullmatch(line)
        if read is None:
            yield Check("a line is not understood", line, holds=False)
            return
        move, first, after = map(int, read.group(1, 2, 3))
        before, outcome = tuple(map(int, read[5].split())), tuple(map(int, read[6].split()))
        if read[4] == "below":
            check, end = _number(stream, move, first, before, outcome)
        else:
            check, end = _shuffle(stream, move, first, before, outcome, decks)
        follows = follows and first == cursor
        check.holds = check.holds and first == cursor and after == end
        cursor = after
        yield check
    yield Check(f"{len(lines)} uses of {cursor} numbers, none left out", "", holds=follows)


def _number(
    stream: Stream, move: int, first: int, bounds: tuple[int, ...], outcome: tuple[int, ...]
) -> tuple[Check, int]:
    bound = bounds[0] if len(bounds) == 1 else 0
    if not 0 < bound < LARGEST:
        return Check(f"move {move}: one of {bounds} by chance", "no such number", holds=False), first
    number, end = stream.below(first, bound)
    return Check(f"move {move}: one of {bound} by chance", str(number), holds=outcome == (number,)), end


def _shuffle(
    stream: Stream,
    move: int,
    first: int,
    before: tuple[int, ...],
    outcome: tuple[int, ...],
    decks: _Decks,
) -> tuple[Check, int]:
    deck, end = stream.shuffled(first, before)
    owner = decks.owner(before)
    is_dealt = move > 0 or before == tuple(sorted(before))  # before the match decks lie as their lists are
    holds = deck == outcome and len(set(before)) == len(before) and bool(owner) and is_dealt
    rest = " ..." if len(deck) > SHOWN else ""
    found = ", ".join(map(decks.name, deck[:SHOWN])) + rest
    return Check(f"move {move}: {len(before)} cards of {owner or 'nobody'} shuffled", found, holds=holds), end


class _Decks:
    """All cards by their numbers, and whose they are."""

    __slots__ = ("_ends", "_names", "_owners")

    def __init__(self, record: Record) -> None:
        header = record.header
        decks = [*zip(header.names, header.decks, strict=True), ("the other side", record.side)]
        self._owners = [name for name, _ in decks]
        self._ends = list(accumulate(sum(count for _, count in deck) for _, deck in decks))
        self._names = [card for _, deck in decks for card, count in deck for _ in range(count)]

    def name(self, card: int) -> str:
        return self._names[card] if card < len(self._names) else str(card)

    def owner(self, cards: tuple[int, ...]) -> str:
        """The owner of all of these; empty if they are not one's, or of no deck."""
        if not cards or max(cards) >= len(self._names):
            return ""
        seat = bisect_right(self._ends, min(cards))
        return self._owners[seat] if max(cards) < self._ends[seat] else ""
