"""What is served over plain HTTP beside the websocket: the page, health, metrics, the list of matches, match records.

``GET`` only. Files come from ``server/web`` inside the package, read once; nothing else of the disk can be reached.

    /  /m/MATCH          the page            /livez    the event loop runs
    /assets... *.js      its files           /readyz   Redis answers, cards are read, every match is taken up
    /api/matches         running matches     /metrics  Prometheus text
    /api/games           what can be played: name, how many seats, decks that ship, bots
    /records/MATCH.txt   the record of a finished match; 503 with Retry-After while it is worked out;
                         that of a private match for those who show a token for it
"""

import http
from collections.abc import Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import PurePosixPath
from typing import Final
from urllib.parse import unquote

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Response

import engine
from server import metrics
from server.bots import BOTS
from server.errors import JournalError, Unavailable
from server.records import NotYet, Records
from server.registry import Registry
from server.tokens import Tokens

TYPES: Final[Mapping[str, str]] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
TEXT: Final = TYPES[".txt"]
JSON: Final = TYPES[".json"]
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self' ws: wss:; "
    "base-uri 'none'; frame-ancestors 'none'"
)
"""The page loads nothing from elsewhere and runs nothing inline."""
EXPOSITION: Final = "text/plain; version=0.0.4; charset=utf-8"
INDEX: Final = "index.html"
BEARER: Final = "Bearer "
"""Before the token, in the header ``Authorization``."""


def load_files() -> dict[str, bytes]:
    """The page's files by their path from ``/``."""
    found: dict[str, bytes] = {}
    _collect(resources.files("server").joinpath("web"), "", found)
    return found


def _collect(folder: Traversable, prefix: str, found: dict[str, bytes]) -> None:
    if not folder.is_dir():
        return
    for entry in folder.iterdir():
        if entry.is_dir():
            _collect(entry, f"{prefix}{entry.name}/", found)
        elif PurePosixPath(entry.name).suffix in TYPES:
            found[prefix + entry.name] = entry.read_bytes()


class Pages:
    """Answers plain requests."""

    def __init__(self, registry: Registry, records: Records, tokens: Tokens) -> None:
        self._registry = registry
        self._records = records
        self._tokens = tokens
        self._files = load_files()

    async def answer(self, path: str, authorization: str = "") -> Response:
        """The response to ``GET path``; never raises for what a peer may ask."""
        path = unquote(path)
        match path.strip("/").split("/"):
            case ["livez"]:
                return respond(http.HTTPStatus.OK, TEXT, b"ok\n")
            case ["readyz"]:
                return await self._ready()
            case ["metrics"]:
                self._registry.measure()
                return respond(http.HTTPStatus.OK, EXPOSITION, metrics.exposition())
            case ["api", "matches"]:
                return respond(http.HTTPStatus.OK, JSON, msgspec.json.encode(await self._registry.lines.all()))
            case ["api", "games"]:
                return respond(http.HTTPStatus.OK, JSON, games())
            case ["records", name] if name.endswith(".txt"):
                return await self._record(name.removesuffix(".txt"), authorization)
        return self._file(path.strip("/"))

    async def _ready(self) -> Response:
        if self._registry.is_ready and await self._registry.journal.ping():
            return respond(http.HTTPStatus.OK, TEXT, b"ready\n")
        return respond(http.HTTPStatus.SERVICE_UNAVAILABLE, TEXT, b"not ready\n")

    async def _record(self, match_id: str, authorization: str) -> Response:
        try:
            actor = await self._registry.find(match_id)
        except Unavailable as error:
            return respond(http.HTTPStatus.SERVICE_UNAVAILABLE, TEXT, f"{error}\n".encode())
        except JournalError as error:
            return respond(http.HTTPStatus.INTERNAL_SERVER_ERROR, TEXT, f"{error}\n".encode())
        if actor is None or (actor.is_private and not self._is_admitted(match_id, authorization)):
            return respond(http.HTTPStatus.NOT_FOUND, TEXT, b"no such match\n")
        if actor.public_result is None:
            reason = b"the match is not over; its record holds what players may not know yet\n"
            return respond(http.HTTPStatus.CONFLICT, TEXT, reason)
        try:
            text = await self._records.text(match_id)
        except NotYet:
            response = respond(http.HTTPStatus.SERVICE_UNAVAILABLE, TEXT, b"the record is being worked out\n")
            response.headers["Retry-After"] = "1"
            return response
        except (engine.BadRecord, JournalError) as error:
            return respond(http.HTTPStatus.CONFLICT, TEXT, f"{error}\n".encode())
        return respond(http.HTTPStatus.OK, TEXT, text.encode())

    def _is_admitted(self, match_id: str, authorization: str) -> bool:
        """Whether a token for the match is shown."""
        claim = self._tokens.claim(authorization.removeprefix(BEARER))
        return claim is not None and claim.match == match_id

    def _file(self, path: str) -> Response:
        body = self._files.get(path or INDEX)
        if body is None and "." not in path:
            path, body = INDEX, self._files.get(INDEX)
        if body is None:
            return respond(http.HTTPStatus.NOT_FOUND, TEXT, b"nothing here\n")
        return respond(http.HTTPStatus.OK, TYPES[PurePosixPath(path or INDEX).suffix], body)


@cache
def games() -> bytes:
    """The games that can be played, with what a new match may name."""
    return msgspec.json.encode([_game(name) for name in engine.list_games() if engine.load_decks(name)])


def _game(name: str) -> dict[str, object]:
    least, most = engine.seats_of(name)
    return {"name": name, "seats": [least, most], "decks": list(engine.load_decks(name)), "bots": sorted(BOTS)}


def respond(status: http.HTTPStatus, kind: str, body: bytes) -> Response:
    headers = Headers(
        {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Cache-Control": "no-cache",
            "Connection": "close",
            "Content-Security-Policy": POLICY,
            "X-Content-Type-Options": "nosniff",
            "Referrer-Policy": "no-referrer",
        }
    )
    return Response(int(status), status.phrase, headers, body)
