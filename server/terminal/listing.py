"""Lists in a terminal whose rows somebody asks more about: what names a row stays whole however narrow it is."""

from rich.table import Column, Table

from server.terminal.plain_text import styled


class Listing(Table):
    """A table of text alone; its first column is what one types next."""

    def __init__(self, first: str, *others: str) -> None:
        super().__init__(Column(first, no_wrap=True))
        for name in others:
            self.add_column(name, overflow="fold")

    def add(self, *cells: str) -> None:
        """A row; nothing in it steers the terminal or means markup."""
        self.add_row(*map(styled, cells))
