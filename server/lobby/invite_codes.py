"""Short codes for invites: twelve characters that a person may read out, in place of a signed token.

A code says nothing; its worth lies in Redis under its digest for as long as a token would be good, so that nobody who
reads Redis can use one::

    sl:{code:DIGEST}  a match and a seat of it, as JSON; or the id of a table, which itself knows its code

The alphabet is Crockford's Base32, which has no letter that is read as another: 60 bits, all of them random. Each
address may try 50 in a second, and needs seven hundred years to try one in a million of all codes.
"""

import hashlib
import secrets
from typing import Final

import msgspec

from server.identity.tokens import Invite
from server.store.journal import Journal

ALPHABET: Final = "0123456789abcdefghjkmnpqrstvwxyz"
LENGTH: Final = 12
DIGEST_BYTES: Final = 16
DAY_S: Final = 24 * 60 * 60
READ_AS: Final = str.maketrans("oil", "011", "- ")
"""Letters stand for the digits that they are taken for; spaces and hyphens between groups are passed over."""

_DECODER: Final = msgspec.json.Decoder(tuple[str, int | None])


class Codes:
    """Gives codes out and reads them.

    Args:
        days: how long a code is good for.
    """

    def __init__(self, journal: Journal, days: int) -> None:
        self._journal = journal
        self._keep_s = days * DAY_S

    async def give(self, match: str, seat: int | None) -> str:
        """A new code for a seat, or (``None``) for a place among the spectators.

        Raises:
            Unavailable: Redis cannot be reached.
        """
        code = new_code()
        worth = msgspec.json.encode((match, seat))
        await self._journal.read_key(key_of(code), "SET", worth, "EX", str(self._keep_s))
        return code

    async def find(self, code: str) -> Invite | None:
        """The place that a code is for, ``None`` if it is none; whether it was used is asked of the journal.

        Raises:
            Unavailable: Redis cannot be reached.
        """
        worth = await self._journal.read_key(key_of(code), "GET")
        if not isinstance(worth, bytes) or not worth.startswith(b"["):
            return None
        match, seat = _DECODER.decode(worth)
        return Invite(match, seat, digest_of(code))

    async def note_table(self, code: str, table: str) -> None:
        """Have nodes find a table by its code that have not heard of it; raises ``Unavailable``."""
        await self._journal.read_key(key_of(code), "SET", table, "EX", str(DAY_S))

    async def table(self, text: str) -> str:
        """The id of the table that has this code; empty if none has. Raises ``Unavailable``."""
        code = read_code(text)
        found = await self._journal.read_key(key_of(code), "GET") if code is not None else None
        return found.decode() if isinstance(found, bytes) and not found.startswith(b"[") else ""


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def read_code(text: str) -> str | None:
    """The code that somebody typed, in its one form; ``None`` if that is none."""
    code = text.lower().translate(READ_AS)
    return code if len(code) == LENGTH and all(letter in ALPHABET for letter in code) else None


def digest_of(code: str) -> str:
    return hashlib.blake2b(code.encode(), digest_size=DIGEST_BYTES).hexdigest()


def key_of(code: str) -> str:
    return f"sl:{{code:{digest_of(code)}}}"
