"""A server for the tests of a file, and a browser in which each of them finds nothing open and nothing kept."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator

import pytest
import pytest_asyncio
from playwright.async_api import Browser, expect

from tests.support.server.server_process import ServerProcess, server_process
from tests.support.web.browser import browsing
from tests.support.web.visitor import PATIENCE_MS

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with server_process(tmp_path_factory.mktemp("server") / "data") as running:
        yield running


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def launched() -> AsyncIterator[Browser]:
    async with browsing() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def browser(launched: Browser) -> AsyncIterator[Browser]:
    yield launched
    for context in launched.contexts:
        await context.close()
