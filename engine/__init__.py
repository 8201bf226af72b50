"""The rules: pure, deterministic, the same on any machine.

These are the public names; nothing outside imports deeper than ``engine`` and ``engine.games``.
"""

from engine.cards import Deck, UnknownCard, load_cards, load_decks
from engine.commit import Commit, Draw, Input, Result, Reversal
from engine.decisions import Answer, Decision, Option
from engine.errors import Illegal, Refusal
from engine.games import list_games, profiles_of, seats_of
from engine.header import Header
from engine.match import Match
from engine.paragraphs import write_paragraphs
from engine.record import BadRecord, Replay, replay, write_record
from engine.rng import Seed
from engine.scenario import Outcome, run_text
from engine.secrecy import EVERYBODY, Stretch, deal, is_laid_out_alike, other_future
from engine.settings import Settings
from engine.view import OFFERS, Views
from engine.why import WhyNot

__all__ = [
    "EVERYBODY",
    "OFFERS",
    "Answer",
    "BadRecord",
    "Commit",
    "Decision",
    "Deck",
    "Draw",
    "Header",
    "Illegal",
    "Input",
    "Match",
    "Option",
    "Outcome",
    "Refusal",
    "Replay",
    "Result",
    "Reversal",
    "Seed",
    "Settings",
    "Stretch",
    "UnknownCard",
    "Views",
    "WhyNot",
    "deal",
    "is_laid_out_alike",
    "list_games",
    "load_cards",
    "load_decks",
    "other_future",
    "profiles_of",
    "replay",
    "run_text",
    "seats_of",
    "write_paragraphs",
    "write_record",
]
