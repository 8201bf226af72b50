"""Identity and rights come from tokens alone; none passes for another (PROTOCOL.md 9)."""

import base64
import hashlib
import hmac
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import jwt
import orjson
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, SECP384R1
from cryptography.hazmat.primitives.asymmetric.ec import generate_private_key as generate_ec
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key as generate_rsa
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from jwt.algorithms import ECAlgorithm, OKPAlgorithm, RSAAlgorithm

from server.identity.issuer import Issuer, load_keys
from server.identity.tokens import Tokens, make_tokens
from server.runtime.errors import BadSetting
from server.runtime.settings import Settings
from tests.support.server.peer import dial, serving

SECRET = "s" * 32
WITHOUT_ISSUER = """
import sys
from pathlib import Path
from server.identity.tokens import make_tokens
from server.runtime.settings import Settings

secret, keys, token = sys.argv[1:]
tokens = make_tokens(Settings(secret=secret))
print(tokens.identify(tokens.new_guest("Ann")[1]).name, "cryptography.hazmat" in sys.modules)
tokens = make_tokens(Settings(secret=secret, issuer="https://id.example", issuer_keys=keys))
print(tokens.identify(token).name, tokens.identify(tokens.new_guest("Bob")[1]).name)
"""
URL = "https://id.example"
RSA = generate_rsa(public_exponent=65537, key_size=2048)
EC = generate_ec(SECP256R1())
ED = Ed25519PrivateKey.generate()
SIGNERS: dict[str, Any] = {"RS256": RSA, "ES256": EC, "EdDSA": ED}


def public_jwk(algorithm: str) -> dict[str, Any]:
    match algorithm:
        case "RS256":
            jwk = RSAAlgorithm.to_jwk(RSA.public_key(), as_dict=True)
        case "ES256":
            jwk = ECAlgorithm.to_jwk(EC.public_key(), as_dict=True)
        case _:
            jwk = OKPAlgorithm.to_jwk(ED.public_key(), as_dict=True)
    return {**jwk, "kid": algorithm}


def pem(private: Any) -> bytes:
    return bytes(private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))


def claims(**changes: object) -> dict[str, Any]:
    given = {"iss": URL, "aud": "stackloop", "sub": "7", "exp": int(time.time()) + 60, "name": "Ann", **changes}
    return {name: value for name, value in given.items() if value is not None}


def signed(algorithm: str = "RS256", *, kid: str | None = None, **changes: object) -> str:
    headers = {} if kid is None else {"kid": kid}
    return jwt.encode(claims(**changes), SIGNERS[algorithm], algorithm, headers=headers)


@pytest.fixture
def jwks(tmp_path: Path) -> Path:
    path = tmp_path / "keys.json"
    path.write_bytes(orjson.dumps({"keys": [public_jwk(algorithm) for algorithm in SIGNERS]}))
    return path


@pytest.fixture
def tokens(jwks: Path) -> Tokens:
    return Tokens(SECRET, 1, Issuer(URL, "stackloop", load_keys(jwks)))


@pytest.mark.parametrize("algorithm", SIGNERS)
@pytest.mark.parametrize("is_named", [True, False])
def test_an_issuers_token_says_who_it_is(tokens: Tokens, algorithm: str, is_named: bool) -> None:
    who = tokens.identify(signed(algorithm, kid=algorithm if is_named else None))
    assert who is not None
    assert (who.id, who.name) == ("user:7", "Ann")


@pytest.mark.parametrize("algorithm", SIGNERS)
def test_one_key_may_stand_alone_as_pem(tmp_path: Path, algorithm: str) -> None:
    path = tmp_path / "key.pem"
    path.write_bytes(pem(SIGNERS[algorithm]))
    who = Tokens(SECRET, 1, Issuer(URL, "stackloop", load_keys(path))).identify(signed(algorithm))
    assert who is not None


@pytest.mark.parametrize(
    "changes",
    [
        {"iss": "https://elsewhere.example"},
        {"iss": None},
        {"aud": "another service"},
        {"aud": None},
        {"exp": int(time.time()) - 3600},
        {"exp": None},
        {"nbf": int(time.time()) + 3600},
        {"sub": None},
        {"sub": ""},
        {"sub": "x" * 257},
        {"kid": "another"},
    ],
    ids=[
        "issuer",
        "no-issuer",
        "audience",
        "no-audience",
        "late",
        "endless",
        "early",
        "nobody",
        "empty",
        "long",
        "key",
    ],
)
def test_a_token_that_is_not_for_us_says_nothing(tokens: Tokens, changes: dict[str, Any]) -> None:
    assert tokens.identify(signed(**changes)) is None


@pytest.mark.parametrize(
    ("given", "called"),
    [({"name": None, "preferred_username": "ann7"}, "ann7"), ({"name": None}, "7"), ({"name": "x" * 99}, "x" * 64)],
)
def test_what_someone_is_called(tokens: Tokens, given: dict[str, Any], called: str) -> None:
    who = tokens.identify(signed(**given))
    assert who is not None
    assert who.name == called


def by_hand(header: dict[str, str], secret: bytes | None) -> str:
    """A token made without a library, since none makes such."""
    parts = [base64.urlsafe_b64encode(orjson.dumps(part)).rstrip(b"=") for part in (header, claims())]
    body = b".".join(parts)
    signature = b"" if secret is None else hmac.new(secret, body, hashlib.sha256).digest()
    return (body + b"." + base64.urlsafe_b64encode(signature).rstrip(b"=")).decode()


@pytest.mark.parametrize("algorithm", ["none", "None", "NONE", "nOnE"])
def test_a_token_without_a_signature_says_nothing(tokens: Tokens, algorithm: str) -> None:
    assert tokens.identify(by_hand({"alg": algorithm, "typ": "JWT"}, None)) is None


@pytest.mark.parametrize("key", ["pem", "n", "jwk"])
def test_a_public_key_is_no_shared_secret(tokens: Tokens, key: str) -> None:
    """Alg confusion: whoever knows the public key signs with it as if it were a secret."""
    jwk = public_jwk("RS256")
    secret = {"pem": pem(RSA), "n": jwk["n"].encode(), "jwk": orjson.dumps(jwk)}[key]
    assert tokens.identify(by_hand({"alg": "HS256", "typ": "JWT", "kid": "RS256"}, secret)) is None


def test_a_key_is_used_with_its_own_algorithm_only(tokens: Tokens) -> None:
    token = jwt.encode(claims(), RSA, "PS256", headers={"kid": "RS256"})
    assert tokens.identify(token) is None


def test_an_issuers_key_gives_no_seat(tokens: Tokens) -> None:
    token = jwt.encode({"aud": "stackloop/seat", "m": "m", "s": 0, "exp": int(time.time()) + 60}, RSA, "RS256")
    assert tokens.claim(token) is None


def test_an_issuer_makes_no_guests(tokens: Tokens) -> None:
    who = tokens.identify(signed(sub="guest:x"))
    assert who is not None
    assert who.id == "user:guest:x"


def test_no_token_passes_for_another_role() -> None:
    tokens = Tokens(SECRET, 1)
    guest = tokens.greet("ann")
    assert guest is not None
    made = [tokens.for_seat("m", 0), tokens.for_watching("m"), tokens.for_inviting("m", 0), guest[1]]
    assert [tokens.claim(token) is not None for token in made] == [True, True, False, False]
    assert [tokens.invite(token) is not None for token in made] == [False, False, True, False]
    assert [tokens.identify(token) is not None for token in made] == [False, False, False, True]


def test_a_secret_is_replaced_without_turning_anybody_away() -> None:
    old = Tokens("o" * 32, 1).for_seat("m", 1)
    both = Tokens("n" * 32 + "," + "o" * 32, 1)
    assert both.claim(old) is not None
    assert Tokens("n" * 32, 1).claim(old) is None
    assert Tokens("n" * 32, 1).claim(both.for_seat("m", 1)) is not None


def test_two_guests_of_one_name_are_two() -> None:
    tokens = Tokens(SECRET, 1)
    one, other = tokens.greet("ann"), tokens.greet("ann")
    assert one is not None
    assert other is not None
    assert one[0].id != other[0].id


@pytest.mark.parametrize(
    "keys",
    [
        {"keys": []},
        {"keys": "none"},
        {"no": "keys"},
        {"keys": [{"kty": "oct", "k": "c2VjcmV0"}]},
        {"keys": [{**public_jwk("RS256"), "alg": "RS512"}]},
        {"keys": [OKPAlgorithm.to_jwk(ED, as_dict=True)]},
        {"keys": [ECAlgorithm.to_jwk(generate_ec(SECP384R1()).public_key(), as_dict=True)]},
        {"keys": [RSAAlgorithm.to_jwk(generate_rsa(65537, 1024).public_key(), as_dict=True)]},  # noqa: S505 # to be refused
        {"keys": [{"kty": "nonsense"}]},
        {"keys": [public_jwk("RS256")] * 17},
    ],
    ids=["none", "no-list", "no-set", "secret", "unsafe-use", "private", "curve", "short", "unknown-type", "too-many"],
)
def test_keys_that_prove_nothing_are_refused_at_the_start(tmp_path: Path, keys: dict[str, Any]) -> None:
    path = tmp_path / "keys.json"
    path.write_bytes(orjson.dumps(keys))
    with pytest.raises(BadSetting, match=r"keys\.json"):
        load_keys(path)


def test_a_private_key_is_refused_and_not_repeated(tmp_path: Path) -> None:
    path = tmp_path / "key.pem"
    text = ED.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path.write_bytes(text)
    with pytest.raises(BadSetting) as caught:
        load_keys(path)
    assert text.decode().splitlines()[1] not in str(caught.value)


@pytest.mark.parametrize(
    "settings",
    [{"secret": "short"}, {"secret": SECRET + ",short"}, {"issuer": URL}, {"issuer_keys": "keys.json"}],
    ids=str,
)
def test_settings_that_do_not_hold_are_told_without_the_secret(tmp_path: Path, settings: dict[str, Any]) -> None:
    with pytest.raises(BadSetting) as caught:
        make_tokens(Settings(data=tmp_path, **settings))
    assert "short" not in str(caught.value)


def test_no_secret_stands_in_the_settings_as_text() -> None:
    assert SECRET not in repr(Settings(secret=SECRET, redis=f"redis://:{SECRET}@h:1"))


async def test_an_issuers_token_is_good_for_hello(tmp_path: Path, jwks: Path) -> None:
    async with serving(tmp_path / "data", issuer=URL, issuer_keys=str(jwks)) as service, dial(service.url) as ann:
        welcome = await ann.ask({"t": "hello", "token": signed()}, "welcome")
        assert (welcome["name"], welcome["token"]) == ("Ann", None)


async def test_a_guest_comes_back_as_the_same(tmp_path: Path) -> None:
    async with serving(tmp_path) as service:
        async with dial(service.url) as ann:
            token = (await ann.ask({"t": "hello", "name": "ann"}, "welcome"))["token"]
        async with dial(service.url) as again:
            assert (await again.ask({"t": "hello", "name": "bob", "token": token}, "welcome"))["name"] == "ann"


async def test_where_guests_are_not_wanted_none_gets_in(tmp_path: Path) -> None:
    async with serving(tmp_path, guests=0) as service, dial(service.url) as ann:
        assert (await ann.ask({"t": "hello", "name": "ann"}, "bye"))["code"] == 4502


async def test_the_bots_of_the_house_play_where_guests_are_not_wanted(tmp_path: Path, jwks: Path) -> None:
    more = {"guests": 0, "issuer": URL, "issuer_keys": str(jwks)}
    async with serving(tmp_path / "data", **more) as service, dial(service.url) as ann:
        await ann.ask({"t": "hello", "token": signed()}, "welcome")
        created = await ann.ask({"t": "create", "game": "magic", "seats": ["bot:random", "bot:random"]}, "created")
        state = await ann.join(created["m"])
        while state["seq"] < 5:
            state = await ann.expect("diff")


def test_what_checks_keys_is_imported_for_an_issuer_alone(jwks: Path) -> None:
    """It takes 9 MB in each process of a server; an issuer is known in the same process all the same."""
    command = [sys.executable, "-c", WITHOUT_ISSUER, SECRET, str(jwks), signed()]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert done.stdout.splitlines() == ["Ann False", "Ann Bob"]
