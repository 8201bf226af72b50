"""The forms in which parts of a match are kept, as JSON: those that segment heads and notes are read by.

They stand by themselves, as records of ``msgspec``: what reads and writes them may be compiled, they cannot.
"""

from typing import Any

from msgspec import Raw, Struct

from protocol.messages import Undone
from server.store.entries import Head


class Written(Struct, frozen=True, omit_defaults=True):
    """A book as it is kept: what ``Book.read`` takes."""

    last_c: int
    results: tuple[tuple[int, int], ...]
    """Of each its intent's number and its view number, oldest first."""
    said: bytes = b""
    """The digest of each, one after the other; none where an earlier version wrote it, as of what follows."""
    undone: dict[int, Undone] = {}


class Kept(Struct, frozen=True):
    """The dump of a ``History``, read."""

    head: Head
    match: Raw
    views: Raw
    books: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]
    closed: str
    clock: list[list[int]] | None = None
    offers: dict[str, dict[str, Any]] | None = None
    said: tuple[bytes, ...] = ()
    """Of each book what ``Written`` has beside ``books``; none where an earlier version wrote it."""
    undone: tuple[dict[int, Undone], ...] = ()
