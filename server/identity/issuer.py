"""Identities of an issuer elsewhere: its signed tokens, checked with the public keys that we were given as a file.

The file is a JWKS or a public key as PEM; it is read once, at the start, and nothing is ever fetched. A key has exactly
one algorithm, by its kind, and a token must name it: what a token says about itself chooses among our keys and
decides nothing else. So neither ``none`` nor a public key used as a shared secret gets in.
"""

from pathlib import Path
from typing import Final, TypeAlias

import jwt
import msgspec
from cryptography.exceptions import UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
from cryptography.hazmat.primitives.serialization import load_pem_public_key

from protocol.session import Identity
from server.identity.display_names import usable
from server.runtime.errors import BadSetting

LEAST_RSA_BITS: Final = 2048
LEEWAY_S: Final = 30
"""Distance that the issuer's clock may be from ours."""
MOST_KEYS: Final = 16
MOST_SUBJECT: Final = 256
PREFIX: Final = "user:"
"""Before the issuer's subjects; guests have another, so that none is taken for the other."""

Public: TypeAlias = RSAPublicKey | EllipticCurvePublicKey | Ed25519PublicKey


class Key:
    """One public key and the only algorithm that it is used with."""

    __slots__ = ("algorithm", "kid", "public")

    def __init__(self, public: Public, kid: str | None = None) -> None:
        self.public = public
        self.kid = kid
        self.algorithm = algorithm_of(public)


class Issuer:
    """Checks the tokens of one issuer.

    Args:
        name: what ``iss`` must be.
        audience: what ``aud`` must be, or hold.
    """

    def __init__(self, name: str, audience: str, keys: tuple[Key, ...]) -> None:
        self._name = name
        self._audience = audience
        self._keys = keys

    def identify(self, token: str) -> Identity | None:
        """The identity that the token is for; ``None`` if it is not valid."""
        try:
            header = jwt.get_unverified_header(token)
        except jwt.InvalidTokenError:
            return None
        for key in self._keys:
            if header.get("alg") == key.algorithm and header.get("kid", key.kid) in (key.kid, None):
                who = self._read(token, key)
                if who is not None:
                    return who
        return None

    def _read(self, token: str, key: Key) -> Identity | None:
        try:
            claims = jwt.decode(
                token,
                key.public,
                [key.algorithm],
                issuer=self._name,
                audience=self._audience,
                leeway=LEEWAY_S,
                options={"require": ["exp", "iss", "aud", "sub"]},
            )
        except jwt.InvalidTokenError:
            return None
        return identity_of(claims)


def identity_of(claims: dict[str, object]) -> Identity | None:
    """By the subject, and called as the claims say: ``name``, else ``preferred_username``, else the subject.

    A claim that is no name is passed over, and a subject without one is a guest by name.
    """
    subject = claims["sub"]
    if not isinstance(subject, str) or not 0 < len(subject) <= MOST_SUBJECT:
        return None
    called = (claims.get("name"), claims.get("preferred_username"), subject)
    return Identity(PREFIX + subject, usable(*filter(None, map(printed, called))))


def printed(claim: object) -> str:
    """The part of a claim that can be shown."""
    return "".join(filter(str.isprintable, claim)) if isinstance(claim, str) else ""


def load_keys(path: Path) -> tuple[Key, ...]:
    """Read public keys: a JWKS (a JSON object with ``keys``), or one key as PEM.

    Raises:
        BadSetting: no such thing, a private or a symmetric key, or one that is too weak.
        OSError: the file cannot be read.
    """
    data = path.read_bytes()
    try:
        keys = read_jwks(data) if data.lstrip().startswith(b"{") else (Key(checked(load_pem_public_key(data))),)
    except BadSetting as error:
        raise BadSetting(f"{path}: {error}") from error
    except (ValueError, TypeError, UnsupportedAlgorithm, jwt.PyJWTError):
        raise BadSetting(f"{path}: neither a JWKS nor a public key as PEM") from None  # the cause may repeat a key
    if not 0 < len(keys) <= MOST_KEYS:
        raise BadSetting(f"{path}: {len(keys)} keys; 1 to {MOST_KEYS} are possible")
    return keys


def read_jwks(data: bytes) -> tuple[Key, ...]:
    """The keys that are there for signing; those for encryption are passed over.

    Raises:
        BadSetting, ValueError, jwt.PyJWTError: as ``load_keys``.
    """
    document = msgspec.json.decode(data)
    listed = document.get("keys") if isinstance(document, dict) else None
    if not isinstance(listed, list) or not all(isinstance(entry, dict) for entry in listed):
        raise BadSetting("a JWKS is an object with a list of keys")
    found = []
    for entry in listed:
        if entry.get("use", "sig") != "sig":
            continue
        if entry.get("kty") == "oct" or "d" in entry:
            raise BadSetting("it holds a symmetric or a private key; only public keys belong here")
        key = Key(checked(jwt.PyJWK(entry).key), entry.get("kid"))
        if entry.get("alg", key.algorithm) != key.algorithm:
            raise BadSetting(f"a key is for {entry['alg']}; RS256, ES256 and EdDSA are possible")
        found.append(key)
    return tuple(found)


def checked(public: object) -> Public:
    """A key of a kind that is used here.

    Raises:
        BadSetting: another kind, or too weak.
    """
    match public:
        case RSAPublicKey() if public.key_size >= LEAST_RSA_BITS:
            return public
        case EllipticCurvePublicKey() if isinstance(public.curve, SECP256R1):
            return public
        case Ed25519PublicKey():
            return public
    raise BadSetting(f"a key must be RSA of {LEAST_RSA_BITS} bits or more, P-256, or Ed25519")


def algorithm_of(public: Public) -> str:
    match public:
        case RSAPublicKey():
            return "RS256"
        case EllipticCurvePublicKey():
            return "ES256"
        case Ed25519PublicKey():
            return "EdDSA"
