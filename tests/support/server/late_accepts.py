"""The event loop of tests closes what it accepts while its server closes; CPython leaves it open (gh-109564).

A client may be accepted in the moment in which its server closes. Then asyncio builds a transport, finds the server
closed, and drops both; the warning of an unclosed socket comes with whatever test runs when they are collected. The
service runs on uvloop and does not have the fault.
"""

import asyncio
from asyncio.selector_events import BaseSelectorEventLoop
from socket import socket
from typing import Any

EventLoop: Any = BaseSelectorEventLoop  # whose stub does not name what is mended here
_make_socket_transport = EventLoop._make_socket_transport


def _make_while_serving(
    loop: BaseSelectorEventLoop, sock: socket, *others: Any, server: asyncio.Server | None = None, **options: Any
) -> asyncio.Transport:
    if server is not None and not server.sockets:
        sock.close()
        raise ConnectionAbortedError
    made: asyncio.Transport = _make_socket_transport(loop, sock, *others, server=server, **options)
    return made


def close_late_accepts() -> None:
    """Have every event loop of this process close such a connection at once."""
    EventLoop._make_socket_transport = _make_while_serving
