"""The file AtomicCards of MTGJSON: under ``data``, by its name, the faces of each card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from engine.cards.card_sources import BadSource, CardSource, Declined, Document, Json, SourceCard, optional_text
from engine.games.magic.sources.oracle import Keys, table_of

KEYS: Final = Keys("manaCost", "type", "text", "colorIndicator")
UNPLAYED: Final = frozenset({"art_series", "double_faced_token", "emblem", "planar", "scheme", "token", "vanguard"})
"""Layouts of what no deck holds."""


class Mtgjson(CardSource):
    """An object with ``meta`` and ``data``."""

    name = "MTGJSON AtomicCards"

    def fits(self, data: object) -> bool:
        return isinstance(data, dict) and "meta" in data and isinstance(data.get("data"), dict)

    def cards(self, documents: Sequence[Document]) -> Iterator[SourceCard]:
        printed: set[str] = set()
        for document in documents:
            assert isinstance(document.data, dict)
            for name, faces in document.data["data"].items():
                if not isinstance(faces, list) or not faces or not all(isinstance(face, dict) for face in faces):
                    raise BadSource(document.file, f"card {name[:40]!r}", "a list of faces is wanted")
                yield card(f"{document.file}: card {name!r}", name, faces, printed)


def card(place: str, name: str, faces: list[Json], printed: set[str]) -> SourceCard:
    """The card of these faces; ``printed`` are the names of those before."""
    face = faces[0]
    key = name
    try:
        identifiers = face.get("identifiers")
        if isinstance(identifiers, dict):
            key = optional_text(identifiers, "scryfallOracleId") or name
        layout = optional_text(face, "layout")
        if layout in UNPLAYED:
            raise Declined("form", f"the layout {layout}")
        if len(faces) > 1 or face.get("side") is not None:
            raise Declined("faces", f"the layout {layout}")
        if name in printed:
            raise Declined("again", "printed before")
        printed.add(name)
        return SourceCard(place, key, name, table_of(name, face, KEYS))
    except Declined as declined:
        return SourceCard(place, key, name, {}, declined.decline)


SOURCE: Final = Mtgjson()
