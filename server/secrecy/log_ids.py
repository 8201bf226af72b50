"""Whether lines of the log name a thing that the public does not see (PROTOCOL.md 6.1, ``of`` and ``then``).

A hidden card has the same id in every world, so a twin is told the same of it. But an id that is told twice, as of what
was drawn and of what was discarded, tells that it is one card. So an id is held to what the public sees, before a
stretch or after it; a thing that came and went within one was never hidden there.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from typing import Any, Final

import orjson

THING: Final = re.compile("[ops]([0-9]+)")
"""The key of an object, a player or a stack item in a view."""
LINE: Final = re.compile("e[0-9]+")


class HiddenId(Exception):
    """A line of the log names a thing that the public does not see."""


class LogIds:
    """Follows the public's view of a match by what it is sent.

    Args:
        view: the keys of the public's view as it is now.
        next_id: of the game as it is now.
    """

    def __init__(self, view: Iterable[str], next_id: int) -> None:
        self._seen = {int(found[1]) for found in map(THING.fullmatch, view) if found}
        self._next_id = next_id

    def follow(self, messages: Iterable[bytes], next_id: int, records: Container[int]) -> None:
        """Take what the public was sent in a stretch; the next id and the records of the game are those after it.

        Raises:
            HiddenId: a line of it names a thing that the public did not see before, and does not see now.
        """
        before, first = frozenset(self._seen), self._next_id
        self._next_id = next_id
        for line in self._folded(messages):
            named = {*line.get("of", ()), *(int(key[1:]) for key in line.get("then", ()))}
            for ident in named - before - self._seen:
                if ident < first or ident in records:
                    raise HiddenId(f"line {line['n']}, {line['text']!r}, names {ident}")

    def _folded(self, messages: Iterable[bytes]) -> list[dict[str, Any]]:
        """The lines in some messages, once all else in them is folded."""
        lines = []
        for diff in (frame["d"] for frame in map(orjson.loads, messages) if frame["t"] == "diff"):
            for key, entity in diff.items():
                found = THING.fullmatch(key)
                if found:
                    (self._seen.discard if entity is None else self._seen.add)(int(found[1]))
                elif LINE.fullmatch(key) and entity is not None:
                    lines.append(entity)
        return lines
