"""Answers by clicks of somebody who takes what is offered first, for tests in which any move will do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from playwright.async_api import Page

ASKED: Final = '.ask[data-state="open"]'
"""A decision of one's own that may be answered."""


async def answer(page: Page) -> None:
    """The main answer to the open question; without one its first choice."""
    number = await page.locator(".ask").get_attribute("data-w")
    main = page.locator(f"{ASKED} .main:enabled")
    choice = page.locator(f"{ASKED} [data-choice]:visible, .boards .able")
    await main.or_(choice).first.wait_for()
    await (main if await main.count() else choice).first.click()
    await page.locator(f'.ask:not([data-w="{number}"][data-state="open"]), .ask .main:enabled').first.wait_for()


async def concede(page: Page) -> None:
    """Give the match up; the sheet of its end is there then."""
    await page.locator(".menu summary").click()
    for _ in range(2):
        await page.locator(".menu .grave").click()
    await page.locator(".end-head").wait_for()
