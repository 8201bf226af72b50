"""Parts of a move that take long, in a thread: the event loop goes on beside them, in turns of a millisecond.

The rules are pure Python, so that a thread and the loop take turns. A match is changed by its actor alone, which waits
for the thread; whoever else reads the match meanwhile asks ``Actor.is_in_thread`` first.
"""

import sys
from collections.abc import Callable
from typing import Final, TypeVar

import anyio
import anyio.to_thread

from engine import Match
from server.runtime import metrics

TURN_S: Final = 0.001
"""Time that a thread of Python may keep the others from running; five times as long unless told otherwise."""
PATIENCE: Final = 1_000
"""Steps of the rules that the event loop waits for, some tens of milliseconds."""
MANY: Final = 1_000
"""Objects from which on every move of a match is made in a thread."""
MOST: Final = 1
"""Threads at a time: two would not be faster."""

Made = TypeVar("Made")


class WorkerThread:
    """Makes what takes long, one after the other."""

    def __init__(self) -> None:
        sys.setswitchinterval(TURN_S)
        self._threads = anyio.CapacityLimiter(MOST)

    async def make(self, work: Callable[[], Made]) -> Made:
        """Return what a function returns, or raise as it does.

        A caller that is cancelled meanwhile is so once the function is done.
        """
        metrics.IN_THREAD.inc()
        return await anyio.to_thread.run_sync(work, limiter=self._threads)


def is_large(match: Match) -> bool:
    return match.objects > MANY
