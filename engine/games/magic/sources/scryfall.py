"""Scryfall's bulk files: an array of card objects, or one a line."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.cards.card_sources import (
    CardSource,
    Declined,
    Document,
    Json,
    SourceCard,
    optional_text,
    text_of,
)
from engine.games.magic.sources.oracle import Keys, table_of

KEYS: Final = Keys("mana_cost", "type_line", "oracle_text", "color_indicator")
UNPLAYED: Final = frozenset(
    {"art_series", "double_faced_token", "emblem", "planar", "reversible_card", "scheme", "token", "vanguard"}
)
"""Layouts of what no deck holds."""


class Scryfall(CardSource):
    """Objects with ``object``: ``card``; where there are several faces they stand in ``card_faces``."""

    name = "Scryfall"

    def fits(self, data: object) -> bool:
        return isinstance(data, list) and bool(data) and isinstance(data[0], dict) and data[0].get("object") == "card"

    def cards(self, documents: Sequence[Document]) -> Iterator[SourceCard]:
        printed: set[str] = set()
        for document in documents:
            for place, record in document.records(document.data):
                yield card(place, record, printed)


def card(place: str, record: Json, printed: set[str]) -> SourceCard:
    """The card of one object; ``printed`` are the keys of those before."""
    name = text_of(place, record, "name")
    key = ""
    try:
        key = optional_text(record, "oracle_id") or name
        check(record)
        if key in printed:
            raise Declined("again", "printed before")
        printed.add(key)
        return SourceCard(place, key, name, table_of(name, record, KEYS))
    except Declined as declined:
        return SourceCard(place, key or name, name, {}, declined.decline)


def check(record: Json) -> None:
    """Raise ``Declined`` for what is no card of one face in English."""
    layout = optional_text(record, "layout")
    if layout in UNPLAYED:
        raise Declined("form", f"the layout {layout}")
    if optional_text(record, "lang") not in ("", "en"):
        raise Declined("form", "a print in another language")
    if record.get("card_faces") is not None:
        raise Declined("faces", f"the layout {layout}")


SOURCE: Final = Scryfall()
