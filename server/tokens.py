"""Who someone is, and which seat they hold: signed tokens.

A seat's token is for one seat of one match; an identity token carries a name. Both expire. The secret that signs them
is a setting, or is made once in the data directory, readable by its owner only. Tokens never stand in a URL.
"""

import os
import secrets
import time
from pathlib import Path
from typing import Final

import jwt

from protocol.session import Claim

ALGORITHM: Final = "HS256"
SECRET_BYTES: Final = 32
DAY_S: Final = 24 * 60 * 60


class Tokens:
    """Makes and checks tokens under one secret."""

    def __init__(self, secret: str, days: int) -> None:
        self._secret = secret
        self._days = days

    def for_seat(self, match: str, seat: int) -> str:
        return self._sign({"m": match, "s": seat})

    def for_name(self, name: str) -> str:
        return self._sign({"sub": name})

    def claim(self, token: str) -> Claim | None:
        """The seat a token is for; ``None`` if it is not valid."""
        match self._read(token):
            case {"m": str(match), "s": int(seat)}:
                return Claim(match, seat)
        return None

    def identify(self, token: str) -> str | None:
        """The name a token is for; ``None`` if it is not valid."""
        match self._read(token):
            case {"sub": str(name)}:
                return name
        return None

    def _sign(self, claims: dict[str, str | int]) -> str:
        return jwt.encode({**claims, "exp": int(time.time()) + self._days * DAY_S}, self._secret, ALGORITHM)

    def _read(self, token: str) -> object:
        try:
            return jwt.decode(token, self._secret, [ALGORITHM], options={"require": ["exp"]})
        except jwt.InvalidTokenError:
            return None


def load_secret(data: Path) -> str:
    """The secret of this data directory, made at its first use.

    Raises:
        OSError: it cannot be read or written.
    """
    path = data / "secret"
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text().strip()
    with os.fdopen(descriptor, "w") as file:
        secret = secrets.token_hex(SECRET_BYTES)
        file.write(secret)
    return secret
