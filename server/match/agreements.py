"""Agreements of the players of a match, and their state: a draw, taking back, opening hands, playing again.

An offer stands until all have accepted, one declines or withdraws it, or what it is about is gone. Bots of the house
agree to anything but a draw. A person who has several seats agrees with all of them.
"""

from collections.abc import Iterable
from typing import Final

from server.store.entries import Agreed

DRAW: Final = "draw"
TAKEBACK: Final = "takeback"
OPEN: Final = "open"
REMATCH: Final = "rematch"


class Offer:
    """Something that not all have agreed to yet.

    Attributes:
        by: the seat that offered it.
        w: of a takeback, its decision to go back to.
        seats: those that agree, in order of their seats.
    """

    __slots__ = ("by", "seats", "w")

    def __init__(self, by: int, w: int, seats: Iterable[int]) -> None:
        self.by = by
        self.w = w
        self.seats = set(seats)

    def to_json(self) -> dict[str, object]:
        """As everybody is shown it: not ``w``, which would tell how often that seat was asked."""
        return {"by": self.by, "seats": sorted(self.seats)}

    def dump(self) -> dict[str, object]:
        """The data that makes it again."""
        return {**self.to_json(), "w": self.w}


class Offers:
    """All that is offered in one match, by what it is."""

    __slots__ = ("open",)

    def __init__(self) -> None:
        self.open: dict[str, Offer] = {}

    def take(self, entry: Agreed, seats: tuple[int, ...]) -> None:
        """A seat says what it thinks of something: so do all ``seats`` of that person."""
        offer = self.open.get(entry.to)
        if not entry.yes:
            self.drop(entry.to)
        elif offer is None or (offer.by in seats and offer.w != entry.w):
            self.open[entry.to] = Offer(entry.s, entry.w, seats)
        else:
            offer.seats.update(seats)

    def drop(self, *what: str) -> None:
        """These are offered no more."""
        for each in what:
            self.open.pop(each, None)

    def to_json(self) -> dict[str, object] | None:
        """As everybody is shown it; ``None`` if nothing is offered."""
        return {what: self.open[what].to_json() for what in sorted(self.open)} or None

    def dump(self) -> dict[str, object]:
        """All of it; what ``load`` takes."""
        return {what: self.open[what].dump() for what in sorted(self.open)}

    def load(self, kept: dict[str, dict[str, object]]) -> None:
        """Restore the offers from ``dump``."""
        for what, offer in kept.items():
            self.open[what] = Offer(**offer)  # type: ignore[arg-type] # as dumped
