"""Time may run out at any decision: its default is legal, and defaults alone lead every match to its end."""

from __future__ import annotations

import pytest

from engine import Match
from tests.support.engine.random_play import GAMES, new_match, picker

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

SEEDS = range(2)
MOST_DEFAULTS = 10_000
"""In one match: four players pass about 4,000 times until their libraries are empty."""
MOST_INSIDE = 100
"""Till what is being played has come to its end."""


def on_defaults(match: Match) -> int:
    """Play to the end on defaults alone; returns how many it took."""
    taken = 0
    while match.decisions:
        decision = match.decisions[0]
        match.apply(decision.seat, decision.w, decision.default())
        taken += 1
        assert taken < MOST_DEFAULTS
    return taken


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("game", GAMES)
def test_a_match_on_defaults_alone_ends(game: str, seats: int) -> None:
    for seed in SEEDS:
        match = new_match(seed, game, seats)
        on_defaults(match)
        assert match.result is not None


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_defaults_take_over_from_any_decision_of_random_play(game: str, seed: int) -> None:
    """A fork of random play goes on with one default, sometimes with nothing else to the end."""
    match = new_match(seed, game, 2 + seed % 2)
    chance = picker(seed)
    inside = 0
    while match.decisions:
        decision = match.decisions[chance(len(match.decisions))]
        plays = match.game.root.plays
        if plays or chance(10) == 0:
            end_play(match.fork(), decision.seat)
            inside += bool(plays)
        if chance(300) == 0:
            on_defaults(match.fork())
        match.apply(decision.seat, decision.w, decision.sample(chance))
    assert inside


def end_play(match: Match, seat: int) -> None:
    """The defaults of a seat, and of whom it makes wait for others, end what is played now."""
    plays = match.game.root.plays
    for _ in range(MOST_INSIDE):
        decision = next((d for d in match.decisions if d.seat == seat), None) or match.decisions[0]
        match.apply(decision.seat, decision.w, decision.default())
        if not (match.decisions and plays and plays[0] in match.game.root.plays):
            return
    raise AssertionError(f"{MOST_INSIDE} defaults on end do not end what is played")
