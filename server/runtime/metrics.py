"""Counts and measurements, for ``/metrics``; every drop and every refusal has a number.

One registry per process, so that two servers in one test process share it. The dashboard (``deploy/grafana``) and the
alerts (``deploy/prometheus``) name these; a test holds them to it.
"""

import gc
import time
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    Info,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from server.runtime.garbage import look_seldom
from server.runtime.histograms import Timings
from server.runtime.version import VERSION, rules_form

REGISTRY: Final = CollectorRegistry()
ProcessCollector(registry=REGISTRY)
PlatformCollector(registry=REGISTRY)
BUILD: Final = Info("stackloop_build", "The version that runs, and the form of its rules", registry=REGISTRY)
BUILD.info({"version": VERSION, "rules": rules_form()})

# ---- who is there

CONNECTIONS: Final = Gauge("stackloop_connections", "Open websocket connections", registry=REGISTRY)
MATCHES: Final = Gauge("stackloop_matches", "Matches run by this node", registry=REGISTRY)
FOLLOWERS: Final = Gauge("stackloop_followers", "Views followed from this node", ["kind"], registry=REGISTRY)
PLAYERS: Final = FOLLOWERS.labels("seat")
SPECTATORS: Final = FOLLOWERS.labels("public")
DENIED: Final = Counter("stackloop_denied", "Requests and websocket handshakes denied", ["why"], registry=REGISTRY)
DENIED_FULL: Final = DENIED.labels("full")
DENIED_LEAVING: Final = DENIED.labels("leaving")
DENIED_ADDRESS: Final = DENIED.labels("address")
DENIED_ORIGIN: Final = DENIED.labels("origin")
DENIED_REQUEST: Final = DENIED.labels("request")
"""For the name of another, or no path as we write ours."""
DENIED_SOCKETS: Final = DENIED.labels("sockets")
TASKS: Final = Gauge("stackloop_tasks", "Tasks of the event loop", registry=REGISTRY)
CHANNELS: Final = Gauge("stackloop_channels", "Channels of other nodes that this one listens to", registry=REGISTRY)
ASIDE: Final = Gauge("stackloop_matches_aside", "Matches set aside for the operator", registry=REGISTRY)
NODES: Final = Gauge("stackloop_nodes", "Nodes that live, as this one sees them", registry=REGISTRY)
BEHIND: Final = Counter("stackloop_connections_behind", "Connections that stopped reading", registry=REGISTRY)
RESYNCS: Final = Counter("stackloop_resyncs", "Snapshots sent to slow connections", registry=REGISTRY)
CUT: Final = Counter("stackloop_connections_cut", "Connections cut because they did not read", registry=REGISTRY)

# ---- intents

INTENTS: Final = Counter("stackloop_intents", "Intents by outcome", ["outcome"], registry=REGISTRY)
ACKNOWLEDGED: Final = INTENTS.labels("acknowledged")
REPEATED: Final = INTENTS.labels("repeated")
FORWARDED: Final = INTENTS.labels("forwarded")
REFUSED: Final = INTENTS.labels("refused")
UNAVAILABLE: Final = INTENTS.labels("unavailable")
LAPSES: Final = Counter("stackloop_lapses", "Decisions whose time ran out", registry=REGISTRY)
STAGES: Final = Timings("stackloop_acknowledgement_seconds", "From an intent's arrival to its ack, by stage", "stage")
REGISTRY.register(STAGES)
WAIT_S: Final = STAGES.of("wait")
"""In the match's mailbox."""
RULES_S: Final = STAGES.of("rules")
VIEWS_S: Final = STAGES.of("views")
JOURNAL_S: Final = STAGES.of("journal")
DELIVER_S: Final = STAGES.of("deliver")
WHOLE_S: Final = STAGES.of("whole")
MAILBOX: Final = Gauge("stackloop_mailbox_items", "Messages that wait in all mailboxes of this node", registry=REGISTRY)
MAILBOX_DEEPEST: Final = Gauge(
    "stackloop_mailbox_items_max", "Messages that wait in the fullest mailbox", registry=REGISTRY
)

# ---- journal

REDIS_UP: Final = Gauge("stackloop_redis_up", "Whether Redis answered last", registry=REGISTRY)
CLOCK_SKEW_S: Final = Gauge(
    "stackloop_clock_skew_seconds", "Seconds by which this node's clock is ahead of Redis's", registry=REGISTRY
)
BATCHES: Final = Timings(
    "stackloop_batch_commands", "Commands in one pipeline to Redis", bounds=(1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
)
REGISTRY.register(BATCHES)
BATCH: Final = BATCHES.of()
FENCED: Final = Counter("stackloop_fenced", "Appends refused because another node owns the match", registry=REGISTRY)
DUPLICATES: Final = Counter("stackloop_duplicates", "Appends that had landed before", registry=REGISTRY)
REGRESSED: Final = Counter("stackloop_regressed", "Appends that found Redis rolled back", registry=REGISTRY)
TAKEN_UP: Final = Counter("stackloop_matches_taken_up", "Matches rebuilt from the journal", registry=REGISTRY)
ARCHIVED: Final = Counter("stackloop_matches_archived", "Finished matches moved to the archive", registry=REGISTRY)
ARCHIVE_FAILURES: Final = Counter(
    "stackloop_archive_failures", "Times that the archive could not be used", registry=REGISTRY
)
ARCHIVE_WAITING: Final = Gauge(
    "stackloop_archive_waiting", "Finished matches in Redis that should be in the archive", registry=REGISTRY
)
INCIDENTS: Final = Counter("stackloop_incidents", "Bugs caught at a boundary", registry=REGISTRY)

# ---- views

GAPS: Final = Counter("stackloop_view_gaps", "Holes seen in a view's numbers", registry=REGISTRY)
FANOUTS: Final = Timings("stackloop_fanout_seconds", "From a journaled diff to the last who follows its view")
REGISTRY.register(FANOUTS)
FANOUT_S: Final = FANOUTS.of()

# ---- heavy work

WORK: Final = Counter("stackloop_heavy_work", "Heavy work asked for, by outcome", ["outcome"], registry=REGISTRY)
WORK_DONE: Final = WORK.labels("done")
WORK_ENDED: Final = WORK.labels("too_much")
WORK_DENIED: Final = WORK.labels("denied")
WORK_LATE: Final = WORK.labels("late")

# ---- the process

LOOP_LAGS: Final = Timings("stackloop_event_loop_lag_seconds", "Lateness of the event loop at what is due")
REGISTRY.register(LOOP_LAGS)
LOOP_LAG_S: Final = LOOP_LAGS.of()
IN_THREAD: Final = Counter(
    "stackloop_made_in_thread", "Parts of moves, and matches read, made in a thread", registry=REGISTRY
)
BLOCKED: Final = Counter(
    "stackloop_event_loop_blocked", "Times that one step held the event loop over 50 ms", ["stage"], registry=REGISTRY
)
BLOCKED_S: Final = Counter(
    "stackloop_event_loop_blocked_seconds", "Time for which these held it", ["stage"], registry=REGISTRY
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


def watch_garbage() -> None:
    """Have garbage looked for seldom, and each look at the oldest measured."""
    look_seldom()
    gc.callbacks.append(GcWatch())
