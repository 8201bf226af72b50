"""Branches: which parts of a text happen, at whose choice, and which of them later."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.abilities.costs import Cost
from engine.abilities.nouns import ANNOUNCED, YOU, Amount, Compare, Ref, TargetSpec, UntilWord
from engine.abilities.records import record

if TYPE_CHECKING:
    from engine.abilities.printed_abilities import Event
    from engine.abilities.statics import NextEnters, Static


@record(frozen=True, slots=True)
class IfDid:
    """The next ``steps`` instructions happen only if what stands before them was done (``did`` false: was not).

    Done is what was done ``least`` times or as many. ``paid``: what stands before them is the cost of all that follows.
    """

    steps: int
    did: bool = True
    least: int = 1
    paid: bool = False


@record(frozen=True, slots=True)
class Otherwise:
    """Ends what a condition governs: the next ``steps`` instructions are for when the condition does not hold."""

    steps: int


@record(frozen=True, slots=True)
class May:
    """``who`` may have the next ``steps`` instructions happen; with ``cost``, pay it (an ``IfDid`` asks whether)."""

    steps: int
    who: Ref = YOU
    cost: Cost = ()


@record(frozen=True, slots=True)
class UnlessPays:
    """The next ``steps`` instructions happen unless ``who`` pays ``cost``, ``times`` over.

    ``x`` is what X stands for in the cost.
    """

    steps: int
    who: Ref
    cost: Cost
    times: Amount = 1
    x: Amount = ANNOUNCED


@record(frozen=True, slots=True)
class Either:
    """You choose one of several parts of the next ``steps`` instructions; each but the last ends with ``Otherwise``.

    ``sizes``: of so many instructions each. ``costs``, parallel to the parts or empty, are paid for choosing them.
    """

    sizes: tuple[int, ...]
    costs: tuple[Cost, ...] = ()

    @property
    def steps(self) -> int:
        """The number of instructions of all parts."""
        return sum(self.sizes)


@record(frozen=True, slots=True)
class If:
    """The next ``steps`` instructions happen only if the condition holds."""

    steps: int
    condition: Compare


@record(frozen=True, slots=True)
class Later:
    """The next ``steps`` instructions are an ability of their own that triggers later.

    It triggers on one of ``events``, without any at once, and ``once`` or each time; with ``about`` only if the event
    happens to that. ``until``: "" until it has triggered, "your turn" until the next turn of its controller begins.
    ``targets`` are its own.
    """

    steps: int
    events: tuple[Event, ...] = ()
    targets: tuple[TargetSpec, ...] = ()
    about: Ref | None = None
    once: bool = True
    until: Literal["", "turn", "combat", "your turn"] = ""


@record(frozen=True, slots=True)
class ThisTurn:
    """A static ability that holds until end of turn, or ``until`` then ("spells cost {2} more this turn").

    It holds as if it were an ability of ``who`` ("that player can't cast spells this turn").
    """

    ability: Static | NextEnters
    until: UntilWord = "turn"
    who: Ref = YOU
