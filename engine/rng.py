"""Randomness that is seeded, counted and verifiable by a third party.

Draw ``n`` of a match is a function of the key and ``n`` alone: BLAKE2b in counter mode over a key derived from a
server secret, committed to by its SHA-256 before the match and revealed after, and a contribution from each
seat (the construction of "provably fair" shuffles; cf. Salmon et al., "Parallel random numbers: as easy as 1, 2, 3",
2011, for counter mode). The only state is the cursor, which is part of the game and rewound with it.
"""

from __future__ import annotations

import hashlib
from typing import Final

_WORDS: Final = 8
_WORD_BYTES: Final = 8
_SPAN: Final = 1 << 64


class Seed:
    """What fixes every random number of a match.

    Args:
        secret: of the server, hex, at least 16 bytes in real matches; secret until the match ends.
        shares: one string from each seat, any length.
    """

    __slots__ = ("secret", "shares")

    def __init__(self, secret: str, shares: tuple[str, ...] = ()) -> None:
        self.secret = secret
        self.shares = shares

    def commitment(self) -> str:
        """SHA-256 of the secret, to be published before the match."""
        return hashlib.sha256(self.secret.encode()).hexdigest()

    def key(self) -> bytes:
        """The 32-byte key of the stream."""
        digest = hashlib.blake2b(digest_size=32)
        for part in (self.secret, *self.shares):
            data = part.encode()
            digest.update(len(data).to_bytes(8, "big") + data)
        return digest.digest()

    def stream(self) -> Stream:
        """The numbers that this seed fixes."""
        return Stream(self.key(), self.commitment())


class Stream:
    """The numbers of one match, by position. ``commitment`` is what viewers may know of where they come from."""

    __slots__ = ("_block", "_key", "_words", "commitment")

    def __init__(self, key: bytes, commitment: str = "") -> None:
        self._key = key
        self.commitment = commitment
        self._block = -1
        self._words: tuple[int, ...] = ()

    def word(self, cursor: int) -> int:
        """The ``cursor``-th 64-bit number."""
        block, index = divmod(cursor, _WORDS)
        if block != self._block:
            digest = hashlib.blake2b(block.to_bytes(8, "big"), key=self._key).digest()
            self._words = tuple(
                int.from_bytes(digest[i : i + _WORD_BYTES], "big") for i in range(0, _WORDS * _WORD_BYTES, _WORD_BYTES)
            )
            self._block = block
        return self._words[index]

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
        for last in range(len(deck) - 1, 0, -1):
            other, cursor = self.below(cursor, last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return tuple(deck), cursor
