"""The door for players: websockets at ``/ws``, and the pages beside it.

Has ``Hosts`` say whether a request is for us and ``Admission`` decide who may come in, and sees that ``hello`` comes
in time; everything said on a websocket is the session's business. On the way out every connection hears ``bye`` with a
code that asks it to come back.
"""

import http
import time
from asyncio import get_running_loop
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

import anyio
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from protocol.errors import BadFrame, Close
from protocol.messages import SUBPROTOCOL, Limits
from protocol.session import Identity, Session
from server.gateway.admission import Admission, turned_away
from server.gateway.connection import Connection
from server.gateway.health import Health
from server.gateway.hosts import Hosts, NotOurs
from server.gateway.http_pages import Pages
from server.gateway.paths import BadPath, names_of
from server.gateway.responses import answer_to, refuse
from server.gateway.sockets import (
    HEADLESS,
    Socket,
    address,
    is_taken,
    monotonic_ms,
    peer_of,
    port_of,
    quiet,
    reason,
    unless_it_fails,
)
from server.identity.display_names import BadName, read_name
from server.identity.rate_limits import place_of
from server.identity.tokens import Tokens
from server.ownership.registry import Registry
from server.records.record_cache import Records
from server.runtime import metrics
from server.runtime.errors import CannotListen
from server.runtime.logs import get
from server.runtime.settings import Settings
from server.runtime.version import VERSION, rules_form

log = get("gateway")

WEBSOCKET: Final = ("ws",)
GOODBYE_S: Final = 2.0
"""Time that the connections may take to close when the server stops."""
QUEUED_FRAMES: Final = 16
"""Frames of one peer that are received ahead; more wait in its socket."""
UNREAD: Final = 4
"""So many times the backlog of a slow connection may be on its way to a peer that goes on asking; then it is cut."""
QUIET: Final = frozenset((("livez",), ("readyz",)))
"""Pages that those who look after us ask for as often as they like."""


class Gateway:
    """Accepts connections and lets them talk to the registry."""

    def __init__(
        self, registry: Registry, records: Records, tokens: Tokens, settings: Settings, hosts: Hosts, health: Health
    ) -> None:
        self._registry = registry
        self._tokens = tokens
        self._settings = settings
        self._hosts = hosts
        self.admission = Admission(settings)
        self._pages = Pages(registry, records, tokens, settings, health)
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
        self._connections: dict[Connection, None] = {}
        self._slow: dict[Connection, None] = {}
        self._number = 0

    async def process(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a plain request, or let a websocket handshake go on."""
        response = await unless_it_fails(log, self._answer(connection, request), request)
        return None if response is None else answer_to(request.method, response)

    async def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        try:
            host = self._hosts.of(request)
            names = names_of(request.path)
        except (NotOurs, BadPath) as error:
            metrics.DENIED_REQUEST.inc()
            return refuse(error.status, str(error))
        if len(request.headers.get_all("Authorization")) > 1:
            return refuse(http.HTTPStatus.BAD_REQUEST, "a header that means nothing")
        where = place_of(peer_of(connection), request.headers.get_all("X-Forwarded-For"), self._settings.proxy_hops)
        if names != WEBSOCKET:
            denied = None if names in QUIET else self.admission.ask(where, monotonic_ms())
            return turned_away(denied) if denied is not None else await self._pages.answer(names, request.headers)
        if not self._hosts.may_come(request, host):
            metrics.DENIED_ORIGIN.inc()
            return refuse(http.HTTPStatus.FORBIDDEN, "this origin may not connect")
        if request.method != "GET":
            return refuse(http.HTTPStatus.UPGRADE_REQUIRED, "here is a websocket", {"Upgrade": "websocket"})
        denied = self.admission.deny(where, monotonic_ms(), is_leaving=self._registry.is_leaving)
        if denied is not None:
            return turned_away(denied)
        assert isinstance(connection, Socket)
        if connection.is_lost:  # nobody would tell us to let go of its place
            return refuse(http.HTTPStatus.REQUEST_TIMEOUT, "too late")
        connection.visitor = self.admission.enter(where, monotonic_ms())
        return None

    async def handle(self, socket: ServerConnection) -> None:
        """One connection, from its handshake to its end."""
        socket.request, socket.response = HEADLESS, None
        self._number += 1
        session = Session(
            f"stackloop {VERSION}",
            f"c{self._number}",
            identify=self._tokens.identify,
            greet=self._greet,
            claim=self._tokens.claim,
            limits=self._limits,
            durability=self._settings.durability.value,
            rules=rules_form(),
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

    def _greet(self, name: str) -> tuple[Identity, str] | None:
        """Take in a guest of that name; raises ``BadFrame`` for what nobody is called."""
        try:
            return self._tokens.greet(read_name(name))
        except BadName as error:
            raise BadFrame("bad_name", str(error)) from None

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
        """Say where matches go on, and ask all to come back; none waits for another, and who does not read is cut."""
        with anyio.move_on_after(GOODBYE_S):
            async with anyio.create_task_group() as tasks:
                for connection in tuple(self._connections):
                    connection.say_goodbye("the server stops")
                    tasks.start_soon(connection.finish)
        for connection in tuple(self._connections):
            connection.abort()

    def _note_slow(self, connection: Connection) -> None:
        self._slow[connection] = None


@asynccontextmanager
async def open_gateway(
    registry: Registry, tokens: Tokens, settings: Settings, hosts: Hosts, health: Health
) -> AsyncIterator[str]:
    """Accept connections until the block ends; yield the address of the page.

    Raises:
        CannotListen: the host or the port cannot be had.
    """
    records = Records(registry.journal, registry.work)
    gateway = Gateway(registry, records, tokens, settings, hosts, health)
    unread_bytes = UNREAD * settings.backlog_bytes
    async with anyio.create_task_group() as tasks:
        try:
            server = await serve(
                gateway.handle,
                settings.host,
                settings.port,
                reuse_port=bool(settings.reuse_port) or None,
                process_request=gateway.process,
                compression=None,
                create_connection=partial(Socket, gateway.admission, unread_bytes, Subprotocol(SUBPROTOCOL)),  # type: ignore[arg-type] # a wrapper will do
                max_size=settings.frame_cut_bytes,
                max_queue=QUEUED_FRAMES,
                open_timeout=settings.hello_timeout_s,
                ping_interval=settings.ping_s,
                ping_timeout=settings.ping_s,
                close_timeout=1,
                server_header=None,
                logger=quiet(),
            )
        except OSError as error:
            raise CannotListen(f"cannot listen on {settings.host} port {settings.port}: {describe(error)}") from error
        tasks.start_soon(gateway.tick, name="gateway tick")
        tasks.start_soon(records.work, name="records")
        try:
            yield address(settings.host, port_of(server))
        finally:
            with anyio.CancelScope(shield=True):
                server.close(close_connections=False)
                await gateway.say_goodbye()
                server.close()
                await server.wait_closed()
            tasks.cancel_scope.cancel()


def describe(error: OSError) -> str:
    """The reason for which the port cannot be had, and a remedy."""
    return f"{reason(error)}; choose another --port, or 0 for any free one" if is_taken(error) else reason(error)
