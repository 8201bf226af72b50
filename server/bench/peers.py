"""Bare websocket clients for measuring: sockets without a library, so that what is measured is the server.

They speak just enough of RFC 6455 for a server that sends whole, unmasked frames and no extensions. A connection that
ends before its time raises nothing: the load counts what it was sent.
"""

import asyncio
import base64
import os
import time
from functools import partial
from typing import Final, TypeVar, cast
from urllib.parse import urlsplit

from protocol.messages import SUBPROTOCOL

MASK: Final = b"\0\0\0\0"
"""Of a client's frames; one of zeros leaves them as they are."""
SHORT: Final = 126
LONG: Final = 127
TEXT: Final = 0x81
PING: Final = 0x89
PONG: Final = 0x8A
END_OF_HEAD: Final = b"\r\n\r\n"
FROM: Final = "127.0.{}.{}"
"""Addresses of this machine that connections come from, so that none runs out of ports."""
PER_ADDRESS: Final = 10_000


class Peer(asyncio.Protocol):
    """One client.

    Attributes:
        begun: done once the handshake is answered.
        ended: done once the connection is gone.
        received_s: when the data came that is being read.
    """

    __slots__ = ("_buffer", "_host", "_is_open", "_transport", "begun", "ended", "received_s")

    def __init__(self, host: str) -> None:
        loop = asyncio.get_running_loop()
        self.begun: asyncio.Future[None] = loop.create_future()
        self.ended: asyncio.Future[None] = loop.create_future()
        self.received_s = 0.0
        self._host = host
        self._buffer = b""
        self._is_open = False
        self._transport: asyncio.Transport | None = None

    def frame(self, payload: bytes) -> None:
        """Take a message that has come."""

    def send(self, payload: bytes) -> None:
        if self._transport is not None and not self._transport.is_closing():
            self._transport.write(frame(payload))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)  # uvloop's is one in all but its ancestors
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET /ws HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
        )
        self._transport.write(request.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ended.done():
            self.ended.set_result(None)

    def data_received(self, data: bytes) -> None:
        self.received_s = time.perf_counter()
        buffer = self._buffer + data if self._buffer else data
        if not self._is_open:
            head, found, buffer = buffer.partition(END_OF_HEAD)
            if not found:
                self._buffer = head
                return
            self._is_open = True
            if not self.begun.done():  # whoever dialled may have been cancelled
                self.begun.set_result(None)
        self._buffer = self._read(buffer)

    def _read(self, buffer: bytes) -> bytes:
        """Take all whole frames; return what is left."""
        at, size = 0, len(buffer)
        while size - at >= 2:
            length, begin = buffer[at + 1], at + 2
            if length >= SHORT:
                begin += 2 if length == SHORT else 8
                length = int.from_bytes(buffer[at + 2 : begin])
            if size < begin + length:
                break
            if buffer[at] == TEXT:
                self.frame(buffer[begin : begin + length])
            elif buffer[at] == PING and self._transport is not None:
                self._transport.write(frame(buffer[begin : begin + length], PONG))
            at = begin + length
        return buffer[at:]


P = TypeVar("P", bound=Peer)


async def dial(url: str, peer: P, number: int = 0) -> P:
    """Connect, the ``number``-th of many; returns once the handshake is answered.

    Raises:
        OSError: nobody listens there.
    """
    name, _, port = urlsplit(url).netloc.partition(":")
    address = FROM.format(number // PER_ADDRESS // 250 % 250, 2 + number // PER_ADDRESS % 250)
    await asyncio.get_running_loop().create_connection(partial(same, peer), name, int(port), local_addr=(address, 0))
    await peer.begun
    return peer


def same(peer: P) -> P:
    return peer


def host_of(url: str) -> str:
    return urlsplit(url).netloc


def frame(payload: bytes, kind: int = TEXT) -> bytes:
    """A whole frame from a client."""
    length = len(payload)
    if length < SHORT:
        return b"%c%c%b%b" % (kind, 0x80 | length, MASK, payload)
    return b"%c\xfe%b%b%b" % (kind, length.to_bytes(2), MASK, payload)
