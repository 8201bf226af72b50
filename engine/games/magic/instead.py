"""Keywords that let a spell's mana be paid otherwise: convoke (702.51), delve (702.66), improvise (702.126)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards.definitions import COLOR_OF
from engine.cards.mana_symbols import BIT, GENERIC
from engine.state.cost_rule import GONE, TAP

if TYPE_CHECKING:
    from engine.state.cost_rule import StandIn
    from engine.state.game import Game
    from engine.state.records import Object

INSTEAD: Final = ("convoke", "delve", "improvise")
TAPPED: Final = {"convoke": "creature", "improvise": "artifact"}
"""The permanents that are tapped for a unit of mana."""


def stand_ins(game: Game, seat: int, subject: int, by: tuple[str, ...]) -> list[StandIn]:
    """The things that could be tapped or exiled rather than pay a unit of mana for the spell ``subject``."""
    found: list[StandIn] = []
    for keyword in by:
        if keyword == "delve":
            cards = game.content("graveyard", seat)
            found.extend((keyword, GONE, ident, GENERIC) for ident in cards if ident != subject)
            continue
        known = {one[2] for one in found}  # what convokes could as well improvise, but not both
        found.extend(
            (keyword, TAP, obj.id, GENERIC | (_colors(obj) if keyword == "convoke" else 0))
            for obj in game.battlefield()
            if obj.controller == seat and not obj.tapped and TAPPED[keyword] in obj.words and obj.id not in known
        )
    return found


def _colors(obj: Object) -> int:
    """702.51a: a creature pays for mana of its colours, and any for generic mana."""
    mask = 0
    for symbol, color in COLOR_OF.items():
        if color in obj.words:
            mask |= BIT[symbol]
    return mask
