"""A match put aside at any moment goes on from its dump as if nothing had been: the same diffs, bytes and numbers."""

from __future__ import annotations

import pytest

from engine import Match, Views
from engine.explain.notation import decision_json
from tests.support.engine.random_play import any_match, picker
from tests.support.engine.random_settings import play

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

AT_ONCE = 3
"""Copies that go on beside the match; the oldest is let go for the next."""


class Kept:
    """A match and its views as loaded from their dumps."""

    def __init__(self, match: Match, views: Views) -> None:
        self.match = Match.load(match.dump())
        self.views = Views(self.match, views.dump())
        self.is_alike(match, views)

    def is_alike(self, match: Match, views: Views) -> None:
        assert self.views.dump() == views.dump()
        assert [self.views.snapshot(name) for name in views.names] == [views.snapshot(name) for name in views.names]
        assert self.match.dump() == match.dump()
        assert [decision_json(self.match.game, d) for d in self.match.decisions] == [
            decision_json(match.game, d) for d in match.decisions
        ]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_loaded_goes_on_with_the_same_diffs(seed: int) -> None:
    """With a change of settings now and then, and plays taken back."""
    match = any_match(seed, seats=2 + seed % 3)
    views = Views(match)
    kept = [Kept(match, views)]
    chance = picker(seed)
    inside = 0
    for seat, w, input_ in play(match, seed):
        diffs = views.update()
        for copy in kept:
            copy.match.take(seat, w, input_)
            assert copy.views.update() == diffs
            assert copy.views.seq == views.seq
        is_inside = bool(match.game.root.plays)
        if chance(3 if is_inside else 12) == 0:
            inside += is_inside
            kept[-1].is_alike(match, views)
            kept = [*kept[-AT_ONCE + 1 :], Kept(match, views)]
    for copy in kept:
        copy.is_alike(match, views)
    assert inside
    assert match.result is not None
