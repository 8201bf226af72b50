"""Pauses between tries of the same thing, each longer than the one before."""

from __future__ import annotations

from typing import Final

import anyio

FIRST_S: Final = 0.05
LONGEST_S: Final = 3.0


class Pauses:
    """Tells how long to wait before each try; after a while without any it begins anew.

    Args:
        is_at_once: whether the first try is made without a pause.
    """

    __slots__ = ("_is_at_once", "_next_s", "_since_s")

    def __init__(self, *, is_at_once: bool = False) -> None:
        self._is_at_once = is_at_once
        self._next_s = 0.0
        self._since_s = 0.0
        self.begin_anew()

    def begin_anew(self) -> None:
        """All is well again."""
        self._next_s = 0.0 if self._is_at_once else FIRST_S

    def next_s(self) -> float:
        """Time to wait now."""
        now_s = anyio.current_time()
        if now_s - self._since_s > self._next_s + LONGEST_S:
            self.begin_anew()
        pause_s = self._next_s
        self._next_s = min(max(FIRST_S, pause_s * 2), LONGEST_S)
        self._since_s = now_s
        return pause_s
