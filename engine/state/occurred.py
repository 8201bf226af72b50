"""Past events as records: in the log, in abilities that wait for them, and kept for the rest of the turn.

Each is immutable and compares by value. ``engine.state.dump`` says how they are written.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from engine.state.last_known import Last, LastKnown, LastOrId

GONE: Final = "gone"
"""In place of an event's name: an ability waited for it whose source is gone since."""
SEVERAL: Final = "several"
"""In place of an event's name: an ability could be used about several, of which its player chooses one."""


class LoggedEvent:
    """An event as the log states it; immutable.

    ``ident`` is the id of the object it happened to, ``more`` what that became or what else there is to say, ``beside``
    the id of what else has a part in it: 0 if nothing has, none for an event that never has such a part.
    """

    __slots__ = ("amount", "beside", "ident", "more", "name", "seat")

    def __init__(
        self, name: str, seat: int, ident: int, amount: int, more: int | str, beside: int | None = None
    ) -> None:
        self.name = name
        self.seat = seat
        self.ident = ident
        self.amount = amount
        self.more = more
        self.beside = beside


class TriggerEvent(NamedTuple):
    """An event as an ability that it triggered keeps it.

    ``seat`` acted, or it befell that player; ``what`` it happened to, ``other`` is on its other side: what was blocked,
    dealt damage, targeted. ``later`` is the id of the delayed ability that it triggered, 0 for any other ability.
    """

    name: str
    seat: int
    what: Last
    amount: int
    other: LastOrId
    later: int = 0


class SeveralEvents(NamedTuple):
    """Those that an ability could be used about."""

    events: tuple[TriggerEvent, ...]


class PastEvent(NamedTuple):
    """An event of this turn that some text asks about."""

    name: str
    seat: int
    what: Last
    amount: int


class NotedEvent(NamedTuple):
    """An event that may be responded to; ``how`` is what else is to be said of it."""

    name: str
    seat: int
    what: Last
    amount: int
    other: LastOrId
    how: str


class GoneSource(NamedTuple):
    """An ability that waited for an event and whose source is gone since; ``name`` is ``GONE``."""

    name: str
    seat: int
    source: int
    text: int
    known: LastKnown
    event: TriggerEvent


class Trigger(NamedTuple):
    """A triggered ability that waits to be put on the stack, with its source as it was at the event."""

    controller: int
    source: int
    text: int
    known: Last
    event: TriggerEvent


ON_STACK: Final = "@"


class NamedObject(NamedTuple):
    """An object as an answer is remembered to have named it."""

    id: int
    name: str
    zone: str


class OnStack(NamedTuple):
    """An item as an answer is remembered to have named it: its place on the stack; ``mark`` is ``ON_STACK``."""

    mark: str
    place: int


Named = NamedObject | OnStack | int


class Spoken(NamedTuple):
    """An answer that names objects by id, name and zone, items by their place on the stack."""

    do: str
    refs: tuple[Named, ...]
    amounts: tuple[Named, ...]
    plan: tuple[Spoken, ...]


class ToldAnswer(NamedTuple):
    """An answer of this step: by whom to what kind of question, as spoken, and at which stack if it was an action."""

    seat: int
    kind: str
    spoken: Spoken
    stack: tuple[tuple[str, int], ...]


class Repetition(NamedTuple):
    """A loop that is being repeated: the next answer, after how many it ends, and the signature of its beginning."""

    loop: tuple[ToldAnswer, ...]
    at: int
    end: int
    before: str


class Barred(NamedTuple):
    """A choice that a seat may not make once more, as it has repeated it."""

    seat: int
    do: str
    refs: tuple[int, ...]


class Ending(NamedTuple):
    """The end of a game: the seats that won, the code of the reason, and the reason in words."""

    winners: tuple[int, ...]
    code: str
    reason: str


class BegunAbility(NamedTuple):
    """An ability that a seat began, and the signature of the position before."""

    seat: int
    source: int
    text: int
    before: str


def source_name(trigger: Trigger) -> str:
    """The name of the source of a triggered ability, as it is or was."""
    assert trigger.known
    return trigger.known.name


About = TriggerEvent | SeveralEvents | tuple[()]
"""The event that triggered an ability or that it is used about, nothing for any other."""
Noted = NotedEvent | GoneSource
"""An event that has just happened and may be responded to."""
