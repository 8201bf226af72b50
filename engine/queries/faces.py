"""The faces of a card: which one an object shows, and what it would show once it were turned over.

An object shows the print of its ``card``; in truth it is that of its ``real`` number, where that differs. Both belong
to a card with several faces. An object that merely copies a face has only what it copies.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.cards.definitions import FACEDOWN, FACEUP
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.cards.register import Print
    from engine.state.game import Game
    from engine.state.records import Object


def own_number(obj: Object) -> int:
    """The number of the card that an object is in truth."""
    return obj.card if obj.real == NOBODY else obj.real


FLEETING: Final = frozenset(("instant", "sorcery"))
"""Types of faces that are never up in the arena."""
COPIED: Final = "copied"
"""Beside what lies facedown: the number of the card that it is a copy of, which it is again face up."""


def number_beneath(obj: Object) -> int:
    """The number of the card that an object is once it lies face up."""
    copied = dict(obj.extra).get(COPIED)
    return copied if isinstance(copied, int) else own_number(obj)


def is_facedown(game: Game, obj: Object) -> bool:
    """Whether the card of an object lies facedown, where only some may look at it."""
    return obj.real != NOBODY and FACEDOWN in game.prints[obj.card].definition.words


def has_name(game: Game, obj: Object) -> bool:
    """Whether an object has a name: what lies facedown has none, nor has a copy of it (708.2a)."""
    return {FACEDOWN, FACEUP}.isdisjoint(game.prints[obj.card].definition.words)


def may_look_beneath(game: Game, obj: Object, seat: int) -> bool:
    """Whether a seat may look at the card that lies facedown: its controller may, and all once it is shown."""
    return obj.shown or obj.controller == seat


def copied_number(game: Game, obj: Object) -> int:
    """The number of what copies of an object show; a copy of a spell that is face up shows the face it was cast as."""
    own = game.prints[obj.card].copied
    return obj.card if own == NOBODY or (obj.zone != game.arena and not is_facedown(game, obj)) else own


def place_of_face(game: Game, obj: Object) -> int:
    """Which of its card's faces an object shows: 0 is the card's own."""
    shown = game.prints[obj.card]
    return next((place for place, number in enumerate(shown.faces) if game.prints[number] is shown), 0)


def shows_own_face(game: Game, obj: Object) -> bool:
    """Whether an object is what it is in truth, or another face of that, and no copy of something else."""
    shown, own = game.prints[obj.card], game.prints[own_number(obj)]
    return shown is own or (bool(own.faces) and shown.faces == own.faces)


def other_face(game: Game, obj: Object) -> int:
    """The card number of the face to which an object may be turned over, -1 if there is none.

    All cards of one print turn to the same number: which of them it was stands in ``real``.
    """
    return back_of(game, obj.card) if shows_own_face(game, obj) else NOBODY


def back_of(game: Game, card: int) -> int:
    """The number of the other face of a card of two, whatever object shows it; -1 if it has none."""
    shown = game.prints[card]
    return next((n for n in shown.faces if game.prints[n] is not shown), NOBODY) if shown.turns else NOBODY


def other_print(game: Game, obj: Object) -> Print | None:
    """The face to which an object may be turned over, none if there is none."""
    number = other_face(game, obj)
    return game.prints[number] if number != NOBODY else None


def back_to_enter(game: Game, obj: Object) -> int:
    """The number of the back face with which a card can enter, -1 if it has none."""
    own = game.prints[own_number(obj)]
    back = own.faces[1] if own.turns and not obj.token else NOBODY
    return back if back != NOBODY and FLEETING.isdisjoint(game.prints[back].definition.words) else NOBODY
