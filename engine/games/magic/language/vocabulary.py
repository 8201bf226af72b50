"""Magic's words: which are types, and what "any target" means."""

from __future__ import annotations

from typing import Final

from engine.games.magic.subtypes import CREATURE_TYPES, IRREGULAR, SAME, SUBTYPES
from engine.text.layouts import Layout
from engine.text.optional_forms import OptionalForms
from engine.text.words import NUMBER, TEXT, TEXTS, Vocabulary

OUTLAW: Final = "outlaw"
OUTLAWS: Final = ("assassin", "mercenary", "pirate", "rogue", "warlock")
"""The creature types of which an outlaw has one or more (700.12)."""
VOCABULARY: Final = Vocabulary(
    optional=OptionalForms(("artifact", "creature", "enchantment", "land", "planeswalker"), "Draw a card."),
    hidden={"hand": True, "library": False},
    types=("artifact", "creature", "enchantment", "land", "planeswalker", "instant", "sorcery", "battle", "kindred"),
    supertypes=("basic", "legendary", "snow", "world", "activated", "triggered"),
    colors=("white", "blue", "black", "red", "green", "colorless"),
    generic=("source", "card", "permanent", "spell", "ability", "player", "opponent", "token", "emblem", OUTLAW),
    anything=(("creature",), ("player",), ("planeswalker",)),
    implied={
        "artifact": ("permanent",),
        "creature": ("permanent",),
        "enchantment": ("permanent",),
        "land": ("permanent",),
        "planeswalker": ("permanent",),
        "battle": ("permanent",),
        "devoid": ("colorless",),
        "changeling": tuple(CREATURE_TYPES),
    },
    states=(
        *(
            "tapped",
            "untapped",
            "attacking",
            "blocking",
            "attacking or blocking",
            "attacking or tapped",
            "nonattacking",
            "tapped or blocking",
            "attacking you",
            "blocked",
            "unblocked",
        ),
        *("level 2", "level 3"),
        *("face-down", "face-up", "goaded", "monstrous", "prepared", "renowned", "ring-bearer", "saddled", "solved"),
        "suspected",
        *("enchanted", "equipped", "modified", "historic", "multicolored", "monocolored"),
    ),
    groups={OUTLAW: OUTLAWS},
    terms={
        "exile": "exile",
        "tap": "tap",
        "untap": "untap",
        "untapped": "untapped",
        "play": "cast",
        "quick": "flash",
        "tap symbol": "{T}",
        "untap symbol": "{Q}",
    },
    irregular=IRREGULAR,
    same=SAME,
    subtypes=SUBTYPES,
    fields={"cost": TEXT, "colors": TEXTS, "loyalty": NUMBER},
    layouts={
        "adventure": Layout(),
        "omen": Layout(),
        "modal": Layout(turns=True),
        "split": Layout(2),
        "bestow": Layout(keeps_value=True),
        "cleave": Layout(keeps_value=True),
        "overload": Layout(keeps_value=True),
        "prepared": Layout(),
        "room": Layout(2, blank=True),
        "transform": Layout(turns=True, keeps_value=True),  # 712.8e: the mana value counts the front's mana cost
    },
)
