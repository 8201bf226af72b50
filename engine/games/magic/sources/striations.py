"""Texts of leveler cards (711) as sources have them: what belongs to a level symbol goes on over several lines."""

from __future__ import annotations

import re
from typing import Final

_SYMBOL: Final = re.compile(r"LEVEL [0-9]+(?:[-\N{EN DASH}][0-9]+|\+)$")


def is_leveler(text: str) -> bool:
    """Whether a text has a level symbol on a line of its own (711.1)."""
    return any(map(_SYMBOL.match, text.splitlines()))


def each_at_its_levels(text: str) -> str:
    """The text with the level symbol before the size and every ability of its striation (711.2)."""
    symbol = ""
    lines = []
    for line in text.splitlines():
        if _SYMBOL.match(line):
            symbol = line.replace("\N{EN DASH}", "-")
        else:
            lines.append(f"{symbol} | {line}" if symbol else line)
    return "\n".join(lines)
