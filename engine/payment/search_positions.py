"""Positions of a search: how many of each lot are left, what mana there is, what it has to pay for.

Positions are numbers only. ``Lots`` says of what.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.payment.lots import EPOCH, MASK

if TYPE_CHECKING:
    from engine.payment.lots import Making, Supply

# A want of mana by its number: the need as a mask, above that when it is due (after so many costs, 0: at the end), and
# above that what for, by number.
DUE: Final = 8
PURPOSE: Final = 32
DUE_BITS: Final = (1 << PURPOSE - DUE) - 1
Wants = dict[int, int]
Taken = tuple[tuple[str, str, int, bool, int], ...]
"""The things that a cost takes: the verb of its part, tapped or given up, from which lot (-1: from none), whether of
those tapped already, how many: ``ITS_OWN`` is the thing whose cost it is."""
ITS_OWN: Final = 0


class Move:
    """The move that led to a position: the outlet that was used, or the open cost that was paid, and the payment.

    ``outlet`` is the place of an outlet, -1 where the innermost open cost was paid; ``way`` the place of what it made;
    ``times`` how often it was done in a row. ``place``: it is the so-manieth move.
    """

    __slots__ = ("before", "outlet", "place", "taken", "times", "way")

    def __init__(self, before: Move | None, outlet: int, taken: Taken, way: int, times: int) -> None:
        self.before = before
        self.place: int = before.place + 1 if before is not None else 1
        self.outlet = outlet
        self.taken = taken
        self.way = way
        self.times = times


class Position:
    """So much is there.

    Attributes:
        awake, tapped: of each lot, how many are there.
        lost: of each lot, how many were tapped for a cost, so that they make nothing.
        uses: of each outlet, how often it may still be used in all; below 0 for ever.
        made: the units that outlets have made.
        wants: what was due for outlets and open costs.
        epoch: how many of these have been paid.
        buried: how many cards have come into the graveyard on the way.
    """

    __slots__ = ("awake", "buried", "depth", "epoch", "life", "lost", "made", "move", "tapped", "uses", "wants")

    def __init__(self, awake: list[int], tapped: list[int], lost: list[int], uses: list[int]) -> None:
        self.awake = awake
        self.tapped = tapped
        self.lost = lost
        self.uses = uses
        self.made: Supply = {}
        self.wants: Wants = {}
        self.epoch = 0
        self.life = 0
        self.buried = 0
        self.depth = 0
        self.move: Move | None = None

    def copy(self) -> Position:
        """A copy of the position, to be changed."""
        other = Position(self.awake.copy(), self.tapped.copy(), self.lost.copy(), self.uses.copy())
        other.made, other.wants = self.made, self.wants
        other.epoch, other.life, other.buried = self.epoch, self.life, self.buried
        other.depth, other.move = self.depth, self.move
        return other

    def again(self, first: Position, times: int) -> Position:
        """The position after so many moves like the one that led to ``first``, which are known to be possible."""
        other = first.copy()
        more = times - 1
        if more:
            other.awake = [a + (a - b) * more for a, b in zip(first.awake, self.awake, strict=True)]
            other.tapped = [a + (a - b) * more for a, b in zip(first.tapped, self.tapped, strict=True)]
            other.lost = [a + (a - b) * more for a, b in zip(first.lost, self.lost, strict=True)]
            other.uses = [a + (a - b) * more for a, b in zip(first.uses, self.uses, strict=True)]
            other.life += (first.life - self.life) * more
            other.buried += (first.buried - self.buried) * more
        return other

    def most_times(self, first: Position) -> int:
        """The most times that the move which led to ``first`` could be made, by what is there."""
        most = 1 << 60
        for before, after in (
            *((self.awake, first.awake), (self.tapped, first.tapped)),
            *((self.uses, first.uses),),
        ):
            for a, b in zip(before, after, strict=True):
                if b < a:
                    most = min(most, a // (a - b))
        return most

    def key(self) -> object:
        """The key that two positions must share to be worth the same."""
        return (
            *(self.depth, tuple(self.awake), tuple(self.tapped), tuple(self.lost), tuple(self.uses)),
            *(frozenset(self.made.items()), frozenset(self.wants.items()), self.life, self.buried),
        )

    def make(self, making: Making, times: int) -> None:
        """Add units that are there from now on."""
        made = self.made.copy()
        epoch = self.epoch << EPOCH
        for code, n in making:
            made[code + epoch] = made.get(code + epoch, 0) + n * times
        self.made = made

    def forget_times(self) -> None:
        """Nothing is due any more but at the end: what came when does not matter."""
        made: Supply = {}
        for code, n in self.made.items():
            code &= (1 << EPOCH) - 1
            made[code] = made.get(code, 0) + n
        self.made = {code: n for code, n in made.items() if n}

    def pay(self, needs: tuple[tuple[int, int], ...], purpose: int, times: int) -> None:
        """Owe the mana of a cost that is paid now."""
        self.epoch += 1
        if needs:
            wants = self.wants.copy()
            for mask, n in needs:
                want = mask | self.epoch << DUE | purpose << PURPOSE
                wants[want] = wants.get(want, 0) + n * times
            self.wants = wants


def meets(code: int, want: int) -> bool:
    """Whether a unit is of a kind that is wanted, and there in time."""
    due = want >> DUE & DUE_BITS
    return bool(code & want & MASK) and (not due or code >> EPOCH < due)
