"""The decisions of chance in a match, written down as they are used, so that anybody can work them out again.

A record says of each use of the stream where it began and ended, and what came of it; whoever holds the secret follows
that without knowing a rule. A use that a rewind has undone is none: it leaves the cursor where it was.
"""

from __future__ import annotations

from engine.chance.rng import Seed, Stream


class Chance:
    """One use of the stream.

    Attributes:
        cursor: of the first number that was used.
        after: the cursor after it.
        bound: a number below this was wanted; 0 of a shuffle.
        before: of a shuffle the cards, by their numbers, from top to bottom.
        outcome: the number, or the cards after it.
    """

    __slots__ = ("after", "before", "bound", "cursor", "outcome")

    def __init__(self, cursor: int, after: int, bound: int, before: tuple[int, ...], outcome: tuple[int, ...]) -> None:
        self.cursor = cursor
        self.after = after
        self.bound = bound
        self.before = before
        self.outcome = outcome

    def __str__(self) -> str:
        """As a record says it, without the move."""
        outcome = " ".join(map(str, self.outcome))
        if self.bound:
            return f"{self.cursor}-{self.after} below {self.bound} = {outcome}"
        return f"{self.cursor}-{self.after} shuffle {' '.join(map(str, self.before))} = {outcome}"


class Watched(Stream):
    """A stream that notes its uses."""

    __slots__ = ("uses",)

    def __init__(self, key: bytes, commitment: str = "") -> None:
        super().__init__(key, commitment)
        self.uses: list[Chance] = []

    def below(self, cursor: int, bound: int) -> tuple[int, int]:
        number, after = super().below(cursor, bound)
        self._note(Chance(cursor, after, bound, (), (number,)))
        return number, after

    def shuffled(self, cursor: int, items: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        deck, after = super().shuffled(cursor, items)
        self._note(Chance(cursor, after, 0, items, deck))
        return deck, after

    def settle(self, cursor: int) -> None:
        """The match stands at this cursor: what was used beyond was undone."""
        while self.uses and self.uses[-1].after > cursor:
            self.uses.pop()

    def _note(self, use: Chance) -> None:
        """A use takes the place of those that began where it does: of its own parts, and of what was undone."""
        while self.uses and self.uses[-1].cursor >= use.cursor:
            self.uses.pop()
        if use.after > use.cursor:
            self.uses.append(use)


class WatchedSeed(Seed):
    """A seed whose stream notes its uses."""

    __slots__ = ()

    def stream(self) -> Watched:
        stream = Watched(self.key(), self.commitment())
        self.put_on(stream)
        return stream
