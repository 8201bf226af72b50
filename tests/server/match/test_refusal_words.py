"""Reasons and refusals tell the key and the arguments that their English was made of."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import pytest

import engine
from engine.explain.projection import may_see
from engine.state.records import Object
from protocol import messages as wire
from server.match.explanations import because
from server.match.refusals import nack_of
from tests.support.engine.random_play import new_match, random_play
from tests.support.web import engine_words

if TYPE_CHECKING:
    from collections.abc import Iterator

GAMES: Final = pytest.mark.parametrize("game", engine.list_games())
TEXTS: Final = {key: text for part in engine_words.texts().values() for key, text in part.items()}
MOST_ANSWERS: Final = 150
MADE: Final = 5
"""Refusals with a key that are found, at least."""


def written(key: str, args: dict[str, Any]) -> str:
    """What the message files make of a key and arguments."""
    text = TEXTS[key]
    assert isinstance(text, str), key
    return text.format(**{name: value_of(value) for name, value in args.items()})


def value_of(value: object) -> object:
    if not isinstance(value, dict):
        return value
    return value["word"] if "word" in value else written(value["key"], value.get("args", {}))


def told(match: engine.Match, seat: int) -> Iterator[wire.Because]:
    """The answers to a seat that asks about all that it sees."""
    seen = [
        each for each in match.game.records.values() if isinstance(each, Object) and may_see(match.game, each, seat)
    ]
    for each in seen:
        with suppress(engine.Refusal):  # what another's play in flight has moved
            yield because(match, "m", seat, wire.Why("m", each.id))


def is_written(reason: str, key: str, args: dict[str, Any]) -> bool:
    """Whether a reason has a key, and then is what stands there."""
    assert not key or written(key, args) == reason, (key, args, reason)
    return bool(key)


@GAMES
def test_reasons_are_made_of_their_keys_and_arguments(game: str) -> None:
    match = new_match(3, game)
    found: list[bool] = []
    for number, _ in enumerate(random_play(match, 3)):
        if number > MOST_ANSWERS or match.result is not None:
            break
        if number % 25:
            continue
        for answer in told(match, 0):
            asked: tuple[wire.Because | wire.Use, ...] = (answer, *answer.uses)
            for each in asked:
                found.append(is_written(each.reason, each.key, each.args))
                if each.needed is not None:
                    assert is_written(each.need, each.needed.key, each.needed.args)
            for step in (step for use in answer.uses for step in use.steps):
                assert is_written(step.says, step.key, {})
    assert len(found) > MOST_ANSWERS // 3
    assert all(found)


@GAMES
def test_refusals_are_made_of_their_keys_and_arguments(game: str) -> None:
    """Of answers that were meant for other questions."""
    match = new_match(5, game)
    found: list[bool] = []
    answers: list[engine.Answer] = []
    for number, _ in enumerate(random_play(match, 5)):
        if number > MOST_ANSWERS or match.result is not None or not match.decisions:
            break
        decision = match.decisions[0]
        for answer in answers[-2:]:
            try:
                match.fork().apply(decision.seat, decision.w, answer)
            except engine.Refusal as refusal:
                nack = nack_of(refusal, "m")
                found.append(is_written(nack.reason, nack.key, nack.args))
        answers += [option.answer() for option in decision.options[-1:]]
    assert sum(found) >= MADE
