"""When the clock of a match has to be looked at, and what is found then.

Beside the clock itself, which the journal alone makes, stands what only the owner knows: how far away each seat is,
since when the server is at fault, what those who follow were told last, and the alarm.
"""

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from server.match.clock import Clock, Line
from server.runtime.clock_source import Alarm, Timer
from server.store.entries import CameBack, Left, Paused

STALL_MS: Final = 1_000
"""Lateness that an alarm may have; a later one shows that this process stood still: seats get that time once more."""

Found: TypeAlias = Paused | Left | CameBack | int
"""An entry to be journaled, or the seat whose time is up."""


class Thinking:
    """Looks at one match's clock.

    Args:
        ring: called when it is time to look.
    """

    __slots__ = ("_alarm", "_due_ms", "_fault_ms", "_lag_ms", "_ring", "_shown", "_timer")

    def __init__(self, timer: Timer, seats: int, ring: Callable[[], object]) -> None:
        self._timer = timer
        self._ring = ring
        self._alarm: Alarm | None = None
        self._due_ms = 0
        self._fault_ms: int | None = None
        self._lag_ms = [0] * seats
        self._shown: list[Line] = []

    def note_lag(self, seat: int, lag_ms: int) -> None:
        """Note the distance of a seat, as last measured."""
        self._lag_ms[seat] = lag_ms

    def fault(self, since_ms: int) -> None:
        """The server is, or was, at fault since then; what ran meanwhile is not to count."""
        if self._fault_ms is None:
            self._fault_ms = since_ms

    def find(self, clock: Clock, is_there: Callable[[int], bool]) -> Found | None:
        """The next thing to be done about the clock now, if there is any."""
        now_ms = self._timer.now_ms()
        if self._due_ms and now_ms > self._due_ms + STALL_MS:
            self.fault(self._due_ms - STALL_MS)
        self._due_ms = 0
        if self._fault_ms is not None:
            since_ms, self._fault_ms = self._fault_ms, None
            return Paused(since_ms, now_ms)
        for number, seat in enumerate(clock.seats):
            if seat.away_ms and seat.is_away == is_there(number) and (seat.runs or seat.is_away):
                return CameBack(number, now_ms) if seat.is_away else Left(number, now_ms)
        return next((seat for seat, up_ms in self._ends(clock) if up_ms <= now_ms), None)

    def arm(self, clock: Clock) -> None:
        """Look again when time is up for the first seat."""
        self.disarm()
        ends = self._ends(clock)
        if ends:
            self._due_ms = max(self._timer.now_ms(), min(up_ms for _, up_ms in ends))
            self._alarm = self._timer.call_at(self._due_ms, self._ring)

    def disarm(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

    def news(self, lines: list[Line]) -> Sequence[Line]:
        """Those of the lines that are to be told, since they are not what was told last."""
        known, self._shown = self._shown, lines
        return [line for line in lines if line not in known]

    def _ends(self, clock: Clock) -> list[tuple[int, int]]:
        """When time is up, for each seat that it runs for: an answer that is under way by then still counts."""
        return [
            (line.seat, line.deadline_ms + clock.credit(line.seat, self._lag_ms[line.seat]))
            for line in clock.lines()
            if line.deadline_ms is not None
        ]
