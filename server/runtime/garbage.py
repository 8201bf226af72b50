"""The search for garbage, in processes that play matches: these hold no cycles, so little is ever found."""

import gc
from typing import Final

THRESHOLDS: Final = (2_000, 5, 500)
"""Objects before the youngest are looked at, and how often each generation is before the next one is.

A look at 10,000 objects stops all matches for some 4 ms, however few of them are garbage: young ones are looked at in
small lots. An object that a look finds in use may become part of a cycle later, as connections do: the oldest are
looked at after some six million objects, and then only if a quarter of them is new."""


def look_seldom() -> None:
    """Freeze what start-up made, and look at the oldest more seldom than Python does."""
    gc.collect()
    gc.freeze()
    gc.collect()  # of nothing: else what is frozen counts as long-lived, a quarter of which has to come anew each time
    gc.set_threshold(*THRESHOLDS)
