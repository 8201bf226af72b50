"""Scryfall's bulk files: card objects, in an array or one a line, of each card or of each print."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.cards.card_sources import (
    CardSource,
    Declined,
    Json,
    Seen,
    SourceCard,
    optional_text,
    statuses_in,
    text_of,
    year_of,
)
from engine.games.magic.sources.layouts import SINGLE, UNPLAYED, check_faces, layout_of
from engine.games.magic.sources.oracle import Keys, card_table, face_of

KEYS: Final = Keys("mana_cost", "type_line", "oracle_text", "color_indicator")


class Scryfall(CardSource):
    """Objects with ``object``: ``card``; where there are several faces they stand in ``card_faces``."""

    name = "Scryfall"

    def fits(self, record: Json) -> bool:
        return record.get("object") == "card"

    def cards(self, records: Iterator[tuple[str, Json]], seen: Seen) -> Iterator[SourceCard]:
        for place, record in records:
            yield card(place, record, seen)


def card(place: str, record: Json, seen: Seen) -> SourceCard:
    """The card of one object."""
    name = text_of(place, record, "name")
    made = SourceCard(place, name, name, {})
    try:
        made.key = optional_text(record, "oracle_id") or key_in(faces_in(record)) or name
        made.faces = tuple(face_of(face, KEYS, layout_in(record)) for face in faces_in(record))
        made.printings = ((str(record.get("set") or ""), str(record.get("collector_number") or ""), year_in(record)),)
        made.legalities = statuses_in(record, "legalities")
        check(record)
        if made.key in seen.printed:
            raise Declined("again", "printed before")
        keywords = {"keywords": record.get("keywords")}
        faces = [{**face, **keywords} for face in faces_in(record)]  # the source lists those of all faces together
        made.table = card_table(name, faces, layout_in(record), KEYS)
        made.name = str(made.table["name"])
        seen.printed.add(made.key)
    except Declined as declined:
        made.decline = declined.decline
    return made


def faces_in(record: Json) -> list[Json]:
    """The faces of a card; the record itself where it has one.

    Raises:
        Declined: they are no list of faces.
    """
    faces = record.get("card_faces")
    if faces is None:
        return [record]
    if not isinstance(faces, list) or not all(isinstance(face, dict) for face in faces):
        raise Declined("field", "card_faces is no list of faces")
    return faces


def key_in(faces: list[Json]) -> str:
    """The key of a card whose faces have it."""
    return next((key for key in (optional_text(face, "oracle_id") for face in faces) if key), "")


def layout_in(record: Json) -> str:
    """The layout of a card by the name that the rules have."""
    faces = faces_in(record)
    if faces == [record]:
        return optional_text(record, "layout")
    types = [optional_text(face, KEYS.type) for face in faces]
    return layout_of(optional_text(record, "layout"), types, [optional_text(face, KEYS.text) for face in faces])


def year_in(record: Json) -> int:
    """The year of a print."""
    return year_of(record.get("released_at") or record.get("_year") or "")


def check(record: Json) -> None:
    """Raise ``Declined`` for what is no card in English, or has faces that are not played here."""
    layout = optional_text(record, "layout")
    if layout in UNPLAYED:
        raise Declined("form", f"the layout {layout}")
    if optional_text(record, "lang") not in ("", "en"):
        raise Declined("form", "a print in another language")
    if record.get("card_faces") is not None or layout in SINGLE:
        check_faces(layout_in(record), len(faces_in(record)))


SOURCE: Final = Scryfall()
