"""The chat of the players of one match, as far as it was asked for (``Client.hear``)."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Final

from protocol.messages import Remark

MOST_LINES: Final = 256
"""Lines that are kept; the oldest go first."""


class Talk:
    """The lines of one match, each once.

    Attributes:
        lines: the last ones, the oldest first.
        count: how many there were in all.
        is_heard: whether it was asked for: then it is asked for again after a loss of the connection.
        muted: seats whose lines are dropped from now on.
    """

    __slots__ = ("count", "is_heard", "lines", "muted")

    def __init__(self) -> None:
        self.lines: deque[Remark] = deque(maxlen=MOST_LINES)
        self.count = 0
        self.is_heard = False
        self.muted: set[int] = set()

    def take(self, lines: Sequence[Remark]) -> None:
        """Take in what came; a line may come twice."""
        known = {line.id for line in self.lines}
        fresh = {line.id: line for line in lines if line.id not in known and line.seat not in self.muted}
        self.lines.extend(fresh.values())
        self.count += len(fresh)

    def since(self, count: int) -> list[Remark]:
        """Those that came after so many, as far as they are kept."""
        new = min(self.count - count, len(self.lines))
        return list(self.lines)[len(self.lines) - new :]
