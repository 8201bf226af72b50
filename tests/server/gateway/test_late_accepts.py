"""A connection accepted while its server closes is closed, so that no later test is blamed for it (gh-109564)."""

import asyncio
import gc
import socket
import warnings
from collections.abc import Awaitable, Callable
from typing import Any

import pytest


async def test_what_is_accepted_while_the_server_closes_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    loop: Any = asyncio.get_running_loop()
    accept: Callable[..., Awaitable[None]] = loop._accept_connection2  # the moment of gh-109564
    accepted = asyncio.Event()

    async def close_first(*given: Any, **options: Any) -> None:
        server.close()
        await accept(*given, **options)
        accepted.set()

    def made(*_: asyncio.StreamReader | asyncio.StreamWriter) -> None:
        raise AssertionError("no connection is made by a server that is closed")

    monkeypatch.setattr(loop, "_accept_connection2", close_first)
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always")
        server = await asyncio.start_server(made, "127.0.0.1", 0)
        with socket.create_connection(next(iter(server.sockets)).getsockname(), timeout=5) as client:
            await accepted.wait()
            assert client.recv(1) == b""
        await server.wait_closed()
        gc.collect()
    assert not warned
