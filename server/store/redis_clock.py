"""Time by Redis: the one clock of all nodes.

Journals are stamped by the primary that keeps them, and what the public of a delayed match may see is judged by Redis's
clock too, never by the clock of the node that looks. A node measures how far Redis's clock is from its own monotonic
one: Redis says a time between a question's sending and its answer's arrival. There are two bounds then, and ``now_ms``
is the lower one: nothing is due too early. Each further question brings the bounds nearer to each other; one that
contradicts them says that the clock was set.

If several clocks have told the time, of several primaries or since one took another's place, the one farthest behind
counts, for as long as something that another has stamped may be kept back: none shows the future of another.

Also measures how far the machine's own time of day is from Redis's.
"""

import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Collection
from typing import Final

from server.runtime import metrics
from server.runtime.clock_source import Timer
from server.runtime.errors import Unavailable
from server.runtime.logs import get
from server.store.topology import Reply, Topology, pack, place

log = get("redis_time")

REFRESH_S: Final = 1.0
"""Time between two questions of a connection that is used."""
STALE_S: Final = 60.0
"""After how long an answer says nothing any more of how far apart the clocks are."""
KEPT_BACK_S: Final = 3600.0
"""The longest delay of a match."""
MOST_FORMER: Final = 64
"""Clocks that are remembered after they were set."""
DRIFT_MS: Final = 1.0
"""By how much a clock may come to differ from ours in a second."""
MOST_SKEW_S: Final = 2.0
"""Distance that a machine's time of day may be from Redis's."""
ASK: Final[bytes] = pack("TIME")


class SharedTime(ABC):
    """The time that all nodes agree on."""

    @abstractmethod
    def now_ms(self) -> int:
        """Ms since 1970, or a little less; raises ``Unavailable`` where nobody was asked yet."""


class HandedTime(SharedTime):
    """That of a timer, where one is handed in."""

    def __init__(self, timer: Timer) -> None:
        self._timer = timer

    def now_ms(self) -> int:
        return self._timer.now_ms()


class Ahead:
    """Lead of a clock over our monotonic one, in ms, within bounds.

    Attributes:
        asked_s: when it was asked last, by ours.
    """

    __slots__ = ("_least", "_most", "asked_s")

    def __init__(self) -> None:
        self._least = float("-inf")
        self._most = float("inf")
        self.asked_s = 0.0

    def least(self, now_s: float) -> float:
        return self._least - (now_s - self.asked_s) * DRIFT_MS

    def most(self, now_s: float) -> float:
        return self._most + (now_s - self.asked_s) * DRIFT_MS

    def measure(self, time_ms: float, sent_s: float, came_s: float) -> bool:
        """The clock said a time, somewhere between two moments of ours; return whether it goes on as before.

        If it does not, nothing is noted.
        """
        drift = (came_s - sent_s) * DRIFT_MS
        least, most = time_ms - came_s * 1000 - drift, time_ms - sent_s * 1000 + drift
        if least > self.most(came_s) or most < self.least(came_s):
            return False
        self._least, self._most = max(least, self.least(came_s)), min(most, self.most(came_s))
        self.asked_s = came_s
        return True


class RedisTime(SharedTime):
    """As the primaries of one Redis say it."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology
        self._clocks: dict[str, Ahead] = {}
        self._former: deque[Ahead] = deque(maxlen=MOST_FORMER)
        self._was_off = False

    def now_ms(self) -> int:
        now_s = time.monotonic()
        counted = self._counted(now_s)
        if not counted:
            raise Unavailable("Redis was not asked yet what time it is")
        return int(now_s * 1000 + min([clock.least(now_s) for clock in counted]))

    def _counted(self, now_s: float) -> Collection[Ahead]:
        """The clocks of which the one farthest behind counts."""
        primaries = self._topology.primaries()
        if not self._former and self._clocks.keys() <= primaries:  # as nearly always, and each append asks
            return self._clocks.values()
        others = (*self._former, *(clock for url, clock in self._clocks.items() if url not in primaries))
        return [
            *(clock for url, clock in self._clocks.items() if url in primaries),
            *(clock for clock in others if clock.asked_s > now_s - KEPT_BACK_S),
        ]

    def measure(self, url: str, reply: Reply, sent_s: float, came_s: float) -> None:
        """A primary answered, between two moments by our monotonic clock.

        Raises:
            Unavailable: that is no time.
        """
        time_ms = time_of(reply)
        clock = self._clocks.setdefault(url, Ahead())
        if not clock.measure(time_ms, sent_s, came_s):
            log.warning("clock of redis was set", server=place(url))
            self._former.append(clock)
            clock = self._clocks[url] = Ahead()
            clock.measure(time_ms, sent_s, came_s)
        self._watch()

    @property
    def skew_s(self) -> float:
        """Seconds by which this machine's time of day is ahead of Redis's: of the primary that is farthest off."""
        return max(self._skews(), key=abs, default=0.0)

    @property
    def is_off(self) -> bool:
        """Whether that is too far."""
        return abs(self.skew_s) > MOST_SKEW_S

    def _skews(self) -> list[float]:
        """The certain part of each lead, since the answers take time."""
        now_s, ours_ms = time.monotonic(), (time.time() - time.monotonic()) * 1000
        primaries = self._topology.primaries()
        fresh = [clock for url, clock in self._clocks.items() if url in primaries and clock.asked_s > now_s - STALE_S]
        least, most = (
            [ours_ms - clock.most(now_s) for clock in fresh],
            [ours_ms - clock.least(now_s) for clock in fresh],
        )
        return [(max(0.0, low) + min(0.0, high)) / 1000 for low, high in zip(least, most, strict=True)]

    def _watch(self) -> None:
        metrics.CLOCK_SKEW_S.set(self.skew_s)
        if self.is_off != self._was_off:
            self._was_off = self.is_off
            servers = sorted(place(url) for url in self._topology.primaries())
            say = log.error if self._was_off else log.info
            event = "clock of this node is off" if self._was_off else "clock of this node is right again"
            say(event, ahead_s=round(self.skew_s, 3), servers=servers)


def time_of(reply: Reply) -> float:
    """The time that ``TIME`` answers, in ms.

    Raises:
        Unavailable: it is something else.
    """
    match reply:
        case [bytes(seconds), bytes(micros)] if seconds.isdigit() and micros.isdigit():
            return int(seconds) * 1000 + int(micros) / 1000
    raise Unavailable(f"Redis says that it is {reply!r}")
