"""Many matches in one call, in this process or over several: the same as one by one, in arrays of the caller."""

import numpy as np
import pytest

from server.learning.picks import ACTIONS
from server.learning.single import SELF, SeatEnv
from server.learning.vector import Matches, Shards, arrays, vector
from tests.support.server.side_by_side import picks, same, told


@pytest.mark.parametrize("opponent", [SELF, "greedy"])
@pytest.mark.parametrize("game", ["magic", "grand-archive", "marvel-champions"])
def test_each_match_is_the_one_that_is_played_alone(game: str, opponent: str) -> None:
    steps = 12
    together = told(Matches(2, game=game, opponent=opponent), steps)
    for n in range(2):
        alone = SeatEnv(game, opponent=opponent)
        observation, _ = alone.reset(seed=3 + n)
        for row in together[1:]:
            action = int(np.flatnonzero(observation["action_mask"])[-1])
            observation, reward, is_over, is_cut, _ = alone.step(action)
            assert np.array_equal(row[0][n], observation["observation"])
            assert (row[2][n], row[3][n], row[4][n]) == (reward, is_over, is_cut)
            if is_over or is_cut:
                break
            assert np.array_equal(row[1][n], observation["action_mask"])
            assert row[5][n] == alone.own


def test_over_processes_the_same_matches_are_played() -> None:
    alone = told(Matches(3, game="magic", opponent=SELF, max_steps=9), 25)
    parted = told(Shards(3, 2, game="magic", opponent=SELF, max_steps=9), 25)
    assert same(alone, parted)
    assert sum(int(row[3].sum() + row[4].sum()) for row in alone[1:]) >= 3


def test_one_that_ends_begins_anew_in_the_next_step() -> None:
    environment = vector(1, processes=False, game="magic", max_steps=2)
    observations, _ = environment.reset(seed=1)
    for is_cut in (False, True, False, False, True):
        observations, _, over, cut, _ = environment.step(picks(observations["action_mask"]))
        assert (bool(over[0]), bool(cut[0])) == (False, is_cut)
        assert observations["action_mask"].any() == (not is_cut)


def test_arrays_of_the_caller_are_written() -> None:
    into = arrays(2)
    environment = Matches(2, into, game="magic")
    observations, _ = environment.reset(seed=1)
    assert observations["observation"] is into["observation"]
    before = into["observation"].copy()
    chosen = picks(into["action_mask"])
    environment.step(chosen)
    assert not np.array_equal(before, into["observation"])
    assert environment.observation_space.contains({name: into[name] for name in ("observation", "action_mask")})


def test_a_pick_that_may_not_be_made_loses_alone() -> None:
    environment = Matches(2, game="magic", opponent=SELF)
    observations, _ = environment.reset(seed=1)
    chosen = picks(observations["action_mask"])
    chosen[0] = next(action for action in range(ACTIONS) if not observations["action_mask"][0][action])
    _, rewards, over, _, infos = environment.step(chosen)
    assert rewards.tolist() == [-1.0, 0.0]
    assert over.tolist() == [True, False]
    assert infos["refused"].tolist() == [True, False]


def test_a_process_that_ends_is_told() -> None:
    environment = Shards(2, 2, game="magic")
    observations, _ = environment.reset(seed=1)
    environment._processes[1].kill()
    environment._processes[1].join()
    with pytest.raises((RuntimeError, OSError)):
        environment.step(picks(observations["action_mask"]))
    environment.close()
