"""Presentation of Magic to people: names, words, symbols and colours."""

from __future__ import annotations

from typing import Final

from engine.state.presentation import Presentation

PRESENTATION: Final = Presentation(
    called="Magic",
    tagline=(
        "Lands, spells and creatures. Answer what the other does on the stack, and bring them from 20 life to none."
    ),
    words={
        "front": "creatures",
        "pass upkeep": "To the draw step",
        "pass draw": "To the main phase",
        "pass precombat main": "To combat",
        "pass beginning of combat": "To attackers",
        "pass declare attackers": "To blockers",
        "pass declare blockers": "To damage",
        "pass first-strike damage": "To damage",
        "pass combat damage": "End combat",
        "pass end of combat": "To the second main phase",
        "pass postcombat main": "End turn",
        "pass end": "End turn",
        "chosen no attack": "Attack with",
        "chosen no blocks": "Block with",
        "end life": "{who} has no life left",
        "end library": "{who} had no card left to draw",
        "end poison": "{who} has ten poison counters",
        "end effect": "a card decided it",
        "end life you": "You have no life left",
        "end library you": "You had no card left to draw",
        "end poison you": "You have ten poison counters",
    },
    marks={"command": ("room",)},
    noted=("room",),
    log={"turned up": "{who} turns {what} face up", "die rolled": "{who} rolls {n}"},
    symbols={
        "W": ("white", "white"),
        "U": ("blue", "blue"),
        "B": ("black", "black"),
        "R": ("red", "red"),
        "G": ("green", "green"),
        "C": ("colorless", "steel"),
        "T": ("tap", "", "\u21b7"),
        "Q": ("untap", "", "\u21b6"),
        "P": ("2 life", ""),
        "X": ("X", ""),
    },
    faces={
        "white": ("white", ""),
        "blue": ("blue", ""),
        "black": ("black", ""),
        "red": ("red", ""),
        "green": ("green", ""),
        "planeswalker": ("", "leader"),
        "creature": ("", "being"),
        "plains": ("white", ""),
        "island": ("blue", ""),
        "swamp": ("black", ""),
        "mountain": ("red", ""),
        "forest": ("green", ""),
        "land": ("earth", "place"),
        "instant": ("", "burst"),
        "sorcery": ("", "swirl"),
        "artifact": ("steel", "works"),
        "enchantment": ("", "rings"),
    },
)
