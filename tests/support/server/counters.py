"""The values of counters in the metrics."""

from prometheus_client import Counter


def count(counter: Counter) -> float:
    (metric,) = counter.collect()
    return metric.samples[0].value
