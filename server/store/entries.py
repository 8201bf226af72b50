"""Entries of a journal: the head, answers, settings, concessions, and the closing of a match that failed.

A journal is segments: the head begins the first, a ``Segment`` each later one. A node that takes a match up loads the
last of these and applies what follows.

An entry carries the client's sequence number and a digest of what was said under it, so that a resent intent is known
after a restart, and the numbers that each changed view had with it, so that views go on without holes. The engine's own
records travel as it encodes them. ``at`` is when the owner took the input, by its timer, in ms since 1970; clocks of
seats go by it. Entries of a delayed match may be shown by the stamp that the journal gives each of them.
"""

from typing import Final, TypeAlias

import msgspec
from msgspec import Raw, Struct

from protocol.messages import Clock
from server.runtime.errors import Unreadable

VERSION: Final = 5
"""Of this format; a reader refuses a higher one."""


Cards: TypeAlias = tuple[tuple[str, int], ...]
"""Names of cards, and how many."""


class Series(Struct, frozen=True, omit_defaults=True):
    """A match is one game of several, and how they stood before it."""

    best: int
    """So many games decide at most."""
    wins: tuple[int, ...]
    """Wins of each seat."""
    game: int = 1
    """The number of this one."""
    beside: tuple[Cards, ...] = ()
    """The sideboard of each seat."""


class Head(Struct, frozen=True, tag_field="k", tag="head", omit_defaults=True):
    """The first entry: everything that a match starts from."""

    v: int
    engine: str
    """The engine that applies the entries that follow, by the name it gives itself (``version``)."""
    header: Raw
    """``engine.Header`` as JSON."""
    seats: tuple[str, ...]
    """The sitters by seat: ``open``, or ``bot:NAME``."""
    private: bool = False
    views: dict[str, int] = {}
    """View -> its number, where that is not 0."""
    at: int = 0
    clock: Clock | None = None
    delay_ms: int = 0
    """Time that the public view is behind."""
    open_decks: bool = False
    """Whether the players are told each other's deck lists."""
    moves: tuple[str, ...] = ()
    """Those of another match that led to where this one begins, as its record says them."""
    series: Series | None = None
    pace_ms: int | None = None
    """Time that bots of the house wait before each answer; none: as on the server that runs the match."""
    partial: bool = False
    """Whether cards are played without some of their paragraphs."""
    hands: tuple[tuple[int, ...], ...] = ()
    """The seats of each person who has several."""


class Segment(Struct, frozen=True, tag_field="k", tag="segment", omit_defaults=True):
    """The match as it stood after the entry before; changes nothing."""

    v: int
    engine: str
    """The engine that applied, and will apply, the entries that follow."""
    kept: bytes
    """The dump of a ``History``, compressed."""
    at: int = 0


class Answered(Struct, frozen=True, tag_field="k", tag="answer", omit_defaults=True):
    """A seat answered a decision."""

    s: int
    w: int
    a: Raw
    """``engine.Answer`` as JSON."""
    c: int = 0
    """The client's sequence number; 0 where no client asked."""
    views: dict[str, int] = {}
    """Changed view -> its number with this entry."""
    at: int = 0
    lag: int = 0
    """Of the time it took, what was the network's, in ms, as far as that is made good."""
    d: bytes = b""
    """``digest_of`` what the client said under that number; empty where none asked, or an earlier version noted it."""


class Lapsed(Struct, frozen=True, tag_field="k", tag="lapse", omit_defaults=True):
    """A seat ran out of time: the default of its decision was taken."""

    s: int
    w: int
    a: Raw
    views: dict[str, int] = {}
    at: int = 0


class Paused(Struct, frozen=True, tag_field="k", tag="pause", omit_defaults=True):
    """The server was at fault between two moments, or nobody ran the match: what ran does not count."""

    since: int
    at: int = 0


class Left(Struct, frozen=True, tag_field="k", tag="left", omit_defaults=True):
    """Nobody is at a seat that is asked."""

    s: int
    at: int = 0


class CameBack(Struct, frozen=True, tag_field="k", tag="back", omit_defaults=True):
    """Somebody is at that seat again."""

    s: int
    at: int = 0


class Conceded(Struct, frozen=True, tag_field="k", tag="concede", omit_defaults=True):
    """A seat gave up."""

    s: int
    c: int = 0
    views: dict[str, int] = {}
    at: int = 0
    d: bytes = b""


class Settled(Struct, frozen=True, tag_field="k", tag="settings", omit_defaults=True):
    """A seat said how it wants to be asked."""

    s: int
    settings: Raw
    """``engine.Settings`` as JSON: all that is set, also where the client changed but one thing."""
    c: int = 0
    views: dict[str, int] = {}
    at: int = 0
    d: bytes = b""


class Agreed(Struct, frozen=True, tag_field="k", tag="agree", omit_defaults=True):
    """A seat offered, accepted, withdrew or declined what all have to agree on."""

    s: int
    to: str
    yes: bool = True
    done: bool = False
    """All have agreed, and so it was done."""
    w: int = 0
    c: int = 0
    views: dict[str, int] = {}
    at: int = 0
    d: bytes = b""


class TakenBack(Struct, frozen=True, tag_field="k", tag="takeback", omit_defaults=True):
    """The last of the seats agreed to go back to an earlier moment of the match."""

    s: int
    by: int
    """The seat that wanted to."""
    to: int
    """The entry after which the match stood as it does again."""
    kept: bytes
    """The match as it stood there, compressed."""
    c: int = 0
    views: dict[str, int] = {}
    at: int = 0
    d: bytes = b""


class Closed(Struct, frozen=True, tag_field="k", tag="close", omit_defaults=True):
    """The match ended without a result, for a failure of ours."""

    reason: str
    at: int = 0


Entry: TypeAlias = (
    Head | Segment | Answered | Settled | Conceded | Closed | Lapsed | Paused | Left | CameBack | Agreed | TakenBack
)

Input: TypeAlias = Answered | Settled | Conceded | Lapsed
"""An input that the engine took, from a seat or for it."""
Change: TypeAlias = Input | Agreed | TakenBack
"""An entry that may change views."""

_DECODER: Final = msgspec.json.Decoder(Entry)
_ENCODER: Final = msgspec.json.Encoder()


def encode(entry: Entry) -> bytes:
    return _ENCODER.encode(entry)


def decode(data: bytes) -> Entry:
    """Read an entry.

    Raises:
        Unreadable: it is not one, or of a later version.
    """
    try:
        entry: Entry = _DECODER.decode(data)
    except (msgspec.MsgspecError, UnicodeDecodeError) as error:
        raise Unreadable(str(error)) from error
    if isinstance(entry, Head | Segment) and entry.v > VERSION:
        raise Unreadable(f"a journal of version {entry.v}; this server reads up to {VERSION}")
    return entry
