"""Marvel Champions' words: its vocabulary, and who reads and writes its texts.

The phrases by topic, each module building on the one before: ``timing_phrases``, ``cost_phrases``, ``event_phrases``,
``noun_phrases``, ``action_phrases``, ``lasting_phrases``.
"""

from __future__ import annotations

from typing import Final

from engine.games.marvel_champions.card_titles import CALLED, names_of_cards
from engine.games.marvel_champions.language.lasting_phrases import LastingCompiler, LastingRenderer
from engine.text.optional_forms import OptionalForms
from engine.text.printed_text import SYMBOLS_IN_BRACKETS
from engine.text.words import COST, NUMBER, TEXT, TEXTS, Vocabulary

SAID_IN_BRACKETS: Final = rf"{SYMBOLS_IN_BRACKETS}|(?:[Ll]imit|[Mm]ax)\b[\s\S]*|[\s\S]*[^.!?\"']"
"""Limits, and whatever is no whole sentence: labels, numbers and what is done instead."""

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
        *("resource", "treachery", "attachment", "obligation", "environment"),
    ),
    supertypes=("unique",),
    colors=("aggression", "justice", "leadership", "protection", "basic"),
    generic=("source", "card", "enemy", "character", "identity", "player", "opponent", "token", "ability"),
    anything=(("character",),),
    implied={
        "ally": ("character",),
        "hero": ("character", "identity"),
        "alter-ego": ("character", "identity"),
        "minion": ("enemy", "character"),
        "villain": ("enemy", "character"),
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
    fields={
        "cost": COST,
        **dict.fromkeys(("resources", "set", "title", "other face"), TEXT),
        **dict.fromkeys(("colors", "icons", "per_player"), TEXTS),
        **dict.fromkeys(("consequential attack", "consequential thwart", "attack bonus", "scheme bonus"), NUMBER),
        **dict.fromkeys(("boost", "quantity", "stage", "starting threat", "target threat", "escalation"), NUMBER),
    },
)


class MarvelChampionsCompiler(LastingCompiler):
    """The phrases of text.lark and actions.lark."""


class MarvelChampionsRenderer(LastingRenderer):
    """Writes all phrases of Marvel Champions."""

    def played(self, action: str) -> str:
        return ""


COMPILER: Final = MarvelChampionsCompiler
RENDERER: Final = MarvelChampionsRenderer
