"""The answers that a server acknowledged, remembered by match."""

from collections import Counter

import anyio

Answer = tuple[str, int, int]
"""The match, seat and decision."""


class Witness:
    """Remembers what was acknowledged, of each match how much, and tells when every match has come far enough."""

    def __init__(self) -> None:
        self.acknowledged: list[Answer] = []
        self.over: set[str] = set()
        self.counts: Counter[str] = Counter()
        self._changed = anyio.Event()

    def saw(self, match: str, seat: int, w: int) -> None:
        self.acknowledged.append((match, seat, w))
        self.counts[match] += 1
        self._wake()

    def ended(self, match: str) -> None:
        self.over.add(match)
        self._wake()

    async def until(self, matches: list[str], answers: int) -> None:
        """Wait until each of the matches has so many acknowledged answers, or is over."""
        while any(self.counts[match] < answers and match not in self.over for match in matches):
            await self._changed.wait()

    def _wake(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()
