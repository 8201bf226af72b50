"""A match and those that follow it, the games of a series and rematches; and how the first one comes about."""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from functools import partial
from typing import Final, TypeAlias

import anyio

from protocol.client import Client, Match
from server.chaos.kinds import SEATS, Begins, Kind

QUICK: Final = Begins.QUICK

SitDown: TypeAlias = Callable[[], Awaitable[Match]]
"""Joins a match, once that is there."""


class Bout:
    """The matches that are played at one place, one after the other.

    Attributes:
        matches: their ids, in the order in which they began.
    """

    def __init__(self, kind: Kind, calm: anyio.Event) -> None:
        self.kind = kind
        self.matches: list[str] = []
        self._calm = calm
        self._leads_on: dict[str, bool] = {}
        self._changed = anyio.Event()
        self._is_left = False

    def began(self, match: str) -> None:
        """Somebody has sat down at a match."""
        if match not in self.matches:
            self.matches.append(match)
            self._announce()

    def leads_on(self, table: Match) -> bool:
        """Whether another match follows one that is over: as a series wants it, and as long as there is trouble.

        The first to ask decides for all, since nobody is to wait for somebody who has left.
        """
        leads_on = self._leads_on.setdefault(table.id, table.leads_on or not self._calm.is_set())
        self._announce()
        return leads_on

    def leave(self) -> None:
        """Somebody has left in the middle: nothing follows that others could wait for."""
        self._is_left = True
        self._announce()

    async def all_matches(self) -> AsyncIterator[str]:
        """Every match, once it has begun."""
        count = 0
        while True:
            while count < len(self.matches):
                yield self.matches[count]
                count += 1
            if self._is_left or (self.matches and self._leads_on.get(self.matches[-1]) is False):
                return
            await self._changed.wait()

    def _announce(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()


async def begin(clients: Sequence[Client], kind: Kind) -> list[SitDown]:
    """Bring a first match about; returns how each seat sits down at it.

    Raises:
        ClientError: it does not come about.
    """
    way = kind.way
    if way.begins is Begins.CREATED:
        created = await clients[0].create(kind.game, kind.decks, clock=way.clock, delay_s=way.delay_s)
        return [partial(clients[seat].join, created.m, created.seats[seat].token) for seat in range(SEATS)]
    is_quick = way.begins is QUICK
    first, *others = [
        partial(client.open_table, kind.game, deck, best=way.best, quick=is_quick, clock=way.clock, delay_s=way.delay_s)
        for client, deck in zip(clients, kind.decks, strict=False)
    ]
    opened = await first()
    if is_quick:
        return [opened.match, *[(await other()).match for other in others]]
    sat = [await client.sit(opened.link, deck) for client, deck in zip(clients[1:], kind.decks[1:], strict=False)]
    return [opened.match, *[table.match for table in sat]]
