"""A lesson as text: a position as scenarios and puzzles have it, and steps behind it.

    game = "magic"          title = { en = "Attack", de = "Angreifen", fr = "Attaquer" }
    [setup] [A] [B] ...     the position (``engine.formats.position``); A is played by whoever learns
    [[step]]                one after the other, each with one of these:
    do = 'cast "Shock"'     a gesture of A's that is waited for; what is paid for it is asked beside, and free
    they = 'cast "Shock"'   a gesture that the other seat makes, which else declines all
    show = "hand"           a part of the table that is pointed at, until A goes on
    reach = "end"           a step of the turn that comes next: all decline until then, or until the match is over
    say = { en = "..." }    the text of the step; beside ``do`` also ``hint``, for what is not meant, and ``pay``

A lesson is over when its last step is. Nothing in it is a program: the page and the tests play the same file.
"""

from __future__ import annotations

import re
import tomllib
from typing import Final

import engine

ACTS: Final = ("do", "they", "show", "reach")
"""The parts of a step of which it has one."""
SHOWN: Final = ("hand", "own", "foe", "phases", "stack", "ask", "log")
"""The parts of a table that can be pointed at."""
TEXTS: Final = ("say", "hint", "pay")
STEPS: Final = "\n[[step]]\n"
BESIDE: Final = re.compile(r"title\s*=.*\n?", re.MULTILINE)
"""The line of a file that is no part of its position."""


class BadLesson(ValueError):
    """A text that is no lesson."""


class Lesson:
    """A lesson, read.

    Attributes:
        name: that of its file.
        title: by language.
        position: that where it begins, as text.
        steps: as the file has them, and as the page gets them.
    """

    __slots__ = ("game", "name", "position", "steps", "title")

    def __init__(self, name: str, source: str) -> None:
        """Read a file; raises ``BadLesson`` where it is none."""
        self.name = name
        try:
            table = engine.read_table(source)
        except tomllib.TOMLDecodeError as error:
            raise BadLesson(f"{name}: {error}") from error
        self.game = str(table.get("game"))
        self.title = _text(name, table.get("title"))
        steps = table.get("step")
        if not isinstance(steps, list) or not steps:
            raise BadLesson(f"{name}: a lesson has steps")
        self.steps = [_step(f"{name}, step {number}", step) for number, step in enumerate(steps, 1)]
        self.position = BESIDE.sub("", source.partition(STEPS)[0])

    def begin(self) -> engine.Match:
        """The match that stands at its position; raises ``engine.BadPosition``."""
        return engine.read_position(self.position)

    def to_json(self) -> dict[str, object]:
        """The lesson as the page plays it."""
        seats = len(self.begin().header.names)
        said = {"name": self.name, "game": self.game, "title": self.title}
        return {**said, "position": self.position, "seats": seats, "steps": self.steps}


def _step(place: str, step: object) -> dict[str, object]:
    if not isinstance(step, dict) or len([key for key in ACTS if key in step]) != 1:
        raise BadLesson(f"{place}: a step has one of {', '.join(ACTS)}")
    unknown = [key for key in step if key not in ACTS and key not in TEXTS]
    if unknown:
        raise BadLesson(f"{place}: a step has no {unknown[0]}")
    if not all(isinstance(step[key], str) for key in ACTS if key in step):
        raise BadLesson(f"{place}: a text is wanted")
    if step.get("show", SHOWN[0]) not in SHOWN:
        raise BadLesson(f"{place}: there is no {step['show']} to be shown, but {', '.join(SHOWN)}")
    texts = {key: _text(place, step[key]) for key in TEXTS if key in step}
    if "say" not in texts:
        raise BadLesson(f"{place}: it says nothing")
    return {**step, **texts}


def _text(place: str, text: object) -> dict[str, str]:
    said = text if isinstance(text, dict) else {}
    if set(said) != set(engine.LANGUAGES) or not all(isinstance(each, str) for each in said.values()):
        raise BadLesson(f"{place}: a text is there in {', '.join(engine.LANGUAGES)}")
    return said
