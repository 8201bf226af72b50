"""Screen on which all is written: panels for people, plain lines for pipes; a line that is being typed is put back.

Colours, their absence (``NO_COLOR``) and the width are rich's to find out. All text has gone through ``plain_text``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence

from rich.columns import Columns
from rich.console import Console, RenderableType
from rich.text import Text

from server.terminal.plain_text import plain

CLEAR_LINE = "\r\x1b[K"
LONGEST_COLUMN = 38
"""Options that are no longer stand in columns."""


class Screen:
    """Writes to a console.

    Args:
        pending: the line that is being typed, with its prompt; empty where none is.
    """

    def __init__(self, console: Console, pending: Callable[[], str]) -> None:
        self.is_plain = not console.is_terminal
        self._console = console
        self._pending = pending

    def show(self, what: RenderableType) -> None:
        """Write something that rich has drawn."""
        pending = self._pending()
        if pending:
            sys.stdout.write(CLEAR_LINE)
        self._console.print(what, soft_wrap=self.is_plain)
        if pending:
            sys.stdout.write(pending)
            sys.stdout.flush()

    def put_line(self, line: str, style: str = "") -> None:
        """Write a line of text."""
        self.show(Text(plain(line), style="" if self.is_plain else style))

    def list(self, lines: Iterable[str]) -> None:
        """Write lines, one below the other."""
        texts = [Text(plain(line)) for line in lines]
        if texts:
            self.show(Text("\n").join(texts))

    def choices(self, lines: Sequence[str]) -> None:
        """Write what is chosen from; side by side, where people read it and it is short."""
        if self.is_plain or not lines or max(map(len, lines)) > LONGEST_COLUMN:
            self.list(lines)
        else:
            texts = [Text(plain(line)) for line in lines]
            self.show(Columns(texts, padding=(0, 2), column_first=True, equal=True))
