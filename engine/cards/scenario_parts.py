"""The parts of the line by which a match names its scenario, as people are to choose them.

The line is what is chosen of each part, in their order, with a space between them.
"""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

Understood: TypeAlias = Literal["whole", "part", "none"]


class LineOption(NamedTuple):
    """One thing to choose.

    Attributes:
        text: as the line has it; "" is said by leaving it out.
        title: its name for people.
        usual: what goes with it in other parts unless somebody says otherwise, by the titles of these parts.
        unread: how many of its cards are not understood at all; with any it cannot be played.
        partial: how many are understood in part; with any it is played where such cards are allowed.
    """

    text: str
    title: str
    usual: dict[str, tuple[str, ...]] = {}  # noqa: RUF012 # nobody writes to it
    unread: int = 0
    partial: int = 0


class LinePart(NamedTuple):
    """A part of the line.

    Attributes:
        title: its name for people.
        options: what may be chosen, the usual one first.
        several: whether there are as many of them as are usual, and not one alone; as usual they are left out.
        before: what stands before them.
        between: what stands between several.
    """

    title: str
    options: tuple[LineOption, ...]
    several: bool = False
    before: str = ""
    between: str = ", "


class PrintedCard(NamedTuple):
    """A card that may be brought: its table, and how much of its text is understood."""

    table: dict[str, object]
    understood: Understood = "whole"
