"""The layouts of Magic cards, under the names of the rules (709-716), whatever their sources call them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards.card_sources import Declined
from engine.games.magic.language.vocabulary import VOCABULARY

if TYPE_CHECKING:
    from collections.abc import Sequence

UNPLAYED: Final = frozenset(
    {"art_series", "double_faced_token", "emblem", "planar", "reversible_card", "scheme", "token", "vanguard"}
)
"""Layouts of what no deck holds."""
SINGLE: Final = frozenset({"meld", "flip"})
"""Layouts that ask for rules of their own, though a record may have one face."""
PARTS: Final = 2
"""The faces of a card of any of the layouts that are played here."""
_CALLED: Final = {
    "modal_dfc": "modal",
    "modaldoublefacedpermanent": "modal",
    "modaldoublefacedcard": "modal",
    "doublefacedcreature": "transform",
    "doublefacedpermanent": "transform",
    "prepare": "prepared",
    "with parts": "prepared",
    "face": "split",
}
_BY_TYPE: Final = (("room", "room"), ("adventure", "adventure"), ("omen", "omen"))
"""Words of a type line that only the cards of one layout have (715, 709.5)."""
_AFTERMATH: Final = "aftermath"


def layout_of(told: str, types: Sequence[str], texts: Sequence[str]) -> str:
    """The layout of a card with several faces.

    Args:
        told: how the source calls it.
        types: the type lines of the faces.
        texts: their texts.
    """
    words = {word.lower() for line in types for word in line.split()}
    layout = next((layout for word, layout in _BY_TYPE if word in words), "")
    if layout:
        return layout
    if any(text.lower().startswith(_AFTERMATH) for text in texts):
        return _AFTERMATH
    return _CALLED.get(told.lower(), told)


def check_faces(layout: str, faces: int) -> None:
    """Raise ``Declined`` for a card whose faces are not played here."""
    if layout not in VOCABULARY.layouts or faces != PARTS:
        raise Declined("faces", f"the layout {layout}")
