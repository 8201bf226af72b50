"""The record of a match at random that ends as all players concede."""

from typing import Final

from engine import Header, Match, write_record
from engine.match.commit import Input
from tests.support.engine.random_play import any_match, random_play

ANSWERS: Final = 120


def record(seed: int) -> str:
    """Of a match in which plays are taken back, until all concede; somebody is called ☃ and somebody 🂡."""
    began = any_match(seed).header
    match = Match.create(Header(began.game, ("☃", '"🂡"'), began.decks, began.seed, began.profile))
    inputs: list[tuple[int, Input]] = []
    for decision, commit in random_play(match, seed, cancels=0.2):
        inputs.append((decision.seat, commit.answer))
        if len(inputs) == ANSWERS:
            break
    for seat in match.playing_on:
        if match.result is None:
            match.concede(seat)
            inputs.append((seat, None))
    return write_record(match.header, inputs)
