"""Randomness that is seeded, counted and verifiable by a third party.

Draw ``n`` of a match is a function of the key and ``n`` alone: BLAKE2b in counter mode over a key derived from a
server secret, committed to by its SHA-256 before the match and revealed after, and a contribution from each
seat (the construction of "provably fair" shuffles; cf. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
2011, for counter mode). The only state is the cursor, which is part of the game and rewound with it.
"""

from __future__ import annotations

import hashlib
from struct import Struct
from typing import Final, TypeAlias

_WORDS: Final = 8
_UNPACK: Final = Struct(">8Q").unpack
_SPAN: Final = 1 << 64
_SURE: Final = _SPAN - (1 << 32)
"""Words below this are taken whatever is wanted, which is less than 2^32."""
_Block: TypeAlias = tuple[int, int, tuple[int, ...]]
"""Eight numbers, and between which cursors they are those of the stream."""


class Seed:
    """The values that fix every random number of a match.

    Args:
        secret: of the server, hex, at least 16 bytes in real matches; secret until the match ends.
        shares: one string from each seat, any length.
        later: of a match begun at a moment of another: the cursor there, and what fixes the numbers from it on.
    """

    __slots__ = ("later", "secret", "shares")

    def __init__(self, secret: str, shares: tuple[str, ...] = (), later: tuple[int, Seed] | None = None) -> None:
        self.secret = secret
        self.shares = shares
        self.later = later

    @property
    def last(self) -> Seed:
        """The seed of the numbers that are still to come."""
        return self if self.later is None else self.later[1].last

    def going_on(self, cursor: int, seed: Seed) -> Seed:
        """This seed up to a cursor, and another from there on."""
        if self.later is not None:
            seed = self.later[1].going_on(cursor, seed)
            cursor = self.later[0]
        return Seed(self.secret, self.shares, (cursor, seed))

    def commitment(self) -> str:
        """SHA-256 of the last secret, to be published before the match."""
        return hashlib.sha256(self.last.secret.encode()).hexdigest()

    def key(self) -> bytes:
        """The 32-byte key of the stream."""
        digest = hashlib.blake2b(digest_size=32)
        for part in (self.secret, *self.shares):
            data = part.encode()
            digest.update(len(data).to_bytes(8, "big") + data)
        return digest.digest()

    def stream(self) -> Stream:
        """The numbers that this seed fixes."""
        return self.put_on(Stream(self.key(), self.commitment()))

    def put_on(self, stream: Stream) -> Stream:
        """Have a stream go on with other numbers where it is to."""
        if self.later is not None:
            stream.later = self.later[0], self.later[1].stream()
        return stream

    def turns(self) -> list[tuple[int, str, tuple[str, ...]]]:
        """From which cursor on which secret and shares fix the numbers, the first ones aside."""
        if self.later is None:
            return []
        cursor, seed = self.later
        return [(cursor, seed.secret, seed.shares), *seed.turns()]

    @staticmethod
    def of(secret: str, shares: tuple[str, ...], turns: list[tuple[int, str, tuple[str, ...]]]) -> Seed:
        """Make a seed from ``turns``."""
        if not turns:
            return Seed(secret, shares)
        cursor, following, own = turns[0]
        return Seed(secret, shares, (cursor, Seed.of(following, own, turns[1:])))


class Stream:
    """The numbers of one match, by position. ``commitment`` is what viewers may know of where they come from."""

    __slots__ = ("_block", "_key", "commitment", "later")

    def __init__(self, key: bytes, commitment: str = "") -> None:
        self._key = key
        self.commitment = commitment
        self.later: tuple[int, Stream] | None = None
        self._block: _Block = (0, 0, ())

    def word(self, cursor: int) -> int:
        """The ``cursor``-th 64-bit number."""
        first, after, words = self._block
        if not first <= cursor < after:
            _, _, words = self._block = self._worked_out(cursor)
        return words[cursor % _WORDS]

    def _worked_out(self, cursor: int) -> _Block:
        """The block of a number, as far as the same secret fixes it."""
        first, stream = cursor - cursor % _WORDS, self
        after = first + _WORDS
        while stream.later is not None:
            turn, following = stream.later
            if cursor < turn:
                after = min(after, turn)
                break
            first, stream = max(first, turn), following
        key = stream._key  # noqa: SLF001 # one of our own kind
        block = (cursor // _WORDS).to_bytes(8, "big")
        return first, after, _UNPACK(hashlib.blake2b(block, key=key).digest())

    def below(self, cursor: int, bound: int) -> tuple[int, int]:
        """A uniform number in ``0..bound-1`` and the cursor after it; rejection keeps it unbiased."""
        limit = _SPAN - _SPAN % bound
        while True:
            word = self.word(cursor)
            cursor += 1
            if word < limit:
                return word % bound, cursor

    def shuffled(self, cursor: int, items: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
        """A uniform permutation (Fisher-Yates) and the cursor after it."""
        deck = list(items)
        first, after, words = self._block
        last = len(deck) - 1
        while last > 0:  # as ``below`` for each card, without a call for each
            if not first <= cursor < after:
                first, after, words = self._block = self._worked_out(cursor)
            word = words[cursor % _WORDS]
            cursor += 1
            bound = last + 1
            if word < _SURE or word < _SPAN - _SPAN % bound:
                other = word % bound
                deck[last], deck[other] = deck[other], deck[last]
                last -= 1
        return tuple(deck), cursor
