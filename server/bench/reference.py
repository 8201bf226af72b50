"""The reference loop of the bench: two players who pass priority over a list, a fixed amount of pure Python.

It lies outside the rules, so mypyc never compiles it: its time tells how fast the interpreter is on this machine, now.
"""

import time
from typing import Final

from server.bench.figures import within

PASSES: Final = "passes of a bare priority loop"
SLICE_PASSES: Final = 40_000
"""Passes at a time, about ten milliseconds: between two games, or two boards."""
SLICES: Final = 9
"""Slices at a time for the record of the build."""


class Reference:
    """The smallest loop that passes priority, logs each write and counts the options, run a slice at a time."""

    def __init__(self) -> None:
        self._slices_s: list[float] = []

    def run_slice(self) -> None:
        """Go on for a slice."""
        start = time.perf_counter()
        pass_priority(SLICE_PASSES)
        self._slices_s.append(time.perf_counter() - start)

    def run_slices(self) -> None:
        """Go on for as many slices as a median takes."""
        for _ in range(SLICES):
            self.run_slice()

    def per_s(self) -> float:
        """Passes per second, over all slices so far."""
        return SLICE_PASSES * len(self._slices_s) / sum(self._slices_s)

    def pass_ns(self, share: float) -> float:
        """Nanoseconds for a pass, not exceeded in so great a share of the slices so far; 0 if there are none."""
        return within(self._slices_s, share) * 1e9 / SLICE_PASSES


def pass_priority(passes: int) -> None:
    """Two players pass so often, over a list."""
    state = {"priority": 0, "passes": 0, "turn": 0}
    log: list[tuple[str, int]] = []
    for _ in range(passes):
        options = ("pass",)
        if len(options) > 1:
            raise RuntimeError("the reference has one option")
        log.append(("priority", state["priority"]))
        state["priority"] = 1 - state["priority"]
        log.append(("passes", state["passes"]))
        state["passes"] += 1
        if state["passes"] == 2:
            state["passes"] = 0
            state["turn"] += 1
            log.clear()
