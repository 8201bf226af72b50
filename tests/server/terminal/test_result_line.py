"""The end of a match in one sentence, in the words of its game."""

from __future__ import annotations

import pytest

from protocol.diffs import Json
from protocol.messages import Result
from server.terminal.result_line import ending
from tests.support.server.seen_match import Seat, view

WORDS: Json = {"end life": "{who} has no life left"}


@pytest.mark.parametrize(
    ("result", "lost", "told"),
    [
        (Result((0,), "life", "ann wins"), "life", "ann won: bob has no life left"),
        (Result((0,), "concede", "ann wins"), "concede", "ann won: bob conceded"),
        (Result((0,), "magic", "ann wins"), "magic", "ann wins (magic)"),
        (Result((), "draw", "the game is a draw"), "", "the game is a draw (draw)"),
    ],
)
async def test_the_end_tells_who_won_and_why(result: Result, lost: str, told: str) -> None:
    seen = view()
    seen.entities["table"] = {"board": "field", "words": WORDS}
    seen.entities["p2"] = {"id": 2, "seat": 1, "name": "bob", "lost": lost}
    match = Seat(seen)
    match.result = result
    assert ending(match) == told
