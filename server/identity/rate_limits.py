"""Place of a peer, and its limits: connections at a time, handshakes and matches in a while.

A place is an IPv4 address or an IPv6 network of 64 bits, which is what one subscriber has. Behind proxies it is what
those of our own wrote down, counted from our end: whatever a peer itself put into the header stands further out. Places
that hold nothing and have not been seen for a while are forgotten, and there are never more than a fixed number.
"""

from collections import OrderedDict
from collections.abc import Sequence
from ipaddress import IPv6Address, ip_address
from typing import Final

from protocol.bucket import Bucket
from server.runtime.settings import Settings

SUBSCRIBER_BITS: Final = 64
MINUTE_S: Final = 60
FORGOTTEN_MS: Final = 10 * 60 * 1000
"""A place that was not seen for so long begins anew; longer than any bucket takes to fill."""
MOST_PLACES: Final = 100_000
"""At some 500 bytes each; past that the one seen longest ago is forgotten, unless it holds connections."""


def place_of(peer: str, forwarded: Sequence[str], hops: int) -> str:
    """The place that a request comes from.

    Args:
        peer: address of the other end of the socket.
        forwarded: the values of ``X-Forwarded-For``, in the order of the headers.
        hops: how many proxies of our own stand before us, each of which adds an address to that header.
    """
    written = [part.strip() for value in forwarded for part in value.split(",")]
    if 0 < hops <= len(written):
        return place(written[-hops]) or place(peer) or peer
    return place(peer) or peer


def place(text: str) -> str | None:
    """The place of an address, with a port behind it or without; ``None`` if it is none."""
    bare = text.removeprefix("[").partition("]")[0] if text.startswith("[") else text
    if bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    if not isinstance(address, IPv6Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    network = int(address) >> SUBSCRIBER_BITS << SUBSCRIBER_BITS
    return f"{IPv6Address(network)}/{SUBSCRIBER_BITS}"


class Visitor:
    """The state of one place, and its remaining limits.

    Attributes:
        where: the place.
        matches: ids of those that it created, until they are found to be over, or the place is forgotten.
    """

    __slots__ = (
        "asks",
        "checks",
        "connections",
        "creates",
        "handshakes",
        "lines",
        "matches",
        "seen_ms",
        "sockets",
        "where",
    )

    def __init__(self, settings: Settings, now_ms: int, where: str) -> None:
        self.where = where
        self.connections = 0
        self.sockets = 0
        self.matches: set[str] = set()
        self.asks = Bucket(settings.asks_per_s, settings.burst_asks, now_ms)
        self.checks = Bucket(settings.checks_per_s, settings.burst_checks, now_ms)
        self.handshakes = Bucket(settings.handshakes_per_s, settings.burst_handshakes, now_ms)
        self.creates = Bucket(settings.creates_per_minute / MINUTE_S, settings.burst_creates, now_ms)
        self.lines = Bucket(settings.lines_per_s, settings.burst_lines, now_ms)
        self.seen_ms = now_ms

    @property
    def is_here(self) -> bool:
        return self.connections > 0 or self.sockets > 0


class Addresses:
    """All places that were seen lately, the latest last."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._visitors: OrderedDict[str, Visitor] = OrderedDict()

    def __len__(self) -> int:
        return len(self._visitors)

    def visitor(self, where: str, now_ms: int) -> Visitor:
        """The record of a place; a new one has everything before it."""
        visitor = self._visitors.get(where)
        if visitor is None:
            if len(self._visitors) >= MOST_PLACES:
                self._forget_one()
            visitor = self._visitors[where] = Visitor(self._settings, now_ms, where)
        self._visitors.move_to_end(where)
        visitor.seen_ms = now_ms
        return visitor

    def sweep(self, now_ms: int) -> None:
        """Forget who was not seen for a while; call now and then."""
        while self._visitors:
            where, oldest = next(iter(self._visitors.items()))
            if now_ms - oldest.seen_ms < FORGOTTEN_MS:
                return
            if oldest.is_here:
                oldest.seen_ms = now_ms
                self._visitors.move_to_end(where)
            else:
                del self._visitors[where]

    def _forget_one(self) -> None:
        for where, visitor in self._visitors.items():
            if not visitor.is_here:
                del self._visitors[where]
                return
