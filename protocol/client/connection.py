"""One websocket that is kept up.

``Connection.keep`` is a background task that owns the socket: it connects, says hello and hands frames on. It never
raises: a failure for good is kept and ends every wait. After a lost connection it comes back with growing pauses,
each a little shorter or longer by chance, so that not all clients of a server come back at once; unless the close code
forbids it or its patience is at an end; a connection that does not last counts as none. A server that is too busy to
let it in says when to come back; that is waited for, but no longer than the patience.

Knows no match: what is to be done on a new connection its owner does.
"""

from __future__ import annotations

import os
import random
import re
from contextlib import suppress
from typing import Final, Protocol

import anyio
from anyio.abc import TaskStatus
from msgspec import structs
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as connect_websocket
from websockets.exceptions import ConnectionClosed, InvalidStatus, WebSocketException
from websockets.frames import CloseCode
from websockets.typing import Subprotocol

from protocol.client.addresses import Addresses
from protocol.client.pauses import Pauses
from protocol.codec import decode_event, encode
from protocol.errors import BadFrame, ClientError, ConnectionLost, Refused, is_terminal
from protocol.messages import SUBPROTOCOL, Bye, ClientMessage, Hello, ServerMessage, Welcome

OPEN_TIMEOUT_S: Final = 10.0
"""For the handshake, and as long again for the welcome."""
CLOSE_TIMEOUT_S: Final = 1.0
"""For the closing handshake: of a server that floods us it is not read any more."""
STEADY_S: Final = 1.0
"""A connection that ended sooner is not one that has come back."""
MOST_MOVES: Final = 4
"""Bound on the moves in a row that are followed; a match that is sent round is followed from where one is then."""
MOST_BYTES: Final = 1 << 24
"""In a frame; views of the longest matches have less than a tenth of that."""
BUSY: Final = (429, 503)
"""The statuses of the websocket's handshake that ask to try again (PROTOCOL.md 5.2)."""
LATER: Final = re.compile("[0-9]{1,9}")
"""A number of seconds, in ``Retry-After``."""
JITTER: Final = (0.8, 1.2)
"""The factor of a pause, in the bounds of chance."""


class Owner(Protocol):
    """The part that goes on after a connection has come back."""

    async def came_up(self) -> None:
        """There is a connection, and hello was said; what is sent now comes before all else."""

    async def take(self, event: ServerMessage) -> None:
        """Take a frame that came."""

    def went_down(self) -> None:
        """The connection was lost; there may be another one."""

    def lost(self, error: ConnectionLost) -> None:
        """There will be none."""


class Connection:
    """The connection to one service.

    Attributes:
        welcome: what the server said of itself last.
        reconnects: how often the connection was lost and made again; -1 before the first.
    """

    def __init__(self, addresses: Addresses, hello: Hello, patience_s: float, ping_s: float, owner: Owner) -> None:
        self.welcome: Welcome | None = None
        self.reconnects = -1
        self._addresses = addresses
        self._hello = hello
        self._patience_s = patience_s
        self._ping_s = ping_s
        self._owner = owner
        self._socket: ClientConnection | None = None
        self._up = anyio.Event()
        self._lost: ClientError | None = None
        self._pause_ms: int | None = None
        self._is_moving = False
        self._moves = 0
        self._since_s = 0.0
        self._ahead_ms = 0.0

    @property
    def is_up(self) -> bool:
        """Whether there is a connection just now."""
        return self._socket is not None

    @property
    def page(self) -> str:
        """The address of the server's page."""
        return self._addresses.page

    @property
    def now_ms(self) -> int:
        """The server's clock, as far as it is known here."""
        return round(anyio.current_time() * 1000 + self._ahead_ms)

    def set_clock(self, now_ms: int) -> None:
        """The server has told the time."""
        self._ahead_ms = now_ms - anyio.current_time() * 1000

    async def keep(self, *, task_status: TaskStatus[None]) -> None:
        """Keep the connection up until it is lost for good; reports started once it is up, or cannot be."""
        pauses = Pauses()
        lost_s: float | None = None
        while True:
            before, self._since_s = self.reconnects, anyio.current_time()
            code, reason = await self._live(task_status)
            self._drop()
            now_s = anyio.current_time()
            if self.reconnects > before:
                self._addresses.reached()
            else:
                self._addresses.missed()
            if self.reconnects > before and self._is_steady:
                pauses.begin_anew()
                lost_s = None
            lost_s = now_s if lost_s is None else lost_s
            is_hopeless = self.reconnects < 0 and self._addresses.are_missed and self._pause_ms is None
            if is_hopeless or _is_final(code) or now_s - lost_s > self._patience_s:
                self._lose(ConnectionLost(code, reason))
                if self.reconnects < 0:
                    task_status.started()
                return
            asked_s = min((self._pause_ms or 0) / 1000, self._patience_s)
            self._pause_ms, self._is_moving = None, False
            await anyio.sleep(max(asked_s, pauses.next_s()) * random.uniform(*JITTER))  # noqa: S311 # spreads load only

    async def send(self, message: ClientMessage) -> None:
        """Send, if there is a connection; what must not be lost the owner repeats on the next one.

        A server that does not read for as long as it may be silent is left: its pings wait to be written, too.
        """
        if (socket := self._socket) is None:
            return
        with anyio.move_on_after(self._ping_s) as patience, suppress(ConnectionClosed):
            await socket.send(encode(message), text=True)
        if patience.cancelled_caught:
            socket.transport.abort()

    async def request(self, message: ClientMessage) -> None:
        """Send what is to be answered.

        Raises:
            Refused: ``too_large``: it is longer than the server takes, which could not tell what it answers.
        """
        length = len(encode(message))
        if self.welcome is not None and length > (most := self.welcome.limits.frame_bytes):
            raise Refused("too_large", f"a frame of {length} bytes; the server takes {most} at most")
        await self.send(message)

    async def ready(self) -> None:
        """Wait until there is a connection.

        Raises:
            ConnectionLost: there will be none.
        """
        await self._up.wait()
        self.check()

    def check(self) -> None:
        """Raise what ended the connection for good, if anything did."""
        if self._lost is not None:
            raise self._lost

    async def move(self, url: str) -> bool:
        """Leave for another address of the service; whether that is one, not known to be out of reach, and no round.

        Raises:
            ConnectionLost: it is no address at all.
        """
        meant = self._addresses.learn(url)
        self._moves = 0 if self._is_steady else self._moves
        if self._socket is None or self._moves == MOST_MOVES or not self._addresses.leads_elsewhere(meant):
            return False
        self._addresses.now, self._is_moving = meant, True
        self._moves += 1
        await self._socket.close()
        return True

    def learn(self, url: str) -> None:
        """Remember an address of the service; raises as ``move``."""
        self._addresses.learn(url)

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

    @property
    def _is_steady(self) -> bool:
        return anyio.current_time() - self._since_s > STEADY_S

    async def _live(self, task_status: TaskStatus[None]) -> tuple[int, str]:
        """One connection from its beginning to its end.

        Returns:
            the close code, 0 if there was no connection, and the reason.
        """
        try:
            async with connect_websocket(
                self._addresses.now,
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                max_size=MOST_BYTES,
                open_timeout=OPEN_TIMEOUT_S,
                close_timeout=CLOSE_TIMEOUT_S,
                ping_interval=self._ping_s,
                ping_timeout=self._ping_s,
                proxy=None,
            ) as socket:
                await self._greet(socket)
                if self.reconnects == 0:
                    task_status.started()
                while True:
                    await self._take(await _next(socket))
        except ConnectionClosed as closed:
            frame = closed.rcvd or closed.sent
            return (frame.code, frame.reason) if frame is not None else (CloseCode.ABNORMAL_CLOSURE, str(closed))
        except (OSError, WebSocketException, UnicodeError) as error:  # a redirection may lead to what is no name
            self._pause_ms = _retry_ms(error)
            return 0, f"{self._addresses.now}: {_cause(error)}"
        except (BadFrame, ConnectionLost) as error:  # lost: moved to what is no address
            return CloseCode.INVALID_DATA, str(error)

    async def _greet(self, socket: ClientConnection) -> None:
        with anyio.move_on_after(OPEN_TIMEOUT_S) as patience:
            await socket.send(encode(self._hello), text=True)
            await self._welcome(socket)
        if patience.cancelled_caught:
            raise TimeoutError("no welcome came")
        self._socket = socket
        self.reconnects += 1
        await self._owner.came_up()
        self._up.set()

    async def _welcome(self, socket: ClientConnection) -> None:
        while not isinstance(event := await _next(socket), Welcome):
            await self._take(event)
        self._welcomed(event)

    def _welcomed(self, welcome: Welcome) -> None:
        self.welcome = welcome
        self.set_clock(welcome.now)
        if welcome.token is not None:  # who was a guest comes back as the same one
            self._hello = structs.replace(self._hello, token=welcome.token)

    async def _take(self, event: ServerMessage) -> None:
        match event:
            case Welcome():
                self._welcomed(event)
            case Bye():
                if not self._is_moving:  # else we leave for where we were told to go, and need not come back here
                    self._pause_ms = event.reconnect_ms
            case _:
                await self._owner.take(event)

    def _drop(self) -> None:
        self._socket = None
        if self._up.is_set():
            self._up = anyio.Event()
        self._owner.went_down()

    def _lose(self, error: ConnectionLost) -> None:
        self._lost = error
        self._up.set()
        self._owner.lost(error)


async def _next(socket: ClientConnection) -> ServerMessage:
    """The next message; those that only a later version knows are passed over.

    Raises:
        BadFrame: what came is not the protocol.
        ConnectionClosed: nothing comes any more.
    """
    while True:
        try:
            return decode_event(await socket.recv(decode=False))
        except BadFrame as bad:
            if bad.code != "unknown_type":
                raise


def _is_final(code: int) -> bool:
    """Whether coming back makes no sense: told so, or what came was not the protocol, or would not fit again."""
    return is_terminal(code) or code in (CloseCode.INVALID_DATA, CloseCode.MESSAGE_TOO_BIG)


def _cause(error: Exception) -> str:
    """The reason for which there is no connection; asyncio and uvloop each add something else to the system's words."""
    if isinstance(error, OSError) and error.errno is not None and error.strerror:
        return os.strerror(error.errno) if error.errno > 0 else error.strerror  # below 0: of the name's resolution
    return str(error) or type(error).__name__


def _retry_ms(error: Exception) -> int | None:
    """When a server that lets nobody in just now wants to be asked again, if that is why there is no connection."""
    if not isinstance(error, InvalidStatus) or error.response.status_code not in BUSY:
        return None
    told = error.response.headers.get("Retry-After", "")
    return 1000 * int(told) if LATER.fullmatch(told) else None
