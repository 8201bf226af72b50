"""The memory of a game for each seat: answers that were worked out, each with what it hangs on.

A slot for each, since a table by names and seats took longer to look up than many an answer takes. None of it is state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from engine.state.decisions import Option
    from engine.state.records import Plain


class Offers:
    """The options of a seat that may act, as they are in a version of the game; in one step only, if one is named."""

    __slots__ = ("options", "step", "version")

    def __init__(self, version: int, step: str, options: tuple[Option, ...]) -> None:
        self.version = version
        self.step = step
        self.options = options

    def holds(self, version: int, step: str) -> bool:
        """Whether they are what may be done now."""
        return self.version == version and (not self.step or self.step == step)


NOT_YET: Final = Offers(-1, "", ())
"""In place of what was not worked out."""


class SeatMemory:
    """Answers for one seat; () where there is none yet. They hold no record, and forks take them over.

    Nothing in them changes, but that what is the same in every fork may be added: what a candidate costs as printed.

    Attributes:
        slow, fast: what it may do, at a time for slow actions and at another one; where a game knows no such times,
            the first is for all.
        hand, quick_hand, discards, permanents: what in these places might be used.
        mana: the permanents that make mana.
        stock: all that it could pay with, where a game works that out for all costs at once.
        sources: what these make; it holds records of this game, and no fork has it.
    """

    __slots__ = ("discards", "fast", "hand", "mana", "permanents", "quick_hand", "slow", "sources", "stock")

    def __init__(self) -> None:
        self.slow = NOT_YET
        self.fast = NOT_YET
        self.hand: Plain = ()
        self.quick_hand: Plain = ()
        self.discards: Plain = ()
        self.permanents: Plain = ()
        self.mana: Plain = ()
        self.stock: Plain = ()
        self.sources: Plain = ()

    def inherited(self) -> SeatMemory:
        """The memory of a fork."""
        other = SeatMemory()
        other.slow, other.fast = self.slow, self.fast
        other.hand, other.quick_hand, other.discards = self.hand, self.quick_hand, self.discards
        other.permanents, other.mana, other.stock = self.permanents, self.mana, self.stock
        return other


def memories(number: int) -> tuple[SeatMemory, ...]:
    """A memory for each of so many who own cards."""
    return tuple([SeatMemory() for _ in range(number)])
