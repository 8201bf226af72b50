"""Paths that are there over plain HTTP: pages, files and what programs read; every other one is not found."""

import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from engine import list_games
from server.lobby.creation import new_id
from tests.support.server.peer import peer
from tests.support.server.server_process import server_process

PAGE = "text/html; charset=utf-8"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with server_process(tmp_path_factory.mktemp("pages") / "data") as running:
        yield running.url


def asked(url: str, target: str) -> tuple[int, str]:
    """Status and kind of what ``GET target`` is answered with, the target sent as it is."""
    where = urlsplit(url)
    with socket.create_connection((str(where.hostname), where.port or 0), timeout=30) as wire:
        wire.sendall(f"GET {target} HTTP/1.1\r\nHost: {where.netloc}\r\n\r\n".encode())
        with wire.makefile("rb") as answer:
            status = int(answer.readline().split()[1])
            headers = dict(line.decode().strip().split(": ", 1) for line in iter(answer.readline, b"\r\n"))
    return status, headers["Content-Type"]


@pytest.mark.parametrize(
    "path",
    [
        *("/", "/?m=abc", "/decks", "/decks/", "/puzzles", "/puzzle/after-the-block"),
        *(f"/decks/{game}" for game in list_games()),
    ],
)
def test_a_page_is_there(url: str, path: str) -> None:
    assert asked(url, path) == (200, PAGE)


async def test_a_match_has_a_page_whether_or_not_anybody_may_know_of_it(url: str) -> None:
    """A private match is nobody's to know by its status: the page asks for it with what it has a right to."""
    async with peer(url) as ann:
        public, _ = await ann.create()
        private, _ = await ann.create(private=True)
    for match in (public, private, new_id()):
        for path in (f"/m/{match}", f"/m/{match}/", f"/m/{match}?x=1"):
            assert asked(url, path) == (200, PAGE)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/main.js", "text/javascript; charset=utf-8"),
        ("/net/connection.js", "text/javascript; charset=utf-8"),
        ("/api/games", "application/json"),
        ("/api/matches", "application/json"),
        ("/api/puzzles", "application/json"),
        ("/api/puzzles/after-the-block", "application/json"),
        ("/api/find/magic/0", "application/json"),
        ("/api/find/magic/0/t:instant/c:r/cost%3C%3D1/%22any/target%22", "application/json"),
        ("/api/find/grand-archive/0/%f0%9f%94%a5/a%2Fb/(a+)+$", "application/json"),
        ("/livez", "text/plain; charset=utf-8"),
        ("/livez?probe=1", "text/plain; charset=utf-8"),
    ],
)
def test_a_file_and_what_programs_read_is_there(url: str, path: str, kind: str) -> None:
    assert asked(url, path) == (200, kind)


def test_the_whole_address_may_stand_for_its_path(url: str) -> None:
    """Its host is the one that counts."""
    assert asked(url, "http://localhost/livez") == (200, "text/plain; charset=utf-8")
    assert asked(url, "HTTPS://localhost:8300") == (200, PAGE)
    assert asked(url, "http://localhost/nosuch")[0] == 404
    assert asked(url, "http://cards.example/livez")[0] == 421
    assert asked(url, "http:///livez")[0] == 400
    assert asked(url, "ftp://localhost/livez")[0] == 400


@pytest.mark.parametrize(
    "path",
    [
        "/nosuch",
        "/nosuch/",
        "/nosuch?x=1",
        "/lobby",
        "/web/nosuch",
        "/web/main.js",
        "/server/web/main.js",
        "/main.js/",
        "/main",
        "//",
        "//main.js",
        "//m/abcdefghjkmn",
        "///",
        "/net%2Fconnection.js",
        "/net",
        "/net/",
        "/pages",
        "/match.html",
        "/favicon.ico",
        "/robots.txt",
        "/m",
        "/m/",
        "/m//",
        "/m/nosuch",
        "/m/abcdefghjkm",
        "/m/abcdefghjkmnp",
        "/m/ABCDEFGHJKMN",
        "/m/abcdefghjkmn/more",
        "/m/abcdefghjkmn//",
        "/m/abcdefghjkm%6e",
        "/m/%2e%2e",
        "/m/../livez",
        "/%2e%2e/",
        "/../",
        "/./",
        "/..%2f..%2fetc%2fpasswd",
        "/decks/nosuch",
        "/decks/magic/more",
        "/decks//",
        "/livez/",
        "/LIVEZ",
        "/metrics/",
        "/admin",
        "/admin/",
        "/ws/",
        "/api",
        "/api/",
        "/api/nosuch",
        "/api/games/",
        "/api/games/nosuch",
        "/api/games/magic/more",
        "/api/cards",
        "/api/cards/magic",
        "/api/cards/magic/set",
        "/api/cards/magic/set/",
        "/api/cards/nosuch/set/Shock",
        "/api/cards/magic/set/" + "/".join(["Shock"] * 65),
        "/api/find",
        "/api/find/magic",
        "/api/find/magic/",
        "/api/find/magic/0/",
        "/api/find/magic/00/bolt",
        "/api/find/magic/-1/bolt",
        "/api/find/magic/1e3/bolt",
        "/api/find/magic/9999999/bolt",
        "/api/find/magic/0/bolt//bear",
        "/api/find/nosuch/0/bolt",
        "/records",
        "/records/",
        "/records/nosuch",
        "/records/nosuch.txt",
        "/records/.txt",
        "/assets",
        "/main%2Ejs",
    ],
)
def test_every_other_path_is_not_found(url: str, path: str) -> None:
    assert asked(url, path) == (404, "text/plain; charset=utf-8")


@pytest.mark.parametrize("path", ["*", "/m/%00", "/m/%ff", "/m/abcdefghjkmn%00", "/%", "m/abcdefghjkmn"])
def test_what_is_no_path_is_a_bad_request(url: str, path: str) -> None:
    assert asked(url, path) == (400, "text/plain; charset=utf-8")
