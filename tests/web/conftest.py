"""A browser for a test, and a page in it on which any error or blocked resource fails the test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Browser, Page, async_playwright

from tests.web.browser import CHROMIUM, FLAGS


@pytest.fixture
async def browser() -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        yield await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)


@pytest.fixture
async def page(browser: Browser) -> AsyncIterator[Page]:
    complaints: list[str] = []
    opened = await browser.new_page()
    opened.set_default_timeout(15_000)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    opened.on(
        "console", lambda message: complaints.append(message.text) if "Content Security" in message.text else None
    )
    yield opened
    await opened.close()
    assert complaints == []
