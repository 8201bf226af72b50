"""Bounds on the cost of one question: nodes, counted, the same on every machine.

A question is all that is asked for one decision: every option of it, every X, every way to pay. While it is open
(``Asking``) all that is tried for it shares its nodes: what one option leaves, the next one has. Nothing is timed. The
rest at a moment hangs on the state alone, never on what somebody happens to remember: whoever remembers a result takes
the nodes that it cost (``Found``).

A node is the measure: one position of a search, looked at with the units and needs of an ordinary board. A position
with more of them counts as several, and so does what else takes time: looking through permanents, working out what
could pay for a cost, giving something up to see what that leaves.
"""

from __future__ import annotations

from typing import Final, Protocol, TypeAlias

NO, UNPROVEN, YES = 0, 1, 2
"""The verdicts on a question: one that nobody has settled in time is never "no"."""
Found: TypeAlias = tuple[int, int, bool, frozenset[tuple[int, int]]]
"""The verdict of a search, its nodes, whether it went on until it had one, and what may be used first of all then."""
NODES: Final = 250
"""Of one question. Interpreted, a node takes 30 to 40 microseconds here, so this is some 10 ms: an answer leads to a
decision and to a proposal of how to pay, two questions, which stay below 20 ms."""


class Question:
    """The nodes that one question may still cost.

    Attributes:
        left: so many.
        floor: what is tried now leaves so many for what comes after.
        looked: what has been looked through for it already, and counted.
        used: so many it has cost, with the questions within it, and what was done though none were left.
    """

    __slots__ = ("floor", "left", "looked", "used")

    def __init__(self, nodes: int = NODES) -> None:
        self.left = nodes
        self.floor = 0
        self.used = 0
        self.looked: list[object] = []

    @property
    def open(self) -> int:
        """The nodes that what is tried now may use."""
        return self.left - self.floor

    def take(self, nodes: int) -> bool:
        """Use nodes; false if there are not so many for what is tried now, and then none is left for that."""
        if self.left - nodes < self.floor:
            self.left = self.floor
            return False
        self.left -= nodes
        self.used += nodes
        return True

    def spend(self, nodes: int) -> None:
        """Use nodes for what is done whatever is left."""
        self.left = max(0, self.left - nodes)
        self.used += nodes
        self.floor = min(self.floor, self.left)

    def look(self, at: object, nodes: int) -> None:
        """Count what has to be looked through, once for the question."""
        if not any(known is at for known in self.looked):
            self.looked.append(at)
            self.spend(nodes)

    def share(self, parts: int) -> None:
        """Let the first of so many things use its part of what is left; 0: none of it."""
        self.floor = self.left - self.left // parts if parts else self.left

    def share_all(self) -> None:
        """Let the next thing use all that is left."""
        self.floor = 0


class Asked(Protocol):
    """A game of which a question is asked."""

    question: Question


class Asking:
    """A question is open for as long as this block runs; one around it waits, and has what it had."""

    __slots__ = ("_around", "_game", "question")

    def __init__(self, game: Asked) -> None:
        self._game = game
        self._around = game.question
        self.question = Question()

    def __enter__(self) -> Question:
        self._game.question = self.question
        return self.question

    def __exit__(self, *_: object) -> None:
        self._around.used += self.question.used
        self._game.question = self._around
