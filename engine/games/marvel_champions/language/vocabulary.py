"""The vocabulary of Marvel Champions: types, names of cards, and what texts call them."""

from __future__ import annotations

from typing import Final

from engine.games.marvel_champions.card_titles import CALLED, names_of_cards
from engine.games.marvel_champions.language.scenario_line import sets_asked
from engine.games.marvel_champions.language.shared_words import PLAYER_SIDE
from engine.games.marvel_champions.language.told_to_players import told_to_players
from engine.text.optional_forms import OptionalForms
from engine.text.printed_text import SYMBOLS_IN_BRACKETS
from engine.text.words import COST, NUMBER, TEXT, TEXTS, Vocabulary

_ALL_TYPES: Final = r"\{e\}, \{m\}, \{p\}, or \{w\}"
SAID_IN_BRACKETS: Final = (
    rf"{SYMBOLS_IN_BRACKETS}|(?:[Ll]imit|[Mm]ax)\b(?! 2 restricted)[\s\S]*|(?!{_ALL_TYPES}$)[\s\S]*[^.!?\"']"
)
"""Limits, and what is no whole sentence and no list of all types: labels, numbers, and what is done instead."""

VOCABULARY: Final = Vocabulary(
    optional=OptionalForms(
        ("ally", "alter-ego", "hero", "support", "upgrade"),
        "draw 1 card.",
        labels=r"(?:[^.:\N{EM DASH}]* \N{EM DASH} )?(?:(?:Hero|Alter-Ego) )?(?:Action|Interrupt|Resource|Response)\b",
    ),
    bracketed=SAID_IN_BRACKETS,
    hidden={"hand": True, "library": False, "deck": False, "dealt": False, "boost": False},
    types=(
        *("ally", "event", "upgrade", "support", "minion", "villain", "hero", "alter-ego", "scheme", "main", "side"),
        *("leader", "resource", "treachery", "attachment", "obligation", "environment", PLAYER_SIDE),
    ),
    supertypes=("unique", "facedown"),
    colors=("aggression", "justice", "leadership", "protection", "pool", "basic"),
    generic=("source", "card", "enemy", "character", "identity", "player", "opponent", "token", "ability"),
    anything=(("character",),),
    stacked=("ability",),
    implied={
        PLAYER_SIDE: ("side",),
        "ally": ("character",),
        "hero": ("character", "identity"),
        "alter-ego": ("character", "identity"),
        "minion": ("enemy", "character"),
        "villain": ("enemy", "character"),
        "leader": ("villain", "enemy", "character"),
    },
    states=("exhausted", "ready", "stunned", "confused"),
    terms={
        "exile": "remove from the game",
        "tap": "exhaust",
        "untap": "ready",
        "untapped": "ready",
        "play": "play",
        "tap symbol": "exhaust this",
        "untap symbol": "{ready}",
    },
    irregular={"hero": "heroes"},
    stats=("attack", "hit points"),
    further=("thwart", "defense", "recover", "scheme", "hand size", "ally limit"),
    names=names_of_cards(),
    called=CALLED,
    sets={"identity": ("", " Nemesis")},
    listed=("sets", "modular"),
    sets_asked=sets_asked,
    retold=told_to_players,
    fields={
        "cost": COST,
        **dict.fromkeys(("resources", "set", "title", "other face", "side"), TEXT),
        **dict.fromkeys(("colors", "icons", "per_player"), TEXTS),
        **dict.fromkeys(("villain stages", "expert stages", "sets", "modular"), TEXTS),
        **dict.fromkeys(("consequential attack", "consequential thwart", "attack bonus", "scheme bonus"), NUMBER),
        **dict.fromkeys(("boost", "quantity", "stage", "starting threat", "target threat", "escalation"), NUMBER),
    },
)
