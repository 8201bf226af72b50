"""The client's connection: one websocket kept up, and the tables that live on it.

A background task owns the socket: it connects, says hello, joins every table again and hands frames to them. It never
raises: a failure for good is kept and ends every wait. After a lost connection it comes back with growing pauses,
unless the close code forbids it or its patience is at an end.
"""

from __future__ import annotations

import os
import random
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Final, TypeAlias, TypeVar
from urllib.parse import urlsplit, urlunsplit

import anyio
from anyio.abc import TaskGroup, TaskStatus
from msgspec import MsgspecError, structs
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_websocket
from websockets.exceptions import ConnectionClosed, WebSocketException
from websockets.frames import CloseCode
from websockets.typing import Subprotocol

from protocol.client.table import RETRY_MS, TRANSIENT, Sent, Table
from protocol.codec import decode_event, encode
from protocol.diffs import parse
from protocol.errors import BadFrame, ClientError, ConnectionLost, Refused, is_terminal
from protocol.messages import (
    SUBPROTOCOL,
    Because,
    Bye,
    Create,
    Created,
    Deck,
    Earlier,
    Granted,
    Hello,
    Invite,
    Invited,
    List,
    Matches,
    MatchLine,
    Moved,
    Nack,
    Past,
    Ping,
    Pong,
    Redeem,
    ServerMessage,
    Welcome,
    Why,
)
from protocol.view import View

Reply: TypeAlias = Created | Invited | Granted | Matches | Pong | Because | Past
Request: TypeAlias = Create | Invite | Redeem | List | Ping | Why | Earlier
Answered = TypeVar("Answered", Created, Invited, Granted, Matches, Pong, Because, Past)

FIRST_PAUSE_S: Final = 0.05
LONGEST_PAUSE_S: Final = 3.0
PATIENCE_S: Final = 60.0
"""How long to try to come back before giving up."""
OPEN_TIMEOUT_S: Final = 10.0
MOST_URLS: Final = 16
"""Addresses that are remembered."""
PING_S: Final = 20.0
CLOSE_TIMEOUT_S: Final = 1.0
"""How long the closing handshake may take."""


class _Call:
    """A request with an ``r``, and its reply."""

    __slots__ = ("done", "reply")

    def __init__(self) -> None:
        self.reply: Reply | Nack | None = None
        self.done = anyio.Event()


class Client:
    """A connection to a server; made by ``connect``.

    Attributes:
        welcome: what the server said of itself, of the last connection.
        reconnects: how often the connection was lost and made again.
    """

    def __init__(self, urls: Sequence[str], hello: Hello, patience_s: float, ping_s: float) -> None:
        self.welcome: Welcome | None = None
        self.reconnects = -1
        self._urls = [websocket_url(url) for url in urls]
        self._url = self._urls[0]
        self._unreached: set[str] = set()
        self._ping_s = ping_s
        self._hello = hello
        self._patience_s = patience_s
        self._socket: ClientConnection | None = None
        self._up = anyio.Event()
        self._tasks: TaskGroup | None = None
        self._tables: dict[str, Table] = {}
        self._calls: dict[str, _Call] = {}
        self._lost: ClientError | None = None
        self._number = 0
        self._pause_ms: int | None = None
        self._is_moving = False

    async def create(
        self,
        game: str,
        decks: tuple[Deck, ...] = (),
        *,
        names: tuple[str, ...] = (),
        seats: tuple[str, ...] = (),
        seed: str | None = None,
        profile: str | None = None,
        private: bool = False,
        scenario: str | None = None,
    ) -> Created:
        """Start a match.

        Raises:
            Refused: unknown game, illegal deck and so on.
            ConnectionLost: the answer did not come; whether the match exists is not known.
        """
        r = self._next()
        return await self._call(r, Create(game, decks, names, seats, seed, profile, private, r, scenario), Created)

    async def matches(self) -> tuple[MatchLine, ...]:
        """The running matches."""
        r = self._next()
        return (await self._call(r, List(r), Matches)).matches

    async def ping(self) -> int:
        """The server's clock, in milliseconds."""
        r = self._next()
        return (await self._call(r, Ping(r), Pong)).now

    async def invite(self, match: str) -> str:
        """An invite to watch a match in which a seat is held.

        Raises:
            Refused: no seat is held there, or it gives no more.
            ConnectionLost: the answer did not come.
        """
        r = self._next()
        return (await self._call(r, Invite(match, r), Invited)).token

    async def redeem(self, invite: str) -> Granted:
        """Use an invite: the match, the token to join it with, and the seat, if it is one.

        Raises:
            Refused: it is not valid, or somebody else has used it.
            ConnectionLost: the answer did not come; ask again.
        """
        r = self._next()
        return await self._call(r, Redeem(invite, r), Granted)

    async def why(self, match: str, thing: int, ability: int | None = None) -> Because:
        """Why a card, or its ``ability`` (from 0), cannot be used now by the seat that is held in a match.

        Raises:
            Refused: nothing is seen with that id, or the server cannot tell now.
            ConnectionLost: the answer did not come.
        """
        r = self._next()
        return await self._call(r, Why(match, thing, ability, r), Because)

    async def earlier(self, match: str, seq: int) -> View:
        """What the public view of a match that is followed here was at number ``seq``.

        Raises:
            Refused: there was none of that number, or it is not to be shown yet.
            ConnectionLost: the answer did not come.
        """
        r = self._next()
        return View(parse((await self._call(r, Earlier(match, seq, r), Past)).view))

    async def join(self, match: str, token: str | None = None) -> Table:
        """Sit down with a seat's token, else look on; returns with the first state.

        Raises:
            Refused: unknown match, bad token.
            ConnectionLost: for good.
        """
        table = self._tables[match] = Table(match, token, self._send)
        if self._lost is not None:
            raise self._lost
        await table.resume()
        try:
            while not table.is_joined:
                await table.next_change()
        except Refused:
            self._tables.pop(match, None)
            raise
        return table

    async def play(self, match: str, token: str) -> AsyncIterator[Table]:
        """The table, each time something is asked of its seat, until the match is over; raises as ``join``."""
        table = await self.join(match, token)
        async for _ in table.decisions():
            yield table

    async def watch(self, match: str, token: str | None = None) -> AsyncIterator[Table]:
        """The table as a spectator sees it, after every change, until the match is over; raises as ``join``.

        Args:
            token: to watch a private match with.
        """
        table = await self.join(match, token)
        async for _ in table.changes():
            yield table

    async def leave(self, table: Table) -> None:
        """Follow a match no more."""
        self._tables.pop(table.match, None)
        await table.leave()

    async def keep(self, tasks: TaskGroup, *, task_status: TaskStatus[None]) -> None:
        """Keep the connection up until it is lost for good; reports started once it is up, or cannot be."""
        self._tasks = tasks
        pause_s = FIRST_PAUSE_S
        lost_s: float | None = None
        while True:
            before = self.reconnects
            code, reason = await self._live(task_status)
            self._drop()
            self._turn_to_another(has_lived=self.reconnects > before)
            now_s = anyio.current_time()
            if self.reconnects > before:
                pause_s, lost_s = FIRST_PAUSE_S, None
            lost_s = now_s if lost_s is None else lost_s
            is_hopeless = self.reconnects < 0 and len(self._unreached) >= len(self._urls)
            if is_hopeless or _is_final(code) or now_s - lost_s > self._patience_s:
                self._lose(ConnectionLost(code, reason))
                if self.reconnects < 0:
                    task_status.started()
                return
            asked_s, self._pause_ms, self._is_moving = (self._pause_ms or 0) / 1000, None, False
            await anyio.sleep(max(asked_s, pause_s) * random.uniform(0.8, 1.2))  # noqa: S311 # spreads load only
            pause_s = min(pause_s * 2, LONGEST_PAUSE_S)

    async def _live(self, task_status: TaskStatus[None]) -> tuple[int, str]:
        """One connection from its beginning to its end.

        Returns:
            the close code, 0 if there was no connection, and the reason.
        """
        try:
            async with connect_websocket(
                self._url,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                max_size=None,
                open_timeout=OPEN_TIMEOUT_S,
                ping_interval=self._ping_s,
                ping_timeout=self._ping_s,
                proxy=None,
            ) as socket:
                await self._greet(socket)
                if self.reconnects == 0:
                    task_status.started()
                while True:
                    await self._dispatch(decode_event(await socket.recv(decode=False)))
        except ConnectionClosed as closed:
            frame = closed.rcvd
            return (frame.code, frame.reason) if frame is not None else (CloseCode.ABNORMAL_CLOSURE, str(closed))
        except (OSError, WebSocketException) as error:
            return 0, f"{self._url}: {_cause(error)}"
        except (BadFrame, ConnectionLost, MsgspecError) as error:  # lost: moved to what is no address
            return CloseCode.INVALID_DATA, str(error)

    async def close(self) -> None:
        """Say goodbye, and leave no socket behind however that goes."""
        socket, self._patience_s = self._socket, -1.0
        if socket is None:
            return
        try:
            await socket.close()
        finally:
            socket.transport.abort()

    def cut(self) -> None:
        """Lose the connection, as if the network had failed; it is made again."""
        if self._socket is not None:
            self._socket.transport.abort()

    def check(self) -> None:
        """Raise what ended the connection for good, if anything did."""
        if self._lost is not None:
            raise self._lost

    async def _greet(self, socket: ClientConnection) -> None:
        await socket.send(encode(self._hello), text=True)
        while not isinstance(event := decode_event(await socket.recv(decode=False)), Welcome):
            await self._dispatch(event)
        self.welcome = event
        if event.token is not None:  # who was a guest comes back as the same one
            self._hello = structs.replace(self._hello, token=event.token)
        self._socket = socket
        self._up.set()
        self.reconnects += 1
        for table in tuple(self._tables.values()):
            if table.result is None:
                await table.resume()

    async def _dispatch(self, event: ServerMessage) -> None:
        match event:
            case Created() | Invited() | Granted() | Matches() | Pong() | Because() | Past():
                self._reply(event.r, event)
            case Welcome():
                self.welcome = event
            case Bye():
                if not self._is_moving:  # else we leave for where we were told to go, and need not come back here
                    self._pause_ms = event.reconnect_ms
            case Moved():
                await self._move(event)
            case Nack() if event.m is None or event.r is not None:
                self._reply(event.r, event)
            case Nack(m=str(match), c=None, code=code) if code in TRANSIENT and self._tasks is not None:
                self._tasks.start_soon(self._join_again, match, event.retry_ms)
            case _:
                if event.m is not None and (table := self._tables.get(event.m)) is not None:
                    await table.receive(event)

    async def _move(self, moved: Moved) -> None:
        """Go where the match is, unless there are others at this table's connection: then it is served here."""
        others = [table for match, table in self._tables.items() if match != moved.m and table.result is None]
        url = websocket_url(moved.url) if moved.url else ""
        if url and url not in self._urls and len(self._urls) < MOST_URLS:
            self._urls.append(url)
        if url and url != self._url and url not in self._unreached and not others and self._socket is not None:
            self._url, self._is_moving = url, True
            await self._socket.close()
        elif (table := self._tables.get(moved.m)) is not None:
            await table.resume()

    def _turn_to_another(self, *, has_lived: bool) -> None:
        """The connection is gone: come back to where it was, and if that fails, go to the next known address."""
        if has_lived:
            self._unreached.discard(self._url)
        else:
            self._unreached.add(self._url)
            known = self._urls if self._url in self._urls else [self._url, *self._urls]
            self._url = known[(known.index(self._url) + 1) % len(known)]

    async def _join_again(self, match: str, retry_ms: int | None) -> None:
        """The match could not be joined just now."""
        await anyio.sleep((retry_ms or RETRY_MS) / 1000)
        if (table := self._tables.get(match)) is not None:
            await table.resume()

    def _next(self) -> str:
        self._number += 1
        return str(self._number)

    async def _call(self, r: str, message: Request, kind: type[Answered]) -> Answered:
        """The answer to a request; one that came too fast is made again when the server says."""
        reply = await self._ask(r, message)
        while isinstance(reply, Nack) and reply.code == "rate_limited":
            await anyio.sleep((reply.retry_ms or RETRY_MS) / 1000)
            reply = await self._ask(r, message)
        if isinstance(reply, kind):
            return reply
        if isinstance(reply, Nack):
            raise Refused(reply.code, reply.reason, reply.rule, reply.retry_ms)
        raise self._lost or ConnectionLost(1006, "the connection was lost before the answer")

    async def _ask(self, r: str, message: Request) -> Reply | Nack | None:
        """Send a request; what came back, if anything did before the connection was lost."""
        while self._socket is None:
            self.check()
            await self._up.wait()
        call = self._calls[r] = _Call()
        try:
            await self._send(message)
            await call.done.wait()
        finally:
            del self._calls[r]
        return call.reply

    def _reply(self, number: str | None, reply: Reply | Nack) -> None:
        call = self._calls.get(number or "")
        if call is not None:
            call.reply = reply
            call.done.set()

    def _drop(self) -> None:
        """The connection is gone: requests on their way will not be answered."""
        self._socket = None
        if self._up.is_set():
            self._up = anyio.Event()
        for call in self._calls.values():
            call.done.set()

    def _lose(self, error: ConnectionLost) -> None:
        self._lost = error
        self._up.set()
        for table in self._tables.values():
            table.fail(error)

    async def _send(self, message: Sent | Request) -> None:
        """Send, if there is a connection; what must not be lost is repeated by ``Table.resume``."""
        if self._socket is None:
            return
        try:
            await self._socket.send(encode(message), text=True)
        except ConnectionClosed:
            return


@asynccontextmanager
async def connect(
    url: str,
    *others: str,
    name: str | None = None,
    token: str | None = None,
    patience_s: float = PATIENCE_S,
    ping_s: float = PING_S,
) -> AsyncIterator[Client]:
    """Connect to a server, and stay connected.

    Args:
        url: ``http(s)://`` or ``ws(s)://``, host and port; a path only if the server is mounted below one.
        others: more addresses of the same service, for when one cannot be reached.
        name: what others see, as a guest.
        token: an identity token.
        patience_s: how long to try to come back after the connection was lost.
        ping_s: after how long a silent server is asked whether it is there, and how long it may take to say so.

    Raises:
        ConnectionLost: no connection at the first try, or one that was closed for good.
    """
    client = Client((url, *others), Hello(name, token, "stackloop-py"), patience_s, ping_s)
    failure: Exception | None = None
    async with anyio.create_task_group() as tasks:
        await tasks.start(client.keep, tasks)
        try:
            client.check()
            yield client
        except Exception as error:  # noqa: BLE001 # raised again below: a task group would wrap it in a group
            failure = error
        finally:
            with anyio.move_on_after(CLOSE_TIMEOUT_S, shield=True):
                await client.close()
            tasks.cancel_scope.cancel()
    if failure is not None:
        raise failure


def _is_final(code: int) -> bool:
    """Whether coming back makes no sense: told so, or what came was not the protocol."""
    return is_terminal(code) or code == CloseCode.INVALID_DATA


def _cause(error: Exception) -> str:
    """Why there is no connection; asyncio and uvloop each add something else to the system's words."""
    if isinstance(error, OSError) and error.errno is not None and error.strerror:
        return os.strerror(error.errno) if error.errno > 0 else error.strerror  # below 0: of the name's resolution
    return str(error) or type(error).__name__


def websocket_url(url: str) -> str:
    """The websocket's address from what people type: ``http`` means ``ws``, no path means ``/ws``.

    Raises:
        ConnectionLost: it is no address at all.
    """
    try:
        parts = urlsplit(url if "://" in url else f"ws://{url}")
        is_whole = parts.hostname is not None and parts.port != 0
    except ValueError as error:
        raise ConnectionLost(0, f"{url}: {error}") from error
    if not is_whole or parts.scheme not in ("http", "https", "ws", "wss"):
        raise ConnectionLost(0, f"{url!r}: an address is http://HOST:PORT")
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    return urlunsplit((scheme, parts.netloc, parts.path.rstrip("/") or "/ws", "", ""))
