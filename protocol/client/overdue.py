"""Overdue messages are asked for again: after a fixed time at first, then after longer and longer ones.

So nothing that is lost on its way, in either direction, keeps a client waiting for ever (PROTOCOL.md 7.7).
"""

from __future__ import annotations

from typing import Final

QUIET_S: Final = 15.0
"""Time for which nothing may be heard of a match: longer than a server is silent about one that is followed."""
LONGEST_S: Final = 60.0
GROWTH: Final = 2


class Overdue:
    """One thing that is waited for now and then."""

    __slots__ = ("_due_s", "_pause_s")

    def __init__(self) -> None:
        self._due_s: float | None = None
        self._pause_s = 0.0

    def is_due(self, now_s: float, first_s: float, *, waits: bool = True) -> bool:
        """Whether it is to be asked for again now; said once, and then after a longer time.

        Args:
            first_s: how long to wait the first time.
            waits: whether it is waited for at all; if not, all begins anew.
        """
        if not waits:
            self._due_s = None
            return False
        if self._due_s is None:
            self._pause_s = first_s
            self._due_s = now_s + first_s
        if now_s < self._due_s:
            return False
        self._pause_s = min(self._pause_s * GROWTH, max(first_s, LONGEST_S))
        self._due_s = now_s + self._pause_s
        return True

    def begin_anew(self) -> None:
        """It is asked for just now."""
        self._due_s = None
