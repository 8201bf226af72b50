"""Somebody who waits at a table until all are there: who sits where, and the address for others."""

from __future__ import annotations

from typing import Final

import anyio

from protocol.client import ClientError, Refused, Table
from server.terminal.keyboard import Keyboard
from server.terminal.screen import Screen
from server.terminal.slash_commands import split

NOBODY: Final = "a free seat"


class Waiting:
    """One place at a table, from sitting down until the match begins or it is given up."""

    def __init__(self, table: Table, keyboard: Keyboard, screen: Screen) -> None:
        self._table = table
        self._keyboard = keyboard
        self._screen = screen
        self._told = ""
        self._has_left = False

    async def run(self) -> bool:
        """Until it begins; whether it does, or the place is given up.

        Raises:
            PlaceLost: the table was closed, or the place taken on another connection.
            ConnectionLost: for good.
        """
        lost: ClientError | None = None
        if self._table.is_held:
            self._screen.put_line(f"others sit down by {self._table.link} (/quit gives the place up)", "dim")
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(self._read)
            try:
                await self._follow()
            except ClientError as error:
                lost = error
            tasks.cancel_scope.cancel()
        if lost is not None and not self._has_left:
            raise lost
        return lost is None

    async def _follow(self) -> None:
        """Tell who comes and goes, until all are there."""
        while not self._table.is_begun:
            self._describe()
            await self._table.next_change()

    async def _read(self) -> None:
        """Do what is typed; on a pipe lines are answers, and are left for the match."""
        while True:
            line = None if self._screen.is_plain else self._keyboard.take()
            if line is None:
                await self._keyboard.bell()
            elif split(line)[0] == "quit":
                await self._leave()
            else:
                self._screen.put_line("the match has not begun: /quit gives the place up", "yellow")

    async def _leave(self) -> None:
        self._has_left = True
        try:
            await self._table.rise()
        except Refused as refused:  # it begins
            self._has_left = False
            self._screen.put_line(f"refused: {refused.reason}", "red")

    def _describe(self) -> None:
        """Say who is there, if that is not what was said."""
        seats = [f"{seat.name} (away)" if seat.away else seat.name or NOBODY for seat in self._table.line.seats]
        told = f"at the table: {', '.join(seats)}"
        if told != self._told:
            self._told = told
            self._screen.put_line(told, "yellow")
