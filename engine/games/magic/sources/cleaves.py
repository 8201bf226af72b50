"""Cards with cleave (702.148): a face with the words in square brackets, and one that is cast for the cleave cost."""

from __future__ import annotations

import re
from typing import Final

from engine.cards.faces import FACES, LAYOUT

CLEAVE: Final = "cleave"
_COST: Final = re.compile(r"^Cleave \{", re.MULTILINE)
_BRACKETED: Final = re.compile(r" ?\[[^\]]*\]")


def with_cleaved(table: dict[str, object]) -> dict[str, object]:
    """The table of a card, with a face from whose text the bracketed words are taken if the card has cleave."""
    text = table.get("text")
    if not isinstance(text, str) or _COST.search(text) is None:
        return table
    whole = text.replace("[", "").replace("]", "")
    cleaved = "\n".join(_BRACKETED.sub("", line).strip() for line in text.split("\n"))
    return {**table, "text": whole, LAYOUT: CLEAVE, FACES: [{**table, "text": cleaved}]}
