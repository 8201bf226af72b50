"""Opponents of a learner, and what it can read of its match."""

import random

import numpy as np
import pytest

from protocol.messages import Answer, AnyAnswer, Decision
from protocol.view import View
from server.bots import seat_player
from server.learning.environment import raw_env
from server.learning.seats import Seats
from server.learning.single import SeatEnv


def _takes_back(view: View, decision: Decision, rng: random.Random) -> AnyAnswer:
    """Begins the last thing that may be done, and takes it back: without an end, if nobody remembers."""
    if decision.cancel:
        return Answer("cancel")
    return decision.options[-1].n if decision.options else decision.default or Answer("auto")


def test_an_opponent_that_runs_in_circles_gets_out_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seat_player, "BOTS", {"greedy": _takes_back})
    environment = SeatEnv("magic", opponent="greedy", seat=0, max_steps=120)
    chance = np.random.default_rng(1)
    observation, _ = environment.reset(seed=1)
    is_over = is_cut = False
    while not (is_over or is_cut):
        action = chance.choice(np.flatnonzero(observation["action_mask"]))
        observation, _, is_over, is_cut, _ = environment.step(action)


def test_whoever_is_no_opponent_is_named_at_once() -> None:
    known = "greedy, level-1, level-2, level-3, level-4, level-5, random"  # those that answer without looking ahead
    with pytest.raises(ValueError, match=f"'search' is no opponent here: there are {known}"):
        SeatEnv("magic", opponent="search")
    with pytest.raises(ValueError, match="no game 'chess'; there are magic"):
        SeatEnv("chess")
    with pytest.raises(ValueError, match="no deck 'ember'; there are blue-control, burn"):
        raw_env("magic", decks=("ember", "burn"))


def test_decks_may_be_told_by_name() -> None:
    environment = raw_env("magic", decks=("burn", {"Forest": 60}))
    environment.reset(seed=1)
    assert [dict(entries) for entries in environment.seats.match.header.decks][1] == {"Forest": 60}
    assert environment.seats.match.header.decks[0][0] == ("Mountain", 20)


def test_actions_are_described_in_words() -> None:
    seats = Seats("magic", ({"Forest": 60}, {"Forest": 60}), "1")
    assert seats.picks is not None
    assert {seats.describe(choice.action) for choice in seats.picks.offer} == {"player A", "player B"}
    with pytest.raises(ValueError, match="100 is not among the actions"):
        seats.describe(100)
