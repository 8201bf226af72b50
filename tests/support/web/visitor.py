"""Somebody who opens the page of a real server in a browser of their own."""

from typing import Any, Final

import pytest
from playwright.async_api import Browser, Page

from tests.support.web.seat import skip_tour

PATIENCE_MS: Final = 30_000
"""On a machine that others use too."""


async def visitor(browser: Browser, address: str, name: str = "", *, new: bool = False, **context: Any) -> Page:
    """Open an address in a browser of its own, and give a name; any error on the page fails the test.

    ``new``: as somebody who was never at a table.
    """
    page = await (await browser.new_context(**context)).new_page()
    page.on("pageerror", lambda error: pytest.fail(str(error)))
    page.set_default_timeout(PATIENCE_MS)
    if not new:
        await skip_tour(page)
    await page.goto(address)
    if name:
        await page.get_by_label("Your name").fill(name)
        await page.get_by_label("Your name").blur()
    return page
