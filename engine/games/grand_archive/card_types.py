"""Objects to which a text gives types (Type-Overwriting, Type-Expansion)."""

from __future__ import annotations

from typing import Final

from engine.cards.type_lines import retyped, told_apart
from engine.games.grand_archive.language.vocabulary import VOCABULARY

TYPES: Final = frozenset(VOCABULARY.types)
SUPERTYPES: Final = frozenset(VOCABULARY.supertypes)
_NO_SUBTYPES: Final = TYPES | SUPERTYPES | frozenset((*VOCABULARY.colors, *VOCABULARY.generic))


def become(words: tuple[str, ...], becomes: tuple[str, ...], *, keeps: bool) -> tuple[str, ...]:
    """The words of a type line of which a text sets some, or with ``keeps`` adds to it; those after "!" it loses.

    A card type that is set replaces card types and supertypes, a subtype the subtypes; what is not set stays.
    """
    gone, new = told_apart(becomes)
    if not keeps and not TYPES.isdisjoint(new):
        gone |= TYPES | SUPERTYPES
    if not keeps and not _NO_SUBTYPES.issuperset(new):
        gone.update(word for word in words if word not in _NO_SUBTYPES)
    return retyped(VOCABULARY, words, gone, new)
