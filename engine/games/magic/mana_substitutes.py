"""Keywords that let mana be paid otherwise.

Of spells convoke (702.51), delve (702.66), improvise (702.126); of the costs of abilities waterbend (701.67).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards.definitions import COLOR_OF
from engine.cards.mana_symbols import BIT, GENERIC
from engine.state.cost_rule import GONE, TAP, StandIn, Substitute

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object


class Delve(Substitute):
    """702.66a: cards of the graveyard are exiled, each for generic mana."""

    __slots__ = ()
    digs = True

    def stand_ins(self, game: Game, seat: int, subject: int) -> list[StandIn]:
        cards = game.content("graveyard", seat)
        return [StandIn("delve", GONE, ident, GENERIC) for ident in cards if ident != subject]


class Tapping(Substitute):
    """Untapped permanents with a word are tapped, each for generic mana, or by ``colored`` for its colours too."""

    __slots__ = ("colored", "verb", "words")

    def __init__(self, verb: str, *words: str, colored: bool = False) -> None:
        self.verb = verb
        self.words = frozenset(words)
        self.colored = colored

    def stand_ins(self, game: Game, seat: int, subject: int) -> list[StandIn]:
        return [
            StandIn(self.verb, TAP, obj.id, GENERIC | (_colors(obj) if self.colored else 0))
            for obj in game.battlefield()
            if obj.controller == seat and not obj.tapped and not self.words.isdisjoint(obj.words)
        ]


WATERBEND: Final = "waterbend"
INSTEAD: Final[dict[str, Substitute]] = {
    "convoke": Tapping("convoke", "creature", colored=True),
    "delve": Delve(),
    "improvise": Tapping("improvise", "artifact"),
    WATERBEND: Tapping(WATERBEND, "artifact", "creature"),
}


def _colors(obj: Object) -> int:
    """702.51a: a creature pays for mana of its colours, and any for generic mana."""
    mask = 0
    for symbol, color in COLOR_OF.items():
        if color in obj.words:
            mask |= BIT[symbol]
    return mask
