"""Instructions about cards of a library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from engine.abilities.nouns import YOU, Amount, Filter, Ref
from engine.abilities.records import record

if TYPE_CHECKING:
    from engine.abilities.instructions import Move


@record(frozen=True, slots=True)
class Look:
    """You look at cards from the top of a library, or with ``reveal`` reveal them; what follows sorts them."""

    amount: Amount
    reveal: bool = False
    whose: Ref = YOU


@record(frozen=True, slots=True)
class Peek:
    """You look at ``amount`` cards of ``whose`` "library" from the top, or of another zone (none: all of it).

    The cards stay where they are. ``at_random``: chance picks the cards. On the "battlefield" it is the one face-down
    object ``whose`` means.
    """

    whose: Ref
    amount: Amount | None = None
    zone: Literal["hand", "library", "memory", "battlefield"] = "hand"
    at_random: bool = False


@record(frozen=True, slots=True)
class RevealUntil:
    """You reveal cards from the top of your library until ``count`` of them fit; what follows sorts them.

    ``exiled``: you exile them instead. ``whose``: another player does, with cards of their own library.
    """

    what: Filter
    count: Amount = 1
    exiled: bool = False
    whose: Ref = YOU


@record(frozen=True, slots=True)
class RevealHand:
    """``who`` reveals the cards in hand."""

    who: Ref = YOU


@record(frozen=True, slots=True)
class RevealCards:
    """Cards of a zone that not everybody sees into are revealed: ``what``, by ``who``."""

    what: Ref
    who: Ref = YOU


@record(frozen=True, slots=True)
class RevealDrawn:
    """You reveal the cards that the instruction just before had you draw."""


@record(frozen=True, slots=True)
class ChooseRevealed:
    """``who`` chooses ``count`` of the revealed cards that fit, with ``up_to`` so many or fewer."""

    what: Filter
    count: Amount = 1
    up_to: bool = False
    who: Ref = YOU


@record(frozen=True, slots=True)
class PutAmong:
    """``count`` of the cards looked at that fit ``what`` go where ``place`` says; no ``count``: all that fit.

    With ``up_to`` so many or fewer, -1 any number; ``reveal``: they are revealed. ``whose`` they are.
    """

    place: Move
    what: Filter | None = None
    count: Amount | None = 1
    up_to: bool = False
    reveal: bool = False
    whose: Ref = YOU


@record(frozen=True, slots=True)
class PutRest:
    """The cards looked at that are still there go where ``place`` says; ``whose`` they are.

    ``as_they_were``: on top of the library in the order in which they lay there.
    """

    place: Move
    whose: Ref = YOU
    as_they_were: bool = False


@record(frozen=True, slots=True)
class Separate:
    """``who`` separates the cards looked at into two piles; ``face_down``: one is face down and the other face up."""

    who: Ref = YOU
    face_down: bool = False


@record(frozen=True, slots=True)
class ChoosePile:
    """``who`` chooses one of the two piles."""

    who: Ref = YOU


@record(frozen=True, slots=True)
class PutPiles:
    """The chosen pile goes where ``place`` says, the other one where ``other`` does; ``one``: you choose now."""

    place: Move
    other: Move
    one: bool = False


@record(frozen=True, slots=True)
class Scry:
    """Look at cards from the top, put any number ``to`` the bottom (scry) or the graveyard (surveil)."""

    amount: Amount
    to: Literal["library bottom", "graveyard"] = "library bottom"


@record(frozen=True, slots=True)
class Search:
    """``who`` searches the library for ``count`` cards that fit, puts them into ``zone`` and shuffles.

    A card for "library top" is put there after that. ``up_to``: the text lets the player find fewer.
    ``top``: only that many cards from the top are searched; ``discards``: so is the discard pile. ``pair``: it is the
    "first" half of one search for two cards of a kind each, of which the "second" puts both where they go.
    """

    what: Filter
    zone: str
    count: Amount = 1
    tapped: bool = False
    reveal: bool = True
    who: Ref = YOU
    other: str = ""
    up_to: bool = False
    top: Amount = 0
    discards: bool = False
    pair: Literal["", "first", "second"] = ""


@record(frozen=True, slots=True)
class Shuffle:
    """``who`` shuffles the library."""

    who: Ref = YOU


@record(frozen=True, slots=True)
class Explore:
    """The creature ``what`` explores."""

    what: Ref
