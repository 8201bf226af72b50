"""The page against a real server: the demo match is on the list, and its board moves by itself."""

from pathlib import Path

import pytest
from playwright.async_api import async_playwright, expect

from tests.support.server.server_process import server_process
from tests.support.web.browser import BROWSER, CHROMIUM, FLAGS

PATIENCE_MS = 60_000
"""Until the server has read its cards, on a machine that others use too."""
expect.set_options(timeout=PATIENCE_MS)

pytestmark = [pytest.mark.timeout(300), *BROWSER]


async def test_a_visitor_finds_the_demo_and_sees_it_live(tmp_path: Path) -> None:
    with server_process(tmp_path / "data", "--demo") as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            page = await browser.new_page()
            errors: list[str] = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            await page.goto(server.url)
            await page.locator(".row-link.match").first.click()
            await expect(page.locator("body")).to_contain_text("Greedy")
            await expect(page.locator("body")).to_contain_text("Random")
            lines = page.locator(".log-line:not([data-kind=turn])")
            told = await lines.last.get_attribute("data-key")
            await expect(lines.last).not_to_have_attribute("data-key", told or "")
            assert errors == []
            await browser.close()
