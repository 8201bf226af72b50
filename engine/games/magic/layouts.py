"""The layouts of Magic cards with several faces (709, 712, 715, 720): which face is played, and where its card goes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from engine.queries.faces import is_facedown, may_look_beneath, own_number, place_of_face, shows_own_face
from engine.state.records import NOBODY

if TYPE_CHECKING:
    from engine.cards.register import Print
    from engine.state.game import Game
    from engine.state.records import Object, Plain

ADVENTURE: Final = "adventure"
OMEN: Final = "omen"
MODAL: Final = "modal"
SPLIT: Final = "split"
PREPARED: Final = "prepared"
CLEAVE: Final = "cleave"
"""702.148: the other face is the card without the words in square brackets, for its cleave cost."""
OVERLOAD: Final = "overload"
"""702.96: the other face is the card with "each" for "target", for its overload cost."""
BESTOW: Final = "bestow"
"""702.103: the other face is the Aura as which the card is cast for its bestow cost."""
REWRITTEN: Final = (CLEAVE, OVERLOAD, BESTOW)
"""Layouts of cards with another text for the cost of the keyword that is called so."""
ROOM: Final = "room"
FACED: Final = ""
"""A card with morph: its other face is the back with which it may be cast facedown."""
_PLAYED: Final = {
    **dict.fromkeys((FACED, ADVENTURE, OMEN, MODAL, *REWRITTEN), (0, 1)),
    **dict.fromkeys((SPLIT, ROOM), (1, 2)),
}
"""The faces of which a player chooses one to play (709.3, 712.11b, 715.3, 720.3); of other layouts it is the front."""
OWN: Final = (0,)


def faces_to_play(printed: Print) -> tuple[int, ...]:
    """The places of the faces as which a card may be played."""
    return _PLAYED.get(printed.definition.layout, OWN) if printed.faces else OWN


def number_to_play(game: Game, seat: int, obj: Object) -> int:
    """The number of the card as which a seat plays an object: what lies facedown in exile is the card beneath."""
    lies = obj.zone == "exile" and is_facedown(game, obj) and may_look_beneath(game, obj, seat)
    return obj.real if lies else obj.card


class ShownAs:
    """A card that is not in play is another of its faces in this block, and nothing of it is written.

    A card that lies facedown in exile is itself to the ``seat`` that plays it, if that seat may look at it.

    Only the face that is to be played is evaluated to see whether it can be (709.3a, 712.11c, 715.3a, 720.3a).
    """

    __slots__ = ("_face", "_game", "_kept", "_obj")

    def __init__(self, game: Game, obj: Object, place: int, seat: int = NOBODY) -> None:
        number = obj.card if seat == NOBODY else number_to_play(game, seat, obj)
        faces = game.prints[number].faces
        self._game = game
        self._obj = obj
        self._face = faces[place] if place else number if number != obj.card else NOBODY
        self._kept = _values(obj)

    def __enter__(self) -> Object:
        if self._face != NOBODY:
            self._game.part()
            printed = self._game.prints[self._face]
            told = (self._face, printed.name, printed.definition.mana_value)
            _show(self._obj, (told, printed.characteristics))
        return self._obj

    def __exit__(self, *_: object) -> None:
        if self._face != NOBODY:
            _show(self._obj, self._kept)


class AsItLies(ShownAs):
    """A card of a zone out of play is in this block what it is there, also while it is shown as another face of it."""

    __slots__ = ()

    def __init__(self, game: Game, obj: Object) -> None:
        super().__init__(game, obj, 0)
        faces = game.prints[obj.card].faces
        self._face = faces[0] if faces and faces[0] != obj.card else NOBODY


Values: TypeAlias = "tuple[tuple[int, str, int], Plain]"
"""The number, name and mana value of what an object shows, and its characteristics as a print has them."""


def _values(obj: Object) -> Values:
    characteristics = (obj.words, obj.keywords, obj.abilities, obj.power, obj.toughness, obj.level, obj.stats)
    return (obj.card, obj.name, obj.value), characteristics


def _show(obj: Object, values: Values) -> None:
    (obj.card, obj.name, obj.value), characteristics = values
    obj.words, obj.keywords, obj.abilities, obj.power, obj.toughness, obj.level, obj.stats = characteristics


def face_on_stack(game: Game, card: Object) -> str:
    """The layout as whose inset face a spell was cast, "" of all other spells (715.3b, 720.3b)."""
    layout = game.prints[card.card].definition.layout
    return layout if layout in (ADVENTURE, OMEN) and place_of_face(game, card) else ""


def face_up(game: Game, card: Object) -> int:
    """708.4, 712.13: the number of the face with which a spell enters, if it is not its card's own."""
    is_turned = card.card != own_number(card) and (shows_own_face(game, card) or is_facedown(game, card))
    return card.card if is_turned else NOBODY
