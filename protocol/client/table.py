"""A place at a table, where people wait for each other until all are there and the match begins (PROTOCOL.md 17).

Leaving the block of ``async with await client.open_table(...) as table:`` gives the place up, unless the match has
begun. A place that is lost with the connection is taken again on the next one.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from types import TracebackType
from typing import Final, Protocol, Self
from urllib.parse import parse_qs, urlencode, urlsplit

import anyio

from protocol.client.match import Match
from protocol.client.overdue import QUIET_S, Overdue
from protocol.errors import ClientError, PlaceLost, Refused
from protocol.messages import Deck, Look, Sit, TableLine
from protocol.messages import Table as Told

GONE: Final = frozenset(("unknown_table", "not_at_table"))
"""Nack codes of who wants to rise and has no place any more."""
LAST_WORD_S: Final = 2.0
"""Time that giving a place up may take if the block that held it has ended."""


class Join(Protocol):
    """Follows a match with a seat's token."""

    async def __call__(self, match: str, token: str | None = None, *, timeout_s: float | None = None) -> Match: ...


class Table:
    """A place at a table; made by ``Client.open_table`` and ``Client.sit``.

    Attributes:
        line: what is played there and who sits where, as last told.
        seat: the own one, from 0.
        invite: what others sit down with at a private table that has a free seat, else ``None``.
        is_begun: whether its match is there.
    """

    def __init__(
        self,
        told: Told,
        deck: Deck | None,
        name: str | None,
        token: str | None,
        *,
        page: str,
        join: Join,
        rise: Callable[[str], Awaitable[None]],
    ) -> None:
        self.line: TableLine = told.table
        self.seat = 0
        self.invite: str | None = None
        self._deck = deck
        self._name = name
        self._token = token
        self._page = page
        self._join = join
        self._rise = rise
        self._seat_token: str | None = None
        self._match: Match | None = None
        self._error: ClientError | None = None
        self._silence = Overdue()
        self._changed = anyio.Event()

    @property
    def id(self) -> str:
        return self.line.id

    @property
    def token(self) -> str | None:
        """The right to the own seat in the match, once that is there."""
        return self._seat_token

    @property
    def is_begun(self) -> bool:
        """Whether its match is there."""
        return self._seat_token is not None

    @property
    def is_held(self) -> bool:
        """Whether one waits here: neither has it begun, nor is the place lost."""
        return not self.is_begun and self._error is None

    @property
    def link(self) -> str:
        """An address that others sit down with: on the server's page, by ``Client.sit``, by ``stackloop play``."""
        return f"{self._page}/#{urlencode({'table': self.invite or self.id})}"

    async def next_change(self) -> None:
        """Wait until anything about it is different.

        Raises:
            PlaceLost: the table was closed, or the same identity has sat down at it on another connection.
            ConnectionLost: for good.
        """
        self._check()
        await self._changed.wait()
        self._check()

    async def match(self, *, timeout_s: float | None = None) -> Match:
        """Wait until all are there, and sit down at the match.

        Args:
            timeout_s: as ``Client.join`` takes it.

        Raises:
            PlaceLost, ConnectionLost: as ``next_change``.
        """
        while not self.is_begun:
            await self.next_change()
        if self._match is None:
            self._match = await self._join(self.line.m, self._seat_token, timeout_s=timeout_s)
        return self._match

    async def rise(self) -> None:
        """Give the place up; nothing is done where there is none any more.

        Raises:
            Refused: ``has_begun``: the match begins.
            ConnectionLost: for good.
        """
        try:
            await self._rise(self.id)
        except Refused as refused:
            if refused.code not in GONE:
                raise
        self.fail(PlaceLost("the place was given up"))

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.is_held:
            with anyio.move_on_after(LAST_WORD_S, shield=True):
                try:
                    await self.rise()
                except ClientError:
                    return  # it begins, or the place is lost with the connection

    def take(self, told: Told) -> None:
        """Take in what is told of it."""
        if told.gone:
            self.fail(PlaceLost("the table was closed, or the place taken on another connection"))
            return
        if told.table != self.line:
            self._silence.begin_anew()
        self.line = told.table
        self.seat = self.seat if told.you is None else told.you
        self.invite = told.invite
        self._token = told.invite or self._token
        self._seat_token = told.token or self._seat_token
        self._announce()

    def is_silent(self, now_s: float) -> bool:
        """Whether it is to be looked at, as what was told of it may be lost; asked now and then."""
        return self._silence.is_due(now_s, QUIET_S)

    def looking(self, r: str) -> Look:
        """The request for the table as it is."""
        return Look(self.id, self._token, r)

    def is_other(self, told: Told) -> bool:
        """Whether a table that was looked at is not what is known here: the match is there, or the place is lost."""
        return bool(told.table.m) or told.you != self.seat

    def again(self, r: str) -> Sit:
        """The request that takes the place again on a new connection."""
        return Sit(self.id, self._deck, self._name, self._token, r)

    def fail(self, error: ClientError) -> None:
        """End every wait with this error."""
        self._error = self._error or error
        self._announce()

    def _check(self) -> None:
        if self._error is not None and not self.is_begun:
            raise self._error

    def _announce(self) -> None:
        self._changed.set()
        self._changed = anyio.Event()


def read_link(text: str) -> tuple[str, str | None]:
    """The table that is meant and the invite to it, if there is one: by its id, or the address that leads to it.

    Raises:
        ValueError: no table is named.
    """
    if "#" not in text:
        if not text or "/" in text:
            raise ValueError(f"{text!r} names no table: an id, or an address with #table=ID")
        return text, None
    said = parse_qs(urlsplit(text).fragment)
    if "table" not in said:
        raise ValueError(f"{text!r} names no table: its address has #table=ID")
    return said["table"][0], said["invite"][0] if "invite" in said else None
