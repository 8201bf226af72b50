"""The line by which a match names a scenario: ``rhino``, ``klaw expert``, ``klaw modular: Bomb Scare, Assassins``."""

from __future__ import annotations

from typing import Final

STANDARD: Final = "standard"
EXPERT: Final = "expert"
MODULAR: Final = "modular:"


class ScenarioLine:
    """A line taken apart: name ("" is the first scenario), difficulty, and the modular sets if they are said."""

    __slots__ = ("is_expert", "modular", "name")

    def __init__(self, line: str) -> None:
        front, mark, named = line.partition(MODULAR)
        words = front.split()
        difficulty = words.pop() if words and words[-1] in (STANDARD, EXPERT) else STANDARD
        self.name = " ".join(words)
        self.is_expert = difficulty == EXPERT
        self.modular = tuple(name.strip() for name in named.split(",")) if mark else None


def sets_asked(line: str) -> tuple[str, ...]:
    """The sets that a line may name, as their names are written: a scenario is called as its set."""
    asked = ScenarioLine(line)
    names = (asked.name, asked.name.title(), *(asked.modular or ()))
    return tuple(dict.fromkeys(name for name in names if name))
