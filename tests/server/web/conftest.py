"""A browser for the tests of a file, and for each a page on which any error or blocked resource fails the test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.support.web.browser import browsing

PATIENCE_MS = 20_000
"""On a machine that others use too."""
expect.set_options(timeout=PATIENCE_MS)


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def launched() -> AsyncIterator[Browser]:
    """To start one takes longer than most tests take with it."""
    async with browsing() as browser:
        yield browser


@pytest_asyncio.fixture(loop_scope="module")
async def browser(launched: Browser) -> AsyncIterator[Browser]:
    """As if it were new: nothing is open in it and nothing is kept of what was."""
    yield launched
    for context in launched.contexts:
        await context.close()


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser) -> AsyncIterator[Page]:
    complaints: list[str] = []
    opened = await browser.new_page(reduced_motion="reduce")  # nothing is staged: test_stage.py is about that
    opened.set_default_timeout(PATIENCE_MS)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on(
        "console", lambda message: complaints.append(message.text) if "Content Security" in message.text else None
    )
    yield opened
    await opened.close()
    assert complaints == []
