"""What is served over plain HTTP beside the websocket: the page, health, metrics, the list of matches, match records.

``GET`` only. Every path that does not stand here is not found (404).

    /  /m/MATCH          the page            /livez    the event loop runs
    /decks  /decks/GAME  the page            /readyz   Redis answers, cards are read, every match is taken up, the
    /main.js and so on   its files                     clock is right; else it says what is missing
    /api/matches         running matches     /metrics  Prometheus text
    /api/games           what can be played: name, title, a line about it, how many seats, decks that ship, bots
    /api/games/GAME      how its cards are drawn, the decks that ship with it, the name of its set of cards
    /api/cards/GAME/SET/NAME/NAME...    what is on those cards
    /records/MATCH.txt   the record of a finished match; 503 with Retry-After while it is worked out;
                         that of a private match for those who show a token for it
"""

import http
from collections.abc import Awaitable, Mapping
from functools import cache
from typing import Final
from urllib.parse import unquote

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Response

import engine
from engine.games import about, side_of
from server import metrics
from server.bots import BOTS
from server.creation import is_id
from server.errors import SetAside, Unavailable
from server.files import TYPES, File, load_files, takes_gzip
from server.records import NotYet, Records
from server.registry import Registry
from server.table import is_series
from server.tokens import Tokens

TEXT: Final = TYPES[".txt"]
JSON: Final = TYPES[".json"]
POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
)
"""The page loads nothing from elsewhere, sends nothing elsewhere, and runs nothing inline or made of text."""
SECURITY: Final[Mapping[str, str]] = {
    "Content-Security-Policy": POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""With every answer."""
EXPOSITION: Final = "text/plain; version=0.0.4; charset=utf-8"
INDEX: Final = "index.html"
MOST_FACES: Final = 64
NOT_KEPT: Final = "no-cache"
FOR_EVER: Final = "public, max-age=31536000, immutable"
NOTHING_SAID: Final = Headers()
BEARER: Final = "Bearer "
"""Before the token, in the header ``Authorization``."""


class Pages:
    """Answers plain requests."""

    def __init__(self, registry: Registry, records: Records, tokens: Tokens) -> None:
        self._registry = registry
        self._records = records
        self._tokens = tokens
        self._files = load_files()

    async def answer(self, path: str, asked: Headers = NOTHING_SAID) -> Response:
        """The response to ``GET path`` with these headers; raises for faults of ours alone."""
        parts = [unquote(part) for part in path.removeprefix("/").split("/")]
        match parts:
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
            case ["api", "games", game] if game in engine.list_games():
                return await self._seen(self._registry.decks.game(game))
            case ["api", "cards", game, card_set, *names] if game in engine.list_games() and are_faces(names):
                cache = FOR_EVER if card_set == engine.card_set(game) else NOT_KEPT
                return await self._seen(self._registry.decks.faces(game, tuple(names)), cache)
            case ["records", name] if name.endswith(".txt"):
                return await self._record(name.removesuffix(".txt"), asked.get("Authorization", ""))
        if is_page(parts):
            return answer_file(self._files, INDEX, asked)
        return answer_file(self._files, file_at(parts), asked)

    async def _ready(self) -> Response:
        is_up = await self._registry.journal.ping()  # which also tells what time it is there
        reason = self._registry.unready if is_up else "Redis does not answer"
        if not reason:
            return respond(http.HTTPStatus.OK, TEXT, b"ready\n")
        return respond(http.HTTPStatus.SERVICE_UNAVAILABLE, TEXT, f"not ready: {reason}\n".encode())

    async def _seen(self, found: Awaitable[object], cache: str = NOT_KEPT) -> Response:
        """What is to be seen of cards, once they are read."""
        try:
            return respond(http.HTTPStatus.OK, JSON, msgspec.json.encode(await found), cache)
        except Unavailable as error:
            return respond(http.HTTPStatus.SERVICE_UNAVAILABLE, TEXT, f"{error}\n".encode())

    async def _record(self, match_id: str, authorization: str) -> Response:
        try:
            actor = await self._registry.find_for(match_id, is_admitted=self._is_admitted(match_id, authorization))
            if actor is None:
                return respond(http.HTTPStatus.NOT_FOUND, TEXT, b"no such match\n")
            if actor.public_result is None:
                reason = b"the match is not over; its record holds what players may not know yet\n"
                return respond(http.HTTPStatus.CONFLICT, TEXT, reason)
            text = await self._records.text(match_id)
        except NotYet:
            response = respond(http.HTTPStatus.SERVICE_UNAVAILABLE, TEXT, b"the record is being worked out\n")
            response.headers["Retry-After"] = "1"
            return response
        except Unavailable as error:
            return respond(http.HTTPStatus.SERVICE_UNAVAILABLE, TEXT, f"{error}\n".encode())
        except (engine.BadRecord, engine.Refusal, SetAside) as error:
            return respond(http.HTTPStatus.CONFLICT, TEXT, f"{error}\n".encode())
        return respond(http.HTTPStatus.OK, TEXT, text.encode())

    def _is_admitted(self, match_id: str, authorization: str) -> bool:
        """Whether a token for the match is shown."""
        claim = self._tokens.claim(authorization.removeprefix(BEARER))
        return claim is not None and claim.match == match_id


def is_page(parts: list[str]) -> bool:
    """Whether the page itself reads this path (``server/web/main.js``); a slash at its end changes nothing.

    An id that some match may have is one: whether there is such a match, and for whom, is told on a connection.
    """
    match parts[:-1] if len(parts) > 1 and not parts[-1] else parts:
        case [""] | ["decks"]:
            return parts != ["", ""]
        case ["decks", game]:
            return game in engine.list_games()
        case ["m", match]:
            return is_id(match)
    return False


def are_faces(names: list[str]) -> bool:
    """Whether it can be told what is on them: cards by their names, and not too many."""
    return 0 < len(names) <= MOST_FACES and all(names)


def file_at(parts: list[str]) -> str:
    """The path that names a file; "" for one that names none, as a part with a slash in it does."""
    return "" if any("/" in part for part in parts) else "/".join(parts)


def answer_file(files: Mapping[str, File], path: str, asked: Headers) -> Response:
    """One of the page's files by its path from ``/``, without that."""
    file = files.get(path)
    if file is None:
        return respond(http.HTTPStatus.NOT_FOUND, TEXT, b"nothing here\n")
    more = {"ETag": file.tag, "Vary": "Accept-Encoding"}
    if file.tag in asked.get_all("If-None-Match"):
        return respond(http.HTTPStatus.NOT_MODIFIED, file.kind, b"", more=more)
    if file.packed and takes_gzip(",".join(asked.get_all("Accept-Encoding"))):
        return respond(http.HTTPStatus.OK, file.kind, file.packed, more={**more, "Content-Encoding": "gzip"})
    return respond(http.HTTPStatus.OK, file.kind, file.body, more=more)


@cache
def games() -> bytes:
    """The games that can be played, with what a new match may name."""
    return msgspec.json.encode([_game(name) for name in engine.list_games() if engine.load_decks(name)])


def _game(name: str) -> dict[str, object]:
    title, line = about(name)
    return {
        "name": name,
        "title": title,
        "about": line,
        "seats": list(engine.seats_of(name)),
        "side": side_of(name),
        "series": is_series(name),
        "decks": list(engine.load_decks(name)),
        "bots": sorted(BOTS),
    }


def respond(
    status: http.HTTPStatus, kind: str, body: bytes, cache: str = NOT_KEPT, more: Mapping[str, str] = {}
) -> Response:
    headers = Headers(
        {
            "Content-Type": kind,
            "Content-Length": str(len(body)),
            "Cache-Control": cache,
            "Connection": "close",
            **SECURITY,
            **more,
        }
    )
    return Response(int(status), status.phrase, headers, body)
