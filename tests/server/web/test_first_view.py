"""Costs of a page before anything is seen, and of a change: counted, as seconds depend on who measures."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.async_api import Browser, Page, expect

from protocol.diffs import Json
from tests.server.web.measure import PERMANENTS, Transfer, Work, big_board
from tests.support.web.browser import BROWSER
from tests.support.web.stage import MATCH, NOBODY_ASKED, player, stage

pytestmark = BROWSER

MOST_BYTES: Final = 150_000
"""Of a page and all that it loads: over the wire, compressed, with headers; the lobby's even uncompressed."""
MOST_LAYOUTS: Final = 2
"""To read where things lie for the arrows, and to show what was drawn."""
LATE: Final = re.compile(
    r"learn/|sandbox/|tour/|card/(terms|inspector)|words/\w+/(learn|sandbox|terms|tour|habits|series|why|ask|.*-.*)\."
)
"""Parts that are loaded when somebody uses them."""
HIDE: Final = "(slider) => slider.style.display = 'none'"
"""Its thumb is laid out anew by Chromium itself, in this frame or in the next one."""


async def test_the_first_view_is_small_and_the_second_one_smaller(page: Page) -> None:
    async with stage() as play:
        transfer = await Transfer.of(page)
        await page.goto(play.url)
        await expect(page.locator(".match")).to_be_visible()
        await expect(page.locator(".fan")).to_have_count(3)
        await page.wait_for_load_state("networkidle")
        assert 0 < transfer.bytes < MOST_BYTES
        assert sum(len(play.files[path].body) for path in transfer.paths if path in play.files) < MOST_BYTES
        first = transfer.bytes
        await page.reload()
        await expect(page.locator(".match")).to_be_visible()
        assert transfer.bytes - first < first / 2  # what the browser has does not come again


@pytest.mark.parametrize("language", ["en", "de", "fr"])
async def test_a_table_is_small_too_in_each_language(browser: Browser, language: str) -> None:
    async with stage() as play:
        page = await browser.new_page(locale=language)
        transfer = await Transfer.of(page)
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".card")).to_have_count(11)
        await expect(page.locator(".scrubber")).to_have_count(1)  # with what is loaded once the table stands
        await page.wait_for_load_state("networkidle")
        assert 0 < transfer.bytes < MOST_BYTES
        assert [path for path in transfer.paths if LATE.match(path)] == []


async def test_a_change_is_drawn_once_and_only_where_something_changed(page: Page) -> None:
    """One life less on a board of 120 cards: no element is made or thrown away, and it is laid out once or twice."""
    async with stage() as play:
        play.view.update({**big_board(), "game": NOBODY_ASKED})
        await page.emulate_media(reduced_motion="reduce")
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".seats .card")).to_have_count(2 * PERMANENTS)
        await expect(page.locator(".scrubber")).to_have_count(1)  # what is loaded once the table stands
        await page.wait_for_load_state("networkidle")
        await page.locator(".scrub").evaluate(HIDE)
        work = await Work.of(page)
        refs: list[Json] = list(range(200, 200 + PERMANENTS))
        await play.push(player(1, "Bob", refs, life=8))
        await expect(page.locator('.seat[data-seat="1"] .life')).to_have_text("8")
        assert await work.elements() == 0
        assert await work.layouts() <= MOST_LAYOUTS
