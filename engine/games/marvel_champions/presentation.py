"""Presentation of Marvel Champions to people: names, words, symbols and colours."""

from __future__ import annotations

from typing import Final

from engine.games.marvel_champions import schemes
from engine.state.presentation import Presentation

PRESENTATION: Final = Presentation(
    called="Marvel Champions",
    tagline="Heroes side by side against a villain with a scheme: stop the scheme, and wear the villain down together.",
    rows=(
        ("hero", "alter-ego", "ally", "villain", "main", "minion"),
        (),
        ("scheme", "environment"),
    ),
    words={
        "turn": "Round",
        "stack": "Being done",
        "tapped": "exhausted",
        "power": "ATK",
        "toughness": "hit points",
        "first": "first player",
        "thwart": "THW",
        "defense": "DEF",
        "recover": "REC",
        "scheme": "SCH",
        "hand size": "hand",
    },
    symbols={
        "e": ("energy", "gold", "\u26a1"),
        "m": ("mental", "blue", "\u25c9"),
        "p": ("physical", "red", "\u2692"),
        "w": ("wild", "green", "\u2731"),
        "v": ("for each player", "steel", "\u00d7\u263a"),
    },
    tints={
        "aggression": "red",
        "justice": "gold",
        "leadership": "blue",
        "protection": "green",
        "villain": "violet",
        "minion": "violet",
        "attachment": "violet",
        "treachery": "violet",
        "scheme": "earth",
        "environment": "earth",
        "obligation": "black",
        "hero": "teal",
        "alter-ego": "teal",
        "resource": "steel",
    },
    marks={
        "hand": ("resources",),
        "play area": ("icons", "attack bonus", "scheme bonus"),
    },
    log={
        "begin": "The {name} begins",
        "begin round": "Round {n} begins",
        "begin turn": "{who}'s turn begins",
        "attack": "{what} has attacked {other}",
        "thwart": "{what} has thwarted {other}",
        "defend": "{what} defends against {other}",
        "scheme": "{what} has schemed",
        "threat": "{n} threat is placed on {what}",
        "threat removed": "{n} threat is removed from {what}",
        "boost": "{what} is turned faceup as a boost card, boost {n}",
        "reveal": "{who} has revealed {what}",
        "form": "{who} changes to {name} form: {what}",
        "heal": "{what} is healed of {n} damage",
        "defeated": "{what} {is_} defeated",
        "eliminated": "{who} is eliminated",
        "play": "{who} has played {what}",
        "use": "{who} has used {what}",
        "dies": "{what} leaves play",
        "to graveyard": "{what} leaves play",
        "counters stunned": "{what} is stunned",
        "counters confused": "{what} is confused",
        "counters tough": "{what} is tough",
        "counters removed stunned": "{what} is stunned no more",
        "counters removed confused": "{what} is confused no more",
        "counters removed tough": "{what} is tough no more",
        "to exile": "{what} {is_} removed from the game",
    },
    leader="hero alter-ego villain",
    gauge=(schemes.THREAT, "target threat"),
)
