"""A watched match folded to the height of its window: what is not drawn is counted.

The log gives way first, but for its last lines, then the ends of rows and the texts on the stack, then all cards
but their number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.console import Console, Group, RenderableType
from rich.segment import Segment, SegmentLines
from rich.text import Text

from server.terminal.board import Board

FOLDS: Final = (None, 4, 3, 2, 1, 0)
"""At most so many lines for a row of cards, from all to none."""
LEAST_LOG: Final = 3
"""Lines of the log for which a board is rather folded."""


def fitted(board: Board, log: Sequence[Text], console: Console) -> RenderableType:
    """A board with as much of its log below it as the window has room for.

    Args:
        log: the last that was told, the newest last.
        console: has the size of the window.
    """
    for fold in FOLDS:
        folded = board.panels(fold)
        left = console.height - _height(folded, console)
        shown = _last(log, left, console)
        if left >= 0 and (len(shown) >= min(LEAST_LOG, len(log)) or fold == FOLDS[-1]):
            return Group(folded, *shown)
    return _cut(board.panels(FOLDS[-1]), console)


def _last(log: Sequence[Text], room: int, console: Console) -> list[Text]:
    """The end of a log that has room in so many lines."""
    shown: list[Text] = []
    for line in reversed(log):
        room -= _height(line, console)
        if room < 0:
            break
        shown.insert(0, line)
    return shown


def _cut(folded: RenderableType, console: Console) -> RenderableType:
    """The first lines of what cannot be folded further, and how many there are besides."""
    lines = _rendered(folded, console)
    room = max(0, console.height - 1)
    return Group(
        SegmentLines(lines[:room], new_lines=True), Text(f"{len(lines) - room} more lines are not shown", "dim")
    )


def _height(drawn: RenderableType, console: Console) -> int:
    return len(_rendered(drawn, console))


def _rendered(drawn: RenderableType, console: Console) -> list[list[Segment]]:
    return console.render_lines(drawn, console.options.update(height=None), pad=False)
