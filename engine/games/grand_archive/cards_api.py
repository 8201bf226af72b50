"""The answers of Grand Archive's cards API: pages of cards under ``data``.

The site gives some cards without costs, level or numbers; what such a card would have printed is named in ``lacks``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from typing import Final

from engine.cards.card_sources import (
    CardSource,
    Declined,
    Json,
    Printing,
    Seen,
    SourceCard,
    optional_number,
    optional_text,
    statuses_in,
    text_of,
    texts_in,
    tidied,
    year_of,
)

SUPERTYPES: Final = ("TOKEN", "UNIQUE", "REGALIA")
"""The words that stand before the types, in this order."""
NORM: Final = "NORM"
"""The element of cards that need none: card files leave it out."""
X_COST: Final = re.compile(r"X(\+[1-9][0-9]?)?")
BOLD: Final = re.compile(r"\*{1,3}([^*\n]+)\*{1,3}")
ICON: Final = re.compile(r"\[(LIFE|POWER|REST|DURABILITY|LEVEL)\]")
SLIP: Final = re.compile(r"(?<= [+-]) (?=[0-9]+ POWER\b)|[\ufff0-\ufff8]")
"""Slips in the texts of the source: a space after a sign, and characters that mean nothing."""
LINE_BREAK: Final = re.compile(r"<br ?/?>|</p>|</li>")
TAG: Final = re.compile(r"</?[A-Za-z][^<>]*>")
ENGLISH: Final = "EN"
"""The language of editions that are read here."""


class CardsApi(CardSource):
    """Cards with ``slug`` and ``types``, under ``data`` of each page or by themselves."""

    name = "Grand Archive API"

    def fits(self, record: Json) -> bool:
        return "slug" in record

    def cards(self, records: Iterator[tuple[str, Json]], seen: Seen) -> Iterator[SourceCard]:
        for place, record in records:
            yield card(place, record, seen)


def card(place: str, record: Json, seen: Seen) -> SourceCard:
    """The card of one object."""
    key, name = text_of(place, record, "slug"), text_of(place, record, "name")
    made = SourceCard(place, key, name, {})
    made.printings = tuple(map(print_of, editions(record)))
    made.legalities = legalities(record)
    try:
        if key in seen.printed:
            raise Declined("again", "printed before")
        table = table_of(name, record)
        backs = other_faces(record)
        made.faces = tuple({"layout": "transform" if backs else "normal", **face} for face in (table, *backs))
        if backs:
            raise Declined("faces", "the layout transform")
        seen.printed.add(key)
    except Declined as declined:
        made.decline = declined.decline
        return made
    made.table, made.lacks = table, lacking(table)
    return made


def editions(record: Json) -> list[Json]:
    """The editions of a card in English."""
    listed = record.get("editions")
    found = [each for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    return [each for each in found if str(set_of(each).get("language") or ENGLISH).upper() == ENGLISH]


def set_of(edition: Json) -> Json:
    """The set of an edition."""
    told = edition.get("set")
    return told if isinstance(told, dict) else {}


def print_of(edition: Json) -> Printing:
    """The print that an edition is."""
    told = set_of(edition)
    number = str(edition.get("collector_number") or "")
    return str(told.get("prefix") or ""), number, year_of(told.get("release_date") or "")


def legalities(record: Json) -> dict[str, str]:
    """The status of a card by format: only cards with a limit are named."""
    told = record.get("legality")
    found = statuses_in(record, "legality")
    for name, status in told.items() if isinstance(told, dict) else ():
        limit = status.get("limit") if isinstance(status, dict) else None
        if isinstance(limit, int):
            found[str(name).lower()] = "restricted" if limit else "banned"
    return found


def other_faces(record: Json) -> list[dict[str, object]]:
    """The tables of a card's other faces, which stand beside an edition.

    Raises:
        Declined: there can be no table of one.
    """
    listed = [record.get("other_orientations"), *(each.get("other_orientations") for each in editions(record))]
    found = {
        str(face["name"]): face
        for faces in listed
        if isinstance(faces, list)
        for face in faces
        if isinstance(face, dict) and isinstance(face.get("name"), str) and face["name"] != record.get("name")
    }
    return [table_of(name, face) for name, face in found.items()]


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
    """The text of a card: that of its newest edition with one of its own, else that of the card.

    Raises:
        Declined: it is no text.
    """
    dated = [(str(set_of(each).get("release_date") or ""), each) for each in editions(record)]
    newest = sorted(dated, key=lambda entry: entry[0], reverse=True)
    texts = [effect_in(name, each) for _, each in newest if not newest[0][0] or each is newest[0][1]]
    return next(filter(None, (*texts, effect_in(name, record))), "")


def effect_in(name: str, record: Json) -> str:
    """The plain text of a card or an edition; that of the template, or of the page, if there is no other."""
    raw = optional_text(record, "effect_raw") or optional_text(record, "effect")
    if not raw:
        page = LINE_BREAK.sub("\n", optional_text(record, "effect_html"))
        raw = unescape(TAG.sub("", page))
    raw = BOLD.sub(r"\1", raw).replace("[CARDNAME]", name).replace("CARDNAME", name)
    return tidied(SLIP.sub("", ICON.sub(r"\1", raw)))


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
