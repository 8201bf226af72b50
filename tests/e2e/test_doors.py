"""A port's answers before anything is a websocket: one spelling for each path, reading only, our own names only."""

import socket
from collections.abc import Iterator
from typing import Any, Final
from urllib.parse import urlsplit

import pytest

from server.gateway.hosts import Hosts
from server.runtime.errors import BadSetting
from server.runtime.settings import Settings
from tests.support.server.peer import PATIENCE_S
from tests.support.server.plain_http import HANDSHAKE, INSIDE, MISSPELT, Heard
from tests.support.server.server_process import ServerProcess, server_process

TOKEN: Final = "the-operator-shows-this-and-nobody-else"
SETTINGS: Final = {
    "STACKLOOP_URL": "https://cards.example/node/one",
    "STACKLOOP_HOSTS": "lan.example, k\u00e4rten.example",
    "STACKLOOP_ORIGINS": "https://other.example",
    "STACKLOOP_ADMIN_TOKEN": TOKEN,
    "STACKLOOP_ADMIN_PORT": "0",
    "STACKLOOP_ASKS_PER_S": "100000",
    "STACKLOOP_HANDSHAKES_PER_S": "100000",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with server_process(tmp_path_factory.mktemp("doors") / "data", settings=SETTINGS) as process:
        yield process


def send(url: str, *data: bytes) -> Heard:
    """Bytes on a socket of their own; what is answered until it is closed, or a websocket."""
    parts = urlsplit(url)
    heard = b""
    with socket.create_connection((parts.hostname or "", parts.port or 0), PATIENCE_S) as stream:
        for part in data:
            stream.sendall(part)
        while not heard.startswith(b"HTTP/1.1 101 ") and (part := stream.recv(65536)):
            heard += part
    return Heard(heard)


def ask(url: str, target: str, method: str = "GET", host: str = "localhost", **more: str) -> Heard:
    headers = {"Host": host, **{name.replace("_", "-"): value for name, value in more.items()}}
    lines = [f"{method} {target} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return send(url, "\r\n".join([*lines, "", ""]).encode("latin-1"))


@pytest.mark.parametrize("target", MISSPELT)
def test_a_path_has_one_spelling(server: ServerProcess, target: str) -> None:
    """`/metrics/` and its like were the same page here, and another for the rules of every proxy before us."""
    heard = ask(server.url, target)
    assert heard.status in (400, 404)
    assert not any(told in heard.body for told in INSIDE)


def test_all_spellings_of_the_operators_pages_are_their_own_at_their_port(server: ServerProcess) -> None:
    for target in MISSPELT:
        path = target.partition("?")[0]
        if path not in ("/metrics", "/admin"):
            assert ask(server.admin_url, target).status in (400, 404), target
    assert b"stackloop_matches" in ask(server.admin_url, "/metrics?x").body


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/m/abcdefghjkmn",
        "/decks/",
        "/decks/magic",
        "/main.js",
        "/decks/view.js",
        "/livez",
        "/readyz",
        "/?m=a&b=%7C[1]",
    ],
)
def test_what_is_there_is_found_as_it_is_written(server: ServerProcess, path: str) -> None:
    assert ask(server.url, path).status == 200


@pytest.mark.parametrize(
    "path",
    [
        *(f"/records/{'a' * length}.txt" for length in (65, 300, 3000, 7900)),
        f"/records/{'%C3%A4' * 65}.txt",
        f"/m/{'a' * 65}",
        f"/api/games/{'a' * 65}",
        f"/api/cards/magic/set/Shock/{'a' * 65}",
        f"/{'a' * 10_000}",
    ],
    ids=lambda path: f"{path[:24]} {len(path)}",
)
def test_a_name_that_is_too_long_is_told(server: ServerProcess, path: str) -> None:
    """A record's was handed on to the archive, whose file system refused it, and the page said that it was away."""
    assert ask(server.url, path).status == 414


def test_the_longest_name_is_none_too_long(server: ServerProcess) -> None:
    assert ask(server.url, f"/records/{'a' * 64}.txt").status == 404
    assert ask(server.url, f"/m/{'%C3%A4' * 64}").status == 404
    faces = ask(server.url, "/api/cards/magic/set/" + "/".join(["Man-o%27-War"] * 64))
    assert faces.status == 200


@pytest.mark.parametrize(
    "method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "get", "FOO", "X" * 99]
)
@pytest.mark.parametrize("path", ["/", "/ws", "/metrics", "/nothing", "*"])
def test_only_reading_is_answered(server: ServerProcess, method: str, path: str) -> None:
    for url in (server.url, server.admin_url):
        heard = ask(url, path, method)
        assert (heard.status, heard.headers["allow"]) == (405, "GET, HEAD")


@pytest.mark.parametrize(
    "body",
    [
        b"Content-Length: 3\r\n\r\nabc",
        b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        b"Content-Length: 999999\r\nExpect: 100-continue\r\n\r\n",
    ],
)
def test_what_comes_with_a_body_is_answered_too(server: ServerProcess, body: bytes) -> None:
    """The library hung up on it without a word."""
    assert send(server.url, b"POST / HTTP/1.1\r\nHost: localhost\r\n" + body).status == 405
    assert send(server.url, b"GET / HTTP/1.1\r\nHost: localhost\r\n" + body).status in (200, 400)


@pytest.mark.parametrize(
    "data",
    [
        b"GARBAGE\r\n\r\n",
        b" / HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/2.0\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\nHost: localhost\n\n",
        b"GET / HTTP/1.1\r\nHost\r\n\r\n",
        b"\x16\x03\x01\x02\x00 \x01\x00\x01\r\n",
    ],
)
def test_what_is_no_request_is_answered_before_it_is_hung_up_on(server: ServerProcess, data: bytes) -> None:
    assert send(server.url, data).status == 400


@pytest.mark.parametrize("path", ["/", "/main.js", "/livez", "/api/games", "/nothing", "/metrics/", "/ws"])
def test_head_is_told_what_get_is_but_for_the_body(server: ServerProcess, path: str) -> None:
    got, head = ask(server.url, path), ask(server.url, path, "HEAD")
    assert (head.status, head.body) == (got.status, b"")
    assert path == "/ws" or head.headers == got.headers
    assert path == "/ws" or int(head.headers["content-length"]) == len(got.body)


def test_a_method_may_come_byte_by_byte(server: ServerProcess) -> None:
    assert send(server.url, *(bytes((byte,)) for byte in b"DELETE /")).status == 405


OURS: Final = (
    "localhost", "LocalHost", "localhost.", "localhost:8300", "127.0.0.1", "127.0.0.1:80", "192.168.1.7:8300",
    "203.0.113.5", "[::1]", "[::1]:8300", "[2001:db8::7]:8300", "[::ffff:192.0.2.1]", "[fe80::1%25eth0]:8300",
    "cards.example", "CARDS.example:443", "cards.example.", "lan.example", "xn--krten-gra.example",
)  # fmt: skip
OTHERS: Final = (
    "evil.example", "cards.example.evil.example", "evilcards.example", "x.cards.example", "localhost.evil.example",
    "127.0.0.1.evil.example", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "127.0.0.1.nip.io", "stackloop",
)  # fmt: skip
NO_HOSTS: Final = (
    "", " ", ".", "localhost:", "localhost:x", "localhost:0", "localhost:65536", "localhost:80:80", "user@localhost",
    "localhost/", "local host", "localhost,evil.example", "::1", "[::1", "[]", "[evil.example]", "[127.0.0.1%2500]x",
    "http://localhost", "localhost\\", "lo\u00e7alhost",
)  # fmt: skip


@pytest.mark.parametrize("host", OURS)
def test_who_calls_us_by_a_name_of_ours_or_an_address_is_served(server: ServerProcess, host: str) -> None:
    for url in (server.url, server.admin_url):
        assert ask(url, "/livez", host=host).status == 200


@pytest.mark.parametrize("host", OTHERS)
def test_who_calls_us_by_the_name_of_another_is_not(server: ServerProcess, host: str) -> None:
    """A page of theirs, whose name leads here by now, would read whatever this server tells those on its machine."""
    for url, path in ((server.url, "/"), (server.url, "/readyz"), (server.url, "/ws"), (server.admin_url, "/metrics")):
        heard = ask(url, path, host=host)
        assert (heard.status, b"STACKLOOP_HOSTS" in heard.body) == (421, True)


@pytest.mark.parametrize("host", NO_HOSTS)
def test_what_is_no_host_is_a_bad_request(server: ServerProcess, host: str) -> None:
    assert ask(server.url, "/livez", host=host).status == 400


def test_a_request_names_one_host(server: ServerProcess) -> None:
    twice = b"GET /livez HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\n\r\n"
    assert send(server.url, twice).status == 400
    assert send(server.url, b"GET /livez HTTP/1.1\r\n\r\n").status == 400
    assert send(server.url, b"GET /livez HTTP/1.0\r\n\r\n").status == 200  # as proxies look after us
    assert send(server.url, b"GET /livez HTTP/1.0\r\nHost: evil.example\r\n\r\n").status == 421


@pytest.mark.parametrize(
    ("host", "origin", "status"),
    [
        ("localhost:8300", "http://localhost:8300", 101),
        ("LOCALHOST:8300", "http://localhost:8300", 101),
        ("192.168.1.7:8300", "http://192.168.1.7:8300", 101),
        ("[::1]:8300", "http://[::1]:8300", 101),
        ("cards.example", "https://cards.example", 101),
        ("cards.example", "http://cards.example", 101),
        ("cards.example:443", "https://cards.example", 101),
        ("cards.example", "https://other.example", 101),
        ("cards.example", "https://other.example:8443", 403),
        ("cards.example:80", "https://cards.example", 403),
        ("localhost:8300", "http://localhost", 403),
        ("localhost:8300", "http://localhost:8301", 403),
        ("localhost:8300", "http://127.0.0.1:8300", 403),
        ("127.0.0.1:8300", "http://evil.example:8300", 403),
        ("evil.example:8300", "http://evil.example:8300", 421),
        ("cards.example", "null", 403),
        ("cards.example", "", 403),
        ("cards.example", "file://cards.example", 403),
        ("cards.example", "https://cards.example/", 403),
        ("cards.example", "https://cards.example@evil.example", 403),
        ("cards.example", "chrome-extension://cards.example", 403),
    ],
)
def test_a_page_connects_by_the_name_that_it_came_by(
    server: ServerProcess, host: str, origin: str, status: int
) -> None:
    assert ask(server.url, "/ws", host=host, Origin=origin, **HANDSHAKE).status == status


def test_several_origins_are_none(server: ServerProcess) -> None:
    lines = b"Host: localhost\r\nOrigin: http://localhost\r\nOrigin: http://localhost\r\n\r\n"
    assert send(server.url, b"GET /ws HTTP/1.1\r\n" + lines).status == 403


def test_a_program_has_no_origin_and_comes_in(server: ServerProcess) -> None:
    assert ask(server.url, "/ws", **HANDSHAKE).status == 101


def test_an_operator_shows_the_token_and_names_us(server: ServerProcess) -> None:
    shown = {**HANDSHAKE, "Authorization": f"Bearer {TOKEN}"}
    assert ask(server.admin_url, "/admin", **shown).status == 101
    assert ask(server.admin_url, "/admin", host="evil.example", **shown).status == 421
    assert ask(server.admin_url, "/admin", Origin="http://localhost", **shown).status == 403
    assert ask(server.admin_url, "/admin/", **shown).status == 404
    assert ask(server.url, "/admin", **shown).status == 404


@pytest.mark.parametrize(
    "wrong",
    [{"hosts": "https://cards.example"}, {"hosts": "cards.example:443"}, {"hosts": "a b"}, {"url": "https://[x/"}],
)
def test_what_is_no_name_is_told_at_the_start(wrong: dict[str, Any]) -> None:
    with pytest.raises(BadSetting):
        Hosts(Settings(**wrong))


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "cards.lan", "", "fe80::1%eth0"])  # noqa: S104 # not bound
def test_any_host_that_is_listened_at_will_do(host: str) -> None:
    assert isinstance(Hosts(Settings(host=host, url="https://[2001:db8::1]:8300", hosts="::1,,cards.example.")), Hosts)
