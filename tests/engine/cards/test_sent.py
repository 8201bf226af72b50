"""Things of the engine that worker processes are sent or send back: they arrive as they were, compiled too."""

from __future__ import annotations

import pickle

import pytest

import engine

SENT = [
    engine.Fault("100.2a", "59 cards; a deck has at least 60", "Mountain", "too_few", 3, ("Island",)),
    engine.Refusal("601.2h", "not_enough", "the cost cannot be paid"),
]


@pytest.mark.parametrize("sent", SENT, ids=lambda sent: type(sent).__name__)
def test_it_arrives_as_it_was(sent: object) -> None:
    arrived = pickle.loads(pickle.dumps(sent, pickle.HIGHEST_PROTOCOL))  # noqa: S301 # our own
    assert type(arrived) is type(sent)
    assert told(arrived) == told(sent)


def told(sent: object) -> object:
    if isinstance(sent, engine.Fault):
        return (sent.rule, sent.reason, sent.card, sent.code, sent.line, sent.near)
    assert isinstance(sent, engine.Refusal)
    return (sent.rule, sent.code, sent.reason)
