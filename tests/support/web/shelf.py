"""A server that knows the decks and cards of the games, for the page of decks."""

from __future__ import annotations

import asyncio
import http
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING
from urllib.parse import unquote

import msgspec
from websockets.datastructures import Headers
from websockets.http11 import Request, Response

import engine
from protocol.messages import Check, Open
from server.library.found_cards import find_cards
from server.lobby.decks import checked, faces_of, found_page, game_page
from tests.support.web.stage import Stage, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from websockets.asyncio.server import ServerConnection

    from protocol.session import Session


class Shelf(Stage):
    """Answers for decks and cards as a server without a library does.

    Attributes:
        tables: those that were opened.
        searches: the questions for cards that were asked.
        in_part: told of any deck.
        imported: cards of sets beside those that ship.
    """

    in_part: tuple[str, ...] = ()
    imported: tuple[engine.PrintedCard, ...] = ()

    def __init__(self) -> None:
        super().__init__()
        self.tables: asyncio.Queue[Open] = asyncio.Queue()
        self.searches: list[str] = []

    async def process(self, connection: ServerConnection, request: Request) -> Response | None:
        match [unquote(part) for part in request.path.strip("/").split("/")]:
            case ["api", "games", name]:
                return told(game_page(name, self.imported))
            case ["api", "cards", name, _, *names]:
                return told(faces_of(name, tuple(names)))
            case ["api", "glossary", name]:
                return told(engine.glossary(name))
            case ["api", "find", name, start, *words]:
                return self._found(name, " ".join(words), int(start))
        return await super().process(connection, request)

    def _found(self, game: str, text: str, start: int) -> Response:
        self.searches.append(text)
        try:
            return told(found_page(game, find_cards(game, text, None, start)))
        except engine.Refusal as error:
            status = http.HTTPStatus.BAD_REQUEST
            return Response(status, status.phrase, Headers(), error.reason.encode())

    async def act(self, session: Session, command: object, seat: int | None) -> None:
        if isinstance(command, Check):
            session.send(msgspec.structs.replace(checked(command), partial=self.in_part if command.partial else ()))
        elif isinstance(command, Open):
            self.tables.put_nowait(command)
        else:
            await super().act(session, command, seat)


def told(found: object) -> Response:
    return Response(200, "OK", Headers({"Content-Type": "application/json"}), msgspec.json.encode(found))


@asynccontextmanager
async def shelf_of(game: str = "magic") -> AsyncIterator[Shelf]:
    """A running one; reading the cards of the game takes seconds the first time."""
    game_page(game)
    running = Shelf()
    async with serving(running):
        yield running
