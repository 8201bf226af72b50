"""Questions to ``stackloop engine`` and its answers, a JSON object a line (PROTOCOL.md, "The engine on a pipe").

Shapes alone; names, bounds and parts are those of the wire wherever they mean the same.
"""

from __future__ import annotations

from typing import Annotated, Final, TypeAlias

from msgspec import Meta, Raw

from protocol.messages import (
    MAX_SEATS,
    AnyAnswer,
    Because,
    Count,
    Deck,
    Gesture,
    Id,
    Nack,
    Name,
    Number,
    Record,
    Result,
    Undone,
)

MOST_MATCHES: Final = 256
"""That are held at once."""
LINE_BYTES: Final = 4 * 1024 * 1024
"""The longest line that is read: a dump is the longest there is."""

OURS: Final = "1"
"""The name of a match that is given none."""

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=MAX_SEATS)]


class Hello(Record, frozen=True, tag_field="t", tag="hello"):
    """Ask what there is; answered by ``engine``."""

    r: Id | None = None


class Position(Record, frozen=True, tag_field="t", tag="position"):
    """Take up a position as text; as all that make a match it is answered by ``standing``."""

    text: str
    m: Id = OURS
    r: Id | None = None


class Begin(Record, frozen=True, tag_field="t", tag="begin"):
    """Begin a match; its seed makes it the same each time."""

    game: Name
    seed: Gesture
    decks: Annotated[tuple[Deck, ...], Meta(max_length=MAX_SEATS)] = ()
    seats: Annotated[int, Meta(ge=1, le=MAX_SEATS)] | None = None
    profile: Name | None = None
    scenario: Gesture = ""
    m: Id = OURS
    r: Id | None = None


class Replay(Record, frozen=True, tag_field="t", tag="replay"):
    """Take up a match record, after ``at`` of its moves."""

    text: str
    at: Count | None = None
    """All of them, if left out."""
    m: Id = OURS
    r: Id | None = None


class Load(Record, frozen=True, tag_field="t", tag="load"):
    """Take up what ``dump`` gave."""

    dump: str
    m: Id = OURS
    r: Id | None = None


class Fork(Record, frozen=True, tag_field="t", tag="fork"):
    """Make a copy called ``to``, in place of what was called so."""

    to: Id
    m: Id = OURS
    r: Id | None = None


class Apply(Record, frozen=True, tag_field="t", tag="apply"):
    """Answer the decision of a seat, or have it do what answers none: ``concede``, settings."""

    seat: Seat
    a: AnyAnswer
    w: Count | None = None
    """The decision; the open one if left out."""
    m: Id = OURS
    r: Id | None = None


class Ask(Record, frozen=True, tag_field="t", tag="options"):
    """Ask what may be answered; answered by ``options``."""

    m: Id = OURS
    r: Id | None = None


class WhyNot(Record, frozen=True, tag_field="t", tag="why"):
    """Ask why a seat cannot use something; answered by ``because``."""

    seat: Seat
    o: Number
    i: Annotated[int, Meta(ge=0, le=1024)] | None = None
    m: Id = OURS
    r: Id | None = None


class Look(Record, frozen=True, tag_field="t", tag="view"):
    """Ask what a seat, or without one the public, may know; answered by ``view``."""

    seat: Seat | None = None
    m: Id = OURS
    r: Id | None = None


class Dump(Record, frozen=True, tag_field="t", tag="dump"):
    """Ask for the whole match as text; answered by ``dump``."""

    m: Id = OURS
    r: Id | None = None


class Drop(Record, frozen=True, tag_field="t", tag="drop"):
    """Forget a match; answered by ``dropped``."""

    m: Id = OURS
    r: Id | None = None


Asked: TypeAlias = Hello | Position | Begin | Replay | Load | Fork | Apply | Ask | WhyNot | Look | Dump | Drop


class Engine(Record, frozen=True, tag_field="t", tag="engine"):
    """Answer to ``hello``: what there is, and the bounds of 14.1."""

    engine: str
    games: dict[str, tuple[str, ...]]
    """Game -> the readings of its rules."""
    line_bytes: int
    matches: int
    r: str | None = None


class Standing(Record, frozen=True, tag_field="t", tag="standing"):
    """The state of a match."""

    m: str
    commit: int = 0
    asked: tuple[int, ...] = ()
    """The seats with an open decision."""
    undone: Undone | None = None
    result: Result | None = None
    r: str | None = None


class Options(Record, frozen=True, tag_field="t", tag="options"):
    """The open decisions, each with all legal options, as on the wire."""

    m: str
    decisions: tuple[Raw, ...] = ()
    r: str | None = None


class Seen(Record, frozen=True, tag_field="t", tag="view"):
    """A whole view, as in a ``state``."""

    m: str
    view: Raw
    r: str | None = None


class Dumped(Record, frozen=True, tag_field="t", tag="dump"):
    """A match as text that ``load`` takes; hidden cards and the seed are in it."""

    m: str
    dump: str
    r: str | None = None


class Dropped(Record, frozen=True, tag_field="t", tag="dropped"):
    """The match is forgotten."""

    m: str
    r: str | None = None


Told: TypeAlias = Engine | Standing | Options | Because | Seen | Dumped | Dropped | Nack
