"""A stage for the page: its files and one scripted match, served by a real websocket server.

The test holds the strings: it changes the view, drops connections, loses diffs. The players here know no rules.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus
from typing import Final

import orjson
from msgspec import Raw
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from protocol.codec import encode
from protocol.diffs import Entities, Json, fold
from protocol.messages import (
    SUBPROTOCOL,
    Clock,
    Diff,
    End,
    Head,
    Join,
    List,
    Matches,
    MatchLine,
    Result,
    ServerMessage,
    State,
    Sync,
)
from protocol.session import Claim, Identity, Session
from server.gateway.card_art import Art
from server.gateway.http_pages import INDEX, answer_file, games
from server.gateway.paths import names_of
from server.gateway.responses import JSON, respond
from server.gateway.static_files import load_files

MATCH: Final = "m1"
NOBODY_ASKED: Final[dict[str, Json]] = {
    "name": "magic",
    "turn": 7,
    "active": 0,
    "phase": "end",
    "stack": [],
    "waiting": [],
}
"""No second counts that somebody is waited for."""


def card(ref: int, seat: int, name: str, kind: str, **more: Json) -> Entities:
    """A card on the battlefield."""
    entity: Entities = {
        "id": ref,
        "name": name,
        "label": f"{name}#{ref}",
        "type": kind,
        "controller": seat,
        "owner": seat,
    }
    return {f"o{ref}": {**entity, "zone": "battlefield", **more}}


def player(seat: int, name: str, battlefield: list[Json], **more: Json) -> Entities:
    entity: Entities = {"seat": seat, "id": seat + 1, "name": name, "life": 20, "hand_count": 5, "library": 40}
    return {f"p{seat + 1}": {**entity, "battlefield": battlefield, **more}}


def opening() -> Entities:
    """A board in the middle of a match, with a spell on the stack."""
    return {
        **player(0, "Ann", [10, 11, 12, 13, 14, 15], life=17, pool="{R}{R}", hand_count=4, graveyard=[30, 31]),
        **player(1, "Bob", [20, 21, 22, 23, 24], life=9, hand_count=6, library=38),
        **card(10, 0, "Mountain", "Basic Land - Mountain", tapped=True),
        **card(11, 0, "Mountain", "Basic Land - Mountain", tapped=True),
        **card(12, 0, "Mountain", "Basic Land - Mountain"),
        **card(
            13,
            0,
            "Goblin Piker",
            "Creature - Goblin Warrior",
            cost="{1}{R}",
            power=2,
            toughness=1,
            attacking=1,
            attacks=[2],
            tapped=True,
        ),
        **card(14, 0, "Hill Giant", "Creature - Giant", cost="{3}{R}", power=3, toughness=3, sick=True),
        **card(
            15,
            0,
            "Prodigal Sorcerer",
            "Creature - Wizard",
            cost="{2}{U}",
            power=1,
            toughness=1,
            text="{T}: This creature deals 1 damage to any target.",
        ),
        **card(20, 1, "Forest", "Basic Land - Forest"),
        **card(21, 1, "Forest", "Basic Land - Forest", tapped=True),
        **card(22, 1, "Grizzly Bears", "Creature - Bear", cost="{1}{G}", power=2, toughness=2, blocking=[13], damage=1),
        **card(
            23,
            1,
            "Serra Angel",
            "Creature - Angel",
            cost="{3}{W}{W}",
            power=4,
            toughness=4,
            keywords=["flying", "vigilance"],
            counters={"+1/+1": 2},
        ),
        **card(24, 1, "Glorious Anthem", "Enchantment", cost="{1}{W}{W}", text="Creatures you control get +1/+1."),
        **card(30, 0, "Shock", "Instant", zone="graveyard"),
        **card(31, 0, "Ornithopter", "Artifact Creature - Thopter", zone="graveyard"),
        "s50": {
            "id": 50,
            "kind": "spell",
            "name": "Lightning Bolt",
            "text": "Lightning Bolt deals 3 damage to any target.",
            "controller": 0,
            "targets": [23],
        },
        "s51": {
            "id": 51,
            "kind": "activated",
            "name": "Prodigal Sorcerer",
            "text": "{T}: This creature deals 1 damage to any target.",
            "controller": 0,
            "source": 15,
            "targets": [2],
        },
        "table": {
            "board": "battlefield",
            "phases": ["untap", "upkeep", "precombat main", "declare attackers", "declare blockers", "end"],
            "piles": ["library", "graveyard", "exile"],
            "rows": [["creature"], [], ["land"]],
            "words": {"front": "creatures", "end life": "{who} has no life left"},
            "symbols": {"R": ["red", "red"], "T": ["tap", "", "\u21b7"]},
            "tints": [["mountain", "red"], ["forest", "green"]],
        },
        "game": {
            "name": "magic",
            "turn": 7,
            "active": 0,
            "phase": "declare blockers",
            "priority": 1,
            "stack": [51, 50],
            "waiting": [1],
        },
        **{
            f"e{n}": {"n": n, "text": text, "seat": seat}
            for n, seat, text in [
                (1, 0, "Ann: turn 7"),
                (2, 0, "Ann attacks Bob with Goblin Piker#13"),
                (3, 1, "Bob blocks Goblin Piker#13 with Grizzly Bears#22"),
                (4, 0, "Ann casts Lightning Bolt targeting Serra Angel#23"),
                (5, 0, "Ann activates Prodigal Sorcerer#15 targeting Bob"),
            ]
        },
    }


class Stage:
    """One match, ``m1``, and those who watch it."""

    def __init__(self) -> None:
        self.view = opening()
        self.seq = 0
        self.port = 0
        self.syncs = 0
        self.joins: list[int | None] = []
        self.result: Result | None = None
        self.clock: Clock | None = None
        self.is_private = False
        self.files = load_files()
        self.art = Art("")
        self.fetched: list[str] = []
        self.connections: dict[ServerConnection, Session] = {}
        self._is_there = asyncio.Event()
        self._is_there.set()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    async def push(self, diff: Entities, *, lost: bool = False) -> None:
        """Change the view; ``lost``: no one is told."""
        fold(self.view, diff)
        self.seq += 1
        if not lost:
            await self.tell(Diff(MATCH, self.seq, Raw(orjson.dumps(diff))))

    async def beat(self) -> None:
        """Repeat the last number."""
        await self.tell(Head(MATCH, self.seq))

    async def finish(self, result: Result) -> None:
        self.result = result
        await self.tell(End(MATCH, result))

    async def tell(self, message: ServerMessage) -> None:
        for connection in tuple(self.connections):
            await connection.send(encode(message), text=True)

    def claim(self, _token: str) -> Claim | None:
        """The worth of a token for a match; here none is worth anything."""
        return None

    def drop(self) -> None:
        """Cut every connection off, as a network does that is gone until it comes back."""
        self._is_there = asyncio.Event()
        for connection in self.connections:
            connection.transport.abort()

    def come_back(self) -> None:
        self._is_there.set()

    async def process(self, _connection: ServerConnection, request: Request) -> Response | None:
        if request.path == "/ws":
            await self._is_there.wait()
            return None
        self.fetched.append(request.path)
        if request.path == "/api/games":
            return respond(HTTPStatus.OK, JSON, games())
        if request.path == "/api/art":
            return respond(HTTPStatus.OK, JSON, orjson.dumps(self.art.patterns))
        if request.path.startswith("/art/"):
            _, game, name = names_of(request.path)
            return await self.art.file(game, name, request.headers)
        names = names_of(request.path)
        is_file = any("." in name for name in names)
        return answer_file(self.files, names if is_file else (INDEX,), request.headers, self.art.security)

    async def handle(self, connection: ServerConnection) -> None:
        session = Session(
            "stage",
            "s1",
            identify=lambda _: Identity("guest", "guest"),
            greet=lambda name: (Identity("guest", name), "-"),
            claim=self.claim,
        )
        session.open(connection.subprotocol)
        self.connections[connection] = session
        try:
            while True:
                await self.flush(connection)
                request = session.receive(await connection.recv(decode=False), now_ms=0)
                if request is not None:
                    await self.act(session, request.command, request.seat)
        except ConnectionClosed:
            return
        finally:
            del self.connections[connection]

    async def flush(self, connection: ServerConnection) -> None:
        """Send what a connection's session has to say."""
        for frame in self.connections[connection].take():
            await connection.send(frame, text=True)

    async def act(self, session: Session, command: object, _seat: int | None) -> None:
        """Do what a peer asks for."""
        match command:
            case List():
                line = MatchLine(MATCH, "magic", ("Ann", "Bob"), 7, "declare blockers")
                session.send(Matches((line,), command.r))
            case Join() if command.m != MATCH:
                session.nack(command, "unknown_match", f"there is no match {command.m}")
            case Join():
                self.joins.append(command.since)
                session.send(self._state())
            case Sync():
                self.syncs += 1
                session.send(self._state())

    def _state(self) -> State:
        return State(
            MATCH, self.seq, Raw(orjson.dumps(self.view)), result=self.result, clock=self.clock, private=self.is_private
        )


@asynccontextmanager
async def stage() -> AsyncIterator[Stage]:
    play = Stage()
    async with serving(play):
        yield play


@asynccontextmanager
async def serving(play: Stage) -> AsyncIterator[None]:
    """Serve a stage at a free port."""
    async with serve(
        play.handle,
        "127.0.0.1",
        0,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        process_request=play.process,
        compression=None,
        server_header=None,
    ) as listening:
        play.port = next(iter(listening.sockets)).getsockname()[1]
        yield
    for connection in tuple(listening.all_connections):  # answered requests whose browser has not hung up yet
        connection.transport.abort()
    await asyncio.sleep(0.05)
