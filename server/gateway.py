"""The door: websockets at ``/ws``, and the pages beside it.

Has ``Admission`` decide who may come in, and sees that ``hello`` comes in time; everything said on it is the session's
business. On the way out every connection hears ``bye`` with a code that asks it to come back.
"""

import errno
import http
import logging
import os
import time
from asyncio import BaseTransport, get_running_loop
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final
from urllib.parse import urlsplit

import anyio
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import Event
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from protocol.errors import Close
from protocol.messages import SUBPROTOCOL, Limits
from protocol.session import Session
from server import incidents, metrics
from server.addresses import Visitor, place_of
from server.admin import Door
from server.admission import Admission, Denied
from server.connection import Connection
from server.errors import CannotListen
from server.logs import get
from server.orders import PATH as ADMIN_PATH
from server.orders import SUBPROTOCOL as ADMIN_SUBPROTOCOL
from server.pages import TEXT, Pages, respond
from server.records import Records
from server.registry import Registry
from server.settings import Settings
from server.tokens import Tokens
from server.version import VERSION

log = get("gateway")

WEBSOCKET_PATH: Final = "/ws"
METRICS_PATH: Final = "/metrics"
WATCHED: Final = (METRICS_PATH, "/livez", "/readyz")
ONE_OF_SEVERAL: Final = b"several workers share this port: STACKLOOP_METRICS_PORT gives each of them one of its own\n"
GOODBYE_S: Final = 2.0
"""How long the connections may take to close when the server stops."""
HEADLESS: Final = Request(WEBSOCKET_PATH, Headers())
"""What is kept of a handshake that is over: its headers are a fifth of what an idle connection takes."""
QUEUED_FRAMES: Final = 16
"""Frames of one peer that are received ahead; more wait in its socket."""
UNREAD: Final = 4
"""So many times the backlog of a slow connection may be on its way to a peer that goes on asking; then it is cut."""
LONGEST_PAGE: Final = 32
"""Letters of a page's name in the log."""
QUIET: Final = frozenset(("/livez", "/readyz"))
"""Pages that those who look after us ask for as often as they like."""


ONCE: Final = ("Host", "Origin", "Authorization")
"""Headers that say one thing or nothing."""


INTENT: Final = b'{"t":"intent"'
"""How most frames begin; who puts the fields in another order is served too, a little later."""


class Socket(ServerConnection):
    """A socket as it is accepted, which may become a websocket.

    Args:
        unread_bytes: how much a peer may leave unread and still be heard: each ping is answered by the library, whether
            the answers before were read or not.

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
            protocol,
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
        self._where = place_of(host_of(self.remote_address), (), 0)
        if not self._admission.open_socket(self._where, monotonic_ms()):
            metrics.DENIED_SOCKETS.inc()
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.transport.get_write_buffer_size() > self._unread_bytes:
            metrics.CUT.inc()
            self.transport.abort()

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


class Gateway:
    """Accepts connections and lets them talk to the registry."""

    def __init__(self, registry: Registry, records: Records, tokens: Tokens, settings: Settings, door: Door) -> None:
        self._registry = registry
        self._tokens = tokens
        self._door = door
        self._settings = settings
        self.admission = Admission(settings)
        self._pages = Pages(registry, records, tokens)
        self._limits = Limits(
            settings.frame_limit_bytes,
            settings.frames_per_s,
            settings.burst_frames,
            settings.matches_per_connection,
            settings_per_s=settings.settings_per_s,
            settings_burst=settings.burst_settings,
            clock_ms=settings.clock_ms,
            pace_ms=settings.pace_ms,
        )
        self._origins = frozenset(filter(None, (part.strip() for part in settings.origins.split(","))))
        self._connections: dict[Connection, None] = {}
        self._slow: dict[Connection, None] = {}
        self._number = 0

    async def process(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a plain request, or let a websocket handshake go on."""
        return await unless_it_fails(self._process(connection, request), request)

    async def _process(self, connection: ServerConnection, request: Request) -> Response | None:
        path = path_of(request)
        if path is None or any(len(request.headers.get_all(name)) > 1 for name in ONCE):
            return respond(http.HTTPStatus.BAD_REQUEST, TEXT, b"a path and headers that mean nothing\n")
        forwarded = request.headers.get_all("X-Forwarded-For")
        where = place_of(host_of(connection.remote_address), forwarded, self._settings.proxy_hops)
        if path == ADMIN_PATH:
            refused = self._door.deny(request)
            return None if refused is None else respond(refused, TEXT, f"{refused.phrase.lower()}\n".encode())
        if path == METRICS_PATH and self._settings.reuse_port:
            return respond(http.HTTPStatus.NOT_FOUND, TEXT, ONE_OF_SEVERAL)
        if path != WEBSOCKET_PATH:
            denied = None if path in QUIET else self.admission.ask(where, monotonic_ms())
            if denied is not None:
                return turned_away(denied)
            return await self._pages.answer(path, request.headers)
        if not self._may_come_from(request.headers.get("Origin"), request.headers.get("Host", "")):
            metrics.DENIED_ORIGIN.inc()
            return respond(http.HTTPStatus.FORBIDDEN, TEXT, b"this origin may not connect\n")
        denied = self.admission.deny(where, monotonic_ms(), is_leaving=self._registry.is_leaving)
        if denied is not None:
            return turned_away(denied)
        assert isinstance(connection, Socket)
        if connection.is_lost:  # nobody would tell us to let go of its place
            return respond(http.HTTPStatus.REQUEST_TIMEOUT, TEXT, b"too late\n")
        connection.visitor = self.admission.enter(where, monotonic_ms())
        return None

    async def process_watch(self, _connection: ServerConnection, request: Request) -> Response | None:
        """Answer whoever watches over this process."""
        path = path_of(request)
        if path in WATCHED:
            return await unless_it_fails(self._pages.answer(path), request)
        return respond(http.HTTPStatus.NOT_FOUND, TEXT, b"nothing here\n")

    async def handle(self, socket: ServerConnection) -> None:
        """One connection, from its handshake to its end."""
        if is_at_the_door(socket):
            await self._door.serve(socket)
            return
        socket.request, socket.response = HEADLESS, None
        self._number += 1
        session = Session(
            f"stackloop {VERSION}",
            f"c{self._number}",
            identify=self._tokens.identify,
            greet=self._tokens.greet,
            claim=self._tokens.claim,
            limits=self._limits,
            durability=self._settings.durability.value,
        )
        assert isinstance(socket, Socket)
        assert socket.visitor is not None
        connection = Connection(
            socket, session, self._registry, self._settings, get_running_loop(), socket.visitor, self._note_slow
        )
        session.open(socket.subprotocol)
        self._connections[connection] = None
        try:
            await self._converse(socket, connection)
        except ConnectionClosed:
            return
        except Exception as error:  # noqa: BLE001 # a fault must not end a connection in silence
            connection.failed(error)
            await connection.finish()
        finally:
            del self._connections[connection]
            connection.leave_all()

    async def _converse(self, socket: Socket, connection: Connection) -> None:
        session = connection.session
        connection.flush_session()
        with anyio.move_on_after(self._settings.hello_timeout_s):
            while session.close is None and session.who is None:
                await self._serve_next(socket, connection)
        if session.who is None:
            session.end(Close.IDLE, "no hello in time")
            connection.flush_session()
        socket.take = connection.take
        while session.close is None:
            await self._serve_next(socket, connection)
        await connection.finish()

    async def _serve_next(self, socket: Socket, connection: Connection) -> None:
        data = await socket.recv(decode=False)
        await connection.receive(data)
        await connection.is_read()
        socket.waiting -= 1

    async def tick(self) -> None:
        """Look after slow connections and repeat heads, for ever."""
        next_heads_s = time.monotonic() + self._settings.head_s
        while True:
            due_s = time.monotonic() + self._settings.tick_s
            await anyio.sleep_until(due_s)
            now_s = time.monotonic()
            metrics.LOOP_LAG_S.observe(max(0.0, now_s - due_s))
            self._slow = {connection: None for connection in self._slow if connection.tend(now_s)}
            if now_s >= next_heads_s:
                next_heads_s = now_s + self._settings.head_s
                self._registry.repeat_heads()
                self._registry.close_abandoned()
                self.admission.sweep(monotonic_ms())

    async def say_goodbye(self) -> None:
        """Ask every connection to come back later; none waits for another, and who does not read is cut."""
        with anyio.move_on_after(GOODBYE_S):
            async with anyio.create_task_group() as tasks:
                for connection in tuple(self._connections):
                    connection.session.end(Close.RESTART, "the server stops")
                    connection.flush_session()
                    tasks.start_soon(connection.finish)
        for connection in tuple(self._connections):
            connection.abort()
        await self._door.shut()

    def _note_slow(self, connection: Connection) -> None:
        self._slow[connection] = None

    def _may_come_from(self, origin: str | None, host: str) -> bool:
        """Pages of our own and of named origins may; programs, which send no origin, may too."""
        return origin is None or netloc_of(origin) == host or bool(self._origins & {origin, "*"})


@asynccontextmanager
async def open_gateway(registry: Registry, tokens: Tokens, settings: Settings, door: Door) -> AsyncIterator[str]:
    """Accept connections until the block ends; yield the address of the page.

    Raises:
        CannotListen: the host or the port cannot be had.
    """
    records = Records(registry.journal, registry.work)
    gateway = Gateway(registry, records, tokens, settings, door)
    quiet = logging.getLogger("websockets.quiet")
    quiet.setLevel(logging.CRITICAL)
    async with anyio.create_task_group() as tasks:
        try:
            server = await serve(
                gateway.handle,
                settings.host,
                settings.port,
                reuse_port=bool(settings.reuse_port) or None,
                process_request=gateway.process,
                select_subprotocol=choose,
                compression=None,
                create_connection=partial(Socket, gateway.admission, UNREAD * settings.backlog_bytes),  # type: ignore[arg-type] # a wrapper will do
                max_size=settings.frame_cut_bytes,
                max_queue=QUEUED_FRAMES,
                open_timeout=settings.hello_timeout_s,
                ping_interval=settings.ping_s,
                ping_timeout=settings.ping_s,
                close_timeout=1,
                server_header=None,
                logger=quiet,
            )
        except OSError as error:
            raise CannotListen(f"cannot listen on {settings.host} port {settings.port}: {reason(error)}") from error
        tasks.start_soon(gateway.tick, name="gateway tick")
        tasks.start_soon(records.work, name="records")
        try:
            async with open_watch(gateway, settings, quiet):
                yield address(settings.host, next(iter(server.sockets)).getsockname()[1])
        finally:
            with anyio.CancelScope(shield=True):
                server.close(close_connections=False)
                await gateway.say_goodbye()
                server.close()
                await server.wait_closed()
            tasks.cancel_scope.cancel()


@asynccontextmanager
async def open_watch(gateway: Gateway, settings: Settings, quiet: logging.Logger) -> AsyncIterator[None]:
    """Answer whoever watches over this process at a port of its own, if it has one, until the block ends.

    Raises:
        CannotListen: that port cannot be had.
    """
    if not settings.metrics_port:
        yield
        return
    host, port = settings.host, settings.metrics_port
    try:
        server = await serve(gateway.handle, host, port, process_request=gateway.process_watch, logger=quiet)
    except OSError as error:
        raise CannotListen(f"cannot listen on {host} port {port}: {reason(error)}") from error
    async with server:
        yield


def reason(error: OSError) -> str:
    """The system's words alone."""
    if error.errno == errno.EADDRINUSE:
        return "another program listens there; choose another --port, or 0 for any free one"
    return os.strerror(error.errno) if error.errno is not None and error.errno > 0 else error.strerror or str(error)


def host_of(remote: object) -> str:
    """The address alone, out of what a socket calls its other end."""
    return str(remote[0]) if isinstance(remote, tuple) and remote else ""


def monotonic_ms() -> int:
    return int(time.monotonic() * 1000)


def path_of(request: Request) -> str | None:
    """The path alone, as it is written; ``None`` if the target of the request is none.

    A target is a path with what is asked of it, or a whole address (RFC 9112, 3.2).
    """
    if not request.path.isascii():
        return None
    if request.path.startswith("/"):
        return request.path.partition("?")[0]
    try:
        return urlsplit(request.path).path or "/"
    except ValueError:
        return None


def netloc_of(origin: str) -> str | None:
    """Host and port of an origin, if it has any."""
    try:
        return urlsplit(origin).netloc or None
    except ValueError:
        return None


async def unless_it_fails(answer: Coroutine[None, None, Response | None], request: Request) -> Response | None:
    """An answer; where working it out fails, the number of the incident."""
    try:
        return await answer
    except Exception as error:  # noqa: BLE001 # the library would answer in its own words, and log nothing of it
        page = (path_of(request) or "").strip("/").partition("/")[0]  # what follows may name cards
        number = incidents.report(log, "page failed", error, page=page[:LONGEST_PAGE])
        return respond(http.HTTPStatus.INTERNAL_SERVER_ERROR, TEXT, f"{incidents.told(number)}\n".encode())


def turned_away(denied: Denied) -> Response:
    response = respond(denied.status, TEXT, f"{denied.reason}\n".encode())
    response.headers["Retry-After"] = str(denied.retry_s)
    return response


def is_at_the_door(socket: ServerConnection) -> bool:
    return socket.request is not None and path_of(socket.request) == ADMIN_PATH


def choose(socket: ServerConnection, offered: Sequence[Subprotocol]) -> Subprotocol | None:
    """Ours, if it was offered; without it the session says so and closes."""
    ours = Subprotocol(ADMIN_SUBPROTOCOL if is_at_the_door(socket) else SUBPROTOCOL)
    return ours if ours in offered else None


def address(host: str, port: int) -> str:
    """Of the page, for somebody on this machine."""
    shown = "127.0.0.1" if host in ("0.0.0.0", "", "::") else host  # noqa: S104 # compared, not bound
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"
