"""The time of day, and being called at one: handed to whoever needs either, so that tests can hand in their own.

Within a process time only goes forward, at the pace of the monotonic clock: setting the machine's clock moves no
deadline. A server begins at the time that Redis says, so that all nodes have the same.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """A call that is to come."""

    def cancel(self) -> None:
        """Cancel this call, if it has not come."""


class Timer(Protocol):
    """Time in ms since 1970."""

    def now_ms(self) -> int:
        """The time by this clock."""

    def call_at(self, at_ms: int, call: Callable[[], object]) -> Alarm:
        """Call then, or as soon as can be if that is past."""


class WallTimer:
    """Time that goes on from some moment, the machine's time if left out."""

    __slots__ = ("_begun_ms",)

    def __init__(self, now_ms: int | None = None) -> None:
        self._begun_ms = (time.time() * 1000 if now_ms is None else now_ms) - time.monotonic() * 1000

    def now_ms(self) -> int:
        return int(self._begun_ms + time.monotonic() * 1000)

    def call_at(self, at_ms: int, call: Callable[[], object]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0, at_ms - self.now_ms()) / 1000, call)
