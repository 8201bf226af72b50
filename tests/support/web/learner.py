"""Somebody who plays a lesson by clicks or by keys alone, and does what the page points at."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from playwright.async_api import Page
from playwright.async_api import TimeoutError as Late

OVER: Final = ".lesson[data-way=over]"
MENU: Final = ".choice-menu:not([hidden])"
POINTED: Final = (
    f"{MENU} .meant",
    ".lesson[data-way=read] .strong",
    ".table[data-meant=main] .ask[data-state=open] .main:enabled",
    f".table:has(.ask[data-state=open]):not(:has({MENU})) [data-id].meant",
)
"""Things that the page points at, by what they are."""
READY: Final = ", ".join((OVER, *POINTED))
HERE: Final = """() => {
  const parts = [".lesson", ".ask"].map((each) => document.querySelector(each)?.innerText);
  return [...parts, document.querySelectorAll(".picked").length, document.querySelectorAll(".meant").length].join("|");
}"""
"""Words of lesson and question, and how much is picked and pointed at: one of these changes with every step."""
SOON_MS: Final = 4000
"""For a click on what may be gone by then, and for what it changes."""
MOST_STEPS: Final = 40
"""More than any lesson takes."""


async def learn(page: Page, *, by_keys: bool = False) -> None:
    """Play the lesson that is open to its end."""
    for _ in range(MOST_STEPS):
        await page.locator(READY).first.wait_for()
        if await page.locator(OVER).count():
            return
        if await page.locator(".lesson[data-way=read]").count():
            await page.locator(".meant").first.wait_for(state="attached")
        before = await page.evaluate(HERE)
        target = page.locator(", ".join(POINTED)).first
        with suppress(Late):  # it was gone by then, as the lesson went on
            await (target.press("Enter", timeout=SOON_MS) if by_keys else target.click(timeout=SOON_MS))
            await page.wait_for_function(f"before => ({HERE})() !== before", arg=before, timeout=SOON_MS)
    raise AssertionError(f"the lesson does not end: {await page.evaluate(HERE)}")
