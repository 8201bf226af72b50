"""A small real websocket server around ``protocol.session``, with a game of counting: each answer adds to a total.

For the client library's tests: it can drop connections, lose diffs and swallow acknowledgements on demand.
"""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
import orjson
from msgspec import Raw, UnsetType
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request as HttpRequest
from websockets.http11 import Response
from websockets.typing import Subprotocol

from protocol.codec import encode
from protocol.diffs import Entities
from protocol.errors import Close
from protocol.messages import (
    ABSENT,
    NULL,
    SUBPROTOCOL,
    Ack,
    Answer,
    Because,
    Command,
    Concede,
    Create,
    Created,
    Decision,
    Diff,
    Earlier,
    End,
    Granted,
    Hear,
    Intent,
    Join,
    List,
    Matches,
    MatchLine,
    Nack,
    Option,
    Past,
    Redeem,
    Remark,
    Result,
    Said,
    Say,
    SeatToken,
    ServerMessage,
    Settings,
    State,
    Sync,
    Why,
)
from protocol.session import Claim, Identity, Request, Session

ROUNDS = 5
NOW_MS = 1000
DEFAULT = Answer("add", (0,))


class Tiny:
    """One match, ``count``: seat 0 answers ROUNDS times with the number of an option.

    Attributes:
        applied: the answers taken, in order.
        settings: those taken, in order.
        lose_diffs: numbers of diffs that spectators do not get.
        drop_before_ack: the connection is cut once, before this ``c`` is acknowledged.
        refuse: nack codes for the next intents, first to last.
        refuse_joins: the same for joins.
        refuse_requests: the same for what has a number of its own; they cut the connection off where they are empty.
        go_on_said: the words of a player by which what is asked is decided elsewhere.
        decision_ms: how long each decision may take, as it is told.
        last_c: the last number of the seat that was taken.
        taken: by its number, what was said and the number of the view that held its result.
    """

    def __init__(self) -> None:
        self.applied: list[object] = []
        self.settings: list[object] = []
        self.lose_diffs: set[int] = set()
        self.drop_before_ack = 0
        self.refuse: list[str] = []
        self.refuse_joins: list[str] = []
        self.refuse_requests: list[str] = []
        self.go_on_said = ""
        self.decision_ms = 0
        self.joins = 0
        self.last_c = 0
        self.taken: dict[int, tuple[object, int]] = {}
        self.over = False
        self.connections: dict[ServerConnection, Session] = {}
        self.port = 0
        self.said: list[Remark] = []
        self._ids = itertools.count(1)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def seq(self) -> int:
        return len(self.applied)

    def entities(self) -> Entities:
        return {
            "game": {"name": "count", "turn": self.seq},
            "p1": {"seat": 0, "id": 1, "life": self.seq},
            **({"o9": {"id": 9}} if self.seq % 2 else {}),
        }

    def decision(self, seat: int | None) -> Raw | UnsetType:
        if seat != 0:
            return ABSENT
        if self.over:
            return NULL
        options = tuple(Option(n, "add", (n,), text=f"add {n}") for n in range(3))
        deadline = NOW_MS + self.decision_ms if self.decision_ms else None
        asked = Decision(
            self.seq + 1, 0, "act", options=options, most=1, default=DEFAULT, deadline=deadline, now=NOW_MS
        )
        return Raw(msgspec.json.encode(asked))

    @property
    def result(self) -> Result | None:
        return Result((0,), "counted", "it is counted") if self.over else None

    def state(self, seat: int | None) -> State:
        view = Raw(orjson.dumps(self.entities()))
        return State("count", self.seq, view, self.decision(seat), seat, self.last_c, self.result)

    async def end(self, close: Close) -> None:
        """Close every connection, as a server does that stops."""
        for connection, session in tuple(self.connections.items()):
            session.end(close, "as the test wants")
            await self.flush(connection, session)

    async def flush(self, connection: ServerConnection, session: Session) -> None:
        for frame in session.take():
            await connection.send(frame, text=True)
        if session.close is not None:
            await connection.close(session.close)

    def drop(self) -> None:
        """Cut every connection off, as a network does."""
        for connection in self.connections:
            connection.transport.abort()

    async def handle(self, connection: ServerConnection) -> None:
        session = Session(
            "tiny",
            f"s{next(self._ids)}",
            identify=lambda token: Identity(token, token.removeprefix("id:")) if token.startswith("id:") else None,
            greet=lambda name: (Identity("guest", name), f"id:{name}"),
            claim=lambda token: Claim("count", 0) if token == "seat0" else None,
        )
        session.open(connection.subprotocol)
        self.connections[connection] = session
        try:
            while True:
                await self.flush(connection, session)
                request = session.receive(await connection.recv(decode=False), now_ms=NOW_MS)
                if request is not None:
                    await self.act(session, connection, request)
        except ConnectionClosed:
            return
        finally:
            del self.connections[connection]

    async def act(self, session: Session, connection: ServerConnection, request: Request) -> None:
        command = request.command
        if self.refuse_requests and isinstance(command, Create | List | Why | Redeem):
            if code := self.refuse_requests.pop(0):
                session.nack(command, code, "as the test wants", retry_ms=1)
            else:
                connection.transport.abort()
            return
        match command:
            case Join() | Sync():
                self.show(session, command, request.seat)
            case Intent() | Concede() | Settings() if not self.refuse and command.c <= self.last_c:
                self.repeat(session, command)
            case Intent():
                await self.intend(session, connection, command)
            case Concede():
                self.over = True
                self.take(command, self.seq)
                session.send(Ack("count", command.c, self.seq))
                await self.tell(End("count", Result((), "conceded", "gave up")))
            case Settings():
                self.settings.append(command.s)
                self.take(command, self.seq)
                session.send(Ack("count", command.c, self.seq))
            case Say():
                if command.text == self.go_on_said:
                    await self.go_on()
                self.said.append(Remark(f"l{len(self.said)}", request.seat or 0, command.text, NOW_MS))
                session.send(Said("count", (self.said[-1],), command.r))
            case _:
                self.answer(session, command)

    def show(self, session: Session, command: Join | Sync, seat: int | None) -> None:
        """Answer with the state, or refuse to."""
        if isinstance(command, Join):
            if command.m != "count":
                session.forget(command.m)
                session.nack(command, "unknown_match", f"no match {command.m!r}")
                return
            if self.refuse_joins:
                session.nack(command, self.refuse_joins.pop(0), "as the test wants", retry_ms=1)
                return
            self.joins += 1
        session.send(self.state(seat))

    def answer(self, session: Session, command: Command) -> None:
        """Answer what changes nothing in the match."""
        match command:
            case Redeem():
                session.send(Granted("count", "seat0", 0, command.r))
            case Create() if command.game != "count":
                session.nack(command, "unknown_game", f"no game {command.game!r}")
            case Create():
                session.send(Created("count", (SeatToken(0, "seat0"),), command.r))
            case List():
                session.send(Matches((MatchLine("count", "count"),), command.r))
            case Why() if command.o:
                session.send(Because("count", "can", "it can be counted", r=command.r))
            case Why():
                session.nack(command, "unseen", "you see nothing with the id 0")
            case Earlier() if command.seq > self.seq:
                session.nack(command, "no_such_view", "not yet")
            case Earlier():
                past = [{"game": {"name": "count", "turn": turn}} for turn in range(command.seq, self.seq + 1)]
                view, *diffs = [Raw(orjson.dumps(entities)) for entities in past[: command.count + 1]]
                session.send(Past("count", command.seq, view, command.r, tuple(diffs), last=self.seq))
            case Hear():
                session.send(Said("count", tuple(self.said), command.r))

    async def intend(self, session: Session, connection: ServerConnection, intent: Intent) -> None:
        if self.refuse:
            session.nack(intent, self.refuse.pop(0), "as the test wants", retry_ms=1)
            return
        if intent.w != self.seq + 1:
            session.nack(intent, "stale_decision", f"decision {intent.w} is closed")
            return
        before = self.entities()
        self.applied.append(intent.a)
        self.take(intent, self.seq)
        self.over = self.seq == ROUNDS
        if self.drop_before_ack == intent.c:
            self.drop_before_ack = 0
            connection.transport.abort()
            return
        await self.changed(before)
        session.send(Ack("count", intent.c, self.seq))
        if self.result is not None:
            await self.tell(End("count", self.result))

    def take(self, command: Intent | Concede | Settings, seq: int) -> None:
        self.last_c = command.c
        self.taken[command.c] = command, seq

    def repeat(self, session: Session, command: Intent | Concede | Settings) -> None:
        """Answer what bears a number that is not new (PROTOCOL.md 2.5)."""
        said, seq = self.taken.get(command.c, (None, 0))
        first = Ack("count", command.c, seq)
        if said == command:
            session.send(first)
        elif said is None:
            session.send(Nack("stale_c", "that is too low", "count", command.c, last=self.last_c))
        else:
            session.send(Nack("reused_c", "that is used", "count", command.c, first=first, last=self.last_c))

    async def go_on(self) -> None:
        """Decide the question elsewhere: the decision is withdrawn, the next one opened."""
        before = self.entities()
        self.applied.append(None)
        await self.changed(before)

    async def changed(self, before: Entities) -> None:
        after = self.entities()
        diff: Entities = {key: after.get(key) for key in before | after if before.get(key) != after.get(key)}
        for connection, session in tuple(self.connections.items()):
            if "count" in session.seats:
                seat = session.seats["count"]
                if seat is None and self.seq in self.lose_diffs:
                    continue
                decision = self.decision(seat)
                await connection.send(encode(Diff("count", self.seq, Raw(orjson.dumps(diff)), decision)), text=True)

    async def tell(self, message: ServerMessage) -> None:
        for connection in tuple(self.connections):
            await connection.send(encode(message), text=True)


@asynccontextmanager
async def tiny_server(
    gate: Callable[[ServerConnection, HttpRequest], Response | None] | None = None,
) -> AsyncIterator[Tiny]:
    """The server, until the block ends; ``gate`` says what a handshake is answered with that is not let through."""
    tiny = Tiny()
    offered = [Subprotocol(SUBPROTOCOL)]
    async with serve(
        tiny.handle, "127.0.0.1", 0, subprotocols=offered, compression=None, process_request=gate
    ) as server:
        tiny.port = port_of(server)
        yield tiny


def port_of(server: Server) -> int:
    for socket in server.sockets:
        return int(socket.getsockname()[1])
    raise AssertionError("the server listens nowhere")
