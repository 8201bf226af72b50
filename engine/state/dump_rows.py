"""Dumps of records that stand for rows: arrays, in an order that their classes have no say in.

``ORDER`` fixes which field stands where. A field that was added later is left out while it has its default, so that
what was dumped and hashed before it was there stays the same.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from engine.cards.mana_symbols import Special
from engine.state.decisions import Answer
from engine.state.dump_names import KINDS, LAYOUTS
from engine.state.frames import (
    HappensFrame,
    KeepFrame,
    OccurrenceFrame,
    PutFrame,
    ShortcutFrame,
    TriggersFrame,
    WouldFrame,
)
from engine.state.last_known import LastKnown, OnlyId
from engine.state.lasting import (
    AddedText,
    BlockEffect,
    ControlEffect,
    MayPlayEffect,
    Modification,
    ModifyEffect,
    NextAttackEffect,
    PlayerGainsEffect,
    ReturnEffect,
    Shield,
    Until,
)
from engine.state.occurred import (
    GONE,
    ON_STACK,
    SEVERAL,
    Barred,
    BegunAbility,
    Ending,
    GoneSource,
    LoggedEvent,
    NamedObject,
    NotedEvent,
    OnStack,
    PastEvent,
    Repetition,
    SeveralEvents,
    Spoken,
    ToldAnswer,
    Trigger,
    TriggerEvent,
)
from engine.state.play_notes import MadeMana, PaidNumber, PaidObject, Victim
from engine.state.proposed_events import FIELDS as PROSPECT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from engine.state.frames import Frame, FrameKind

ORDER: Final[dict[type, str]] = {
    LastKnown: "id name controller owner power toughness value words keywords became number counters tapped attacking"
    " paid attached",
    OnlyId: "id",
    LoggedEvent: "name seat ident amount more beside",
    TriggerEvent: "name seat what amount other later",
    PastEvent: "name seat what amount",
    NotedEvent: "name seat what amount other how",
    GoneSource: "name seat source text known event",
    Trigger: "controller source text known event",
    Until: "kind seat since",
    Modification: "power toughness gains loses becomes base keeps abilities switched intrinsic level stats"
    " keeps_colors",
    ModifyEffect: "kind idents change by stamp until",
    PlayerGainsEffect: "kind players gains until",
    ControlEffect: "kind ident seat own by until",
    MayPlayEffect: "kind seat idents verb free until since",
    ReturnEffect: "kind idents stamp until",
    Shield: "serial text seat source known subjects targets x left uses until",
    ToldAnswer: "seat kind spoken stack",
    Repetition: "loop at end before",
    Barred: "seat do refs",
    AddedText: "text seat source known event targets x replaced",
    Special: "color snow terms number",
    Answer: "do refs amounts plan",
    PaidObject: "word last",
    PaidNumber: "word number",
    MadeMana: "activation stays",
    Victim: "id left known",
    Ending: "winners code reason",
    BegunAbility: "seat source text before",
    NamedObject: "id name zone",
    OnStack: "mark place",
    Spoken: "do refs amounts plan",
    BlockEffect: "kind idents attacker until",
    NextAttackEffect: "kind idents change by until",
}
"""The fields of each record in the order in which they are dumped; a new record goes to the end of the table."""
ADDED: Final[dict[type, tuple[object, ...]]] = {
    LoggedEvent: (None,),
    TriggerEvent: (0,),
    Modification: (False,),
    MayPlayEffect: (0,),
}
"""The defaults of the last fields, with which they are left out."""

Plain = Any
"""The types that JSON is decoded to."""


def _writer(kind: type, names: list[str]) -> Callable[[Any], list[object]]:
    parts = [attrgetter(name) for name in names]
    defaults = ADDED.get(kind, ())
    if not defaults and names == [*getattr(kind, "_fields", ())]:
        return list

    def write(record: Any) -> list[object]:
        row = [part(record) for part in parts]
        for default in reversed(defaults):
            if row[-1] != default:
                break
            row.pop()
        return row

    return write


def _write_several(record: SeveralEvents) -> list[object]:
    return [SEVERAL, *record.events]


WRITERS: Final[dict[type, Callable[[Any], list[object]]]] = {
    **{kind: _writer(kind, names.split()) for kind, names in ORDER.items()},
    SeveralEvents: _write_several,
}
"""The writers that make an array of each record."""


def in_words(value: object) -> str:
    """Plain data and records as ``repr`` would write them if classes were called as they are in dumps."""
    write = WRITERS.get(type(value))
    if write is not None or isinstance(value, tuple):
        parts = [in_words(part) for part in (value if write is None else write(value))]  # type: ignore[attr-defined]  # a tuple
        return f"({parts[0]},)" if len(parts) == 1 else f"({', '.join(parts)})"
    layout = LAYOUTS.get(type(value))
    if layout is None:
        return repr(value)
    name, *fields = layout.dumped(value).items()
    return f"{name[1]}({', '.join(f'{field}={in_words(part)}' for field, part in fields)})"


class Written:
    """A value that is written so wherever it stands."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __repr__(self) -> str:
        return in_words(self.value)


def read(value: Plain) -> Any:
    """Plain data and records of ``engine.abilities``: arrays are tuples."""
    if isinstance(value, list):
        return tuple([read(part) for part in value])
    if isinstance(value, dict):
        kind = KINDS[value["$"]]
        left_out = {"$", *LAYOUTS[kind].retired}
        return kind(**{key: read(part) for key, part in value.items() if key not in left_out})
    return value


def _several(one: Callable[[Plain], Any]) -> Callable[[Plain], tuple[Any, ...]]:
    return lambda value: tuple([one(part) for part in value])


def _optional(one: Callable[[Plain], Any]) -> Callable[[Plain], Any]:
    return lambda value: one(value) if value else ()


def _ending(value: Plain) -> Any:
    return _read_ending(value) if value else None


def _record(kind: type, **readers: Callable[[Plain], Any]) -> Callable[[Plain], Any]:
    """Make a reader of arrays as records; ``readers`` read the fields that hold more than plain data."""
    names = ORDER[kind].split()
    of_field = [(name, readers.get(name, read)) for name in names]

    def make(value: Plain) -> Any:
        return kind(**{name: reader(part) for (name, reader), part in zip(of_field, value, strict=False)})

    return make


_read_ending: Final = _record(Ending)
read_known: Final = _record(LastKnown)
read_logged: Final = _record(LoggedEvent)


def read_last(value: Plain) -> Any:
    """Last known information, an id alone, or nothing."""
    return () if not value else OnlyId(value[0]) if len(value) == 1 else read_known(value)


_read_trigger_event: Final = _record(TriggerEvent, what=read_last, other=read_last)


def read_event(value: Plain) -> Any:
    """The event that triggered an ability, or the events that it could be used about."""
    if not value:
        return ()
    return (
        SeveralEvents(tuple(map(_read_trigger_event, value[1:]))) if value[0] == SEVERAL else _read_trigger_event(value)
    )


read_trigger: Final = _record(Trigger, known=read_last, event=_read_trigger_event)
_read_noted: Final = _record(NotedEvent, what=read_last, other=read_last)
_read_gone: Final = _record(GoneSource, known=read_known, event=_read_trigger_event)


def read_noted(value: Plain) -> Any:
    """The event that has just happened."""
    return _read_gone(value) if value[0] == GONE else _read_noted(value)


_read_paid_object: Final = _record(PaidObject, last=read_known)
_read_paid_number: Final = _record(PaidNumber)
_read_victim: Final = _record(Victim, known=read_known)


def _read_paid(value: Plain) -> Any:
    """The thing that was paid: an object as it last was, or a number."""
    return _read_paid_object(value) if isinstance(value[-1], list) else _read_paid_number(value)


def _read_held(value: Plain) -> Any:
    """The things that are held: a victim as it was before, or ids and numbers."""
    return _read_victim(value) if value and isinstance(value[-1], list) else tuple(value)


def _read_answer(value: Plain) -> Any:
    """An answer, and those that are planned for after it."""
    do, refs, amounts, plan = value
    return Answer(do, tuple(refs), tuple(amounts), tuple(map(_read_answer, plan)))


def _read_made(value: Plain) -> Any:
    """A mana ability that was activated, or is run again."""
    return _read_answer(value) if isinstance(value[0], str) else _read_activated(value)


_read_activated: Final = _record(MadeMana, activation=_read_answer)


def _read_prospect(value: Plain) -> Any:
    parts = zip(PROSPECT, value, strict=True)
    return tuple([_OF_PROSPECTS.get(field, read)(part) for field, part in parts])


_OF_PROSPECTS: Final[dict[str, Callable[[Plain], Any]]] = {"answers": _several(_read_answer), "last": read_last}


_read_added_text: Final = _record(AddedText, known=read_last, event=_read_trigger_event)
_read_shield: Final = _record(Shield, known=read_last)
_read_until: Final = _record(Until)
_read_modification: Final = _record(Modification)


def _read_duration(value: Plain) -> Any:
    return value if isinstance(value, str) else _read_until(value)


_EFFECTS: Final[dict[str, Callable[[Plain], Any]]] = {
    "modify": _record(ModifyEffect, change=_read_modification, until=_read_duration),
    "player gains": _record(PlayerGainsEffect, until=_read_duration),
    "control": _record(ControlEffect, until=_read_duration),
    "may play": _record(MayPlayEffect, until=_read_duration),
    "return": _record(ReturnEffect, until=_read_duration),
    "block": _record(BlockEffect, until=_read_duration),
    "next attack": _record(NextAttackEffect, change=_read_modification, until=_read_duration),
}


def _read_effect(value: Plain) -> Any:
    return _EFFECTS[value[0]](value)


_read_named_object: Final = _record(NamedObject)
_read_on_stack: Final = _record(OnStack)


def _read_named(value: Plain) -> Any:
    """A thing as a remembered answer named it."""
    if not isinstance(value, list):
        return value
    return _read_on_stack(value) if ON_STACK in value[:1] else _read_named_object(value)


def _read_spoken(value: Plain) -> Any:
    do, refs, amounts, plan = value
    return Spoken(do, tuple(map(_read_named, refs)), tuple(map(_read_named, amounts)), tuple(map(_read_spoken, plan)))


_read_told: Final = _record(ToldAnswer, spoken=_read_spoken)
_BATCH: Final = _several(_read_prospect)
_FRAMES: Final[dict[type, dict[str, Callable[[Plain], Any]]]] = {
    KeepFrame: {"made": _several(_read_made)},
    PutFrame: {"trigger": read_trigger},
    TriggersFrame: {"entries": _several(read_trigger)},
    WouldFrame: {"batch": _BATCH, "after": _several(_read_added_text)},
    HappensFrame: {"batch": _BATCH},
    ShortcutFrame: {"loop": _several(_read_told)},
    OccurrenceFrame: {"batch": _BATCH, "happened": _several(read_noted)},
}
"""The readers of those parts of frames that hold records."""


def frame_row(frame: Any) -> list[object]:
    """A frame as an array, its op first; of its last parts those are left out that have their defaults."""
    kind = type(frame)
    row: list[object] = [frame.op, *frame][:-1]
    for name in reversed(kind._fields[:-1]):
        if name not in kind._field_defaults or row[-1] != kind._field_defaults[name]:
            break
        row.pop()
    return row


def read_frame(kinds: Mapping[str, FrameKind[Any]], value: Plain) -> Frame:
    """Make a frame of what ``frame_row`` wrote."""
    op, *parts = value
    kind = kinds[op].kind
    readers = _FRAMES.get(kind, {})
    named = zip(kind._fields, parts, strict=False)
    return kind(**{name: readers.get(name, read)(part) for name, part in named}, op=op)  # type: ignore[no-any-return]


READERS: Final[dict[str, Callable[[Plain], Any]]] = {
    "given": _read_answer,
    "held": _read_held,
    "begun": _record(BegunAbility),
    "effects": _read_effect,
    "happened": _record(PastEvent, what=read_last),
    "last": read_known,
    "noted": read_noted,
    "made": _read_made,
    "paid": _read_paid,
    "plan": _read_answer,
    "shields": _read_shield,
    "special": _record(Special),
    "told": _read_told,
    "waiting": read_trigger,
}
"""Of fields that hold rows of records: what reads one of them."""
SINGLE: Final[dict[str, Callable[[Plain], Any]]] = {
    "barred": _optional(_record(Barred)),
    "event": read_event,
    "known": read_last,
    "over": _ending,
    "shortcut": _optional(_record(Repetition, loop=_several(_read_told))),
}
"""Of fields that hold one record or none: what reads it."""
