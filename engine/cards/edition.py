"""The edition of rules and cards by which a match began: it goes on by it, whatever is mended later.

It stands in the header. A mend that changes what may be answered, or what is printed on a card, holds from an edition
on, so that what was recorded before replays.
"""

from __future__ import annotations

from typing import Final

FIRST: Final = 0
"""The edition of matches that began before editions had numbers."""
MENDED: Final = 1
"""Effects that could change nothing, pride, counters that lend abilities, an X of hit points that were given; cards as
their packs print them."""
BENEATH: Final = 2
"""Cards beneath objects have a zone of their own where a game says so."""
WON: Final = 3
"""Cards that are won from the other side have a zone of their own where a game says so."""
LATEST: Final = WON
"""The edition of matches that begin now."""
EDITIONS: Final = frozenset(range(FIRST, LATEST + 1))
