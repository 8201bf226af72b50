"""Plain HTTP beside the websocket: the page, health, the list of matches, match records.

``GET`` and ``HEAD`` only. Every path that does not stand here is not found (404).

    /  /m/MATCH          the page            /livez    the event loop runs
    /decks  /decks/GAME  the page            /readyz   Redis answers, cards are read, every match is taken up, the
    /main.js and so on   its files                     clock is right; else it says what is missing
    /learn  /learn/GAME  the page
    /glossary  /glossary/GAME  the page
    /sandbox  /sandbox/GAME    the page
    /api/matches         running matches
    /api/games           what can be played: name, title, a line about it, how many seats, decks that ship, bots
    /api/games/GAME      how its cards are drawn, the decks that ship with it, the name of its set of cards
    /api/cards/GAME/SET/NAME/NAME...    what is on those cards
    /api/find/GAME/FROM/WORD/WORD...    the cards that a question means, from one of them on, and how many there are
    /api/glossary/GAME   the keywords of a game, each in a few words, and the paragraphs that say all of them
    /api/lessons/GAME    the lessons of a game: their positions, and what is said and done in each step
    /api/art             where the art of cards is found, by game: addresses with {name} or {slug} in them
    /art/GAME/NAME       the file for a card in the folder that the operator names
    /records/MATCH.txt   the record of a finished match; 503 with Retry-After while it is worked out;
                         that of a private match for those who show a token for it

Metrics and the admin door have a port of their own (``admin_port``).
"""

import hashlib
import http
from collections.abc import Awaitable, Mapping, Sequence
from functools import cache
from typing import Final

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Response

import engine
from engine.games import about, side_of
from server.bots import BOTS
from server.gateway.card_art import Art
from server.gateway.health import Health
from server.gateway.paths import SUFFIX
from server.gateway.responses import JSON, NOT_KEPT, PART, SECURITY, TEXT, refuse, respond
from server.gateway.static_files import File, load_files, takes_gzip
from server.identity.tokens import Tokens
from server.lessons.shipped import lessons_of
from server.lobby.creation import is_id
from server.lobby.table_store import is_series
from server.ownership.registry import Registry
from server.puzzles.defence import DEFENDER
from server.puzzles.shipped import all_puzzles
from server.records.record_cache import NotYet, Records
from server.runtime.errors import SetAside, Unavailable
from server.runtime.settings import Settings

INDEX: Final = "index.html"
MOST_FACES: Final = 64
LONGEST_NUMBER: Final = 6
"""Digits of the number of a card among those that were found."""
FOR_EVER: Final = "public, max-age=31536000, immutable"
TAG_BYTES: Final = 16
NOTHING_SAID: Final = Headers()
CARD: Final = "\n[[card]]\n"
"""A record that has cards which do not ship has this."""
BEARER: Final = "Bearer "
"""Before the token, in the header ``Authorization``."""


class Pages:
    """Answers plain requests, by their paths."""

    def __init__(
        self, registry: Registry, records: Records, tokens: Tokens, settings: Settings, health: Health
    ) -> None:
        self._registry = registry
        self._settings = settings
        self._health = health
        self._records = records
        self._tokens = tokens
        self._art = Art(settings.art)
        self._files = load_files(self._art.security["Content-Security-Policy"])

    async def answer(self, names: tuple[str, ...], asked: Headers = NOTHING_SAID) -> Response:
        """The response to ``GET`` of a path, by its names, with these headers; raises for faults of ours alone."""
        match names:
            case ["livez"]:
                return self._health.lives()
            case ["readyz"]:
                return await self._health.is_ready()
            case ["api", "matches"]:
                return respond(http.HTTPStatus.OK, JSON, msgspec.json.encode(await self._registry.lines.all()))
            case ["api", "games"]:
                return respond(http.HTTPStatus.OK, JSON, games())
            case ["api", "games", game] if game in engine.list_games():
                return await self._seen(self._registry.decks.game(game))
            case ["api", "cards", game, card_set, *cards] if game in engine.list_games() and are_faces(cards):
                is_lasting = card_set == engine.card_set(game) and all(map(engine.shipped(game).has, cards))
                faces = self._registry.decks.faces(game, tuple(cards))
                return unless_known(await self._seen(faces, FOR_EVER if is_lasting else NOT_KEPT), asked)
            case ["api", "find", game, start, *words] if game in engine.list_games() and is_search(start, words):
                found = self._registry.decks.find(game, " ".join(words), int(start))
                return unless_known(await self._seen(found), asked)
            case ["api", "glossary", game] if game in engine.list_games():
                return unless_known(respond(http.HTTPStatus.OK, JSON, glossary_page(game)), asked)
            case ["api", "lessons", game] if game in engine.list_games():
                return unless_known(respond(http.HTTPStatus.OK, JSON, lesson_page(game)), asked)
            case ["api", "puzzles"]:
                return unless_known(respond(http.HTTPStatus.OK, JSON, puzzle_list()), asked)
            case ["api", "puzzles", name] if name in all_puzzles():
                return unless_known(respond(http.HTTPStatus.OK, JSON, puzzle_page(name)), asked)
            case ["api", "art"]:
                return unless_known(respond(http.HTTPStatus.OK, JSON, msgspec.json.encode(self._art.patterns)), asked)
            case ["art", game, name]:
                return await self._art.file(game, name, asked)
            case ["records", name] if name.endswith(SUFFIX):
                return await self._record(name.removesuffix(SUFFIX), asked.get("Authorization", ""))
        return answer_file(self._files, (INDEX,) if is_page(names) else names, asked, self._art.security)

    async def _seen(self, found: Awaitable[object], cache: str = NOT_KEPT) -> Response:
        """A page about cards, once they are read."""
        try:
            return respond(http.HTTPStatus.OK, JSON, msgspec.json.encode(await found), cache)
        except Unavailable as error:
            return refuse(http.HTTPStatus.SERVICE_UNAVAILABLE, str(error))
        except engine.Refusal as error:
            return refuse(http.HTTPStatus.BAD_REQUEST, error.reason)

    async def _record(self, match_id: str, authorization: str) -> Response:
        try:
            actor = await self._registry.find_for(match_id, is_admitted=self._is_admitted(match_id, authorization))
            if actor is None:
                return refuse(http.HTTPStatus.NOT_FOUND, "no such match")
            if actor.public_result is None:
                reason = "the match is not over; its record holds what players may not know yet"
                return refuse(http.HTTPStatus.CONFLICT, reason)
            text = await self._records.text(match_id)
            if not (self._settings.record_texts or self._is_admitted(match_id, authorization, seated=True)):
                text = engine.without_texts(text) if CARD in text else text
        except NotYet:
            later = {"Retry-After": "1"}
            return refuse(http.HTTPStatus.SERVICE_UNAVAILABLE, "the record is being worked out", later)
        except Unavailable as error:
            return refuse(http.HTTPStatus.SERVICE_UNAVAILABLE, str(error))
        except (engine.BadRecord, engine.Refusal, SetAside) as error:
            return refuse(http.HTTPStatus.CONFLICT, str(error))
        return respond(http.HTTPStatus.OK, TEXT, text.encode())

    def _is_admitted(self, match_id: str, authorization: str, *, seated: bool = False) -> bool:
        """Whether a token for the match is shown, or for a seat of it."""
        claim = self._tokens.claim(authorization.removeprefix(BEARER))
        return claim is not None and claim.match == match_id and not (seated and claim.seat is None)


def unless_known(response: Response, asked: Headers) -> Response:
    """A response with a digest of what it holds; without that, if the one who asks has it."""
    if response.status_code != http.HTTPStatus.OK:
        return response
    tag = f'"{hashlib.blake2b(response.body or b"", digest_size=TAG_BYTES).hexdigest()}"'
    if tag in asked.get_all("If-None-Match"):
        cache = response.headers["Cache-Control"]
        return respond(http.HTTPStatus.NOT_MODIFIED, JSON, b"", cache, more={"ETag": tag})
    response.headers["ETag"] = tag
    return response


def is_page(names: tuple[str, ...]) -> bool:
    """Whether the page itself reads this path (``server/web/main.js``); a slash at its end changes nothing.

    An id that some match may have is one: whether there is such a match, and for whom, is told on a connection.
    """
    match names[:-1] if names[-1:] == ("",) else names:
        case [] | ["decks"] | ["learn"] | ["glossary"] | ["sandbox"] | ["puzzles"]:
            return True
        case ["puzzle", name]:
            return name in all_puzzles()
        case ["decks" | "learn" | "glossary" | "sandbox", game]:
            return game in engine.list_games()
        case ["m", match]:
            return is_id(match)
    return False


def are_faces(cards: Sequence[str]) -> bool:
    """Whether it can be told what is on them: cards by their names, and not too many."""
    return 0 < len(cards) <= MOST_FACES and all(cards)


def is_search(start: str, words: Sequence[str]) -> bool:
    """Whether it is a question for cards: words without an empty one, and a number in one spelling."""
    return all(words) and start.isascii() and start.isdecimal() and start == str(int(start[:LONGEST_NUMBER]))


def answer_file(
    files: Mapping[str, File], names: tuple[str, ...], asked: Headers, security: Mapping[str, str] = SECURITY
) -> Response:
    """One of the page's files, by the names of its path; a name with a slash in it is none of theirs."""
    file = None if any("/" in name for name in names) else files.get("/".join(names))
    if file is None:
        return refuse(http.HTTPStatus.NOT_FOUND, "nothing here")
    more = {"ETag": file.tag, "Vary": "Accept-Encoding"}
    headers = PART if file.is_part else security
    if file.tag in asked.get_all("If-None-Match"):
        return respond(http.HTTPStatus.NOT_MODIFIED, file.kind, b"", more=more, security=headers)
    if file.packed and takes_gzip(",".join(asked.get_all("Accept-Encoding"))):
        packed = {**more, "Content-Encoding": "gzip"}
        return respond(http.HTTPStatus.OK, file.kind, file.packed, more=packed, security=headers)
    return respond(http.HTTPStatus.OK, file.kind, file.body, more=more, security=headers)


@cache
def glossary_page(game: str) -> bytes:
    """The keywords of a game in a few words each."""
    return msgspec.json.encode(engine.glossary(game))


@cache
def lesson_page(game: str) -> bytes:
    """The lessons of a game as the page plays them, in their order."""
    return msgspec.json.encode([lesson.to_json() for lesson in lessons_of(game)])


@cache
def puzzle_list() -> bytes:
    """The puzzles that ship, in an order in which the games take turns: one of them is that of the day."""
    return msgspec.json.encode([_puzzle(name) for name in all_puzzles()])


@cache
def puzzle_page(name: str) -> bytes:
    """A puzzle as the page plays it: what it says, and the position at which its match begins."""
    puzzle = all_puzzles()[name]
    seats = ["open", *[f"bot:{DEFENDER}"] * (puzzle.seats - 1)]
    more = {
        "text": puzzle.text,
        "texts": puzzle.texts,
        "goal": puzzle.goal,
        "until": puzzle.until,
        "position": puzzle.position,
    }
    return msgspec.json.encode({**_puzzle(name), **more, "seats": seats})


def _puzzle(name: str) -> dict[str, object]:
    """A puzzle in short; ``of`` is the game as people call it, and ``titles`` say the title by language."""
    puzzle = all_puzzles()[name]
    called, _ = about(puzzle.game)
    return {"name": name, "game": puzzle.game, "of": called, "title": puzzle.title, "titles": puzzle.titles}


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
        "lessons": len(lessons_of(name)),
    }
