"""The browser that tests of the page run in."""

import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import pytest
from playwright.async_api import Browser, async_playwright

WINDOWED: Final = shutil.which("chromium") or shutil.which("google-chrome")
CHROMIUM: Final = shutil.which("chromium-headless-shell") or WINDOWED
"""The same without windows of its own: they take a third of the processor time of a page's tests."""
FLAGS: Final = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BROWSER: Final = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="not run: chromium is not installed"),
    pytest.mark.asyncio(loop_scope="module"),  # that of the browser
    pytest.mark.flaky(reruns=1),  # a browser has clocks and queues that no test reaches; one that fails twice fails
]


@asynccontextmanager
async def browsing(program: str | None = CHROMIUM) -> AsyncIterator[Browser]:
    """Run a browser for as long as the block lasts."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield browser
        await browser.close()
