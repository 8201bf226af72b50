"""Addresses of a service: all of them, which one is tried now, and which could not be reached.

Knows no socket. ``now`` is the address to go to; who was there says ``reached``, who was not ``missed``, which turns to
the next one that is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final
from urllib.parse import urlsplit, urlunsplit

from protocol.errors import ConnectionLost

MOST_KNOWN: Final = 16
"""Addresses that are remembered."""


class Addresses:
    """The addresses of one service, as far as they are known.

    Attributes:
        now: where to go.
        known: those that are remembered.
        out_of_reach: those of them that were tried in vain since they were reached last.

    Raises:
        ConnectionLost: one of them is no address at all.
    """

    def __init__(self, urls: Sequence[str]) -> None:
        self.known = [websocket_url(url) for url in urls]
        self.out_of_reach: set[str] = set()
        self.now = self.known[0]

    @property
    def are_missed(self) -> bool:
        """Whether each of them was tried in vain since it was reached last."""
        return len(self.out_of_reach) >= len(self.known)

    @property
    def page(self) -> str:
        """The page of the service, at the first of its addresses: a node's own need not have one."""
        return page_url(self.known[0])

    def reached(self) -> None:
        self.out_of_reach.discard(self.now)

    def missed(self) -> None:
        """Turn to the next one."""
        if self.now not in self.known:
            self.now = self.known[0]
            return
        self.out_of_reach.add(self.now)
        self.now = self.known[(self.known.index(self.now) + 1) % len(self.known)]

    def learn(self, url: str) -> str:
        """Remember an address that a server has told; what of it is to be gone to, empty if one was told none."""
        meant = websocket_url(url) if url else ""
        if meant and meant not in self.known and len(self.known) < MOST_KNOWN:
            self.known.append(meant)
        return meant

    def leads_elsewhere(self, url: str) -> bool:
        """Whether an address is another than this one, and not known to be out of reach."""
        return bool(url) and url != self.now and url not in self.out_of_reach


def websocket_url(url: str) -> str:
    """The websocket's address from what people type: ``http`` means ``ws``, no path means ``/ws``.

    Raises:
        ConnectionLost: it is no address at all.
    """
    try:
        parts = urlsplit(url if "://" in url else f"ws://{url}")
        is_whole = bool((parts.hostname or "").encode("idna")) and parts.port != 0 and "\0" not in url
    except ValueError as error:
        raise ConnectionLost(0, f"{url}: {error}") from error
    if not is_whole or parts.scheme not in ("http", "https", "ws", "wss"):
        raise ConnectionLost(0, f"{url!r}: an address is http://HOST:PORT")
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    return urlunsplit((scheme, parts.netloc, parts.path.rstrip("/") or "/ws", "", ""))


def page_url(websocket: str) -> str:
    """The page's address at the server of a websocket: what ``websocket_url`` would be given."""
    parts = urlsplit(websocket)
    scheme = {"ws": "http", "wss": "https"}.get(parts.scheme, parts.scheme)
    return urlunsplit((scheme, parts.netloc, parts.path.removesuffix("/ws"), "", ""))


def match_url(page: str, match: str, invite: str = "") -> str:
    """The address at which the page shows a match; with an invite, for the first who opens it (PROTOCOL.md 9.4)."""
    return f"{page}/m/{match}#invite={invite}" if invite else f"{page}/m/{match}"
