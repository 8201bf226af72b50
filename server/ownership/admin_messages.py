"""Messages between operators and the admin door: orders one way, answers the other, as JSON objects.

{"do": "matches"}   {"do": "show", "m": "m7"}   {"do": "close", "m": "m7", "reason": "..."}   {"do": "drain"}
{"ok": ...}         {"error": "unknown_match", "reason": "..."}
"""

from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import UNSET, Meta, Raw, Struct, UnsetType

from protocol.messages import Id

PATH: Final = "/admin"
SUBPROTOCOL: Final = "stackloop.admin.1"
BEARER: Final = "Bearer "

Reason: TypeAlias = Annotated[str, Meta(min_length=1, max_length=256)]


class Matches(Struct, frozen=True, tag_field="do", tag="matches"):
    """All nodes and matches; answered by an ``Overview``."""


class Show(Struct, frozen=True, tag_field="do", tag="show"):
    """One match; answered by ``Details``."""

    m: Id


class Close(Struct, frozen=True, tag_field="do", tag="close"):
    """End a match without a result."""

    m: Id
    reason: Reason


class Drain(Struct, frozen=True, tag_field="do", tag="drain"):
    """Have this node hand its matches over and end."""


Order: TypeAlias = Matches | Show | Close | Drain


class Answer(Struct, omit_defaults=True):
    """The thing that was asked for, or the reason against it.

    Attributes:
        error: for programs: ``unknown_match``, ``match_over``, ``bad_order`` ...
    """

    ok: Raw | UnsetType = UNSET
    error: str = ""
    reason: str = ""


class Row(Struct, omit_defaults=True):
    """One match of a list; what is known only where it runs is left out elsewhere."""

    m: str
    node: str
    status: str = "running"
    game: str = ""
    names: tuple[str, ...] = ()
    private: bool = False
    turn: int = 0
    phase: str = ""
    followers: int = 0
    waiting: int = 0
    """The number of inputs in its mailbox."""


class NodeRow(Struct, omit_defaults=True):
    """One node of the list."""

    id: str
    url: str = ""
    engine: str = ""
    alive: bool = True
    leaves: bool = False
    matches: int = 0


class Overview(Struct):
    """Everything that runs or waits for the operator."""

    nodes: tuple[NodeRow, ...]
    matches: tuple[Row, ...]
    over: int = 0
    """Matches that are over and still in Redis."""


class Details(Struct, omit_defaults=True):
    """One match in all its details."""

    m: str
    node: str
    number: int
    """Of its ownership: how often it was taken."""
    status: str
    game: str
    profile: str
    names: tuple[str, ...]
    seats: tuple[str, ...]
    private: bool
    begun_ms: int
    last_ms: int
    """When its last entry was journaled."""
    entries: int
    engine: str
    tried: tuple[str, ...] = ()
    """Nodes that took it up and have not survived that yet."""
    asked: tuple[int, ...] = ()
    """Seats with an open decision, where it is known here."""
    followers: dict[str, int] = {}
    """View -> how many follow it here."""
    waiting: int = 0


_ORDERS: Final = msgspec.json.Decoder(Order)


def read_order(data: str | bytes) -> Order | None:
    """An order; ``None`` for what is none."""
    try:
        order: Order = _ORDERS.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    return order
