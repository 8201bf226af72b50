"""Somebody who opens the page of a real server in a browser of their own."""

from typing import Any, Final

import pytest
from playwright.async_api import Browser, Page

PATIENCE_MS: Final = 30_000
"""On a machine that others use too."""


async def visitor(browser: Browser, address: str, name: str = "", **context: Any) -> Page:
    """Open an address as somebody who was never here, and give a name; any error on the page fails the test."""
    page = await (await browser.new_context(**context)).new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.set_default_timeout(PATIENCE_MS)
    await page.goto(address)
    if name:
        await page.get_by_label("Your name").fill(name)
        await page.get_by_label("Your name").blur()
    return page
