"""A connection of the fuzzer: sends what it is told, in frames and beside them; every answer is held to the document.

The frames that must be answered are worked out with the protocol's own decoder: a frame with a ``c`` or an ``r`` by one
that repeats it, a frame that is none by a nack. Silence is right only where the connection is over.
"""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final

import anyio
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.frames import CloseCode, Frame, Opcode
from websockets.typing import Subprotocol

import protocol
from protocol import messages as wire
from protocol.client.addresses import websocket_url
from protocol.codec import decode_event, decode_request
from protocol.errors import BadFrame, Close
from tests.support.fuzz.pool import Pool

PATIENCE_S: Final = 60.0
"""Time for an answer on a machine that is busy with other things."""
MORE_S: Final = 0.05
"""Time to listen if nothing need come."""
LIMIT: Final = wire.Limits().frame_bytes
DOCUMENT: Final = (Path(protocol.__file__).parent / "PROTOCOL.md").read_text()
CODES: Final = frozenset(
    code for row in re.findall(r"^\| (`[a-z].*?`) \|", DOCUMENT, re.MULTILINE) for code in re.findall(r"`(\w+)`", row)
)
"""Every code of the document's tables."""
FRAMING: Final = frozenset((CloseCode.PROTOCOL_ERROR, CloseCode.INVALID_DATA, CloseCode.MESSAGE_TOO_BIG))
"""Close codes of the websocket layer, for frames that are not even such."""


class Talker:
    """One connection, from its handshake on.

    Attributes:
        received: all that came, byte for byte.
        is_broken: whether frames were sent that are none, or the connection was cut: it may end without a word.
    """

    def __init__(self, socket: ClientConnection, pool: Pool) -> None:
        self.received: list[bytes] = []
        self.is_broken = False
        self._socket = socket
        self._pool = pool
        self._due: list[tuple[str, object]] = []
        self._answered: set[tuple[str, object]] = set()
        self._nacks = self._bad = 0
        self._has_said_hello = self._is_done = False
        self._number = 0

    async def say(self, data: bytes, *, binary: bool = False, pieces: int = 1) -> None:
        """Send one message, in so many fragments."""
        self._expect(data)
        size = max(1, -(-len(data) // pieces))
        parts = [data[start : start + size] for start in range(0, len(data), size)] or [b""]
        opcode = Opcode.BINARY if binary else Opcode.TEXT
        for number, part in enumerate(parts):
            kind = Opcode.CONT if number else opcode
            self.write(Frame(kind, part, fin=number == len(parts) - 1).serialize(mask=True))

    def write(self, data: bytes) -> None:
        """Put bytes on the wire, whatever they are."""
        if not (self._is_done or self._socket.transport.is_closing()):
            self._socket.transport.write(data)

    def break_with(self, data: bytes) -> None:
        self.is_broken = True
        self.write(data)

    def cut(self) -> None:
        self.is_broken = True
        self._socket.transport.abort()

    def half_close(self) -> None:
        """Say that nothing more will come, and listen on."""
        if not (self._is_done or self._socket.transport.is_closing()):
            self._socket.transport.write_eof()
        self.is_broken = self._is_done = True

    def stop_reading(self) -> None:
        with suppress(RuntimeError):  # it is closing
            self._socket.transport.pause_reading()

    def read_on(self) -> None:
        with suppress(RuntimeError):
            self._socket.transport.resume_reading()

    async def settle(self) -> None:
        """Wait until everything is answered, or the connection has ended as it should.

        Raises:
            AssertionError: something is not answered, or by what the document does not know.
        """
        self.read_on()
        if self.is_broken:
            await self._listen()
            return
        self._number += 1
        r = f"settle {self._number}"
        await self.say(orjson.dumps({"t": "ping", "r": r}))
        try:
            with anyio.fail_after(PATIENCE_S):
                while self._left() or ("r", r) not in self._answered:
                    self._heard(await self._socket.recv(decode=False))
        except ConnectionClosed as closed:
            self._ended(closed)
        except TimeoutError:
            raise AssertionError(f"not answered: {self._left()}, of {self._bad} bad frames {self._nacks}") from None

    async def _listen(self) -> None:
        """Hear what else comes to a connection that need not be answered any more."""
        with suppress(ConnectionClosed), anyio.move_on_after(MORE_S):
            while True:
                self._heard(await self._socket.recv(decode=False))

    def _left(self) -> list[tuple[str, object]]:
        left = [each for each in self._due if each not in self._answered]
        return left + [("bad", self._bad - self._nacks)] * (self._nacks < self._bad)

    def _ended(self, closed: ConnectionClosed) -> None:
        frame = closed.rcvd
        code = 0 if frame is None else frame.code
        said = any(b'"t":"bye"' in each for each in self.received[-3:])
        assert self.is_broken or (said and code in set(Close)) or code in FRAMING, f"ended with {code}"

    def _expect(self, data: bytes) -> None:
        """Note what must be answered, and by what."""
        if len(data) > wire.Limits().frame_bytes * 4:
            self.is_broken = True  # cut off before it is read
            return
        try:
            message = decode_request(data, LIMIT)
        except BadFrame:
            self._bad += 1
            return
        if not self._has_said_hello or isinstance(message, wire.Hello):
            self._bad += self._has_said_hello
            self._has_said_hello |= isinstance(message, wire.Hello)
            return
        match message:
            case wire.Intent() | wire.Concede() | wire.Settings() | wire.Agree():
                self._due.append(("c", (message.m, message.c)))
            case wire.Join() | wire.Sync():
                self._due.append(("m", message.m))
            case wire.Leave():
                return
            case _ if message.r is not None:
                self._due.append(("r", message.r))

    def _heard(self, data: bytes) -> None:
        self.received.append(data)
        event = decode_event(data)
        frame: dict[str, Any] = orjson.loads(data)
        self._pool.heard(frame)
        self._answered |= {("r", frame.get("r")), ("m", frame.get("m"))}
        match event:
            case wire.Nack():
                assert event.code in CODES or event.rule, data
                assert event.code != "internal", data
                assert event.retry_ms is not None or event.code not in ("rate_limited", "unavailable"), data
                assert (event.first is not None) == (event.code == "reused_c"), data
                assert (event.last is not None) == (event.code in ("reused_c", "stale_c")), data
                assert event.first is None or (event.first.m, event.first.c) == (event.m, event.c), data
                assert event.last is None or event.c is None or event.c <= event.last, data
                self._nacks += 1
                self._answered.add(("c", (event.m, event.c)))
            case wire.Ack():
                self._answered.add(("c", (event.m, event.c)))
            case wire.Bye():
                assert event.code in set(Close), data
                assert event.code != Close.INTERNAL, data


@asynccontextmanager
async def talker(url: str, pool: Pool) -> AsyncIterator[Talker]:
    """A connection that has said nothing yet, and is gone at the end."""
    async with connect(
        websocket_url(url),
        subprotocols=[Subprotocol("stackloop.1")],
        compression=None,
        max_size=None,
        max_queue=None,
        close_timeout=2,
        ping_interval=None,
        proxy=None,
    ) as socket:
        try:
            yield Talker(socket, pool)
        finally:
            socket.transport.abort()
