"""The port for operators: ``/metrics`` and the admin door, and health once more; nothing of it at the port for players.

On the loopback interface unless said otherwise. Another program may have the port: then any free one does, which is
told at the start, and noted in the data directory, where ``stackloop admin`` looks. Of several workers each has one,
at numbers that follow each other; their parent holds and notes them.
"""

import http
import os
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Final

import anyio
from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response
from websockets.typing import Subprotocol

from server.gateway.admin import Door
from server.gateway.admission import Admission, turned_away
from server.gateway.health import Health
from server.gateway.hosts import Hosts, NotOurs
from server.gateway.paths import BadPath, names_of
from server.gateway.responses import answer_to, refuse
from server.gateway.sockets import (
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
from server.identity.rate_limits import place_of
from server.ownership.admin_messages import SUBPROTOCOL
from server.runtime import metrics
from server.runtime.errors import CannotListen
from server.runtime.logs import get
from server.runtime.settings import Settings

log = get("admin")

NOTE: Final = "admin-url"
"""In the data directory: where the port is, one address a line."""
UNREAD_BYTES: Final = 4 * 1024 * 1024
"""Bytes that an operator may leave unread; a list of a node's matches is half a megabyte."""


class AdminPort:
    """Answers those who look after a node."""

    def __init__(self, settings: Settings, hosts: Hosts, health: Health, door: Door) -> None:
        self.admission = Admission(settings)
        self._hosts = hosts
        self._health = health
        self._door = door

    async def process(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a plain request, or let an operator's handshake go on."""
        response = await unless_it_fails(log, self._answer(connection, request), request)
        return None if response is None else answer_to(request.method, response)

    async def _answer(self, connection: ServerConnection, request: Request) -> Response | None:
        try:
            self._hosts.of(request)
            names = names_of(request.path)
        except (NotOurs, BadPath) as error:
            metrics.DENIED_REQUEST.inc()
            return refuse(error.status, str(error))
        match names:
            case ["admin"]:
                refused = self._door.deny(request)
                return None if refused is None else refuse(refused, refused.phrase.lower())
            case ["livez"]:
                return self._health.lives()
            case ["readyz"]:
                return await self._health.is_ready()
        denied = self.admission.ask(place_of(peer_of(connection), (), 0), monotonic_ms())
        if denied is not None:
            return turned_away(denied)
        return self._health.metrics() if names == ("metrics",) else refuse(http.HTTPStatus.NOT_FOUND, "nothing here")


@asynccontextmanager
async def open_admin_port(settings: Settings, hosts: Hosts, health: Health, door: Door) -> AsyncIterator[str]:
    """Answer operators until the block ends; yield where.

    Raises:
        CannotListen: the host cannot be had, or the port that is ours as one of several workers.
        OSError: the data directory cannot be written.
    """
    port = AdminPort(settings, hosts, health, door)
    server = await listening(port, door, settings)
    url = address(settings.admin_host, port_of(server))
    try:
        with noted(settings.data, () if settings.reuse_port else (url,)):
            yield url
    finally:
        with anyio.CancelScope(shield=True):
            await door.shut()
            server.close()
            await server.wait_closed()


async def listening(port: AdminPort, door: Door, settings: Settings) -> Server:
    """Listen where we are to, or at any free port of that host; raises ``CannotListen``."""
    wanted = settings.admin_port
    try:
        try:
            return await listen(port, door, settings, wanted)
        except OSError as error:
            if not is_taken(error) or settings.reuse_port:
                raise
            server = await listen(port, door, settings, 0)
            log.warning("admin port taken", wanted=wanted, port=port_of(server))
            return server
    except OSError as error:
        where = f"{settings.admin_host} port {wanted}"
        raise CannotListen(f"cannot listen for operators on {where}: {reason(error)}") from error


async def listen(port: AdminPort, door: Door, settings: Settings, number: int) -> Server:
    return await serve(
        door.serve,
        settings.admin_host,
        number,
        reuse_port=bool(settings.reuse_port) or None,
        process_request=port.process,
        compression=None,
        create_connection=partial(Socket, port.admission, UNREAD_BYTES, Subprotocol(SUBPROTOCOL)),  # type: ignore[arg-type] # a wrapper will do
        max_size=settings.frame_limit_bytes,
        open_timeout=settings.hello_timeout_s,
        ping_interval=settings.ping_s,
        ping_timeout=settings.ping_s,
        close_timeout=1,
        server_header=None,
        logger=quiet(),
    )


@contextmanager
def noted(data: Path, urls: Sequence[str]) -> Iterator[None]:
    """Note in the data directory where operators are answered, until the block ends.

    Raises:
        OSError: it cannot be written.
    """
    if not urls:
        yield
        return
    data.mkdir(parents=True, exist_ok=True, mode=0o700)
    path, text = data / NOTE, "".join(f"{url}\n" for url in urls)
    path.write_text(text)
    try:
        yield
    finally:
        with suppress(OSError):  # of several nodes on one directory the last one has noted its own
            if path.read_text() == text:
                path.unlink()


def noted_url(data: Path) -> str:
    """The address at which the server of a data directory answers operators, as it noted; empty if it has not.

    A note that somebody else has written there is not followed: the admin token is shown there.
    """
    path = data / NOTE
    try:
        return path.read_text().partition("\n")[0] if path.stat().st_uid == os.geteuid() else ""
    except (OSError, UnicodeDecodeError):
        return ""
