"""Standing of a match: whether the view is up to date, for whom it waits, since when, how long they may still think."""

from __future__ import annotations

from typing import Final

from protocol.client import Client, Match

SETTLED_S: Final = 3
"""A wait that is shorter is not worth a number."""


def state(match: Match) -> str:
    """Of the connection, in brackets."""
    if match.result is not None:
        return "(finished)"
    if not match.is_live:
        return "(reconnecting: this may be old)"
    behind = f", {match.delay_s} s behind" if match.delay_s else ""
    watched = f", {match.watching} watching" if match.watching else ""
    return f"(live{behind}{watched})"


class Waits:
    """The seats that a match waits for, and since when.

    Attributes:
        seats: those that it waited for when it was last looked at.
    """

    def __init__(self, client: Client, match: Match) -> None:
        self.seats: tuple[int, ...] = ()
        self._client = client
        self._match = match
        self._since_ms = 0

    def look(self) -> bool:
        """See who it is now; whether that is somebody else."""
        seats = () if self._match.result is not None else self._match.view.game.waiting
        if seats == self.seats:
            return False
        self.seats, self._since_ms = seats, self._client.now_ms
        return True

    @property
    def since_s(self) -> int:
        waiting = self._match.waiting
        is_told = waiting is not None and (waiting.seat,) == self.seats
        return (self._client.now_ms - (waiting.since if waiting is not None and is_told else self._since_ms)) // 1000

    def heed(self) -> dict[int, str]:
        """The words about each of them."""
        since_s = self.since_s
        heed = dict.fromkeys(self.seats, f"waited for since {since_s} s" if since_s >= SETTLED_S else "waited for")
        waiting = self._match.waiting
        if waiting is not None and waiting.deadline is not None and waiting.seat in heed:
            left_s = max(0, waiting.deadline - self._client.now_ms) // 1000
            heed[waiting.seat] += f", {left_s // 60}:{left_s % 60:02} left"
        return heed
