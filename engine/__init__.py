"""The rules: pure, deterministic, the same on any machine.

These are the public names; nothing outside imports deeper than ``engine`` and ``engine.games``.
"""

from engine.cards import Deck, UnknownCard, load_decks
from engine.decisions import Answer, Decision, Option
from engine.errors import Illegal, Refusal
from engine.games import list_games
from engine.match import Commit, Header, Match, Result, Reversal
from engine.rng import Seed
from engine.view import Views

__all__ = [
    "Answer",
    "Commit",
    "Decision",
    "Deck",
    "Header",
    "Illegal",
    "Match",
    "Option",
    "Refusal",
    "Result",
    "Reversal",
    "Seed",
    "UnknownCard",
    "Views",
    "list_games",
    "load_decks",
]
