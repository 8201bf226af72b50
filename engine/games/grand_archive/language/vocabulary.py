"""Grand Archive's words: units and objects, resting and awakening, reserve costs and class bonuses."""

from __future__ import annotations

from typing import Final

from engine.text.optional_forms import OptionalForms
from engine.text.words import COST, NUMBER, TEXT, Vocabulary

VOCABULARY: Final = Vocabulary(
    optional=OptionalForms(
        ("ally", "champion", "domain", "item", "phantasia", "regalia", "weapon"),
        "Draw a card.",
        bonus=r"(?:\[[^\]]*\]\s*)*",
    ),
    hidden={
        "hand": True,
        "memory": True,
        "hand or memory": True,
        "material deck": True,
        "library": False,
        "deck": False,
        "main deck": False,
    },
    types=("ally", "action", "attack", "item", "regalia", "weapon", "domain", "champion", "phantasia"),
    supertypes=("unique",),
    colors=(
        *("norm", "fire", "water", "wind", "arcane", "crux", "tera"),
        *("luxem", "umbra", "exia", "astra", "neos", "exalted"),
    ),
    generic=(
        *("source", "card", "unit", "object", "player", "opponent", "token"),
        *("ability", "activation", "materialization"),
    ),
    anything=(("unit",),),
    implied={
        "ally": ("unit", "object"),
        "champion": ("unit", "object"),
        "item": ("object",),
        "weapon": ("object",),
        "domain": ("object",),
        "phantasia": ("object",),
    },
    states=(
        *("awake", "rested", "attacking", "retaliating", "defending", "loaded", "unloaded"),
        *("distant", "ephemeral", "fostered", "preserved"),
    ),
    terms={
        "exile": "banish",
        "tap": "rest",
        "untap": "wake up",
        "untapped": "awake",
        "play": "activate",
        "tap symbol": "REST",
        "untap symbol": "{awaken}",
    },
    same=("regalia", "neos"),
    stats=("power", "life"),
    stacked=("ability", "activation", "materialization"),
    fields={
        **dict.fromkeys(("element", "speed"), TEXT),
        **dict.fromkeys(("reserve", "memory"), COST),
        **dict.fromkeys(("level", "durability"), NUMBER),
    },
)
