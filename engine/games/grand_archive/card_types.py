"""Objects to which a text gives types (Type-Overwriting, Type-Expansion)."""

from __future__ import annotations

from typing import Final

from engine.games.grand_archive.language.vocabulary import VOCABULARY

TYPES: Final = frozenset(VOCABULARY.types)
SUPERTYPES: Final = frozenset(VOCABULARY.supertypes)
IMPLIED: Final = VOCABULARY.implied
_NO_SUBTYPES: Final = TYPES | SUPERTYPES | frozenset((*VOCABULARY.colors, *VOCABULARY.generic))


def become(words: tuple[str, ...], becomes: tuple[str, ...], *, keeps: bool) -> tuple[str, ...]:
    """The words of a type line of which a text sets some, or with ``keeps`` adds to it; those after "!" it loses.

    A card type that is set replaces card types and supertypes, a subtype the subtypes; what is not set stays.
    """
    gone = {word[1:] for word in becomes if word[0] == "!"}
    new = tuple(word for word in becomes if word[0] != "!")
    if not keeps and not TYPES.isdisjoint(new):
        gone |= TYPES | SUPERTYPES
    if not keeps and not _NO_SUBTYPES.issuperset(new):
        gone.update(word for word in words if word not in _NO_SUBTYPES)
    gone |= {word for kind in gone for word in IMPLIED.get(kind, ())}
    types = [word for word in (*words, *new) if word in TYPES and (word in new or word not in gone)]
    implied = tuple(dict.fromkeys(word for kind in types for word in IMPLIED.get(kind, ())))
    kept = tuple(word for word in words if word in implied or word not in gone)
    return tuple(dict.fromkeys((*kept, *new, *implied)))
