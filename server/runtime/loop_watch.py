"""Finds what holds the event loop: no match, client or lease goes on meanwhile.

A ``Step`` names the match and the stage that it works for; ``beat`` finds the time that no step was around. Each time
of over 50 ms is counted by its stage in ``/metrics`` and logged with its match.
"""

import time
from typing import Final

import anyio

from server.runtime import metrics
from server.runtime.logs import get
from server.runtime.stage_times import STAGES

log = get("blocking")

LONG_S: Final = 0.05
"""Time that counts as long: others' acknowledgements are promised within 20 ms."""
BEAT_S: Final = 0.05
ELSEWHERE: Final = "elsewhere"
"""The stage of what noted nothing."""

_noted_s: list[float] = [0.0]
"""Time that was noted since the last beat."""


class Step:
    """A block that does not let others have their turn."""

    __slots__ = ("_begun_s", "_match", "_stage")

    def __init__(self, match_id: str, stage: str) -> None:
        self._match = match_id
        self._stage = stage
        self._begun_s = 0.0

    def __enter__(self) -> None:
        if STAGES.is_on:
            STAGES.begin(self._stage)
        self._begun_s = time.monotonic()

    def __exit__(self, *_: object) -> None:
        seconds = time.monotonic() - self._begun_s
        if seconds > LONG_S:
            _noted_s[0] += seconds
            report(self._match, self._stage, seconds)
        if STAGES.is_on:
            STAGES.end()


def report(match_id: str, stage: str, seconds: float) -> None:
    metrics.BLOCKED.labels(stage).inc()
    metrics.BLOCKED_S.labels(stage).inc(seconds)
    log.warning("event loop held", match=match_id, stage=stage, seconds=round(seconds, 3))


async def beat() -> None:
    """Look for what no step noted, until cancelled."""
    while True:
        _noted_s[0] = 0.0
        due_s = time.monotonic() + BEAT_S
        await anyio.sleep(BEAT_S)
        late_s = time.monotonic() - due_s
        if late_s > LONG_S + _noted_s[0]:
            report("", ELSEWHERE, late_s - _noted_s[0])
