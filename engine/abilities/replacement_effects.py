"""Replacement and prevention effects: what would happen, and what happens instead.

An effect is applied to one event, and its ``changes`` say what of the event becomes different, in order; what it does
besides is its ``body``, carried out afterwards ("prevent that damage and ...") or, if the event does not happen, in its
place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from engine.abilities.nouns import Amount, Compare, Filter, Ref
from engine.abilities.records import record

if TYPE_CHECKING:
    from engine.abilities.costs import Cost
    from engine.abilities.instructions import Modify
    from engine.abilities.printed_abilities import Body


WouldEvent: TypeAlias = (
    Literal["", "enter", "leave", "die", "exile", "graveyard", "discard", "destroy", "sacrifice", "damage"]
    | Literal["draw", "gain", "lose", "tokens", "counters", "untap", "step"]
)
"""The event that would happen: "exile" from play, "graveyard" from anywhere, "gain" and "lose" life.

"" is whatever is interrupted.
"""


@record(frozen=True, slots=True)
class Would:
    """An event that would happen.

    ``what`` is whom or what it would
    happen to, none: whomever. ``by`` is the source of damage. ``kind``: "combat" or "noncombat" damage, the name of
    counters or of what begins ("draw step", "turn"), what enters "uncast", what an "opponent" makes one discard.
    """

    event: WouldEvent
    what: Ref | None = None
    by: Ref | None = None
    kind: str = ""


@record(frozen=True, slots=True)
class Never:
    """It does not happen."""


@record(frozen=True, slots=True)
class Goes:
    """The card goes to ``zone`` instead ("exile", "hand", "library top", "library bottom", "library" shuffled).

    ``reveal``: it is revealed first. ``noted``: what is noted beside it there.
    """

    zone: str
    reveal: bool = False
    noted: str = ""


@record(frozen=True, slots=True)
class Enters:
    """It enters ``tapped`` ("tapped", "untapped", "" as it would) and with ``amount`` counters called ``counter``.

    ``designated``: with this designation. ``transformed``: with its other face up.
    """

    tapped: Literal["", "tapped", "untapped"] = ""
    counter: str = ""
    amount: Amount = 0
    designated: str = ""
    transformed: bool = False


@record(frozen=True, slots=True)
class Copies:
    """It enters as a copy of one that fits, chosen by its controller, but for ``more``, copied too (707.9a)."""

    what: Filter
    more: Modify | None = None


EntryChoice: TypeAlias = Literal["color", "type", "basic land type", "opponent", "player"]


@record(frozen=True, slots=True)
class Chooses:
    """As it enters its controller chooses ``what``.

    A "color", a creature "type", a "basic land type", an "opponent" or a "player".

    ``besides``: words that may not be chosen.
    """

    what: EntryChoice
    besides: tuple[str, ...] = ()


@record(frozen=True, slots=True)
class Under:
    """It enters under the control of an opponent of its controller's choice."""


@record(frozen=True, slots=True)
class Scaled:
    """As much as it would be, ``times`` as much, plus ``plus``."""

    times: int = 1
    plus: Amount = 0


@record(frozen=True, slots=True)
class Prevented:
    """``amount`` of the damage is prevented, -1: all of it but ``spared``."""

    amount: Amount = -1
    spared: Amount = 0


@record(frozen=True, slots=True)
class Redirected:
    """The damage is dealt to ``to`` instead."""

    to: Ref


@record(frozen=True, slots=True)
class Spared:
    """Instead of being destroyed it loses all damage; ``regenerated``: it also becomes tapped and leaves combat."""

    regenerated: bool = False


@record(frozen=True, slots=True)
class ShowsKin:
    """As it enters its controller reveals any number of cards in hand that share a creature type with it.

    It enters with ``amount`` counters called ``counter`` for each.
    """

    counter: str
    amount: int


Change: TypeAlias = (
    Never | Goes | Enters | Copies | Chooses | Under | Scaled | Prevented | Redirected | Spared | ShowsKin
)


@record(frozen=True, slots=True)
class Replacement:
    """If ``would`` happens, it is changed by ``changes``, and ``body`` is carried out.

    ``optional``: its controller, or of what enters the one who controls it, may. ``cost``: by paying it, or with
    ``unless`` by not paying it.
    """

    would: Would
    changes: tuple[Change, ...]
    body: Body | None = None
    condition: Compare | None = None
    optional: bool = False
    cost: Cost = ()
    unless: bool = False
