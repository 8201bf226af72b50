"""Every message of the wire as a record, and the two unions that the codec decodes.

One class a message, named as in PROTOCOL.md; the tag is the field ``t``. Unknown fields are ignored, every number
and every length is bounded. ``Raw`` fields hold JSON that is already encoded: a diff is encoded once and goes into
each frame as it is.

Knows shapes, not meaning: who may send what when is ``session``'s.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import UNSET, Meta, Raw, Struct, UnsetType

SUBPROTOCOL: Final = "stackloop.1"
"""The websocket subprotocol: the major version. Inside it messages and fields are only added."""

VERSION: Final = "1.2"

Count: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""A number that JavaScript reads exactly."""
Number: TypeAlias = Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)]
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
"""A match, request or session."""
Name: TypeAlias = Annotated[str, Meta(min_length=1, max_length=64)]
"""A player, game, deck, card or bot."""
Token: TypeAlias = Annotated[str, Meta(min_length=1, max_length=2048)]
Gesture: TypeAlias = Annotated[str, Meta(min_length=1, max_length=1024)]
Word: TypeAlias = Annotated[str, Meta(min_length=1, max_length=32)]

MAX_SEATS: Final = 8
Seat: TypeAlias = Annotated[int, Meta(ge=0, lt=MAX_SEATS)]

ABSENT: Final = UNSET
"""A field that is not in the frame, where null means something else."""
NULL: Final = Raw(b"null")


class Record(Struct, frozen=True, omit_defaults=True):
    """What messages are made of: frozen, equal by value, silent about defaults."""


class Answer(Record, frozen=True):
    """What a seat answers a decision with: the record form, which needs no notation and no rules."""

    do: Word
    refs: Annotated[tuple[Number, ...], Meta(max_length=1024)] = ()
    amounts: Annotated[tuple[Number, ...], Meta(max_length=1024)] = ()
    plan: Annotated[tuple[Answer, ...], Meta(max_length=64)] = ()


AnyAnswer: TypeAlias = Answer | Count | Gesture
"""An answer as a record, as the number of an option, or as a gesture."""


Stop: TypeAlias = tuple[Name, Literal["any", "own", "others"]]
"""A step, or "any", and in whose turns."""
Wanted: TypeAlias = tuple[Literal["cast", "play", "activate"], Gesture]
"""What to be stopped for: a verb, and the name of a card."""
Yield: TypeAlias = tuple[Gesture, Count, Annotated[str, Meta(max_length=1024)]]
"""The name of a source, its number (0: any), the text of its ability as shown ("": any)."""
MAX_ENTRIES: Final = 64
"""In each list of settings."""


class Comfort(Record, frozen=True):
    """How a seat wants to be asked (PROTOCOL.md 8)."""

    full: bool = False
    own: bool = False
    smart: bool = False
    stops: Annotated[tuple[Stop, ...], Meta(max_length=MAX_ENTRIES)] = ()
    wanted: Annotated[tuple[Wanted, ...], Meta(max_length=MAX_ENTRIES)] = ()
    yields: Annotated[tuple[Yield, ...], Meta(max_length=MAX_ENTRIES)] = ()
    until: Annotated[
        tuple[Literal["end of turn", "own turn", "stack empty", "something"], ...], Meta(max_length=MAX_ENTRIES)
    ] = ()


AnyComfort: TypeAlias = Comfort | Gesture
"""Settings as a record, which replaces those before, or as a gesture, which changes what it names."""


Millis: TypeAlias = Annotated[int, Meta(ge=0, le=7 * 24 * 60 * 60 * 1000)]
"""A span of time, up to a week."""


class Clock(Record, frozen=True):
    """How long each seat may think; 0 is without that bound, but for one of the first two."""

    bank_ms: Millis = 0
    """For the whole match."""
    decision_ms: Millis = 0
    """Each time it is asked."""
    increment_ms: Millis = 0
    """Added to the bank with each answer."""
    away_ms: Millis = 0
    """Used up first while nobody is there."""
    lapses: Annotated[int, Meta(ge=1, le=100)] = 3
    """Having run out of time so often on end is conceding."""


class Option(Record, frozen=True):
    """One thing a decision may be answered with, or be composed of."""

    n: int
    do: str
    refs: tuple[int, ...] = ()
    amounts: tuple[int, ...] = ()
    text: str = ""
    label: str = ""
    """In words, where ``text`` says no more than a number."""


class Decision(Record, frozen=True):
    """What the rules need from a seat."""

    w: int
    seat: int
    kind: str
    prompt: str = ""
    rule: str = ""
    subject: int = 0
    options: tuple[Option, ...] = ()
    least: int = 0
    most: int = 0
    total: int = 0
    cancel: bool = False
    bound: bool = False
    """It belongs to a play that can no longer be taken back: something was revealed, or another seat has chosen."""
    auto: bool = False
    """It is about a payment, and ``auto`` leaves what is still to be said of that to the rules."""
    default: Answer | None = None
    deadline: int | None = None
    """When the default is applied, in milliseconds of the server's clock."""
    now: int | None = None
    """The server's clock when this was sent."""


class Result(Record, frozen=True):
    """How a match ended; no winners is a draw."""

    winners: tuple[int, ...] = ()
    code: str = ""
    reason: str = ""


class SeatToken(Record, frozen=True):
    """The right to sit down: one seat of one match."""

    seat: Seat
    token: Token


class MatchLine(Record, frozen=True):
    """One running match of a list."""

    m: Id
    game: str
    names: tuple[str, ...] = ()
    turn: int = 0
    phase: str = ""
    status: str = "running"


class Limits(Record, frozen=True, omit_defaults=False):
    """What a connection may do; announced in ``welcome``."""

    frame_bytes: int = 16 * 1024
    """Largest frame a client may send."""
    frames_per_s: int = 2000
    """Refill of the connection's token bucket, and again for each seat it holds."""
    burst: int = 4000
    """Size of that bucket, and again for each seat."""
    matches: int = 256
    """Matches that one connection may have joined at a time."""
    bad_frames: int = 32
    """Bad frames before the connection is closed."""
    settings_per_s: int = 2
    """Refill of a seat's bucket for ``settings``, which are journaled whole, over all its connections."""
    settings_burst: int = 64
    """Size of that bucket."""
    clock_ms: int = 1000
    """Least bank, and least time for a decision, of a match's clock."""


# ---------------------------------------------------------------- client -> server


class Hello(Record, frozen=True, tag_field="t", tag="hello"):
    """First frame of a connection; without a token the peer is a guest."""

    name: Name | None = None
    token: Token | None = None
    client: Name | None = None


Deck: TypeAlias = Name | Annotated[dict[Name, Annotated[int, Meta(ge=1, le=250)]], Meta(max_length=250)]
"""A built-in deck's name, or how many of each card."""


class Create(Record, frozen=True, tag_field="t", tag="create"):
    """Start a match; answered by ``created``."""

    game: Name
    decks: Annotated[tuple[Deck, ...], Meta(max_length=MAX_SEATS)] = ()
    names: Annotated[tuple[Name, ...], Meta(max_length=MAX_SEATS)] = ()
    seats: Annotated[tuple[Name, ...], Meta(max_length=MAX_SEATS)] = ()
    seed: Gesture | None = None
    profile: Name | None = None
    private: bool = False
    r: Id | None = None
    scenario: Gesture | None = None
    clock: Clock | None = None
    delay_s: Annotated[int, Meta(ge=0, le=3600)] = 0
    """How far the public view is behind."""


class List(Record, frozen=True, tag_field="t", tag="list"):
    """Ask for the running matches."""

    r: Id | None = None


class Invite(Record, frozen=True, tag_field="t", tag="invite"):
    """Ask for an invite to watch a match in which one holds a seat; answered by ``invited``."""

    m: Id
    r: Id | None = None


class Redeem(Record, frozen=True, tag_field="t", tag="redeem"):
    """Use an invite; answered by ``granted``."""

    token: Token
    r: Id | None = None


class Join(Record, frozen=True, tag_field="t", tag="join"):
    """Follow a match: with a seat's token as that seat, else as a spectator, which a private one wants a token for."""

    m: Id
    token: Token | None = None
    since: Count | None = None


class Intent(Record, frozen=True, tag_field="t", tag="intent"):
    """Answer decision ``w``; ``c`` rises with each intent of the seat and makes resending safe."""

    m: Id
    c: Annotated[int, Meta(ge=1, le=2**53 - 1)]
    w: Count
    a: AnyAnswer


class Concede(Record, frozen=True, tag_field="t", tag="concede"):
    """Give up the match; needs no decision."""

    m: Id
    c: Annotated[int, Meta(ge=1, le=2**53 - 1)]


class Settings(Record, frozen=True, tag_field="t", tag="settings"):
    """Say how to be asked; answers no decision, shares the numbers ``c``."""

    m: Id
    c: Annotated[int, Meta(ge=1, le=2**53 - 1)]
    s: AnyComfort


class Agree(Record, frozen=True, tag_field="t", tag="agree"):
    """Offer or accept something that all seats have to agree on; answers no decision, shares the numbers ``c``."""

    m: Id
    c: Annotated[int, Meta(ge=1, le=2**53 - 1)]
    to: Literal["draw", "takeback", "open", "rematch"]
    yes: bool = True
    """Else an offer is withdrawn or declined."""
    w: Count = 0
    """Of a takeback that is offered: the seat's decision to go back to; 0: its last one."""


Numbered: TypeAlias = Intent | Concede | Settings | Agree
"""What changes a match: journaled, and numbered by ``c``."""


class Why(Record, frozen=True, tag_field="t", tag="why"):
    """Ask why something cannot be used now; changes nothing and is answered by ``because``."""

    m: Id
    o: Number
    """The object."""
    i: Annotated[int, Meta(ge=0, le=1024)] | None = None
    """Which of its activated abilities, from 0; none: the card itself."""
    r: Id | None = None


class Sync(Record, frozen=True, tag_field="t", tag="sync"):
    """Ask for a fresh ``state``."""

    m: Id


class Earlier(Record, frozen=True, tag_field="t", tag="earlier"):
    """Ask what the public view was at an earlier number; answered by ``past``."""

    m: Id
    seq: Count
    r: Id | None = None


class Leave(Record, frozen=True, tag_field="t", tag="leave"):
    """Follow a match no more; a seat stays taken."""

    m: Id


class Ping(Record, frozen=True, tag_field="t", tag="ping"):
    """Ask for a ``pong``."""

    r: Id | None = None


ClientMessage: TypeAlias = (
    Hello | Create | List | Invite | Redeem | Join | Numbered | Why | Sync | Earlier | Leave | Ping
)


# ---------------------------------------------------------------- server -> client


class Welcome(Record, frozen=True, omit_defaults=False, tag_field="t", tag="welcome"):
    """Answer to ``hello``."""

    server: str
    session: str
    now: int
    protocol: str = SUBPROTOCOL
    limits: Limits = Limits()
    durability: str = "redis"
    name: str = ""
    """What this peer is called."""
    token: str | None = None
    """A guest's identity, to say hello with the next time."""


class Created(Record, frozen=True, tag_field="t", tag="created"):
    """The match exists and is journaled; one token for each open seat."""

    m: str
    seats: tuple[SeatToken, ...] = ()
    r: str | None = None
    invites: tuple[SeatToken, ...] = ()
    """One for each seat that somebody is to be invited to."""
    watch: str | None = None
    """To follow it as a spectator, if it is private."""


class Invited(Record, frozen=True, tag_field="t", tag="invited"):
    """Answer to ``invite``: good for one person."""

    m: str
    token: str
    r: str | None = None


class Granted(Record, frozen=True, tag_field="t", tag="granted"):
    """Answer to ``redeem``: the token to join with, as that seat or as a spectator."""

    m: str
    token: str
    seat: int | None = None
    r: str | None = None


class Matches(Record, frozen=True, tag_field="t", tag="matches"):
    """Answer to ``list``."""

    matches: tuple[MatchLine, ...] = ()
    r: str | None = None


class State(Record, frozen=True, tag_field="t", tag="state"):
    """The whole view: answer to ``join`` and ``sync``, and the cure for a gap."""

    m: str
    seq: int
    view: Raw
    decision: Raw | UnsetType = ABSENT
    you: int | None = None
    c: int = 0
    """The last client sequence number of this seat that was taken: what a new process continues from."""
    result: Result | None = None
    clock: Clock | None = None
    """The match's, if it has one."""
    delay_s: int = 0
    """How far this view is behind the match."""


class Diff(Record, frozen=True, tag_field="t", tag="diff"):
    """What changed in the view; ``seq`` has no holes."""

    m: str
    seq: int
    d: Raw
    decision: Raw | UnsetType = ABSENT


class Ack(Record, frozen=True, tag_field="t", tag="ack"):
    """The intent is applied and journaled; ``seq`` is the view number that holds its result."""

    m: str
    c: int
    seq: int


class Nack(Record, frozen=True, tag_field="t", tag="nack"):
    """Not applied, and why; nothing changed."""

    code: str
    reason: str
    m: str | None = None
    c: int | None = None
    r: str | None = None
    rule: str = ""
    retry_ms: int | None = None


class Because(Record, frozen=True, tag_field="t", tag="because"):
    """Answer to ``why``: the first step that fails, or that it can be used."""

    m: str
    code: str
    """``can`` where it can be used now."""
    reason: str
    rule: str = ""
    need: str = ""
    """What would make it legal, where that is known."""
    by: int = 0
    """The permanent that prohibits it."""
    r: str | None = None


class Past(Record, frozen=True, tag_field="t", tag="past"):
    """Answer to ``earlier``: the public view as it was."""

    m: str
    seq: int
    view: Raw
    r: str | None = None


class Waiting(Record, frozen=True, tag_field="t", tag="waiting"):
    """Whom the match waits for."""

    m: str
    seat: int
    since: int
    deadline: int | None = None
    bank_ms: int = 0
    """What the seat's bank held then."""


class Rematch(Record, frozen=True, tag_field="t", tag="rematch"):
    """Who wants to play a match that is over again; ``next`` is the new one, once all do."""

    m: str
    seats: tuple[int, ...] = ()
    next: str = ""
    token: str | None = None
    """The right to sit down there where the receiver sat."""


class Head(Record, frozen=True, tag_field="t", tag="head"):
    """The view's last number, repeated, so that a lost last diff is noticed."""

    m: str
    seq: int


class Moved(Record, frozen=True, tag_field="t", tag="moved"):
    """The match lives elsewhere; empty ``url``: join again here."""

    m: str
    url: str = ""


class Bye(Record, frozen=True, tag_field="t", tag="bye"):
    """The server closes; ``code`` is the close code that follows."""

    code: int
    reason: str
    reconnect_ms: int | None = None


class Pong(Record, frozen=True, tag_field="t", tag="pong"):
    """Answer to ``ping``."""

    now: int
    r: str | None = None


class End(Record, frozen=True, tag_field="t", tag="end"):
    """The match is over; nothing follows for it."""

    m: str
    result: Result


ServerMessage: TypeAlias = (
    Welcome
    | Created
    | Invited
    | Granted
    | Matches
    | State
    | Diff
    | Ack
    | Nack
    | Because
    | Past
    | Waiting
    | Rematch
    | Head
    | Moved
    | Bye
    | Pong
    | End
)
