"""Obedience: whether an ally does what its player would have it do; pride has it refuse (Obedience, Pride)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.abilities import Keyword
from engine.cards.edition import MENDED
from engine.errors import Refusal
from engine.games.grand_archive.elements import champion_of
from engine.sentences import said

if TYPE_CHECKING:
    from engine.state.game import Game
    from engine.state.records import Object

PRIDE: Final = "pride"


def pride_of(game: Game, obj: Object) -> int:
    """The level that an object asks of its player's champion: of several instances the highest; 0 if it asks none."""
    if PRIDE not in obj.keywords:
        return 0
    abilities = (game.texts[number].ability for number in obj.abilities)
    return max((own.value for own in abilities if isinstance(own, Keyword) and own.name == PRIDE), default=0)


def disobedience(game: Game, obj: Object) -> Refusal | None:
    """The reason that an ally does not obey its player; none if it does."""
    asked = pride_of(game, obj) if "ally" in obj.words and game.edition >= MENDED else 0
    if not asked:
        return None
    champion = champion_of(game, obj.controller)
    if champion is not None and champion.level >= asked:
        return None
    return Refusal(
        "Obedience 1",
        "disobeys",
        said(
            "grand-archive.reason_disobeys",
            "{name} obeys the player of a champion of level {n} or higher",
            name=obj.name,
            n=asked,
        ),
    )
