"""The intents of one seat that were taken: the number of each, what it said, and its first result.

A refused intent was not taken: its number is free. A digest of the decoded frame stands for what was said, so that the
same thing is known again however it is written. Results stand in columns, since there may be many: 22 bytes each.

Knows no match and no rule.
"""

import hashlib
from array import array
from bisect import bisect_left
from typing import Final, NamedTuple

import msgspec

from protocol.messages import Ack, Nack, Numbered, Undone
from server.match.kept_forms import Written

REMEMBERED: Final = 1024
"""First results kept for each seat (PROTOCOL.md 2.5)."""
DIGEST_BYTES: Final = 6
"""Two different things are taken for the same once in 2^48 times, and only the seat that said both is told so."""
UNKNOWN: Final = bytes(DIGEST_BYTES)
"""Nobody knows what was said: an earlier version of the server noted the number alone."""

_CANONICAL: Final = msgspec.json.Encoder(order="sorted")


def digest_of(said: Numbered) -> bytes:
    """A digest that is equal for frames of one meaning, whatever their order, spaces and unknown fields."""
    return hashlib.blake2b(_CANONICAL.encode(said), digest_size=DIGEST_BYTES).digest()


class Taken(NamedTuple):
    """The digest of an intent that was taken, its view number, and why it undid a play, if it did."""

    digest: bytes
    seq: int
    undone: Undone | None


class Book:
    """The intents of one seat that were taken, the last ``REMEMBERED`` of them with their results.

    Attributes:
        last_c: client sequence number of the last one; numbers rise.
        undone: of the few that undid a play of the seat, why.
    """

    __slots__ = ("_cs", "_digests", "_seqs", "last_c", "undone")

    def __init__(self) -> None:
        self.last_c = 0
        self._cs = array("Q")
        self._seqs = array("Q")
        self._digests = bytearray()
        self.undone: dict[int, Undone] = {}

    def __len__(self) -> int:
        """Number of results that are kept."""
        return len(self._cs)

    def find(self, c: int) -> Taken | None:
        """The intent under ``c`` and its result, if it was taken and is still known."""
        place = bisect_left(self._cs, c)
        if place == len(self._cs) or self._cs[place] != c:
            return None
        start = place * DIGEST_BYTES
        digest = bytes(self._digests[start : start + DIGEST_BYTES])
        return Taken(digest, self._seqs[place], self.undone.get(c))

    def note(self, c: int, seq: int, digest: bytes, undone: Undone | None = None) -> None:
        """An intent was taken, whose number is above all before; one too many makes the oldest forgotten."""
        self.last_c = c
        self._cs.append(c)
        self._seqs.append(seq)
        self._digests += digest or UNKNOWN
        if undone is not None:
            self.undone[c] = undone
        if len(self._cs) > REMEMBERED:
            self.undone.pop(self._cs[0], None)
            del self._cs[0], self._seqs[0], self._digests[:DIGEST_BYTES]

    def add(self, later: Written) -> None:
        """Note what was taken after the last one here."""
        for place, (c, seq) in enumerate(later.results):
            if c > self.last_c:
                start = place * DIGEST_BYTES
                self.note(c, seq, later.said[start : start + DIGEST_BYTES])

    def write(self) -> Written:
        """All of its results, in a form to be kept."""
        results = tuple(zip(self._cs, self._seqs, strict=True))
        return Written(self.last_c, results, bytes(self._digests), dict(self.undone))

    def read(self, written: Written) -> None:
        """Be what was written.

        Raises:
            ValueError: that does not fit together.
        """
        said = written.said or UNKNOWN * len(written.results)
        if len(said) != DIGEST_BYTES * len(written.results):
            raise ValueError(f"{len(said)} bytes of digests for {len(written.results)} results")
        self.last_c = written.last_c
        self._cs = array("Q", [c for c, _ in written.results])
        self._seqs = array("Q", [seq for _, seq in written.results])
        self._digests = bytearray(said)
        self.undone = dict(written.undone)


def answered(book: Book, match_id: str, said: Numbered, digest: bytes) -> Ack | Nack | None:
    """The answer to a seat that says something under a number which is not new; none if it is new.

    Returns:
        the first result, if it says the same again; else why it is not taken: ``reused_c`` or ``stale_c``.
    """
    if said.c > book.last_c:
        return None
    taken = book.find(said.c)
    if taken is None:
        reason = f"c must rise: {book.last_c} was taken, and what became of {said.c} is not known"
        return Nack("stale_c", reason, match_id, said.c, last=book.last_c)
    first = Ack(match_id, said.c, taken.seq, taken.undone)
    if taken.digest in (digest, UNKNOWN):
        return first
    reason = f"something else was said under c {said.c}; the last that was taken is {book.last_c}"
    return Nack("reused_c", reason, match_id, said.c, first=first, last=book.last_c)
