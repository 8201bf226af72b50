"""What is counted and measured, for ``/metrics``; every drop and every refusal has a number.

One registry per process, so that two servers in one test process share it.
"""

import gc
import time
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

REGISTRY: Final = CollectorRegistry()

CONNECTIONS: Final = Gauge("stackloop_connections", "Open websocket connections", registry=REGISTRY)
MATCHES: Final = Gauge("stackloop_matches", "Matches run by this node", registry=REGISTRY)
REDIS_UP: Final = Gauge("stackloop_redis_up", "Whether Redis answered last", registry=REGISTRY)
INTENTS: Final = Counter("stackloop_intents", "Intents by outcome", ["outcome"], registry=REGISTRY)
ACKNOWLEDGED: Final = INTENTS.labels("acknowledged")
REPEATED: Final = INTENTS.labels("repeated")
REFUSED: Final = INTENTS.labels("refused")
UNAVAILABLE: Final = INTENTS.labels("unavailable")
DENIED: Final = Counter("stackloop_denied", "Websocket handshakes denied", ["why"], registry=REGISTRY)
DENIED_FULL: Final = DENIED.labels("full")
DENIED_LEAVING: Final = DENIED.labels("leaving")
DENIED_ADDRESS: Final = DENIED.labels("address")
DENIED_ORIGIN: Final = DENIED.labels("origin")
DENIED_SOCKETS: Final = DENIED.labels("sockets")
INCIDENTS: Final = Counter("stackloop_incidents", "Bugs caught at a match's boundary", registry=REGISTRY)
TAKEN_UP: Final = Counter("stackloop_matches_taken_up", "Matches rebuilt from the journal", registry=REGISTRY)
BEHIND: Final = Counter("stackloop_connections_behind", "Connections that stopped reading", registry=REGISTRY)
RESYNCS: Final = Counter("stackloop_resyncs", "Snapshots sent to slow connections", registry=REGISTRY)
CUT: Final = Counter("stackloop_connections_cut", "Connections cut because they did not read", registry=REGISTRY)
GAPS: Final = Counter("stackloop_view_gaps", "Holes seen in a view's numbers", registry=REGISTRY)
APPEND_S: Final = Histogram(
    "stackloop_append_seconds",
    "From an applied intent to its journaled entry",
    buckets=(0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5),
    registry=REGISTRY,
)
GC_PAUSE_S: Final = Histogram(
    "stackloop_gc_pause_seconds",
    "Garbage collections of the oldest generation",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5),
    registry=REGISTRY,
)

OLDEST: Final = 2


def exposition() -> bytes:
    return generate_latest(REGISTRY)


class GcWatch:
    """Measures full collections, which stop the loop."""

    def __init__(self) -> None:
        self.started_s = 0.0

    def __call__(self, phase: str, info: dict[str, int]) -> None:
        if info.get("generation") != OLDEST:
            return
        if phase == "start":
            self.started_s = time.perf_counter()
        else:
            GC_PAUSE_S.observe(time.perf_counter() - self.started_s)


def tune_gc() -> None:
    """Freeze what start-up made and collect seldom: matches hold no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 100)
    gc.callbacks.append(GcWatch())
