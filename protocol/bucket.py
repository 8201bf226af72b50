"""A token bucket: how often something may be done, and in what bursts. Knows no clock; it is told the time."""

from __future__ import annotations


class Bucket:
    """Full at first.

    Args:
        rate_per_s: tokens that come back each second.
        most: tokens that it holds.
    """

    __slots__ = ("_most", "_rate_per_ms", "_refilled_ms", "_tokens")

    def __init__(self, rate_per_s: float, most: int, now_ms: int) -> None:
        self._rate_per_ms = rate_per_s / 1000
        self._most = most
        self._tokens = float(most)
        self._refilled_ms = now_ms

    def take(self, now_ms: int, shares: int = 1, cost: int = 1) -> int:
        """Take a token; if there is none, how many milliseconds until there is.

        Args:
            shares: how many buckets this one counts for at the moment.
            cost: how many are taken where there is one: those that lack are owed.
        """
        passed_ms = now_ms - self._refilled_ms
        if passed_ms > 0:
            self._refilled_ms = now_ms
            self._tokens = min(self._most * shares, self._tokens + passed_ms * self._rate_per_ms * shares)
        if self._tokens >= 1:
            self._tokens -= cost
            return 0
        return max(1, round((1 - self._tokens) / (self._rate_per_ms * shares)))
