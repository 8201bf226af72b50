"""Presentation of Grand Archive to people: names, words, symbols and colours."""

from __future__ import annotations

from typing import Final

from engine.state.presentation import STAGED, Presentation

PRESENTATION: Final = Presentation(
    called="Grand Archive",
    tagline=(
        "Your champion rises level by level. Every card in hand is also what you pay with, and it comes back to you."
    ),
    rows=(("champion", "ally"), ("weapon",), ()),
    words={
        "front": "champion",
        "pass recollection": "To the draw phase",
        "pass main": "End turn",
        "pass retaliation": "To damage",
        "pass damage": "Deal damage",
        "pass end of combat": "End combat",
        "pass end": "End turn",
        "chosen nobody retaliates": "Retaliate with",
        "stack": "Effects Stack",
        "tapped": "rested",
        "toughness": "life",
        "color": "element",
        "colorless": "norm",
        "end champion": "{who} has no champion left",
        "end deck": "{who} had no card left to draw",
        "end champion you": "You have no champion left",
        "end deck you": "You had no card left to draw",
    },
    staged={**STAGED, "materialized": "others read", "retaliates": "others"},
    faces={
        "fire": ("red", ""),
        "water": ("blue", ""),
        "wind": ("green", ""),
        "arcane": ("violet", ""),
        "crux": ("gold", ""),
        "luxem": ("white", ""),
        "neos": ("teal", ""),
        "tera": ("earth", ""),
        "umbra": ("black", ""),
        "champion": ("gold", "leader"),
        "regalia": ("earth", ""),
        "ally": ("", "being"),
        "weapon": ("", "works"),
        "item": ("", "works"),
        "domain": ("", "place"),
        "phantasia": ("", "rings"),
        "attack": ("", "burst"),
        "action": ("", "swirl"),
    },
    prices=("reserve", "memory"),
    marks={"field": ("level",), "hand": ("speed",), "material deck": ("level",)},
    log={
        "materialized": "{who} materializes {what}",
        "reserved": "{who} reserves {n_cards}",
        "memory to hand": "{who} recollects {n_cards}",
        "attacks": "{first} attacks {other}{beside}",
        "retaliates": "{what} retaliates against {other}",
        "levels up": "{what} reaches level {n}",
        "delevels": "{what} is back at level {n}",
        "to exile": "{what} {is_} banished",
        "to material deck": "{what} {is_} put into {owner}'s material deck",
    },
    leader="champion",
)
