"""The crowd of ``bench spectators``: many connections that follow one match and read what comes, doing nothing with it.

Run as ``python -m server.bench.crowd URL MATCH COUNT``; prints a line once all follow, and stays until its input ends.
They are bare sockets: what is measured is the server, not who listens to it.
"""

import asyncio
import base64
import os
import sys
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from protocol.codec import encode
from protocol.messages import SUBPROTOCOL, Hello, Join

AT_ONCE: Final = 50
"""Connections opened at a time."""
MASK: Final = b"\0\0\0\0"
"""Of a client's frames; one of zeros leaves them as they are."""


class Watcher(asyncio.Protocol):
    """One spectator.

    Attributes:
        follows: set once it was sent the state.
    """

    def __init__(self, host: str, match: str) -> None:
        self.follows = asyncio.get_running_loop().create_future()
        self.bytes = 0
        self._host = host
        self._match = match

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        key = base64.b64encode(os.urandom(16)).decode()
        request = (
            f"GET /ws HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
        )
        transport.write(request.encode() + frame(encode(Hello("crowd"))) + frame(encode(Join(self._match))))

    def data_received(self, data: bytes) -> None:
        self.bytes += len(data)
        if not self.follows.done() and b'"t":"state"' in data:
            self.follows.set_result(None)


def same(watcher: Watcher) -> Watcher:
    return watcher


def frame(payload: bytes) -> bytes:
    """A short text frame from a client."""
    return b"\x81%c%b%b" % (0x80 | len(payload), MASK, payload)


async def watch(url: str, match: str, count: int) -> None:
    loop = asyncio.get_running_loop()
    host = urlsplit(url).netloc
    name, _, port = host.partition(":")
    watchers: list[Watcher] = []
    for begun in range(0, count, AT_ONCE):
        some = [Watcher(host, match) for _ in range(min(AT_ONCE, count - begun))]
        for watcher in some:
            await loop.create_connection(partial(same, watcher), name, int(port))
        for watcher in some:
            await watcher.follows
        watchers += some
    sys.stdout.write("all follow\n")
    sys.stdout.flush()
    await loop.run_in_executor(None, sys.stdin.read)


def main() -> None:
    url, match, count = sys.argv[1:]
    asyncio.run(watch(url, match, int(count)))


if __name__ == "__main__":
    main()
