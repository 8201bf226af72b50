"""Answers at random, by who sees a decision as it goes over the wire and knows no rules."""

from __future__ import annotations

import random

import msgspec
import orjson
import pytest

from engine import Answer, list_games
from engine.explain.notation import decision_json
from protocol import messages
from protocol.answers import sample
from tests.support.engine.random_play import new_match


@pytest.mark.parametrize("game", list_games())
def test_the_rules_refuse_none_of_them(game: str) -> None:
    chance = random.Random(1)
    for seed in range(2):
        match = new_match(seed, game)
        while match.decisions:
            asked = match.decisions[0]
            decision = msgspec.convert(orjson.loads(orjson.dumps(decision_json(match.game, asked))), messages.Decision)
            said = sample(decision, chance.randrange)
            assert not isinstance(said, str)
            answer = asked.options[said].answer() if isinstance(said, int) else Answer(said.do, said.refs, said.amounts)
            match.apply(asked.seat, asked.w, answer)
