"""``stackloop bench engine``: how fast the rules decide, beside the smallest stack-and-priority loop in one run.

A machine that others use too is now fast, now slow. So the loop runs between the games and between the boards, a short
slice each time, and what is compared was measured within the same seconds.
"""

import gc
import random
import re
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Self

import click

from engine import (
    Boards,
    Header,
    Line,
    Match,
    Probe,
    Refusal,
    Seed,
    Views,
    boards_of,
    list_games,
    load_decks,
    load_words,
)
from server.bench.figures import Figure, within
from server.bench.reference import PASSES, Reference
from server.bench.report import as_json, show
from server.runtime.garbage import look_seldom

PROBES: Final = 100
"""Boards on which each kind of payment is asked for."""
LEAST_PER_S: Final = {"magic": 100_000, "grand-archive": 65_000, "marvel-champions": 22_000}
"""Asked of compiled rules on an optimised interpreter, as all bounds of the bench."""
MOST_FORK_US: Final = 40
MOST_REWIND_US: Final = 18
SPIKE: Final = "spike (build unknown)"
SPIKE_US: Final = (24, 6)
"""Times of a bare prototype for the same: a fork and a decision; mark, apply and rewind. Nobody noted its build."""
TRIES: Final = 600
"""Decisions of random play that are tried out, as a search does."""
REPEATS: Final = 9
"""Number of times that each is asked; the median counts."""


@click.command(
    "engine",
    epilog="""\b
Examples:
  stackloop bench engine
  stackloop bench engine --seconds 3 --json""",
)
@click.option("--game", default="magic", show_default=True, type=click.Choice(list_games()), help="Whose rules.")
@click.option(
    "--seconds",
    default=8.0,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="The time that each row plays, in seconds.",
)
@click.option("--seed", default=1, show_default=True, help="Of the random play.")
@as_json
def command(game: str, seconds: float, seed: int, as_json: bool) -> None:
    """Random play against random play, all legal options worked out at every decision.

    A real choice is a decision with more than one legal answer. The reference is a bare loop of two players who pass
    priority over a list, in the same process, a slice of it between any two games.
    """
    if not load_decks(game):
        raise click.UsageError(f"{game} comes without decks, so there is nothing to play with")
    below = random.Random(seed).randrange  # noqa: S311  # boards to measure, nothing secret
    figures = measure(game, seconds, seed)
    for boards in boards_of(game):
        figures += payments(game, boards, below)
    show(figures, as_json)


def measure(game: str, seconds: float, seed: int = 1) -> list[Figure]:
    """Pace of whole matches, without views and with them, and of moves tried out: in a process as a server's is."""
    load_words(game)
    look_seldom()
    decks = [deck.entries for deck in load_decks(game).values()]
    bare, shown = (Pace.of(game, seconds, seed, views=views) for views in (False, True))
    return [
        bare.figure(
            f"{game}_decisions_per_s",
            f"{game}, at random: decisions, all legal options at each",
            LEAST_PER_S.get(game),
        ),
        shown.figure(f"{game}_shown_per_s", f"{game}: decisions, with the diffs of all views"),
        Figure(f"{game}_choices_per_s", f"{game}: real choices", bare.choices / bare.elapsed_s, "a second"),
        Figure(f"{game}_games_per_s", f"{game}: games", bare.games / bare.elapsed_s, "a second"),
        Figure(
            f"{game}_kib", f"{game}: memory of a match in mid-game", bytes_of_a_match(game, decks, seed) / 1024, "KiB"
        ),
        *tried(game, seed),
    ]


def tried(game: str, seed: int) -> list[Figure]:
    """Time that it takes to try a move: in a fork, and in a line that is rewound. Processor time.

    A step is one decision applied, whatever is asked next: a line that did not ask all would pass for others as well.
    The next options are not looked at here, so they are not worked out, nor does a fork copy what nobody reads.
    """
    decks = [deck.entries for deck in load_decks(game).values()]
    chance = random.Random(seed)  # noqa: S311  # as above
    match = start_match(game, decks, seed)
    forked_s: list[float] = []
    rewound_s: list[float] = []
    while len(forked_s) < TRIES:
        if not match.decisions:
            seed += 1
            match = start_match(game, decks, seed)
        decision = match.decisions[0]
        answer = decision.sample(chance.randrange)
        start = time.process_time()
        match.fork().apply(decision.seat, decision.w, answer)
        forked_s.append(time.process_time() - start)
        line = Line(match.fork(), decision.seat, asks_all=True)
        for times_s in ([], rewound_s):  # the first time for what a new fork has yet to work out
            start = time.process_time()
            mark = line.mark()
            with suppress(Refusal):
                line.step(answer)
            line.rewind(mark)
            times_s.append(time.process_time() - start)
        match.apply(decision.seat, decision.w, answer)
    fork_us, rewind_us = within(forked_s, 0.5) * 1e6, within(rewound_s, 0.5) * 1e6
    return [
        Figure(
            f"{game}_fork_us",
            f"{game}: fork plus one applied decision, half of them within",
            fork_us,
            "µs",
            most=MOST_FORK_US,
            reference=SPIKE,
            reference_figure=SPIKE_US[0],
        ),
        Figure(
            f"{game}_rewind_us",
            f"{game}: mark, apply and rewind, half of them within",
            rewind_us,
            "µs",
            most=MOST_REWIND_US,
            reference=SPIKE,
            reference_figure=SPIKE_US[1],
        ),
    ]


class Pace:
    """The matches that were played, in which time, and the work of the reference in between."""

    def __init__(self) -> None:
        self.decisions = self.choices = self.games = 0
        self.elapsed_s = 0.0
        self.reference = Reference()

    @classmethod
    def of(cls, game: str, seconds: float, seed: int, *, views: bool) -> Self:
        """Play whole matches until the time is over."""
        decks = [deck.entries for deck in load_decks(game).values()]
        play_one(game, decks, seed, views=False)
        pace = cls()
        while pace.elapsed_s < seconds:
            pace.reference.run_slice()
            start = time.perf_counter()
            made, real = play_one(game, decks, seed + pace.games, views=views)
            pace.elapsed_s += time.perf_counter() - start
            pace.decisions += made
            pace.choices += real
            pace.games += 1
        return pace

    def figure(self, key: str, name: str, least: float | None = None) -> Figure:
        per_s = self.decisions / self.elapsed_s
        return Figure(
            key, name, per_s, "a second", least=least, reference=PASSES, reference_figure=self.reference.per_s()
        )


def payments(game: str, boards: Boards, below: Callable[[int], int]) -> list[Figure]:
    """Time that the rules take to say whether a cost can be paid."""
    probes = [boards.draw(below) for _ in range(PROBES)]
    reference = Reference()
    times_s = []
    for each in probes:
        reference.run_slice()
        times_s.append(median_s(each))
    key, name = (
        f"{game}_payable_{re.sub(r'[^a-z0-9]+', '_', boards.name.lower())}",
        f"{game}, can it be paid: {boards.name}",
    )
    pass_us = 1e6 / reference.per_s()
    return [
        Figure(
            f"{key}_p50_us",
            f"{name}, half of {len(probes)} boards within",
            within(times_s, 0.5) * 1e6,
            "µs",
            reference="a pass of a bare priority loop",
            reference_figure=pass_us,
        ),
        Figure(f"{key}_p90_us", f"{name}, nine of ten within", within(times_s, 0.9) * 1e6, "µs"),
        Figure(f"{key}_under_1_ms", f"{name}, share under 1 ms", sum(time_s < 1e-3 for time_s in times_s) / PROBES, ""),
        Figure(
            f"{key}_within_budget",
            f"{name}, share within the search's budget",
            sum(each.within_budget() for each in probes) / PROBES,
            "",
        ),
    ]


def median_s(asked: Probe) -> float:
    """The median time of one question asked again and again."""
    times = []
    for _ in range(REPEATS):
        start = time.perf_counter()
        asked.ask()
        times.append(time.perf_counter() - start)
    return sorted(times)[len(times) // 2]


def play_one(game: str, decks: list[tuple[tuple[str, int], ...]], seed: int, *, views: bool) -> tuple[int, int]:
    """One match at random; how many decisions, and how many of them real choices."""
    chance = random.Random(seed)  # noqa: S311  # bench play, nothing secret
    match = start_match(game, decks, seed)
    shown = Views(match) if views else None
    pick: Callable[[int], int] = lambda n: int(chance.random() * n)  # noqa: E731  # the hot line of the bench
    decisions = choices = 0
    while match.decisions:
        decision = match.decisions[0]
        choices += len(decision.options) > 1 or decision.kind == "number"
        match.apply(decision.seat, decision.w, decision.sample(pick))
        if shown is not None:
            shown.update()
        decisions += 1
    return decisions, choices


def start_match(game: str, decks: list[tuple[tuple[str, int], ...]], seed: int) -> Match:
    """A match of two of the decks that ship with the game, the seats taking turns with them."""
    first, second = decks[seed % len(decks)], decks[(seed + 1) % len(decks)]
    return Match.create(Header(game, ("first", "second"), (first, second), Seed(f"bench-{seed}")))


def bytes_of_a_match(game: str, decks: list[tuple[tuple[str, int], ...]], seed: int) -> int:
    """Memory of one more match in mid-game, cards and texts shared with the others left out."""
    start_match(game, decks, seed)
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    match = start_match(game, decks, seed)
    chance = random.Random(seed)  # noqa: S311  # bench play, nothing secret
    for _ in range(200):
        if match.decisions:
            decision = match.decisions[0]
            match.apply(decision.seat, decision.w, decision.sample(chance.randrange))
    gc.collect()
    size = tracemalloc.get_traced_memory()[0] - before
    tracemalloc.stop()
    return size
