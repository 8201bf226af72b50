"""What many players need, worked out from what ``costs`` measured: nodes, Redis shards, bandwidth.

Run as ``python -m server.bench.capacity costs.json``. A node is one process on one core, and its event loop one queue:
it is simulated, intent by intent, with ever more matches, until the slowest hundredth of the acknowledgements takes
longer than promised. The rest is multiplication, by a mix of people that is stated and can be changed.
"""

import random
import sys
from dataclasses import dataclass
from heapq import heappop, heappush
from math import ceil
from pathlib import Path
from typing import Final

import orjson

GIB: Final = 2**30
PROMISED_S: Final = 0.020
"""The slowest hundredth of acknowledgements."""
JOURNAL_S: Final = 0.002
"""A round trip to Redis, replicas included, in one data centre."""
SIMULATED_S: Final = 60.0
SHARD_SHARE: Final = 0.5
"""Of a Redis primary's core that may be used: room for a failover and for the file."""
LOOKS_PER_S: Final = 2.0
"""How often a node reads every other node's lease, with a lease of 3 s."""


@dataclass(frozen=True, slots=True)
class Mix:
    """What players do."""

    seats: int = 2
    """A match."""
    thought_s: float = 2.0
    """From a decision of a match to its answer, on the average; exponentially distributed."""
    burst: float = 0.15
    """The share of answers that come at once, since they were planned or only one was possible."""
    watchers_per_match: float = 0.5
    idle_share: float = 0.3
    """Of all connections: in the lobby."""
    forwarded_share: float = 0.7
    """Of intents: from a node that does not own the match; a proxy does not know."""
    forward_cpu: float = 0.35
    """Of an intent's processor time, for passing it on and back."""


@dataclass(frozen=True, slots=True)
class Costs:
    """As ``server.bench.costs`` prints them."""

    connection_bytes: float
    match_bytes: float
    intent_cpu_s: float
    intent_redis_cpu_s: float
    intent_redis_bytes: float
    intent_frames: float
    frame_bytes: float
    frame_cpu_s: float


def work_s(costs: Costs, mix: Mix) -> float:
    """Processor time of one intent on the nodes, spectators and forwarding included."""
    forwarding = mix.forwarded_share * mix.forward_cpu * costs.intent_cpu_s
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
    """How many matches a node runs while it keeps what is promised."""
    low, high = 1, 2
    while slowest_s(high, costs, mix) <= PROMISED_S:
        low, high = high, high * 2
    while high - low > max(1, low // 50):
        middle = (low + high) // 2
        low, high = (middle, high) if slowest_s(middle, costs, mix) <= PROMISED_S else (low, middle)
    return low


def plan(players: int, costs: Costs, mix: Mix) -> dict[str, float]:
    """What so many people who play at once need."""
    matches = players / mix.seats
    per_node = matches_per_node(costs, mix)
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


def table(costs: Costs, mix: Mix) -> str:
    """The plan for each size, as Markdown."""
    plans = [plan(players, costs, mix) for players in (10_000, 100_000, 1_000_000)]
    rows = ["| players at once | " + " | ".join(f"{int(each['players']):,}" for each in plans) + " |"]
    rows.append("|---|" + "---|" * len(plans))
    names = [name for name in plans[0] if name != "players"]
    rows += [f"| {name} | " + " | ".join(shown(each[name]) for each in plans) + " |" for name in names]
    return "\n".join(rows)


def shown(value: float) -> str:
    return f"{value:,.2f}" if value < 10 and value % 1 else f"{value:,.0f}"


if __name__ == "__main__":
    sys.stdout.write(table(Costs(**orjson.loads(Path(sys.argv[1]).read_bytes())), Mix()) + "\n")
