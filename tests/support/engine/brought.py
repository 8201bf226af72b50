"""Made-up cards that come with a match, and decks that have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine import BroughtCard, Header, Seed, compiled_form, load_decks
from engine.cards.definitions import define
from engine.cards.pool import shipped
from engine.games.marvel_champions.scenario_deck import set_printed

if TYPE_CHECKING:
    from collections.abc import Iterable

    from engine.cards.definitions import Entries, Table

HERO: Final = "Night Ferry"
CIVILIAN: Final = "Ada Quill"
COPIES: Final = 15
"""Of the signature card: so many that the deck is large enough."""
TABLES: Final[dict[str, tuple[Table, ...]]] = {
    "magic": (
        {"name": "Patient Glow", "type": "Instant", "cost": "{R}", "text": "Draw a card. You gain 2 life."},
        {"name": "Kiln Otter", "type": "Creature - Otter", "cost": "{R}", "power": 2, "toughness": 1, "text": "Haste"},
    ),
    "grand-archive": (
        {"name": "Lamp Stray", "type": "Ally - Beast", "element": "Norm", "reserve": 1, "power": 1, "life": 2},
        {"name": "Wick Sprite", "type": "Ally - Beast", "element": "Norm", "reserve": 2, "power": 2, "life": 2},
    ),
    "marvel-champions": (
        {
            "name": HERO,
            "type": "Unique Hero - Avenger",
            "other face": CIVILIAN,
            "set": HERO,
            "thwart": 2,
            "attack": 2,
            "defense": 2,
            "hit points": 11,
            "hand size": 5,
            "text": "Response: After you change to this form, deal 1 damage to an enemy.",
        },
        {
            "name": CIVILIAN,
            "type": "Unique Alter-Ego - Genius",
            "other face": HERO,
            "set": HERO,
            "recover": 3,
            "hit points": 11,
            "hand size": 6,
        },
        {
            "name": "Oar Stroke",
            "type": "Event",
            "set": HERO,
            "cost": 1,
            "resources": "{p}",
            "quantity": COPIES,
            "text": "Hero Action (attack): Deal 3 damage to an enemy.",
        },
        {
            "name": "Unpaid Toll",
            "type": "Obligation",
            "set": HERO,
            "boost": 2,
            "text": f"Give to the {CIVILIAN} player.\nYou are stunned. Discard this obligation.",
        },
        {
            "name": "Harbour Bully",
            "type": "Minion - Criminal",
            "set": f"{HERO} Nemesis",
            "scheme": 1,
            "attack": 1,
            "hit points": 3,
            "boost": 1,
        },
    ),
}


def in_form(game: str) -> tuple[str, ...]:
    """The cards of a game as a header has them, with their compiled forms."""
    return tuple(BroughtCard(table, compiled_form(define(game, table))).to_json() for table in TABLES[game])


def in_text(game: str) -> tuple[str, ...]:
    """The cards of a game as a record has them: their words are read by whoever plays it again."""
    return tuple(BroughtCard(table).to_json() for table in TABLES[game])


def deck(game: str) -> Entries:
    """A legal deck with brought cards."""
    if game == "magic":
        return (("Patient Glow", 4), ("Kiln Otter", 4), ("Mountain", 52))
    own = shipped(game)
    base = next(deck for key, deck in sorted(load_decks(game).items()) if game != "marvel-champions" or "spider" in key)
    if game == "grand-archive":
        return (("Lamp Stray", 4), ("Wick Sprite", 4), *base.entries)
    others = [(name, count) for name, count in base.entries if set_printed(own.card(name)) != "Spider-Man"]
    return ((HERO, 1), ("Oar Stroke", COPIES), *others)


def header(game: str, cards: Iterable[str], seed: str = "brought") -> Header:
    decks = (deck(game), next(iter(load_decks(game).values())).entries)
    return Header(game, ("ann", "bob"), decks, Seed(seed), cards=tuple(cards))
