"""Resources for many players, worked out from the figures of ``stackloop bench all``: nodes, Redis shards, bandwidth.

``stackloop bench tables`` puts it into CAPACITY.md. A node is one process on one core, and its event loop one queue:
it is simulated, intent by intent, with ever more matches, until the slowest hundredth of the acknowledgements takes
longer than promised. The rest is multiplication, by a mix of people that is stated and can be changed.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from heapq import heappop, heappush
from math import ceil
from typing import Final

from server.bench.figures import Figure, by_key, shown

KIB: Final = 1024
GIB: Final = 2**30
PROMISED_S: Final = 0.020
"""The slowest hundredth of acknowledgements."""
JOURNAL_S: Final = 0.002
"""A round trip to Redis, replicas included, in one data centre."""
SIMULATED_S: Final = 60.0
SHARD_SHARE: Final = 0.5
"""Of a Redis primary's core that may be used: room for a failover and for the file."""
LOOKS_PER_S: Final = 2.0
"""Rate at which a node reads every other node's lease, with a lease of 3 s."""


@dataclass(frozen=True, slots=True)
class Mix:
    """Habits of the players, as a mix."""

    seats: int = 2
    """Seats of a match."""
    thought_s: float = 2.0
    """From a decision of a match to its answer, on the average; exponentially distributed."""
    burst: float = 0.15
    """The share of answers that come at once, since they were planned or only one was possible."""
    watchers_per_match: float = 0.5
    idle_share: float = 0.3
    """Of all connections: in the lobby."""
    forwarded_share: float = 0.7
    """Of intents: from a node that does not own the match; a proxy does not know."""


@dataclass(frozen=True, slots=True)
class Costs:
    """The cost of one of each. ``forwarding`` is a share of an intent's processor time, for passing it on and back."""

    connection_bytes: float
    match_bytes: float
    intent_cpu_s: float
    intent_redis_cpu_s: float
    intent_redis_bytes: float
    intent_frames: float
    frame_bytes: float
    frame_cpu_s: float
    forwarding: float


def costs_of(figures: Iterable[Figure]) -> Costs:
    """Raises ``KeyError`` where something was not measured."""
    measured = by_key(figures)
    return Costs(
        connection_bytes=measured["connection_kib"] * KIB,
        match_bytes=measured["match_kib"] * KIB,
        intent_cpu_s=measured["intent_cpu_us"] / 1e6,
        intent_redis_cpu_s=measured["intent_redis_cpu_us"] / 1e6,
        intent_redis_bytes=measured["intent_redis_bytes"],
        intent_frames=measured["intent_frames"],
        frame_bytes=measured["frame_bytes"],
        frame_cpu_s=measured["frame_cpu_us"] / 1e6,
        forwarding=max(0.0, measured["nodes_intents_per_cpu_s"] / measured["forwarded_intents_per_cpu_s"] - 1),
    )


def work_s(costs: Costs, mix: Mix) -> float:
    """Processor time of one intent on the nodes, spectators and forwarding included."""
    forwarding = mix.forwarded_share * costs.forwarding * costs.intent_cpu_s
    return costs.intent_cpu_s + forwarding + mix.watchers_per_match * costs.frame_cpu_s


def slowest_s(matches: int, costs: Costs, mix: Mix, seed: int = 1) -> float:
    """The 99th percentile of acknowledgements on a node with so many matches: one queue, served in order."""
    dice, mean_s = random.Random(seed), work_s(costs, mix)  # noqa: S311 # a simulation
    due: list[tuple[float, int]] = [(dice.uniform(0, mix.thought_s), number) for number in range(matches)]
    due.sort()
    free_s, waits = 0.0, []
    while due:
        at_s, number = heappop(due)
        if at_s > SIMULATED_S:
            break
        free_s = max(free_s, at_s) + dice.expovariate(1 / mean_s)
        waits.append(free_s - at_s + JOURNAL_S)
        thought_s = 0.0 if dice.random() < mix.burst else dice.expovariate(1 / mix.thought_s)
        heappush(due, (free_s + JOURNAL_S + thought_s, number))
    waits.sort()
    return waits[int(len(waits) * 0.99)] if waits else 0.0


def matches_per_node(costs: Costs, mix: Mix) -> int:
    """Number of matches that a node runs while it keeps what is promised."""
    low, high = 1, 2
    while slowest_s(high, costs, mix) <= PROMISED_S:
        low, high = high, high * 2
    while high - low > max(1, low // 50):
        middle = (low + high) // 2
        low, high = (middle, high) if slowest_s(middle, costs, mix) <= PROMISED_S else (low, middle)
    return low


def plan(players: int, per_node: int, costs: Costs, mix: Mix) -> dict[str, float]:
    """Resources for so many people who play at once, with so many matches on a node."""
    matches = players / mix.seats
    intents_per_s = matches / (mix.thought_s * (1 - mix.burst))
    connections = (players + matches * mix.watchers_per_match) / (1 - mix.idle_share)
    nodes = ceil(matches / per_node) + 1
    frames_per_s = intents_per_s * (costs.intent_frames + mix.watchers_per_match)
    redis_cpu = intents_per_s * costs.intent_redis_cpu_s * (1 + mix.forwarded_share) + nodes**2 * LOOKS_PER_S * 1e-5
    memory = connections * costs.connection_bytes + matches * costs.match_bytes
    return {
        "players": players,
        "matches": matches,
        "matches_per_node": per_node,
        "intents_per_s": intents_per_s,
        "connections": connections,
        "nodes": nodes,
        "node_gib": memory / nodes / GIB,
        "redis_shards": ceil(redis_cpu / SHARD_SHARE),
        "out_mbit_per_s": frames_per_s * costs.frame_bytes * 8 / 1e6,
        "lease_reads_per_s": nodes**2 * LOOKS_PER_S,
    }


def costs_table(costs: Costs) -> str:
    """The cost of one of each, as Markdown."""
    rows = {
        "an idle connection that said hello": f"{shown(costs.connection_bytes / KIB)} KiB of the node's memory",
        "a match of Magic that has begun": f"{shown(costs.match_bytes / KIB)} KiB",
        "an intent, journaled, its players told": f"{shown(costs.intent_cpu_s * 1e3)} ms of a node's core, "
        f"{shown(costs.intent_redis_cpu_s * 1e3)} ms of Redis's, {costs.intent_redis_bytes:.0f} bytes there, "
        f"{shown(costs.intent_frames)} frames of {costs.frame_bytes:.0f} bytes",
        "one more spectator of a view": f"{shown(costs.frame_cpu_s * 1e3)} ms of a node's core for each diff",
        "an intent that comes in at a node that does not own its match": f"{costs.forwarding * 100:.0f} of 100 "
        "more, on both nodes together",
    }
    return "| what | cost |\n|---|---|\n" + "".join(f"| {what} | {cost} |\n" for what, cost in rows.items())


def plan_table(costs: Costs, mix: Mix) -> str:
    """The plan for each size, as Markdown."""
    per_node = matches_per_node(costs, mix)
    plans = [plan(players, per_node, costs, mix) for players in (10_000, 100_000, 1_000_000)]
    rows = ["| players at once | " + " | ".join(f"{int(each['players']):,}" for each in plans) + " |"]
    rows.append("|---|" + "---|" * len(plans))
    names = [name for name in plans[0] if name != "players"]
    rows += [f"| {name} | " + " | ".join(shown(each[name]) for each in plans) + " |" for name in names]
    return "\n".join(rows) + "\n"
