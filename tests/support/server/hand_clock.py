"""Time that tests hand in: it stands until it is moved."""

from collections.abc import Callable

BEGUN_MS = 4_000_000_000_000
"""Later than any machine's clock says: no entry is stamped before what its owner takes the time to be."""


class HandAlarm:
    """A call that is to come."""

    def __init__(self, at_ms: int, call: Callable[[], object]) -> None:
        self.at_ms = at_ms
        self.call = call
        self.is_due = True

    def cancel(self) -> None:
        self.is_due = False


class HandClock:
    """A ``Timer`` that a test moves."""

    def __init__(self, begun_ms: int = BEGUN_MS) -> None:
        self._now_ms = begun_ms
        self._alarms: list[HandAlarm] = []

    def now_ms(self) -> int:
        return self._now_ms

    def call_at(self, at_ms: int, call: Callable[[], object]) -> HandAlarm:
        alarm = HandAlarm(at_ms, call)
        self._alarms.append(alarm)
        return alarm

    def pass_ms(self, span_ms: int) -> None:
        """Let time pass; what was to be called meanwhile is called at its time."""
        end_ms = self._now_ms + span_ms
        while True:
            self._alarms = [alarm for alarm in self._alarms if alarm.is_due]
            due = min((alarm for alarm in self._alarms if alarm.at_ms <= end_ms), key=lambda a: a.at_ms, default=None)
            if due is None:
                break
            self._now_ms = max(self._now_ms, due.at_ms)
            due.cancel()
            due.call()
        self._now_ms = end_ms

    def jump_ms(self, span_ms: int) -> None:
        """Time has passed in which this process stood still."""
        self._now_ms += span_ms
        self.pass_ms(0)


class HandTime:
    """In place of the machine's monotonic clock."""

    def __init__(self) -> None:
        self.at_s = 1000.0

    def monotonic(self) -> float:
        return self.at_s
