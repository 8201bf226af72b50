"""Text that others have written, fit to be shown: nothing in it steers the terminal, breaks a line or means markup."""

from __future__ import annotations

from typing import Final

from rich.text import Text

from protocol.codec import UNPRINTED

INSTEAD: Final = "\N{REPLACEMENT CHARACTER}"


def plain(text: str) -> str:
    """Text in one line: control characters, and those that turn the direction of writing, are replaced."""
    return UNPRINTED.sub(INSTEAD, text)


def styled(text: str, style: str = "") -> Text:
    """A line for rich, in which square brackets are square brackets."""
    return Text(plain(text), style=style)
