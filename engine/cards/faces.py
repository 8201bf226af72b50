"""Cards with more than one face: which tables a card's table holds, and what a layout makes of the faces.

A card with several faces is one card. Its table is that of the face it has wherever nothing says otherwise; under
``faces`` stand the tables of the others, and ``layout`` is the game's name for how they belong together. Each face has
a definition of its own. A match numbers all of them, so that an object can be any of them and still be the same card.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

    from engine.cards.definitions import CardDef, Table
    from engine.text.layouts import Layout
    from engine.text.words import Vocabulary

FACES: Final = "faces"
LAYOUT: Final = "layout"
OTHER_FACE: Final = "other face"
"""The field of a card that is one face of a card of two: the name of the card that is the other."""
OF_FACES: Final = (FACES, LAYOUT)
"""The fields of a card's table that no face beside it has."""


def named_face(definition: CardDef) -> str:
    """The name of the card that is the other face of this one, where each face is a card by itself; else ""."""
    return str(dict(definition.extra).get(OTHER_FACE, ""))


def face_tables(table: Table) -> tuple[Table, ...]:
    """The tables of the faces beside the card's own; none where they are no list of tables."""
    faces = table.get(FACES)
    if not isinstance(faces, list) or not all(isinstance(face, dict) for face in faces):
        return ()
    return tuple(faces)


def layout_of(layouts: Mapping[str, Layout], table: Table) -> Layout | None:
    """The layout of a card with several faces; none of a card with one."""
    return layouts.get(str(table.get(LAYOUT))) if FACES in table else None


def strange_faces(vocabulary: Vocabulary, table: Table) -> str:
    """The fault of a card's faces as a whole; "" if they have none."""
    if FACES not in table and LAYOUT not in table:
        return ""
    faces, layout = face_tables(table), layout_of(vocabulary.layouts, table)
    if layout is None:
        return f"faces have a layout, one of {', '.join(sorted(vocabulary.layouts))}"
    if len(faces) != layout.others:
        return f"{layout.others} faces are wanted beside the card's own, not {len(faces)}"
    if any(key in face for face in faces for key in OF_FACES):
        return "a face has no faces"
    return ""
