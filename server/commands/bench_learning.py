"""``stackloop bench learning``: how fast the environments for reinforcement learning step; needs the extra ``rl``."""

import os
import time
from typing import Any, Final

import click

from engine import list_games
from server.bench.figures import Figure
from server.bench.reference import PASSES, Reference
from server.bench.report import as_json, show
from server.runtime.extras import need
from server.runtime.garbage import look_seldom

GAME_S: Final = 2.0
LEAST_PER_S: Final = {"magic": 8_000}
LEAST_TIMES: Final = 1.8
"""Steps of two processes, beside one."""
SIDE_BY_SIDE: Final = 32
"""Matches of each process."""
SLICE_S: Final = 0.2
"""Two ways that are compared take turns, so that a machine that is busy for a while slows both."""


@click.command(
    "learning",
    epilog="""\b
Examples:
  stackloop bench learning
  stackloop bench learning --seconds 1 --json""",
)
@click.option(
    "--seconds",
    default=GAME_S,
    show_default=True,
    type=click.FloatRange(0, min_open=True),
    help="The time that each row of a game is played, in seconds.",
)
@as_json
def command(seconds: float, as_json: bool) -> None:
    """Picks at random by the mask, every observation made; needs the extra "rl".

    The first reference is that of bench engine.
    """
    show(measure(seconds), as_json)


def measure(seconds: float) -> list[Figure]:
    """Steps of each game a second.

    Raises:
        NotInstalled: the extra ``rl`` is not.
    """
    need("rl", "learning")
    return [figure for game in list_games() for figure in (of_one(game, seconds), of_many(game, seconds))]


def of_one(game: str, seconds: float) -> Figure:
    """All seats of many matches in this process, until the time is over."""
    from server.learning.vector import vector

    reference = Reference()
    walk = Walk(vector(SIDE_BY_SIDE, processes=False, game=game))
    look_seldom()
    while walk.took_s < seconds:
        reference.run_slice()
        walk.go_on(SLICE_S)
    name = f"{game}, environment for learning: steps of one process, {SIDE_BY_SIDE} matches in a call"
    key = f"{game}_steps_per_s"
    least = LEAST_PER_S.get(game)
    return Figure(key, name, walk.per_s, "a second", least=least, reference=PASSES, reference_figure=reference.per_s())


def of_many(game: str, seconds: float) -> Figure:
    """The same over a process for each core, beside one such process, by turns."""
    from server.learning.vector import vector

    count = os.cpu_count() or 1
    one = Walk(vector(SIDE_BY_SIDE, processes=1, game=game))
    many = Walk(vector(SIDE_BY_SIDE * count, processes=count, game=game))
    while many.took_s < seconds:
        one.go_on(SLICE_S)
        many.go_on(SLICE_S)
    one.environment.close()
    many.environment.close()
    return Figure(
        f"{game}_vector_steps_per_s",
        f"{game}, environment for learning: steps of {count} processes",
        many.per_s,
        "a second",
        least=LEAST_TIMES,
        of_ratio=True,
        reference="one process",
        reference_figure=one.per_s,
    )


class Walk:
    """Picks at random by the mask in a vector environment, timed."""

    def __init__(self, environment: Any) -> None:
        import numpy as np

        self.environment = environment
        self.took_s = 0.0
        self._made = 0
        self._chance = np.random.default_rng(1)
        self._observations, _ = environment.reset(seed=1)

    @property
    def per_s(self) -> float:
        """Steps of all matches together a second."""
        return self._made / self.took_s

    def go_on(self, seconds: float) -> None:
        """Play on for some time."""
        begun_s = time.perf_counter()
        until_s = begun_s + seconds
        while time.perf_counter() < until_s:
            masks = self._observations["action_mask"]
            picks = (self._chance.random(masks.shape) * masks).argmax(axis=1)
            self._observations, *_ = self.environment.step(picks)
            self._made += len(picks)
        self.took_s += time.perf_counter() - begun_s
