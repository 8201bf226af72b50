"""Cards outside of any match: what is on them, and what a game's table says about how they are drawn."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING

from engine.cards.definitions import UnknownCard, card_table
from engine.cards.faults import SIDEBOARD
from engine.explain.projection import face
from engine.explain.table import table
from engine.formats.deck_list import default_rules, known_name
from engine.games import list_games
from engine.text.language import language

if TYPE_CHECKING:
    from engine.cards.pool import Pool


def card_face(pool: Pool, name: str) -> dict[str, object]:
    """A card with the fields that an object of it has in a view.

    Raises:
        UnknownCard: no card has the name.
    """
    return face(pool.card(name))


def printed_facts(game: str, name: str) -> dict[str, object]:
    """All that is printed on a card, as its card file has it: also what no view shows, such as icons, sets, quantities.

    Raises:
        UnknownCard: no card has the name, or there is no such game.
    """
    if game not in list_games():
        raise UnknownCard(game, name)
    return deepcopy(dict(card_table(game, name)))


def find_card(pool: Pool, written: str) -> str | None:
    """The name of the card that somebody means, however it is written; ``None`` if there is none."""
    return known_name(pool, written)


def compiled(pool: Pool, name: str, place: int = 0) -> list[tuple[str, list[str]]]:
    """The compiled text of a card: of each ability its text as the rules write it, and the record, a line a part.

    Args:
        pool: the cards that there are.
        name: that of the card.
        place: which of its faces, 0 for its own.

    Raises:
        UnknownCard: no card has the name.
    """
    card = pool.card(name)
    abilities = (card, *card.faces)[place].abilities
    return [(language(pool.game).render(ability), parts(ability)) for ability in abilities]


def parts(record: object, name: str = "", indent: str = "") -> list[str]:
    """A record as lines, without fields that hold their defaults."""
    label = f"{indent}{name}: " if name else indent
    if is_dataclass(record) and not isinstance(record, type):
        found = [f"{label}{type(record).__name__}"]
        for field in fields(record):
            value = getattr(record, field.name)
            if value not in (field.default, ()):
                found += parts(value, field.name, indent + "  ")
        return found
    if isinstance(record, tuple) and any(is_dataclass(part) for part in record):
        return [line for part in record for line in parts(part, name, indent)]
    return [label + in_words(record)]


def in_words(value: object) -> str:
    return ", ".join(map(in_words, value)) if isinstance(value, tuple) else str(value)


def table_of(game: str) -> dict[str, object]:
    """The entity ``table`` of any view of a game."""
    return table(default_rules(game))


def has_sideboard(game: str) -> bool:
    """Whether a deck of a game may have a sideboard."""
    return SIDEBOARD in default_rules(game).deck_headings.values()
