"""The time of day, and being called at one: handed to whoever needs either, so that tests can hand in their own.

Within a process time only goes forward, at the pace of the monotonic clock: setting the machine's clock moves no
deadline.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Alarm(Protocol):
    """A call that is to come."""

    def cancel(self) -> None:
        """Do without it."""


class Timer(Protocol):
    """Ms since 1970."""

    def now_ms(self) -> int:
        """The time."""

    def call_at(self, at_ms: int, call: Callable[[], object]) -> Alarm:
        """Call then, or as soon as can be if that is past."""


class WallTimer:
    """The machine's time."""

    __slots__ = ("_begun_ms",)

    def __init__(self) -> None:
        self._begun_ms = time.time() * 1000 - time.monotonic() * 1000

    def now_ms(self) -> int:
        return int(self._begun_ms + time.monotonic() * 1000)

    def call_at(self, at_ms: int, call: Callable[[], object]) -> Alarm:
        return asyncio.get_running_loop().call_later(max(0, at_ms - self.now_ms()) / 1000, call)
