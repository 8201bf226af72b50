"""Permanents to which a text gives types and colours (205.1, 105.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Activated, AddMana, Body, TapSelf
from engine.cards.definitions import SIGN
from engine.games.magic.language.vocabulary import VOCABULARY
from engine.games.magic.subtypes import CREATURE_TYPES, SUBTYPES

if TYPE_CHECKING:
    from engine.abilities import Ability
    from engine.cards.definitions import CardDef

COLORS: Final = ("white", "blue", "black", "red", "green", "colorless", "multicolored")
TYPES: Final = ("artifact", "creature", "enchantment", "land", "planeswalker", "battle")
_CREATURE_TYPES: Final = frozenset(CREATURE_TYPES)


LAND_MANA: Final = {"plains": "W", "island": "U", "swamp": "B", "mountain": "R", "forest": "G"}
"""The mana that the basic land types tap for (305.6)."""
_LAND_TYPES: Final = frozenset(
    (*LAND_MANA, "desert", "gate", "lair", "locus", "mine", "power-plant", "tower", "urza's")
)
EVERY: Final = {"every basic land type": tuple(LAND_MANA), "every creature type": tuple(CREATURE_TYPES)}


def intrinsic(words: tuple[str, ...]) -> tuple[Ability, ...]:
    """305.6: the mana abilities that basic land types bring."""
    kinds = [kind for word in words for kind in EVERY.get(word, (word,))]
    return tuple(
        Activated((TapSelf(),), Body((AddMana(((LAND_MANA[kind],),)),))) for kind in kinds if kind in LAND_MANA
    )


def untold(definition: CardDef) -> tuple[Ability, ...]:
    """305.6: the mana abilities that a land has by its types and that its text does not say."""
    if "land" not in definition.words:
        return ()
    told = {symbols for ability in definition.abilities for symbols in _tapped_for(ability)}
    return tuple(own for own in intrinsic(definition.words) if not told.issuperset(_tapped_for(own)))


def _tapped_for(ability: Ability) -> set[tuple[str, ...]]:
    """The mana that an ability adds for no more than tapping its source."""
    if not isinstance(ability, Activated) or ability.cost != (TapSelf(),):
        return set()
    return {choice for do in ability.body.effects if isinstance(do, AddMana) for choice in do.choices}


def _unlisted(words: tuple[str, ...]) -> frozenset[str]:
    """The subtypes among an object's words that are newer than our list; of a creature they are creature types."""
    return frozenset(
        word
        for word in words
        if word not in SUBTYPES
        and word not in COLORS
        and VOCABULARY.is_subtype(word)
        and word not in VOCABULARY.states
        and SIGN not in word
    )


def become(words: tuple[str, ...], becomes: tuple[str, ...], *, keeps: bool) -> tuple[str, ...]:
    """New colours and creature types replace the old ones, and card types with their subtypes do.

    Other types are kept where the text says so, and by what becomes an artifact creature (205.1b); it is "still a
    land" says so of its types alone.
    """
    becomes = tuple(kind for word in becomes for kind in EVERY.get(word, (word,)))
    gone = {word[1:] for word in becomes if word[0] == "!"}
    becomes = tuple(word for word in becomes if word[0] != "!")
    unlisted = _unlisted(words)
    creature_types = _CREATURE_TYPES | unlisted if {"creature", "kindred"} & set(words) else _CREATURE_TYPES
    if "creature" in gone:
        gone |= creature_types
    if not keeps:
        types = [word for word in becomes if word in TYPES]
        if types and not {"artifact", "creature"} <= set(types):
            gone.update(TYPES, SUBTYPES, unlisted)
        elif any(word in _CREATURE_TYPES for word in becomes):
            gone |= creature_types
        if any(word in _LAND_TYPES for word in becomes):
            gone |= _LAND_TYPES
        if any(word in COLORS for word in becomes):
            gone.update(COLORS)
    if any(word in COLORS and word != "colorless" for word in becomes):
        gone.add("colorless")  # one color is enough not to be (105.2c)
    kept = tuple(word for word in words if word not in gone)
    return tuple(dict.fromkeys((*kept, *becomes)))
