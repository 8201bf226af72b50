"""Cards with bestow (702.103): a creature, and the Aura that it is for its bestow cost."""

from __future__ import annotations

import re
from typing import Final

from engine.cards.faces import FACES, LAYOUT

BESTOW: Final = "bestow"
_COST: Final = re.compile(r"^Bestow(?: \{|\N{EM DASH})", re.MULTILINE)
_SUPERTYPES: Final = frozenset(("Legendary", "Snow", "World", "Basic"))
_OF_CREATURES: Final = ("power", "toughness")


def with_bestowed(table: dict[str, object]) -> dict[str, object]:
    """The table of a card, with the face of an Aura that enchants a creature if the card has bestow (702.103b)."""
    text = table.get("text")
    if not isinstance(text, str) or _COST.search(text) is None:
        return table
    own = (word for word in str(table["type"]).split() if word in _SUPERTYPES)
    type_line = " ".join((*own, "Enchantment - Aura"))
    face = {key: value for key, value in table.items() if key not in _OF_CREATURES}
    return {**table, LAYOUT: BESTOW, FACES: [{**face, "type": type_line, "text": f"Enchant creature\n{text}"}]}
