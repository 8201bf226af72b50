"""Answers about what is printed, each worked out once and found again by the very part that it is about.

To look a record up by what it says would hash all that it holds, which takes longer than most of the questions.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

Part = TypeVar("Part")
Answer = TypeVar("Answer")
MOST: Final = 4096
"""The parts of which answers to a question are kept; with one more all of them are forgotten."""


def worked_out(question: Callable[[Part], Answer]) -> Callable[[Part], Answer]:
    """A question about one part of what is printed, which never changes, with its answers kept."""
    known: dict[int, tuple[Part, Answer]] = {}
    """By the number of a part in memory: no other part has it as long as this one is kept here."""

    def answer(part: Part) -> Answer:
        found = known.get(id(part))
        if found is None:
            if len(known) >= MOST:
                known.clear()
            found = known[id(part)] = (part, question(part))
        return found[1]

    return answer
