"""The answers of Grand Archive's cards API: pages of cards under ``data``.

The site gives some cards without costs, level or numbers; what such a card would have printed is named in ``lacks``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from engine.cards.card_sources import (
    BadSource,
    CardSource,
    Declined,
    Document,
    Json,
    SourceCard,
    optional_number,
    optional_text,
    text_of,
    texts_in,
    tidied,
)

SUPERTYPES: Final = ("TOKEN", "UNIQUE", "REGALIA")
"""The words that stand before the types, in this order."""
NORM: Final = "NORM"
"""The element of cards that need none: card files leave it out."""
X_COST: Final = re.compile(r"X(\+[1-9][0-9]?)?")
BOLD: Final = re.compile(r"\*\*?([^*\n]+)\*\*?")


class CardsApi(CardSource):
    """An object whose ``data`` is a list of cards with ``slug``."""

    name = "Grand Archive API"

    def fits(self, data: object) -> bool:
        cards = data.get("data") if isinstance(data, dict) else None
        return isinstance(cards, list) and all(isinstance(card, dict) and "slug" in card for card in cards[:1])

    def cards(self, documents: Sequence[Document]) -> Iterator[SourceCard]:
        printed: set[str] = set()
        for document in documents:
            if not isinstance(document.data, dict):
                raise BadSource(document.file, "", "an object is wanted")
            for place, record in document.records(document.data.get("data")):
                yield card(place, record, printed)


def card(place: str, record: Json, printed: set[str]) -> SourceCard:
    """The card of one object; ``printed`` are the keys of those before."""
    key, name = text_of(place, record, "slug"), text_of(place, record, "name")
    try:
        if key in printed:
            raise Declined("again", "printed before")
        printed.add(key)
        table = table_of(name, record)
    except Declined as declined:
        return SourceCard(place, key, name, {}, declined.decline)
    return SourceCard(place, key, name, table, None, lacking(table))


def table_of(name: str, record: Json) -> dict[str, object]:
    """The table of a card.

    Raises:
        Declined: there can be none.
    """
    table: dict[str, object] = {"name": name, "type": type_line(record)}
    elements = [word for word in (*texts_in(record, "element"), *texts_in(record, "elements")) if word != NORM]
    if elements:
        table["element"] = "+".join(dict.fromkeys(word.title() for word in elements))
    table |= costs(record)
    if record.get("speed") is True:
        table["speed"] = "fast"
    for key in ("level", "power", "life", "durability"):
        number = optional_number(record, key)
        if number is not None:
            table[key] = number
    text = text_in(name, record)
    if text:
        table["text"] = text
    return table


def type_line(record: Json) -> str:
    """The types before the classes and subtypes, "Unique Ally - Warrior Human".

    Raises:
        Declined: it has none.
    """
    types = texts_in(record, "types")
    if not types:
        raise Declined("type", "a card without a type")
    ordered = (*(word for word in SUPERTYPES if word in types), *(word for word in types if word not in SUPERTYPES))
    subtypes = dict.fromkeys((*texts_in(record, "classes"), *texts_in(record, "subtypes")))
    front = " ".join(word.title() for word in ordered)
    return f"{front} - {' '.join(word.title() for word in subtypes)}" if subtypes else front


def costs(record: Json) -> dict[str, object]:
    """The costs that the record tells, in either of its forms.

    Raises:
        Declined: one is no number and no X.
    """
    found: dict[str, object] = {}
    told = record.get("cost")
    if isinstance(told, dict):
        kind = told.get("type")
        if kind in ("memory", "reserve"):
            found[str(kind)] = cost_of({str(kind): told.get("value")}, str(kind))
    for kind in ("memory", "reserve"):
        cost = cost_of({kind: record.get(f"cost_{kind}")}, kind)
        if cost is not None:
            found[kind] = cost
    return {kind: cost for kind, cost in found.items() if cost is not None}


def cost_of(record: Json, key: str) -> int | str | None:
    """A cost: a number, or X and a number more; none where it is missing.

    Raises:
        Declined: it is something else.
    """
    value = record.get(key)
    if isinstance(value, str) and X_COST.fullmatch(value):
        return value
    number = optional_number(record, key)
    return None if number is None or number < 0 else number


def text_in(name: str, record: Json) -> str:
    """The plain text of a card; that of the template if there is no other."""
    raw = optional_text(record, "effect_raw")
    if not raw:
        raw = BOLD.sub(r"\1", optional_text(record, "effect")).replace("CARDNAME", name)
        for word in ("LIFE", "POWER", "REST"):
            raw = raw.replace(f"[{word}]", word)
    return tidied(raw)


def lacking(table: dict[str, object]) -> tuple[str, ...]:
    """The fields that every card of these types has, and that the source left out."""
    types = str(table["type"]).partition(" - ")[0].split()
    if "Token" in types:
        wanted = ["power", "life"] if "Ally" in types else []
    elif "Champion" in types:
        wanted = ["memory", "level", "life"]
    else:
        wanted = ["memory" if "Regalia" in types else "reserve"]
        wanted += ["power", "life"] if "Ally" in types else []
        wanted += ["power"] if "Attack" in types else []
        wanted += ["power", "durability"] if "Weapon" in types else []
    return tuple(key for key in wanted if key not in table)


SOURCE: Final = CardsApi()
