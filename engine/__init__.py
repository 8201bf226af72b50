"""The rules: pure, deterministic, the same on any machine.

These are the public names; nothing outside imports deeper than ``engine`` and ``engine.games``.
"""

from engine.about import About
from engine.budget import TakesLong
from engine.card_files import CardFault, add_cards
from engine.cards import Deck, UnknownCard, add_decks, card_names, card_set, is_card, load_cards, load_decks
from engine.commit import Commit, Draw, Input, Result, Reversal
from engine.data import read_table
from engine.decisions import KINDS, Answer, Decision, Option, spread
from engine.deck_list import DeckList, check_deck, near_names, read_deck_list, write_deck_list
from engine.errors import Illegal, Refusal
from engine.faces import card_face, compiled, find_card, has_sideboard, table_of
from engine.faults import Fault
from engine.games import list_games, profiles_of, seats_of, side_of
from engine.header import Header
from engine.information import determinise, known_to
from engine.line import Line, Mark
from engine.match import Match
from engine.notation import decision_json
from engine.obstacles import FAILED, OPEN, PASSED, Use, WhyNot
from engine.paragraphs import write_paragraphs
from engine.position import BadPosition, read_position
from engine.probe import Boards, Probe, boards_of
from engine.projection import entity
from engine.record import BadRecord, Playback, Record, Replay, begun, replay, write_record
from engine.rng import Seed
from engine.scenario import Outcome, run_text
from engine.secrecy import EVERYBODY, Stretch, deal, is_laid_out_alike, other_future
from engine.settings import Settings
from engine.story import SEAT
from engine.verifying import Check, verify
from engine.view import OFFERS, Views

__all__ = [
    "EVERYBODY",
    "FAILED",
    "KINDS",
    "OFFERS",
    "OPEN",
    "PASSED",
    "SEAT",
    "About",
    "Answer",
    "BadPosition",
    "BadRecord",
    "Boards",
    "CardFault",
    "Check",
    "Commit",
    "Decision",
    "Deck",
    "DeckList",
    "Draw",
    "Fault",
    "Header",
    "Illegal",
    "Input",
    "Line",
    "Mark",
    "Match",
    "Option",
    "Outcome",
    "Playback",
    "Probe",
    "Record",
    "Refusal",
    "Replay",
    "Result",
    "Reversal",
    "Seed",
    "Settings",
    "Stretch",
    "TakesLong",
    "UnknownCard",
    "Use",
    "Views",
    "WhyNot",
    "add_cards",
    "add_decks",
    "begun",
    "boards_of",
    "card_face",
    "card_names",
    "card_set",
    "check_deck",
    "compiled",
    "deal",
    "decision_json",
    "determinise",
    "entity",
    "find_card",
    "has_sideboard",
    "is_card",
    "is_laid_out_alike",
    "known_to",
    "list_games",
    "load_cards",
    "load_decks",
    "near_names",
    "other_future",
    "profiles_of",
    "read_deck_list",
    "read_position",
    "read_table",
    "replay",
    "run_text",
    "seats_of",
    "side_of",
    "spread",
    "table_of",
    "verify",
    "write_deck_list",
    "write_paragraphs",
    "write_record",
]
