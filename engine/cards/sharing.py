"""Sharing out: things counted by kind to wants counted by kind, where only some kinds fit.

A hundred like things are one number: what this costs grows with the kinds, not with the things. Augmenting paths over
kinds, so it is exact; wants are met in their order, each with the first kinds that fit it.
"""

from __future__ import annotations


class Shares:
    """Wants and the kinds of things that meet them.

    Args:
        wanted: how many are wanted of each kind of want.
        had: how many there are of each kind of thing.
        fits: for each kind of want the kinds of things that meet it, the preferred ones first.

    Attributes:
        given: for each kind of want how many of each kind of thing it gets.
        left: how many of each kind of thing nobody gets.
    """

    __slots__ = ("fits", "given", "left", "wanted")

    def __init__(self, wanted: list[int], had: list[int], fits: list[list[int]]) -> None:
        self.wanted = wanted
        self.left = list(had)
        self.fits = fits
        self.given: list[dict[int, int]] = [{} for _ in wanted]

    def give(self, want: int, kind: int, number: int) -> None:
        """Begin with so many of a kind given to a want; all of them go on being given to somebody."""
        self.given[want][kind] = self.given[want].get(kind, 0) + number
        self.left[kind] -= number

    def complete(self) -> bool:
        """Share out what is left; whether every want is met."""
        return all(map(self.fill, range(len(self.wanted))))

    def fill(self, want: int) -> bool:
        """Meet as much of a want as can be besides all that is met already; whether that is all of it."""
        given, left = self.given[want], self.left
        missing = self.wanted[want] - sum(given.values())
        for kind in self.fits[want]:
            if not missing:
                return True
            if left[kind]:
                some = min(missing, left[kind])
                given[kind] = given.get(kind, 0) + some
                left[kind] -= some
                missing -= some
        while missing:
            some = self._find(want, missing)
            if not some:
                return False
            missing -= some
        return True

    def _find(self, want: int, most: int) -> int:
        """Meet a want by giving others something else; how many of it are met so, 0 if none can be."""
        came: dict[int, tuple[int, int]] = {}  # a kind: the want that would take it, and the kind which that gives back
        queue: list[tuple[int, int]] = [(want, -1)]
        seen = {want}
        for other, back in queue:
            for kind in self.fits[other]:
                if kind in came:
                    continue
                came[kind] = (other, back)
                if self.left[kind]:
                    return self._move(kind, came, most)
                for holder, given in enumerate(self.given):
                    if holder not in seen and given.get(kind):
                        seen.add(holder)
                        queue.append((holder, kind))
        return 0

    def _move(self, kind: int, came: dict[int, tuple[int, int]], most: int) -> int:
        """Pass things on along the way that was found; how many."""
        some = min(most, self.left[kind])
        at = kind
        while came[at][1] >= 0:
            taker, at = came[at]
            some = min(some, self.given[taker][at])
        self.left[kind] -= some
        at = kind
        while True:
            taker, back = came[at]
            self.given[taker][at] = self.given[taker].get(at, 0) + some
            if back < 0:
                return some
            self.given[taker][back] -= some
            at = back
