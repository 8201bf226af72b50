"""The printed facts of a Magic card, as both sources have them, made into a table.

Numbers that a text defines ("*", 208.2a) are 0 in a table: the ability sets them (604.3).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from engine.cards.card_sources import Declined, Json, optional_text, texts_in, tidied
from engine.cards.definitions import COLOR_OF
from engine.cards.faces import FACES, LAYOUT
from engine.games.magic.language.vocabulary import VOCABULARY
from engine.games.magic.sources.aura_faces import with_bestowed
from engine.games.magic.sources.class_levels import each_below_its_bar
from engine.games.magic.sources.cleaves import with_cleaved
from engine.games.magic.sources.flavor_words import flavor_words
from engine.games.magic.sources.overloads import with_overloaded
from engine.games.magic.sources.stations import each_behind_its_symbol, is_station
from engine.games.magic.sources.striations import each_at_its_levels, is_leveler
from engine.text.printed_text import without_reminders

if TYPE_CHECKING:
    from collections.abc import Sequence

JOINED: Final = ("split", "room")
"""Layouts of cards that are both halves together (709.4)."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,6}")
_TRIBAL: Final = re.compile(r"\bTribal\b(?=.* - )")
"""The name that kindred had (308.3)."""
_VARIABLE: Final = re.compile(r"(?:[0-9]+[+-])?[*X](?:[+-][0-9]+)?")
_DEFINED: Final = re.compile(r"\b(?:power|toughness)(?: and toughness)? (?:is|are each) equal to\b")


_SPELLS: Final = frozenset(("Instant", "Sorcery"))
"""Cards that do nothing but what they say: without a text the source left it out."""


class Keys:
    """The names of one face's fields in a source."""

    __slots__ = ("cost", "indicator", "text", "type")

    def __init__(self, cost: str, type_line: str, text: str, indicator: str) -> None:
        self.cost = cost
        self.type = type_line
        self.text = text
        self.indicator = indicator


def card_table(name: str, faces: Sequence[Json], layout: str, keys: Keys) -> dict[str, object]:
    """The table of a card with all its faces.

    A card with two faces has the name of its front, a split card the names of both halves (709.4a, 712.8a, 715.4).

    Raises:
        Declined: there can be none.
    """
    if len(faces) == 1:
        return with_bestowed(with_overloaded(with_cleaved(table_of(name, faces[0], keys))))
    tables = [table_of(_name_of(face), face, keys) for face in faces]
    if layout in JOINED:
        return {**_combined(tables), LAYOUT: layout, FACES: tables}
    front, *others = tables
    return {**front, LAYOUT: layout, FACES: others}


def _name_of(face: Json) -> str:
    name = face.get("faceName") or face.get("name")
    if not isinstance(name, str) or not name.strip():
        raise Declined("name", "a face without a name")
    return name.strip()


def _combined(halves: list[dict[str, object]]) -> dict[str, object]:
    """A split card where it is no spell: its two halves combined (709.4); what they do as spells stands on them."""
    types = dict.fromkeys(str(half["type"]).partition(" - ")[0] for half in halves)
    subtypes = dict.fromkeys(str(half["type"]).partition(" - ")[2] for half in halves)
    words = dict.fromkeys(word for kinds in types for word in kinds.split())
    after = " ".join(subtype for subtype in subtypes if subtype)
    return {
        "name": " // ".join(str(half["name"]) for half in halves),
        "cost": "".join(str(half.get("cost", "")) for half in halves),
        "type": " ".join(words) + (f" - {after}" if after else ""),
    }


def table_of(name: str, record: Json, keys: Keys) -> dict[str, object]:
    """The table of a card with one face.

    Raises:
        Declined: there can be none.
    """
    table: dict[str, object] = {"name": name}
    cost = optional_text(record, keys.cost)
    if cost:
        table["cost"] = cost
    type_line = optional_text(record, keys.type)
    if not type_line:
        raise Declined("type", "a card without a type")
    table["type"] = _TRIBAL.sub("Kindred", type_line.replace(" \N{EM DASH} ", " - "))
    text = tidied(optional_text(record, keys.text))
    indicator = texts_in(record, keys.indicator)
    if indicator:
        table["colors"] = [COLOR_OF.get(color, color) for color in indicator]
    for key in ("power", "toughness"):
        number = printed_number(record, key, rules_text(text))
        if number is not None:
            table[key] = number
    loyalty = printed_number(record, "loyalty", "")
    if loyalty is not None:
        table["loyalty"] = loyalty
    for key in ("defense", "attraction_lights", "hand_modifier", "life_modifier"):
        if record.get(key) is not None:
            raise Declined("field", f"a card with {key}")
    if is_station(text):
        size = [table.pop(key, None) for key in ("power", "toughness")]
        text = each_behind_its_symbol(text, *(number if isinstance(number, int) else None for number in size))
    if is_leveler(text):
        text = each_at_its_levels(text)
    if "Class" in type_line.split():
        text = each_below_its_bar(text)
    if text:
        table["text"] = text
    elif not _SPELLS.isdisjoint(type_line.split()):
        raise Declined("text", "a spell without a text")
    flavor = flavor_words(text, record)
    if flavor:
        table["italics"] = flavor
    return table


def face_of(record: Json, keys: Keys, layout: str) -> dict[str, object]:
    """One face of a card as it is printed, also one that has no table."""
    printed = {
        "layout": layout,
        "name": record.get("faceName") or record.get("name"),
        "cost": record.get(keys.cost),
        "type": record.get(keys.type),
        "text": record.get(keys.text),
        **{key: record.get(key) for key in ("power", "toughness", "loyalty", "defense")},
    }
    return {key: value for key, value in printed.items() if isinstance(value, str) and value}


def rules_text(text: str) -> str:
    """A text without its reminders."""
    return without_reminders(text, VOCABULARY.bracketed)


def printed_number(record: Json, key: str, text: str) -> int | None:
    """A number as printed, none where there is none; 0 where the text defines it.

    Raises:
        Declined: it is no number, and no text defines it.
    """
    printed = optional_text(record, key)
    if not printed:
        return None
    if _NUMBER.fullmatch(printed):
        return int(printed)
    if _VARIABLE.fullmatch(printed) and _DEFINED.search(text):
        return 0
    raise Declined("number", f"{key} is {printed[:20]!r}")
