"""Histograms for the path of an intent: it is observed several times, so once costs a quarter of a microsecond.

Only the event loop observes. To Prometheus they are histograms like any other.
"""

from bisect import bisect_left
from collections.abc import Iterable
from itertools import accumulate
from typing import Final

from prometheus_client.core import HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

SECONDS: Final = (0.0001, 0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper bounds; 20 milliseconds is what an acknowledgement is promised within."""


class Buckets:
    """Counts of what was observed, by size.

    Attributes:
        total: the sum of all observations.
    """

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self.bounds = bounds
        self.counts = [0] * (len(bounds) + 1)
        self.total = 0.0

    def observe(self, value: float) -> None:
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def cumulative(self) -> list[tuple[str, float]]:
        """Upper bound -> how many were not above it, as Prometheus wants them."""
        names = [*(str(bound) for bound in self.bounds), "+Inf"]
        return list(zip(names, (float(count) for count in accumulate(self.counts)), strict=True))


class Timings(Collector):
    """A histogram, or one for each value of a label."""

    def __init__(self, name: str, told: str, label: str = "", bounds: tuple[float, ...] = SECONDS) -> None:
        self._name = name
        self._told = told
        self._label = label
        self._bounds = bounds
        self._children: dict[str, Buckets] = {}

    def of(self, value: str = "") -> Buckets:
        """The buckets to observe with; made once, at import."""
        return self._children.setdefault(value, Buckets(self._bounds))

    def collect(self) -> Iterable[Metric]:
        family = HistogramMetricFamily(self._name, self._told, labels=[self._label] if self._label else None)
        for value, child in self._children.items():
            family.add_metric([value] if self._label else [], child.cumulative(), child.total)
        yield family
