"""Signed tokens that expire, each for one role: identity, and rights.

=========  ============================================================ ==========================
role       binds                                                        who gets it
=========  ============================================================ ==========================
seat       one seat of one match                                        who sits there
watch      one match                                                    spectators of a private one
invite     one seat of one match, or a place among its spectators; once of earlier servers
table      a place at one table, while there is one                     of earlier servers
guest      an identity made for a connection that came without one      that connection
=========  ============================================================ ==========================

The role is the token's audience, so none passes for another. The secrets that sign them are a setting (the first one
signs, all are good, which is how one is replaced), or one is made in the data directory, readable by its owner only.
Identities may also come from an issuer elsewhere, whose tokens are never signed with a secret of ours
(``server.identity.issuer``). Invites are codes now (``server.lobby.invite_codes``); signed ones are good until they
expire. No token stands in a URL but an invite, behind ``#``, where no server reads it.
"""

from __future__ import annotations

import os
import secrets
import time
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Final

from protocol.session import Claim, Identity
from server.identity.display_names import usable
from server.identity.plain_jwt import jwt
from server.runtime.errors import BadSetting
from server.runtime.settings import Settings

if TYPE_CHECKING:
    from server.identity.issuer import Issuer

ALGORITHM: Final = "HS256"
SECRET_BYTES: Final = 32
LEAST_SECRET: Final = 32
"""Characters of a secret that is set; a shorter one can be guessed from any token."""
GUEST_BYTES: Final = 9
"""Of a guest's id, which is random: nobody is taken for another."""
INVITE_BYTES: Final = 9
DAY_S: Final = 24 * 60 * 60


class Role(StrEnum):
    """The purpose of a token of ours."""

    SEAT = "stackloop/seat"
    WATCH = "stackloop/watch"
    INVITE = "stackloop/invite"
    TABLE = "stackloop/table"
    GUEST = "stackloop/guest"


class Invite:
    """The worth of an invite to the first who uses its ``number``: a seat, or (``None``) a place among spectators."""

    __slots__ = ("match", "number", "seat")

    def __init__(self, match: str, seat: int | None, number: str) -> None:
        self.match = match
        self.seat = seat
        self.number = number


class Tokens:
    """Makes and checks tokens.

    Args:
        secret: one or several, separated by commas; the first one signs.
        issuer: who else may say who someone is.
        guests: whether one may come without saying who one is.

    Attributes:
        days: how long a token is good for.
    """

    def __init__(self, secret: str, days: int, issuer: Issuer | None = None, *, guests: bool = True) -> None:
        self._secrets = tuple(part.strip() for part in secret.split(","))
        self.days = days
        self._issuer = issuer
        self._guests = guests

    def for_seat(self, match: str, seat: int) -> str:
        return self._sign(Role.SEAT, {"m": match, "s": seat})

    def for_watching(self, match: str) -> str:
        return self._sign(Role.WATCH, {"m": match})

    def for_inviting(self, match: str, seat: int | None) -> str:
        place: dict[str, str | int] = {"m": match} if seat is None else {"m": match, "s": seat}
        return self._sign(Role.INVITE, {**place, "jti": secrets.token_urlsafe(INVITE_BYTES)})

    def for_table(self, table: str) -> str:
        """An invite to a private table, for as many as there are seats."""
        return self._sign(Role.TABLE, {"t": table})

    def is_for_table(self, token: str, table: str) -> bool:
        """Whether a token is an invite to that table."""
        match self._read(token, Role.TABLE):
            case {"t": str(of)}:
                return of == table
        return False

    def greet(self, name: str) -> tuple[Identity, str] | None:
        """Take someone in as a guest, with a token to come back with; ``None`` where guests are not wanted."""
        return self.new_guest(name) if self._guests else None

    def new_guest(self, name: str) -> tuple[Identity, str]:
        """An identity of our own making, as the bots of the house also have."""
        who = Identity(f"guest:{secrets.token_urlsafe(GUEST_BYTES)}", name)
        return who, self._sign(Role.GUEST, {"sub": who.id, "name": name})

    def claim(self, token: str) -> Claim | None:
        """The seat, or the place among the spectators, that a token is for; ``None`` if it is not valid."""
        match self._read(token, Role.SEAT, Role.WATCH):
            case {"aud": Role.SEAT, "m": str(match), "s": int(seat)}:
                return Claim(match, seat)
            case {"aud": Role.WATCH, "m": str(match)}:
                return Claim(match, None)
        return None

    def invite(self, token: str) -> Invite | None:
        """The place that an invite is for; ``None`` if it is not valid. Whether it was used is asked of the journal."""
        match self._read(token, Role.INVITE):
            case {"m": str(match), "jti": str(number), **rest}:
                seat = rest.get("s")
                return Invite(match, seat if isinstance(seat, int) else None, number)
        return None

    def identify(self, token: str) -> Identity | None:
        """The identity that a token names; ``None`` if it is not valid."""
        match self._read(token, Role.GUEST):
            case {"sub": str(ident), "name": str(name)}:
                return Identity(ident, usable(name))
        return self._issuer.identify(token) if self._issuer is not None else None

    def _sign(self, role: Role, claims: dict[str, str | int]) -> str:
        expires = int(time.time()) + self.days * DAY_S
        return jwt.encode({"aud": role, **claims, "exp": expires}, self._secrets[0], ALGORITHM)

    def _read(self, token: str, *roles: Role) -> object:
        if not token.isascii():  # which the library trips over, where it cannot be encoded
            return None
        for secret in self._secrets:
            try:
                return jwt.decode(token, secret, [ALGORITHM], audience=roles, options={"require": ["exp", "aud"]})
            except jwt.InvalidTokenError:
                continue
        return None


def make_tokens(settings: Settings) -> Tokens:
    """Under the secret that is set, or that of the data directory.

    Raises:
        BadSetting: a secret that can be guessed, or keys of an issuer that cannot be used.
        OSError: a file cannot be read or written.
    """
    secret = settings.secret or load_secret(settings.data)
    if any(len(part.strip()) < LEAST_SECRET for part in secret.split(",")):
        raise BadSetting(f"a secret that signs tokens has at least {LEAST_SECRET} characters")
    if bool(settings.issuer) != bool(settings.issuer_keys):
        raise BadSetting("an issuer and the file of its keys are set together")
    issuer = None
    if settings.issuer:
        from server.identity.issuer import Issuer, load_keys  # it takes 9 MB

        issuer = Issuer(settings.issuer, settings.issuer_audience, load_keys(Path(settings.issuer_keys)))
    return Tokens(secret, settings.token_days, issuer, guests=bool(settings.guests))


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
