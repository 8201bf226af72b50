"""What a permanent becomes that a text gives types and colours (205.1, 105.3)."""

from __future__ import annotations

from typing import Final

from engine.games.magic.subtypes import CREATURE_TYPES, SUBTYPES

COLORS: Final = ("white", "blue", "black", "red", "green", "colorless", "multicolored")
TYPES: Final = ("artifact", "creature", "enchantment", "land", "planeswalker", "battle")
_CREATURE_TYPES: Final = frozenset(CREATURE_TYPES)


def become(words: tuple[str, ...], becomes: tuple[str, ...], *, keeps: bool) -> tuple[str, ...]:
    """New colours and creature types replace the old ones, and card types with their subtypes do.

    Other types are kept where the text says so, and by what becomes an artifact creature (205.1b); it is "still a
    land" says so of its types alone.
    """
    gone: set[str] = set()
    if not keeps:
        types = [word for word in becomes if word in TYPES]
        if types and not {"artifact", "creature"} <= set(types):
            gone.update(TYPES)
            gone.update(SUBTYPES)
        elif any(word in _CREATURE_TYPES for word in becomes):
            gone.update(_CREATURE_TYPES)
        if any(word in COLORS for word in becomes):
            gone.update(COLORS)
    kept = tuple(word for word in words if word not in gone)
    return tuple(dict.fromkeys((*kept, *becomes)))
