"""Cards with overload (702.96): a face with the text as printed, and one with "each" for "target" for another cost."""

from __future__ import annotations

import re
from typing import Final

from engine.cards.faces import FACES, LAYOUT

OVERLOAD: Final = "overload"
_COST: Final = re.compile(r"^Overload \{", re.MULTILINE)
_TARGET: Final = re.compile(r"\btarget\b(?![^(]*\))", re.IGNORECASE)


def with_overloaded(table: dict[str, object]) -> dict[str, object]:
    """The table of a card, with a face in whose text each "target" is "each" if the card has overload (702.96a)."""
    text = table.get("text")
    if not isinstance(text, str) or _COST.search(text) is None:
        return table
    overloaded = _TARGET.sub(lambda found: "Each" if found[0][0] == "T" else "each", text)
    return {**table, LAYOUT: OVERLOAD, FACES: [{**table, "text": overloaded}]}
