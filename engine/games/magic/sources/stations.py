"""Texts of station cards (721) as sources have them: what stands behind a symbol goes on over several lines."""

from __future__ import annotations

import re
from typing import Final

_BEHIND: Final = re.compile(r"([0-9]+\+) \| ")
_CREATURE_AT: Final = re.compile(r"\bcreature at ([0-9]+\+)")


def is_station(text: str) -> bool:
    """Whether a text has a station symbol."""
    return any(map(_BEHIND.match, text.splitlines()))


def each_behind_its_symbol(text: str, power: int | None, toughness: int | None) -> str:
    """The text with the symbol before every ability that stands behind it; and with the size of the creature (721.2b).

    A source tells by a reminder which symbol has the size beside it; else that is the last.
    """
    symbol = ""
    lines = []
    for line in text.splitlines():
        found = _BEHIND.match(line)
        symbol = found[1] if found else symbol
        lines.append(line if found or not symbol else f"{symbol} | {line}")
    told = _CREATURE_AT.search(text)
    if power is not None and toughness is not None:
        lines.append(
            f"{told[1] if told else symbol} | This is a {power}/{toughness} creature in addition to its other types."
        )
    return "\n".join(lines)
