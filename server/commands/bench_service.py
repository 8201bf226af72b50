"""``stackloop bench service``: how many intents a second one server process acknowledges, and where its time goes.

Three processes: the server with its embedded Valkey, the load, and for the reference a bare websockets relay that sends
as many frames of the same size and does nothing else. Every intent is decided by the rules and journaled before it is
acknowledged.

Each way to play is measured three times. As fast as the server goes: that is the saturation. At a part of what was
found so: how long an acknowledgement takes says something only where there is room for it. And once more as fast as it
goes, by a server that counts the processor time of each stage, since the counting costs some.
"""

from typing import Final, Literal, TypeAlias

import click

from engine import list_games
from server.bench.figures import Figure
from server.bench.processes import Row, load, relay, server
from server.bench.relay import ACK
from server.bench.report import as_json, show
from server.bench.usage import Usage, redis_of

Way: TypeAlias = Literal["bots", "people"]
WAYS: Final[tuple[Way, ...]] = ("bots", "people")
LEAST_PER_S: Final = {"bots": 10_000, "people": 8_000}
MOST_RULES_US: Final = {"magic": 30, "grand-archive": 45, "marvel-champions": 55}
"""Of an intent as people play."""
STATED_SHARE: Final = 0.7
"""Of the saturation: the load at which latency is told."""
STATED_P99_MS: Final = 5
RELAY: Final = "bare websockets relay"
PLAYED: Final = {"bots": "bots under full control", "people": "people by the page's settings"}
STAGES: Final = {
    "rules": ("rules",),
    "views": ("views", "messages"),
    "journal": ("journal", "segment"),
    "socket": ("socket",),
}
"""The rows, and the stages of the server that each is the sum of."""
COUNTING: Final = {"STACKLOOP_COUNT_STAGES": "1"}


@click.command(
    "service",
    epilog="""\b
Examples:
  stackloop bench service
  stackloop bench service --play people --game marvel-champions
  stackloop bench service --matches 16 --json""",
)
@click.option("--matches", default=64, show_default=True, type=click.IntRange(1), help="Matches at once.")
@click.option(
    "--seconds", default=12.0, show_default=True, type=click.FloatRange(0, min_open=True), help="The time to measure."
)
@click.option(
    "--play",
    "ways",
    multiple=True,
    default=WAYS,
    show_default=True,
    type=click.Choice(WAYS),
    help="Bots under full control are asked everything, people what the page's settings leave; again for both.",
)
@click.option("--game", default="magic", show_default=True, type=click.Choice(list_games()), help="Whose rules.")
@as_json
def command(matches: int, seconds: float, ways: tuple[Way, ...], game: str, as_json: bool) -> None:
    """Play many matches at once over websockets, and count acknowledged intents.

    The latency that is told is that at 70 % of the load at which the same run found the server saturated. The reference
    is a bare websockets relay that sends as many frames of the same size and does nothing else, measured in the same
    run. Processor time is what the server's process alone used for an intent, which hardly depends on what else the
    machine does; by stages it is as a server counts it that is asked to.
    """
    show(measure(matches, seconds, tuple(dict.fromkeys(ways)), game), as_json)


def measure(matches: int, seconds: float, ways: tuple[Way, ...] = WAYS, game: str = "magic") -> list[Figure]:
    figures: list[Figure] = []
    for way in ways:
        ours = measure_service(matches, seconds, way, game)
        bare = measure_relay(matches, seconds / 2, frame_bytes(ours))
        figures += saturation(way, matches, ours, bare)
        figures += latency(way, matches, seconds, game, ours)
        figures += stages(way, matches, seconds, game)
    return figures


def saturation(way: Way, matches: int, ours: Row, bare: Row) -> list[Figure]:
    """The figures of a server that was given all that it could take."""
    of = "" if way == "bots" else "people_"
    return [
        Figure(
            f"{of}service_intents_per_s",
            f"acknowledged, journaled intents, one process, {matches} matches: {PLAYED[way]}",
            ours["intents_per_s"],
            "a second",
            least=LEAST_PER_S[way],
            reference=RELAY,
            reference_figure=bare["intents_per_s"],
        ),
        Figure(
            f"{of}intent_cpu_us",
            "processor time of the server for one of them",
            ours["cpu_us"],
            "µs",
            reference=RELAY,
            reference_figure=bare["cpu_us"],
        ),
        Figure(f"{of}intents_per_cpu_s", "for a second of its processor time", 1e6 / max(1e-3, ours["cpu_us"]), ""),
        Figure(f"{of}load_cpu_us", "processor time of the load for it", ours["load_cpu_us"], "µs"),
        Figure(f"{of}intent_redis_cpu_us", "processor time of Valkey for it", ours["redis_cpu_us"], "µs"),
        Figure(f"{of}intent_redis_bytes", "memory of Valkey for it", ours["redis_bytes"], "bytes"),
        Figure(f"{of}intent_frames", "frames that tell its players", ours["frames_per_intent"], ""),
        Figure(f"{of}frame_bytes", "one of these", ours["bytes_per_frame"], "bytes"),
    ]


def latency(way: Way, matches: int, seconds: float, game: str, found: Row) -> list[Figure]:
    """The time that an acknowledgement takes at a stated load, a part of the saturation that was found."""
    of = "" if way == "bots" else "people_"
    stated_per_s = found["intents_per_s"] * STATED_SHARE
    per_s = max(stated_per_s / matches, 0.1)
    ours = measure_service(matches, seconds / 2, way, game, per_s)
    bare = measure_relay(matches, seconds / 2, frame_bytes(found), per_s)
    at = f"acknowledgement at {STATED_SHARE:.0%} of that load, {PLAYED[way]}"
    return [
        Figure(f"{of}stated_per_s", f"intents at {STATED_SHARE:.0%} of that load", ours["intents_per_s"], "a second"),
        Figure(f"{of}stated_p50_ms", f"{at}, half of them within", ours["p50_ms"], "ms"),
        Figure(
            f"{of}stated_p99_ms",
            f"{at}, 99 of 100 within",
            ours["p99_ms"],
            "ms",
            most=STATED_P99_MS,
            reference=RELAY,
            reference_figure=bare["p99_ms"],
        ),
    ]


def stages(way: Way, matches: int, seconds: float, game: str) -> list[Figure]:
    """The processor time of an intent by stages, as a server counts it."""
    of = "" if way == "bots" else "people_"
    with (
        server(settings=COUNTING) as running,
        load(running.url, matches, seconds / 2, way, game=game) as generator,
    ):
        before, before_s = running.usage(), running.stages_s()
        intents = max(1, generator.row()["intents"])
        after, after_s = running.usage(), running.stages_s()
    spent_s = {
        row: sum(after_s.get(stage, 0.0) - before_s.get(stage, 0.0) for stage in parts) for row, parts in STAGES.items()
    }
    left_s = max(0.0, after.cpu_s - before.cpu_s - sum(spent_s.values()))
    told = {row: f"of it {row}" for row in STAGES} | {"rest": "of it the rest: the loop's turns, tasks, the kernel"}
    shares = [(row, seconds_ * 1e6 / intents) for row, seconds_ in (spent_s | {"rest": left_s}).items()]
    return [Figure(f"{of}intent_{row}_us", f"{told[row]}, {PLAYED[way]}", us, "µs") for row, us in shares]


def rules_of_people(matches: int, seconds: float, game: str) -> list[Figure]:
    """The processor time of a game's rules for an intent, as people play it."""
    (rules,) = (figure for figure in stages("people", matches, seconds, game) if figure.key == "people_intent_rules_us")
    name = f"{game}: rules of an intent, {PLAYED['people']}"
    return [Figure(f"{game}_people_rules_us", name, rules.figure, "µs", most=MOST_RULES_US.get(game))]


def measure_service(matches: int, seconds: float, way: Way, game: str = "magic", per_s: float = 0.0) -> Row:
    with server() as running, load(running.url, matches, seconds, way, per_s, game) as generator:
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
