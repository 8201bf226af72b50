"""The environments pass the tests that PettingZoo and Gymnasium have for environments."""

import warnings
from collections.abc import Iterator

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from engine import list_games
from server.learning.environment import env, raw_env
from server.learning.single import SeatEnv
from server.learning.vector import vector

pytestmark = pytest.mark.parametrize("game", list_games())


@pytest.fixture(autouse=True)
def _a_dict_is_wanted() -> Iterator[None]:
    """The checks warn of observations that are no plain array; ours hold a mask beside it, as PettingZoo's do."""
    with warnings.catch_warnings():
        for words in ("Observation space for each agent", "Observation is not a NumPy array", "Casting input x to"):
            warnings.filterwarnings("ignore", words)
        yield


def test_it_is_an_environment_of_pettingzoo(game: str) -> None:
    api_test(env(game=game), num_cycles=200)


def test_a_seed_and_actions_fix_a_match(game: str) -> None:
    seed_test(lambda: env(game=game), num_cycles=100)


def test_a_seat_is_an_environment_of_gymnasium(game: str) -> None:
    check_env(SeatEnv(game, render_mode="ansi"), skip_render_check=True)


def test_matches_side_by_side_begin_anew_as_they_end(game: str) -> None:
    side_by_side = vector(2, processes=False, game=game, max_steps=15)
    chance = np.random.default_rng(1)
    observations, _ = side_by_side.reset(seed=1)
    ended = 0
    for _ in range(40):
        masks = observations["action_mask"]
        actions = np.array([chance.choice(np.flatnonzero(mask)) if mask.any() else 0 for mask in masks])
        observations, _, over, cut, _ = side_by_side.step(actions)
        ended += int(np.sum(over | cut))
    side_by_side.close()
    assert ended >= 2


def test_whole_matches_are_played_by_the_masks_alone(game: str) -> None:
    environment = raw_env(game=game)
    chance = np.random.default_rng(2)
    for seed in range(2):
        environment.reset(seed=seed)
        for agent in environment.agent_iter():
            observation, _, is_over, is_cut, info = environment.last()
            assert "refused" not in info, info
            if is_over or is_cut:
                environment.step(None)
                continue
            assert environment.agent_selection == agent
            environment.step(int(chance.choice(np.flatnonzero(observation["action_mask"]))))
        assert environment.seats.match.result is not None
