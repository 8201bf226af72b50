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

GAME_S: Final = 2.0


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
    """All seats of whole matches, until the time is over."""
    import numpy as np

    from server.learning.environment import raw_env

    environment = raw_env(game=game)
    chance = np.random.default_rng(1)
    reference = Reference()
    made, elapsed_s, seed = 0, 0.0, 0
    while elapsed_s < seconds:
        reference.run_slice()
        start = time.perf_counter()
        environment.reset(seed=seed)
        for _ in environment.agent_iter():
            observation, _, is_over, is_cut, _ = environment.last()
            is_last = is_over or is_cut
            environment.step(None if is_last else int(chance.choice(np.flatnonzero(observation["action_mask"]))))
            made += not is_last
        elapsed_s += time.perf_counter() - start
        seed += 1
    name = f"{game}, environment for learning: steps of one process"
    key = f"{game}_steps_per_s"
    return Figure(key, name, made / elapsed_s, "a second", reference=PASSES, reference_figure=reference.per_s())


def of_many(game: str, seconds: float) -> Figure:
    """One seat each of matches against a bot, side by side on all cores, beside one such match."""
    from gymnasium.vector import SyncVectorEnv

    from server.learning.single import SeatEnv, vector

    one = paced(SyncVectorEnv([lambda: SeatEnv(game)]), seconds)
    count = os.cpu_count() or 1
    return Figure(
        f"{game}_vector_steps_per_s",
        f"{game}, one seat against a bot: steps of {count} processes",
        paced(vector(count, game=game), seconds),
        "a second",
        reference="one",
        reference_figure=one,
    )


def paced(environments: Any, seconds: float) -> float:
    """Steps a second of environments side by side, which are closed then."""
    import numpy as np

    chance = np.random.default_rng(1)
    observations, _ = environments.reset(seed=1)
    made, begun_s = 0, time.perf_counter()
    while time.perf_counter() - begun_s < seconds:
        masks = observations["action_mask"]
        # One that ended has nothing to pick from: its next step is its reset, whatever is picked.
        picks = [int(chance.choice(np.flatnonzero(mask))) if mask.any() else 0 for mask in masks]
        observations, *_ = environments.step(np.array(picks))
        made += len(picks)
    took_s = time.perf_counter() - begun_s
    environments.close()
    return made / took_s
