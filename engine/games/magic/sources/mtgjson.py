"""The files of MTGJSON: AtomicCards with the faces of each card by its name, and those of a set or of all sets.

Everything stands under ``data``. The cards of a set are faces, one for each print; those of one card share a name.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.cards.card_sources import (
    BadSource,
    CardSource,
    Declined,
    Json,
    Printing,
    Seen,
    SourceCard,
    optional_text,
    statuses_in,
    year_of,
)
from engine.games.magic.sources.layouts import SINGLE, UNPLAYED, check_faces, layout_of
from engine.games.magic.sources.oracle import Keys, card_table, face_of

KEYS: Final = Keys("manaCost", "type", "text", "colorIndicator")
CARDS: Final = "cards"
"""The key of a set's cards."""
ABOUT: Final = ("code", "name", "releaseDate", "baseSetSize", "totalSetSize")
"""Keys of a set beside its cards, by which it is known."""


class Mtgjson(CardSource):
    """Entries of ``data``: the faces of a card by its name, what a set has, or sets by their codes."""

    name = "MTGJSON"

    def fits(self, record: Json) -> bool:
        return "key" in record and isinstance(record.get("value"), list | dict | str | int | bool)

    def cards(self, records: Iterator[tuple[str, Json]], seen: Seen) -> Iterator[SourceCard]:
        own: dict[str, object] = {}
        beside = ""
        for place, record in records:
            name, value = str(record.get("key")), record.get("value")
            if isinstance(value, dict) and isinstance(value.get(CARDS), list):
                yield from cards_of_set(place, value, seen)
            elif name == CARDS or not isinstance(value, list) or not is_faces(name, value):
                own[name], beside = value, beside or place
            else:
                yield card(place, name, value, seen)
        if CARDS in own:
            yield from cards_of_set(beside.rpartition(": card ")[0], own, seen)
        elif own and not seen.printed and not any(key in own for key in ABOUT):
            file, _, entry = beside.rpartition(": card ")
            raise BadSource(file, f"card {entry}", "a list of faces is wanted")


def is_faces(name: str, value: list[object]) -> bool:
    """Whether a list has the faces of the card of a name, and not the tokens or decks of a set."""
    return bool(value) and all(isinstance(face, dict) and face.get("name", name) == name for face in value)


def cards_of_set(place: str, told: Json, seen: Seen) -> Iterator[SourceCard]:
    """The cards of a set, those with several faces when all of these were read.

    Raises:
        BadSource: a card is no object, or has no name.
    """
    listed = told.get(CARDS)
    cards: dict[tuple[str, str], list[Json]] = {}
    for number, face in enumerate(listed if isinstance(listed, list) else (), 1):
        name = face.get("name") if isinstance(face, dict) else None
        if not isinstance(name, str) or not name.strip():
            raise BadSource(place, f"card {number}", "name is no text")
        at = "" if face.get("side") is None else str(face.get("setCode") or "")
        cards.setdefault((name, at or str(face.get("uuid") or number)), []).append(face)
    for (name, _), faces in cards.items():
        made = card(f"{place}: card {name!r}", name, faces, seen)
        year = year_of(faces[0].get("originalReleaseDate") or told.get("releaseDate") or "")
        code = str(faces[0].get("setCode") or told.get("code") or "")
        made.printings = ((code, str(faces[0].get("number") or ""), year),)
        yield made


def card(place: str, name: str, faces: list[Json], seen: Seen) -> SourceCard:
    """The card of these faces."""
    made = SourceCard(place, name, name, {})
    try:
        made.key = key_of(faces[0]) or name
        layout = layout_in(faces)
        made.faces = tuple(face_of(face, KEYS, layout) for face in sorted(faces, key=side_of))
        made.printings = prints_in(faces[0])
        made.legalities = statuses_in(faces[0], "legalities")
        check(faces, layout)
        if made.key in seen.printed:
            raise Declined("again", "printed before")
        made.table = card_table(name, sorted(faces, key=side_of), layout, KEYS)
        made.name = str(made.table["name"])
        seen.printed.add(made.key)
    except Declined as declined:
        made.decline = declined.decline
    return made


def key_of(face: Json) -> str:
    """The key that a card has in Scryfall's files, too; "" if it is not told."""
    identifiers = face.get("identifiers")
    return optional_text(identifiers, "scryfallOracleId") if isinstance(identifiers, dict) else ""


def side_of(face: Json) -> str:
    """The letter of a face."""
    return str(face.get("side") or "")


def layout_in(faces: list[Json]) -> str:
    """The layout of a card by the name that the rules have."""
    told = optional_text(faces[0], "layout")
    if len(faces) < 2 and faces[0].get("side") is None:
        return told
    types = [optional_text(face, KEYS.type) for face in faces]
    return layout_of(told, types, [optional_text(face, KEYS.text) for face in faces])


def prints_in(face: Json) -> tuple[Printing, ...]:
    """The sets in which a card was printed."""
    sets = face.get("printings")
    return tuple((str(code), "", 0) for code in sets) if isinstance(sets, list) else ()


def check(faces: list[Json], layout: str) -> None:
    """Raise ``Declined`` for what is no card in English, or has faces that are not played here."""
    if layout in UNPLAYED:
        raise Declined("form", f"the layout {layout}")
    if optional_text(faces[0], "language") not in ("", "English"):
        raise Declined("form", "a print in another language")
    if len(faces) > 1 or faces[0].get("side") is not None or layout in SINGLE:
        check_faces(layout, len(faces))


SOURCE: Final = Mtgjson()
