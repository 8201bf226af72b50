"""The end of a match, as people say it."""

from __future__ import annotations

from protocol.client import Match


def ending(match: Match) -> str:
    """A sentence and the code; empty for a match that is not over."""
    result = match.result
    if result is None:
        return ""
    winners = " and ".join(match.view.players[seat].name or f"seat {seat}" for seat in result.winners)
    told = result.reason if result.reason.startswith(winners) else f"{winners} won: {result.reason}"
    return f"{told} ({result.code})" if result.code else told
