"""An event about to happen, as data that replacement and prevention effects may change before it does.

Kinds, and what a text that watches them calls them (``Would.event``):

    move      an object or the top of a library goes to ``zone``       enter, leave, die, graveyard, discard
    create    one token enters                                         enter
    tokens    ``amount`` tokens are created; opens into ``create``     tokens
    destroy   a permanent is destroyed; opens into ``move``            destroy
    damage    ``amount`` damage to a permanent or player               damage
    draw, gain, lose, counters, untap, step                            the same

Mutable while it is worked on, a tuple in state: ``to_plain`` and ``from_plain``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from engine.state.last_known import NEW, OnlyId, known
from engine.state.occurred import TriggerEvent
from engine.state.records import NOBODY, Object, Plain, Player, Record

if TYPE_CHECKING:
    from engine.state.decisions import Answer
    from engine.state.last_known import Last, LastOrId
    from engine.state.records import Object

Key = tuple[int, ...]
"""The effect that was applied: one of a permanent's (source, text, which), or a shield's (serial)."""


FIELDS: Final = (
    "amount",
    "answers",
    "applied",
    "attached",
    "bottom",
    "card",
    "cause",
    "chosen",
    "combat",
    "controller",
    "copying",
    "counters",
    "facing",
    "host",
    "is_off",
    "item",
    "joins",
    "kind",
    "last",
    "name",
    "now",
    "origin",
    "paid",
    "seat",
    "shuffled",
    "source",
    "subject",
    "tapped",
    "zone",
)


class Prospect:
    """One event.

    ``subject`` is the id of the object or player it happens to, 0 for a card of a library (then ``card`` is its place
    from the top) or a token (its card number); ``seat`` the affected player, or who controls the affected object.
    ``origin`` and ``zone`` are where it comes from and goes (a card drawn, to the hand unless it says where);
    ``controller`` whose it becomes, or who puts counters; ``attached`` the id of what an arrival enters attached to,
    ``facing`` the seat that it lies before then, ``paid`` the costs that count as paid for a token. ``cause`` is the
    verb, past tense. Of damage ``source`` and ``last`` are what deals it.
    ``name`` is that of counters. ``item`` is what makes it happen, ``host`` the place in its batch of the arrival it is
    part of (-1: none). ``applied`` are the effects that have had their one opportunity (614.5), ``now`` the one chosen
    whose questions are being asked, ``answers`` what was answered. ``is_off``: it will not happen.
    """

    __slots__ = FIELDS

    def __init__(self, kind: str, subject: int, seat: int, amount: int = 1) -> None:
        self.kind = kind
        self.subject = subject
        self.seat = seat
        self.amount = amount
        self.card = NOBODY
        self.origin = ""
        self.zone = ""
        self.controller = NOBODY
        self.copying = NOBODY
        self.bottom = False
        self.shuffled = False
        self.tapped = False
        self.counters: tuple[tuple[str, int], ...] = ()
        self.chosen: tuple[tuple[str, object], ...] = ()
        self.cause = ""
        self.source = 0
        self.last: Last = ()
        self.name = ""
        self.item = 0
        self.joins = 0
        self.attached = 0
        self.facing = NOBODY
        self.paid: tuple[tuple[str, int], ...] = ()
        self.combat = False
        self.applied: tuple[Key, ...] = ()
        self.now: Key = ()
        self.answers: tuple[Answer, ...] = ()
        self.host = NOBODY
        self.is_off = False

    def to_plain(self) -> Plain:
        """As a tuple, the form in which the agenda holds it: in the order of ``FIELDS``."""
        return (
            self.amount,
            self.answers,
            self.applied,
            self.attached,
            self.bottom,
            self.card,
            self.cause,
            self.chosen,
            self.combat,
            self.controller,
            self.copying,
            self.counters,
            self.facing,
            self.host,
            self.is_off,
            self.item,
            self.joins,
            self.kind,
            self.last,
            self.name,
            self.now,
            self.origin,
            self.paid,
            self.seat,
            self.shuffled,
            self.source,
            self.subject,
            self.tapped,
            self.zone,
        )

    @staticmethod
    def from_plain(plain: Plain) -> Prospect:
        """Read an event from ``to_plain``."""
        happening = Prospect("", 0, NOBODY)
        (
            happening.amount,
            happening.answers,
            happening.applied,
            happening.attached,
            happening.bottom,
            happening.card,
            happening.cause,
            happening.chosen,
            happening.combat,
            happening.controller,
            happening.copying,
            happening.counters,
            happening.facing,
            happening.host,
            happening.is_off,
            happening.item,
            happening.joins,
            happening.kind,
            happening.last,
            happening.name,
            happening.now,
            happening.origin,
            happening.paid,
            happening.seat,
            happening.shuffled,
            happening.source,
            happening.subject,
            happening.tapped,
            happening.zone,
        ) = plain
        return happening


TAKEN: Final = "taken"
"""The cause of damage that is a cost, and paid only if all of it is taken: its item is told so, and by whom."""
PLAYED: Final = "played"
"""The cause of the move of a land that is played, and the name of that event (116.2a)."""
CONSEQUENTIAL: Final = "consequential"
"""The cause of damage that a character takes of what it has done itself, where a text asks for it."""
DESIGNATED: Final = "designated"
"""Beside an arrival: the designation with which it enters."""
UNPREVENTABLE: Final = "unpreventable"
"""The name of damage that can't be prevented."""
FOR_GOOD: Final = "for good"
"""The name of a destruction that can't be regenerated from (701.19c)."""


def putting(bearer: Object | Player, name: str, number: int, by: int = NOBODY) -> Prospect:
    """Counters are put on an object or player ``by`` a seat."""
    seat = bearer.seat if isinstance(bearer, Player) else bearer.controller
    each = Prospect("counters", bearer.id, seat, number)
    each.name, each.controller = name, by
    return each


BURIED: Final = "buried "
"""Before the zone to which a spell goes that would be put into a graveyard, and goes anywhere else as any other."""


def _bound_for(obj: Object, zone: str) -> str:
    """The zone to which a spell goes that is bound to go elsewhere from the stack."""
    if not obj.leaves.startswith(BURIED):
        return obj.leaves
    return obj.leaves.removeprefix(BURIED) if zone == "graveyard" and obj.zone == "stack" else zone


def moving(obj: Object, zone: str, *, controller: int = NOBODY, cause: str = "") -> Prospect:
    """An object goes to a zone."""
    happening = Prospect("move", obj.id, obj.controller)
    happening.card = obj.card
    happening.origin = obj.zone
    happening.zone = _bound_for(obj, zone) if obj.leaves else zone
    happening.controller = controller
    happening.cause = cause
    return happening


class Happening:
    """Something that happened, once: to ``obj`` (it may have left its zone; ``became`` is its new id), by ``seat``.

    ``other`` is what else has a part in it, ``how`` what is to be said of it: which step, what counter, "combat";
    several things with a comma between them. ``by`` is the seat that puts counters.
    """

    __slots__ = ("amount", "became", "by", "how", "obj", "other", "seat")

    def __init__(
        self,
        obj: Object | None,
        seat: int,
        amount: int = 0,
        *,
        became: int = 0,
        other: Record | None = None,
        how: str = "",
    ) -> None:
        self.obj = obj
        self.seat = seat
        self.amount = amount
        self.became = became
        self.other = other
        self.how = how
        self.by = NOBODY

    def event(self, name: str) -> TriggerEvent:
        """As a waiting ability keeps it."""
        other = self.other
        last: LastOrId = ()
        if other is not None:
            last = known(other) if isinstance(other, Object) else NEW(OnlyId, (other.id,))
        what: Last = known(self.obj, self.became) if self.obj is not None else ()
        return NEW(TriggerEvent, (name, self.seat, what, self.amount, last, 0))


def way_of_damage(each: Prospect, in_combat: str) -> str:
    """The way in which damage is dealt, as texts ask for it: by an attack, or as a consequence of what was done."""
    return in_combat if each.combat else each.cause if each.cause == CONSEQUENTIAL else ""
