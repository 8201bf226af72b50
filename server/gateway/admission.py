"""Admission, decided before a websocket handshake is answered, so that it costs a peer more than us.

A server that is full or leaving answers HTTP 503, too much from one place 429; both say with ``Retry-After`` when to
come back. A socket that never gets as far as a request is counted too.
"""

import http
from typing import Final

from websockets.http11 import Response

from server.gateway.responses import refuse
from server.identity.rate_limits import Addresses, Visitor
from server.runtime import metrics
from server.runtime.settings import Settings

FULL_S: Final = 5
"""When to come back to a full server."""
LEAVING_S: Final = 1
"""When to come back to one that is leaving: what stands before it then leads to another."""
SPARE_SOCKETS: Final = 1000
"""Sockets beyond the connections: pages, probes, and handshakes on their way."""
SPARE_OF_ADDRESS: Final = 128
"""Of these those of one address, where we know it before its first word: without a proxy of our own before us."""


class Denied:
    """The reason for which someone may not come in, and when to ask again."""

    __slots__ = ("reason", "retry_s", "status")

    def __init__(self, status: http.HTTPStatus, reason: str, retry_s: int) -> None:
        self.status = status
        self.reason = reason
        self.retry_s = retry_s


class Admission:
    """Counts who is in.

    Attributes:
        connections: websockets that were let in and have not ended.
    """

    def __init__(self, settings: Settings) -> None:
        self.connections = 0
        self._sockets = 0
        self._settings = settings
        self._addresses = Addresses(settings)

    def deny(self, where: str, now_ms: int, *, is_leaving: bool = False) -> Denied | None:
        """The reason for which a websocket from this place may not be opened now, if it may not."""
        if is_leaving:
            metrics.DENIED_LEAVING.inc()
            return Denied(http.HTTPStatus.SERVICE_UNAVAILABLE, "this server is leaving", LEAVING_S)
        if self.connections >= self._settings.most_connections:
            metrics.DENIED_FULL.inc()
            return Denied(http.HTTPStatus.SERVICE_UNAVAILABLE, "this server is full", FULL_S)
        visitor = self._addresses.visitor(where, now_ms)
        if visitor.connections >= self._settings.connections_per_address:
            metrics.DENIED_ADDRESS.inc()
            return Denied(http.HTTPStatus.TOO_MANY_REQUESTS, "too many connections from this address", FULL_S)
        wait_ms = visitor.handshakes.take(now_ms)
        if wait_ms:
            metrics.DENIED_ADDRESS.inc()
            retry_s = -(-wait_ms // 1000)
            return Denied(http.HTTPStatus.TOO_MANY_REQUESTS, "connections come too fast from this address", retry_s)
        return None

    def enter(self, where: str, now_ms: int) -> Visitor:
        """Someone is let in; ``leave`` follows, whatever becomes of it."""
        visitor = self._addresses.visitor(where, now_ms)
        visitor.connections += 1
        self.connections += 1
        metrics.CONNECTIONS.set(self.connections)
        return visitor

    def leave(self, visitor: Visitor) -> None:
        visitor.connections -= 1
        self.connections -= 1
        metrics.CONNECTIONS.set(self.connections)

    def ask(self, where: str, now_ms: int) -> Denied | None:
        """The reason for which a page may not be given to this place now, if it may not."""
        wait_ms = self._addresses.visitor(where, now_ms).asks.take(now_ms)
        if not wait_ms:
            return None
        metrics.DENIED_ADDRESS.inc()
        return Denied(
            http.HTTPStatus.TOO_MANY_REQUESTS, "requests come too fast from this address", -(-wait_ms // 1000)
        )

    def open_socket(self, where: str, now_ms: int) -> bool:
        """A socket was accepted; return whether there is room to hear what it wants. ``close_socket`` follows."""
        self._sockets += 1
        visitor = self._addresses.visitor(where, now_ms)
        visitor.sockets += 1
        most = self._settings.connections_per_address + SPARE_OF_ADDRESS
        is_known = self._settings.proxy_hops == 0
        return self._sockets <= self._settings.most_connections + SPARE_SOCKETS and not (
            is_known and visitor.sockets > most
        )

    def close_socket(self, where: str, now_ms: int) -> None:
        self._sockets -= 1
        self._addresses.visitor(where, now_ms).sockets -= 1

    def sweep(self, now_ms: int) -> None:
        self._addresses.sweep(now_ms)


def turned_away(denied: Denied) -> Response:
    return refuse(denied.status, denied.reason, {"Retry-After": str(denied.retry_s)})
