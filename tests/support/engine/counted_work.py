"""Work that is counted, not timed: the calls of functions of the rules, by their names. Compiled ones are not seen."""

from __future__ import annotations

import sys
from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

Calls = Counter[tuple[str, str]]


def calls_of(work: Callable[[], object]) -> Calls:
    """The number of calls of each function, by file and name."""
    calls: Calls = Counter()

    def note(frame: FrameType, event: str, _arg: object) -> None:
        if event == "call":
            calls[frame.f_code.co_filename, frame.f_code.co_qualname] += 1

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return calls
