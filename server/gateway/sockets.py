"""Sockets that are accepted at a port: one that asks for a page or becomes a websocket, and how its request is read.

Counts the sockets of each address, cuts who does not read, and answers what is no request. Knows no page.
"""

import errno
import http
import logging
import os
import re
import time
from asyncio import BaseTransport
from collections.abc import Callable, Coroutine, Generator, Sequence
from typing import Final

from websockets.asyncio.server import Server, ServerConnection
from websockets.datastructures import Headers
from websockets.frames import (  # type: ignore[attr-defined] # ``apply_mask`` in C, where the library has that
    Frame,
    Opcode,
    apply_mask,
)
from websockets.http11 import MAX_LINE_LENGTH, Request, Response
from websockets.protocol import CONNECTING, OPEN, Event
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from server.gateway.admission import Admission
from server.gateway.responses import READING, refuse, refuse_method
from server.identity.rate_limits import Visitor, place_of
from server.runtime import incidents, metrics
from server.runtime.logs import Logger
from server.runtime.stage_times import SOCKET

HEADLESS: Final = Request("/", Headers())
"""The rest of a handshake that is over: its headers are a fifth of what an idle connection takes."""
INTENT: Final = b'{"t":"intent"'
"""The beginning of most frames; a peer that puts the fields in another order is served too, a little later."""
FINAL_TEXT: Final = 0x81
"""The first byte of a frame that is a whole message of text."""
MASKED: Final = 0x80
MASK_BYTES: Final = 4
SHORT_HEADER: Final = 2 + MASK_BYTES
LONG_HEADER: Final = 4 + MASK_BYTES
SIXTEEN_BITS: Final = 126
"""In place of a length: it follows, in two bytes."""
LONGEST_INTENT: Final = 1024
"""Bytes of an intent that is read without the library."""
LONGEST_PAGE: Final = 32
"""Letters of a page's name in the log."""
METHOD: Final = re.compile(rb"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
"""A token (RFC 9110 5.6.2)."""
METHOD_ENDS: Final = re.compile(rb"[ \n]")
READ: Final = frozenset(method.encode() for method in READING)


class Handshake(ServerProtocol):
    """The library's, but that whatever is no request for a page or a websocket is answered and not just hung up on.

    Args:
        ours: the subprotocol that is spoken here; who does not offer it comes in all the same, and is told.
    """

    def __init__(self, ours: Subprotocol, like: ServerProtocol) -> None:
        self._ours = ours
        super().__init__(max_size=(like.max_message_size, like.max_fragment_size), logger=like.logger)

    def parse(self) -> Generator[None]:
        """Read a request by its method first: one that is not for reading may have a body, which is left alone."""
        if self.state is CONNECTING:
            method = yield from self._method()
            if method is not None and method not in READ:
                self.send_response(refuse_method() if METHOD.fullmatch(method) else unread())
                yield
        yield from super().parse()

    def _method(self) -> Generator[None, None, bytes | None]:
        """The first word, once it is there, and left there; nothing if it does not end."""
        buffer = self.reader.buffer
        while (end := METHOD_ENDS.search(buffer)) is None:
            if self.reader.eof or len(buffer) > MAX_LINE_LENGTH:
                return None
            yield
        return bytes(buffer[: end.start()])

    def select_subprotocol(self, subprotocols: Sequence[Subprotocol]) -> Subprotocol | None:
        return self._ours if self._ours in subprotocols else None

    def send_eof(self) -> None:
        """Hang up, saying why where the request was none that can be read."""
        is_unread = self.state is CONNECTING and self.handshake_exc is not None and not self.writes
        if is_unread and not (self.eof_sent or self.reader.eof):
            self.writes.append(unread().serialize())
        super().send_eof()


class Socket(ServerConnection):
    """A socket as it is accepted, which may become a websocket.

    Args:
        unread_bytes: how much a peer may leave unread and still be heard: each ping is answered by the library, whether
            the answers before were read or not.
        ours: the subprotocol that is spoken here.

    Attributes:
        visitor: set once its handshake is let in.
        is_lost: whether the peer is gone already.
        take: takes an intent at once, if that can be; set once it is known whose it is.
        waiting: frames that the connection's task has not served yet, which have to be served before.
    """

    def __init__(
        self,
        admission: Admission,
        unread_bytes: int,
        ours: Subprotocol,
        protocol: ServerProtocol,
        server: Server,
        *,
        ping_interval: float | None,
        ping_timeout: float | None,
        close_timeout: float | None,
        max_queue: int | tuple[int | None, int | None] | None,
        write_limit: int | tuple[int, int | None],
    ) -> None:
        super().__init__(
            Handshake(ours, protocol),
            server,
            ping_interval=ping_interval,
            ping_timeout=ping_timeout,
            close_timeout=close_timeout,
            max_queue=max_queue,
            write_limit=write_limit,
        )
        self.visitor: Visitor | None = None
        self.is_lost = False
        self.take: Callable[[bytes], bool] | None = None
        self.waiting = 0
        self._admission = admission
        self._unread_bytes = unread_bytes
        self._where = ""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._where = place_of(peer_of(self), (), 0)
        if not self._admission.open_socket(self._where, monotonic_ms()):
            metrics.DENIED_SOCKETS.inc()
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        with SOCKET:
            if not self._is_taken(data):
                super().data_received(data)
        if self.transport.get_write_buffer_size() > self._unread_bytes:
            metrics.CUT.inc()
            self.transport.abort()

    def _is_taken(self, data: bytes) -> bool:
        """Whether data were one whole intent, which was taken at once; all else is the library's, unread."""
        take, protocol = self.take, self.protocol
        if take is None or self.waiting or protocol.state is not OPEN:
            return False
        if protocol.reader.buffer or protocol.current_size is not None:  # in the middle of a frame or a message
            return False
        payload = whole_text(data)
        return payload.startswith(INTENT) and take(payload)

    def process_event(self, event: Event) -> None:
        if isinstance(event, Frame) and event.opcode in (Opcode.TEXT, Opcode.BINARY):
            if self.take is not None and not self.waiting and event.fin:
                data = bytes(event.data)
                if data.startswith(INTENT) and self.take(data):
                    return
            self.waiting += 1
        super().process_event(event)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.is_lost = True
        self._admission.close_socket(self._where, monotonic_ms())
        if self.visitor is not None:
            self._admission.leave(self.visitor)


def whole_text(data: bytes) -> bytes:
    """The payload of the one short text frame of a client that data are, from first to last byte; else nothing.

    RFC 6455, 5.2: final, without extensions, masked, its length in seven bits or in sixteen more.
    """
    start = SHORT_HEADER
    if len(data) < start or data[0] != FINAL_TEXT or not data[1] & MASKED:
        return b""
    length = data[1] ^ MASKED
    if length == SIXTEEN_BITS:
        start = LONG_HEADER
        length = data[2] << 8 | data[3]
    if length > LONGEST_INTENT or len(data) != start + length:
        return b""
    return apply_mask(data[start:], data[start - MASK_BYTES : start])


async def unless_it_fails(
    log: Logger, answer: Coroutine[None, None, Response | None], request: Request
) -> Response | None:
    """An answer; where working it out fails, the number of the incident."""
    try:
        return await answer
    except Exception as error:  # noqa: BLE001 # the library would answer in its own words, and log nothing of it
        page = request.path.partition("?")[0].strip("/").partition("/")[0]  # what follows may name cards
        number = incidents.report(log, "page failed", error, page=page[:LONGEST_PAGE])
        return refuse(http.HTTPStatus.INTERNAL_SERVER_ERROR, incidents.describe(number))


def unread() -> Response:
    return refuse(http.HTTPStatus.BAD_REQUEST, "no request that can be read")


def peer_of(socket: ServerConnection) -> str:
    """The address of the other end."""
    remote = socket.remote_address
    return str(remote[0]) if isinstance(remote, tuple) and remote else ""


def monotonic_ms() -> int:
    return int(time.monotonic() * 1000)


def port_of(server: Server) -> int:
    """The port at which it listens."""
    port: int = next(iter(server.sockets)).getsockname()[1]
    return port


def address(host: str, port: int) -> str:
    """Of a port here, for somebody on this machine."""
    shown = "127.0.0.1" if host in ("0.0.0.0", "", "::") else host  # noqa: S104 # compared, not bound
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"


def quiet() -> logging.Logger:
    """For what the library says of its peers, which is nobody's business."""
    logger = logging.getLogger("websockets.quiet")
    logger.setLevel(logging.CRITICAL)
    return logger


def is_taken(error: OSError) -> bool:
    """Whether a port cannot be had because somebody else has it."""
    return error.errno == errno.EADDRINUSE


def reason(error: OSError) -> str:
    """The reason for which a port cannot be had, in the system's words."""
    if is_taken(error):
        return "another program listens there"
    return os.strerror(error.errno) if error.errno is not None and error.errno > 0 else error.strerror or str(error)
