"""Waiting at a table in a terminal: who comes is told, the place may be given up."""

from io import StringIO
from pathlib import Path

import anyio
import anyio.lowlevel
import pytest
from rich.console import Console

from protocol.client import PlaceLost, Table, connect
from server.terminal.keyboard import Keyboard
from server.terminal.screen import Screen
from server.terminal.table_wait import Waiting
from tests.support.server.peer import serving


class Typed:
    """Some lines that are typed at once."""

    def __init__(self, *lines: str) -> None:
        self._lines = [*lines]

    def read(self) -> str | None:
        return self._lines.pop(0) if self._lines else None

    def pending(self) -> str:
        return ""


def at_terminal(table: Table, *lines: str) -> tuple[Waiting, StringIO]:
    shown = StringIO()
    keyboard = Keyboard(Typed(*lines))
    keyboard.start()
    console = Console(file=shown, force_terminal=True, color_system=None, width=200)
    return Waiting(table, keyboard, Screen(console, lambda: "")), shown


async def test_who_comes_is_told_and_what_is_typed_waits(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, connect(service.url) as ann, connect(service.url) as bob:
        table = await ann.open_table("magic", name="ann")
        waiting, shown = at_terminal(table, "0")

        async def sit_down_once_it_was_typed() -> None:
            while "the match has not begun" not in shown.getvalue():
                await anyio.lowlevel.checkpoint()
            await bob.sit(table.id)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(sit_down_once_it_was_typed)
            assert await waiting.run()
        for told in (f"sit down by {table.link}", "at the table: ann, a free seat", "the match has not begun: /quit"):
            assert told in shown.getvalue()
        waiting, shown = at_terminal(table)
        assert await waiting.run()
        assert shown.getvalue() == ""


async def test_the_place_is_given_up_or_lost(tmp_path: Path) -> None:
    async with serving(tmp_path) as service, connect(service.url) as ann:
        waiting, _ = at_terminal(await ann.open_table("magic"), "/quit")
        assert not await waiting.run()
        assert await ann.tables() == ()
    async with serving(tmp_path / "brief", table_s=0.1) as service, connect(service.url) as ann:
        waiting, _ = at_terminal(await ann.open_table("magic"))
        with pytest.raises(PlaceLost):
            await waiting.run()
