"""The standing of a match, as the heading of a board says it."""

from __future__ import annotations

from protocol.client import Match
from protocol.messages import Result
from server.terminal.match_status import state


async def _nowhere(_frame: object) -> None: ...


async def test_what_is_seen_is_said_to_be_live_late_old_or_over() -> None:
    match = Match("m", None, _nowhere, patience_s=1)
    assert state(match) == "(reconnecting: this may be old)"
    match.is_live = True
    assert state(match) == "(live)"
    match.delay_s, match.watching = 10, 3
    assert state(match) == "(live, 10 s behind, 3 watching)"
    match.result = Result((0,), "life", "A wins")
    assert state(match) == "(finished)"
