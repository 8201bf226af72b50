"""Texts of Class cards (716) as sources have them: what stands below a level bar goes on over several lines."""

from __future__ import annotations

import re
from typing import Final

_BAR: Final = re.compile(r"[^:]+: (Level [0-9]+)$")
_WITH_BAR: Final = re.compile(r"(?m)^([^:\n]+: Level [0-9]+) — ")
"""A level bar with the first ability below it on one line."""


def each_below_its_bar(text: str) -> str:
    """The text with the level before every ability that stands below its bar (716.2a)."""
    level = ""
    lines = []
    for line in _WITH_BAR.sub(r"\1\n", text).splitlines():
        bar = _BAR.match(line)
        level = bar[1] if bar else level
        lines.append(line if bar or not level else f"{level} | {line}")
    return "\n".join(lines)
