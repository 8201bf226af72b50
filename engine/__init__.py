"""The rules: pure, deterministic, the same on any machine.

These are the public names; nothing outside imports deeper than ``engine`` and ``engine.games``.
"""

from engine.analysis.hidden_kinds import HiddenKinds
from engine.analysis.information import determinise, known_to
from engine.analysis.lookahead import Line, Mark
from engine.analysis.secrecy import EVERYBODY, Alike, Stretch, alike_now, deal, is_laid_out_alike, other_future
from engine.assets import read_table
from engine.cache import fault as cache_fault
from engine.cards.card_sources import BadSource, Decline, SourceCard
from engine.cards.definitions import (
    Deck,
    UnknownCard,
    add_decks,
    card_names,
    card_set,
    compile_by,
    define,
    is_card,
    load_cards,
    load_decks,
)
from engine.cards.edition import LATEST
from engine.cards.faults import Fault
from engine.cards.mentions import Mentions
from engine.cards.pool import Pool, shipped
from engine.cards.scenario_parts import PrintedCard
from engine.chance.rng import Seed
from engine.errors import Illegal, Refusal
from engine.events.log_lines import OPENS_HANDS, TAKES_BACK
from engine.explain.characteristics_trace import Change
from engine.explain.notation import answer_text, decision_json
from engine.explain.object_report import About
from engine.explain.projection import entity
from engine.formats.card_faces import card_face, compiled, find_card, has_sideboard, printed_facts, table_of
from engine.formats.card_facets import Facets, SearchWords, card_facets, color_letters, printed_face, search_words
from engine.formats.card_files import CardFault, add_cards
from engine.formats.deck_lines import spellings
from engine.formats.deck_list import (
    DeckList,
    cards_played,
    check_deck,
    companions,
    names_sought,
    near_names,
    read_deck_list,
    sets_asked,
    write_deck_list,
)
from engine.formats.glossary import LANGUAGES, glossary
from engine.formats.kept_cards import Remembering
from engine.formats.match_record import BadRecord, Playback, Record, Replay, begun, replay, without_texts, write_record
from engine.formats.payment_probe import Boards, Probe, boards_of, can_pay_now
from engine.formats.position import begin, read_position, stand
from engine.formats.position_entries import BadPosition
from engine.formats.print_back import OTHERWISE, Difference, PrintBack
from engine.formats.published_cards import (
    PublishedCards,
    SourceMemory,
    is_published,
    place_of_file,
    read_card_file,
    read_published,
    read_records,
)
from engine.formats.rules_index import write_paragraphs
from engine.formats.scenario import Outcome, run_text
from engine.formats.scenario_choice import scenario_parts
from engine.formats.trial_boards import TrialTable, shipped_cards
from engine.formats.trials import Bounds, Finding, FindingKind, Tried, named, picker, place_of, retell, run_trial
from engine.formats.understanding import Misunderstood, Understanding, text_key, understand
from engine.formats.verification import Check, verify
from engine.games import list_games, profiles_of, seats_of, side_of
from engine.match.brought_cards import BroughtCard, pool_of
from engine.match.commit import Commit, Draw, Input, Result, Reversal
from engine.match.header import Header, pool_for
from engine.match.match import Match
from engine.match.match_views import OFFERS, Diff, Views
from engine.match.seen import SeatSight, Seen
from engine.sentences import Words, args_of, key_of, said, word
from engine.state.budget import TakesLong
from engine.state.compiled_form import compiled_form, read_compiled
from engine.state.decisions import KINDS, Answer, Decision, Option, spread
from engine.state.obstacles import FAILED, OPEN, PASSED, Use, WhyNot
from engine.state.player_settings import Settings
from engine.text import load_words

compile_by(Remembering())

__all__ = [
    "EVERYBODY",
    "FAILED",
    "KINDS",
    "LANGUAGES",
    "LATEST",
    "OFFERS",
    "OPEN",
    "OPENS_HANDS",
    "OTHERWISE",
    "PASSED",
    "TAKES_BACK",
    "About",
    "Alike",
    "Answer",
    "BadPosition",
    "BadRecord",
    "BadSource",
    "Boards",
    "Bounds",
    "BroughtCard",
    "CardFault",
    "Change",
    "Check",
    "Commit",
    "Decision",
    "Deck",
    "DeckList",
    "Decline",
    "Diff",
    "Difference",
    "Draw",
    "Facets",
    "Fault",
    "Finding",
    "FindingKind",
    "Header",
    "HiddenKinds",
    "Illegal",
    "Input",
    "Line",
    "Mark",
    "Match",
    "Mentions",
    "Misunderstood",
    "Option",
    "Outcome",
    "Playback",
    "Pool",
    "PrintBack",
    "PrintedCard",
    "Probe",
    "PublishedCards",
    "Record",
    "Refusal",
    "Replay",
    "Result",
    "Reversal",
    "SearchWords",
    "SeatSight",
    "Seed",
    "Seen",
    "Settings",
    "SourceCard",
    "SourceMemory",
    "Stretch",
    "TakesLong",
    "TrialTable",
    "Tried",
    "Understanding",
    "UnknownCard",
    "Use",
    "Views",
    "WhyNot",
    "Words",
    "add_cards",
    "add_decks",
    "alike_now",
    "answer_text",
    "args_of",
    "begin",
    "begun",
    "boards_of",
    "cache_fault",
    "can_pay_now",
    "card_face",
    "card_facets",
    "card_names",
    "card_set",
    "cards_played",
    "check_deck",
    "color_letters",
    "companions",
    "compiled",
    "compiled_form",
    "deal",
    "decision_json",
    "define",
    "determinise",
    "entity",
    "find_card",
    "glossary",
    "has_sideboard",
    "is_card",
    "is_laid_out_alike",
    "is_published",
    "key_of",
    "known_to",
    "list_games",
    "load_cards",
    "load_decks",
    "load_words",
    "named",
    "names_sought",
    "near_names",
    "other_future",
    "picker",
    "place_of",
    "place_of_file",
    "pool_for",
    "pool_of",
    "printed_face",
    "printed_facts",
    "profiles_of",
    "read_card_file",
    "read_compiled",
    "read_deck_list",
    "read_position",
    "read_published",
    "read_records",
    "read_table",
    "replay",
    "retell",
    "run_text",
    "run_trial",
    "said",
    "scenario_parts",
    "search_words",
    "seats_of",
    "sets_asked",
    "shipped",
    "shipped_cards",
    "side_of",
    "spellings",
    "spread",
    "stand",
    "table_of",
    "text_key",
    "understand",
    "verify",
    "without_texts",
    "word",
    "write_deck_list",
    "write_paragraphs",
    "write_record",
]
