"""``stackloop bench service``: how many intents a second one server process acknowledges.

Three processes: the server with its embedded Valkey, the load, and for the reference a bare websockets relay that sends
as many frames of the same size and does nothing else. Every intent is decided by the rules and journaled before it is
acknowledged.
"""

from typing import Final

import click

from server.bench.figures import Figure
from server.bench.processes import Row, load, relay, server
from server.bench.relay import ACK
from server.bench.report import as_json, show
from server.bench.usage import Usage, redis_of

LEAST_PER_S: Final = 5000
MOST_P99_MS: Final = 20
RELAY: Final = "bare websockets relay"


@click.command(
    "service",
    epilog="""\b
Examples:
  stackloop bench service
  stackloop bench service --matches 16 --json""",
)
@click.option("--matches", default=64, show_default=True, type=click.IntRange(1), help="Matches at once.")
@click.option(
    "--seconds", default=12.0, show_default=True, type=click.FloatRange(0, min_open=True), help="The time to measure."
)
@as_json
def command(matches: int, seconds: float, as_json: bool) -> None:
    """Play many matches at once over websockets, and count acknowledged intents.

    The reference is a bare websockets relay that sends as many frames of the same size and does nothing else, measured
    in the same run. Processor time is what the server's process alone used for an intent, which hardly depends on
    what else the machine does.
    """
    show(measure(matches, seconds), as_json)


def measure(matches: int, seconds: float) -> list[Figure]:
    ours = measure_service(matches, seconds)
    bare = measure_relay(matches, seconds / 2, frame_bytes(ours))
    return [
        Figure(
            "service_intents_per_s",
            f"acknowledged, journaled intents, one process, {matches} matches",
            ours["intents_per_s"],
            "a second",
            least=LEAST_PER_S,
            reference=RELAY,
            reference_figure=bare["intents_per_s"],
        ),
        Figure("service_p50_ms", "their acknowledgement, half of them within", ours["p50_ms"], "ms"),
        Figure(
            "service_p99_ms",
            "their acknowledgement, 99 of 100 within",
            ours["p99_ms"],
            "ms",
            most=MOST_P99_MS,
            reference=RELAY,
            reference_figure=bare["p99_ms"],
        ),
        Figure(
            "intent_cpu_us",
            "processor time of the server for one of them",
            ours["cpu_us"],
            "µs",
            reference=RELAY,
            reference_figure=bare["cpu_us"],
        ),
        Figure("load_cpu_us", "processor time of the load for it", ours["load_cpu_us"], "µs"),
        Figure("intent_redis_cpu_us", "processor time of Valkey for it", ours["redis_cpu_us"], "µs"),
        Figure("intent_redis_bytes", "memory of Valkey for it", ours["redis_bytes"], "bytes"),
        Figure("intent_frames", "frames that tell its players", ours["frames_per_intent"], ""),
        Figure("frame_bytes", "one of these", ours["bytes_per_frame"], "bytes"),
    ]


def measure_service(matches: int, seconds: float) -> Row:
    with server() as running, load(running.url, matches, seconds) as generator:
        redis = redis_of(running.pid)
        before, redis_before = running.usage(), Usage(redis)
        row = generator.row()
        after, redis_after = running.usage(), Usage(redis)
    intents = max(1, row["intents"])
    return row | {
        "cpu_us": (after.cpu_s - before.cpu_s) * 1e6 / intents,
        "redis_cpu_us": (redis_after.cpu_s - redis_before.cpu_s) * 1e6 / intents,
        "redis_bytes": max(0, redis_after.resident_bytes - redis_before.resident_bytes) / intents,
    }


def measure_relay(matches: int, seconds: float, frame_bytes: int, per_s: float = 0.0) -> Row:
    with relay(frame_bytes) as running, load(running.url, matches, seconds, "relay", per_s) as generator:
        before = running.usage()
        row = generator.row()
        after = running.usage()
    return row | {"cpu_us": (after.cpu_s - before.cpu_s) * 1e6 / max(1, row["intents"])}


def frame_bytes(service: Row) -> int:
    """The size that makes an acknowledgement and two diffs weigh what the service's frames did."""
    return int(service["bytes_per_frame"] * 3 - len(ACK)) // 2
