"""Frames: each class says last what runs it, where the agenda looks for that."""

from __future__ import annotations

import pytest

from engine.games import rules_of
from tests.support.engine.random_play import GAMES


@pytest.mark.parametrize("game", GAMES)
def test_the_name_of_the_handler_stands_last(game: str) -> None:
    for kind in rules_of(game, "seeds").frames.values():
        assert kind.kind._fields[-1] == "op"
