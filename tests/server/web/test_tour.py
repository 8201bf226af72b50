"""The tour of a table: hints for somebody who sits at one for the first time."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.async_api import Browser, Page, expect

from protocol.messages import Waiting
from tests.support.web.axe import assert_accessible
from tests.support.web.board import board
from tests.support.web.browser import BROWSER
from tests.support.web.seat import BURN, hold, sit_down
from tests.support.web.stage import MATCH, stage

pytestmark = BROWSER

BEGUN: Final = 0
WORDS: Final = ("your hand", "Here you are asked", "steps of a turn", "What is played", "All that has happened")
DESK: Final = {"width": 1280, "height": 800}
PHONE: Final = {"width": 390, "height": 844}
LIES: Final = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  const [tour, place, ask] = [".tour", ".toured", ".ask"].map(box);
  const covers = (one) => Math.max(0, Math.min(tour.right, one.right) - Math.max(tour.left, one.left))
    * Math.max(0, Math.min(tour.bottom, one.bottom) - Math.max(tour.top, one.top));
  const isInside = tour.left >= 0 && tour.top >= 0 && tour.right <= innerWidth && tour.bottom <= innerHeight;
  return [isInside, covers(place) < place.width * place.height / 4, covers(ask)];
}"""
"""Whether the hint lies in the window and off what it is about; how much of the question it covers."""


async def says(page: Page, words: str) -> None:
    await expect(page.locator(".tour [role=status]")).to_contain_text(words)


@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
async def test_one_hint_after_the_other_lies_beside_what_it_is_about(browser: Browser, size: dict[str, int]) -> None:
    """On a phone the stack is not there while it is empty, and so nothing is said of it yet."""
    page = await browser.new_page(viewport=size, reduced_motion="reduce")  # type: ignore[arg-type]
    async with board(BURN) as play:
        await sit_down(page, play, new=True)
        shown = [words for words in WORDS if size is DESK or words != "What is played"]
        for words in shown:
            await says(page, words)
            assert await page.evaluate(LIES) == [True, True, 0]
            await assert_accessible(page)
            await page.locator(".tour .strong").click()
        await expect(page.locator(".tour")).to_be_hidden()
        await expect(page.locator(".toured")).to_have_count(0)
        assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


async def test_keys_close_a_hint_and_the_table_does_not_hear_them(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play, new=True)
        await page.locator(".near .hand .able", has_text="Lightning Bolt").click()
        await expect(page.locator(".ask-prompt")).to_contain_text("target")
        await says(page, WORDS[0])
        await page.keyboard.press("Escape")
        await says(page, WORDS[1])
        await page.keyboard.press("n")
        await says(page, WORDS[2])
        await expect(page.locator(".ask-prompt")).to_contain_text("target")


async def test_what_was_read_does_not_come_again_and_all_is_skipped_at_once(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play, new=True)
        await says(page, WORDS[0])
        await page.keyboard.press("n")
        await says(page, WORDS[1])
        await page.reload()
        await says(page, WORDS[1])
        await page.get_by_role("button", name="Skip all hints").click()
        await expect(page.locator(".tour")).to_have_count(0)
        await expect(page.locator(".ask")).to_be_focused()
        await page.reload()
        await expect(page.locator(".status")).to_have_text("connected")
        await expect(page.locator(".ask[data-state=open]")).to_be_visible()
        await page.wait_for_load_state("networkidle")
        await expect(page.locator(".tour")).to_have_count(0)


async def test_no_hint_stands_while_time_is_nearly_up(page: Page) -> None:
    async with board(BURN) as play:
        await page.clock.install(time=BEGUN)  # and the stage's clock stands at 0
        await sit_down(page, play, new=True)
        await says(page, WORDS[0])
        await play.tell(Waiting(MATCH, 0, 0, 60_000, 60_000))
        await expect(page.locator(".tour")).to_be_visible()
        await play.tell(Waiting(MATCH, 0, 0, 14_000, 14_000))
        await expect(page.locator(".tour")).to_be_hidden()


async def test_who_only_watches_or_knows_it_loads_nothing_of_it(page: Page) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    async with stage() as play:
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".card")).to_have_count(11)
        await page.wait_for_load_state("networkidle")
    async with board(BURN) as play:
        await sit_down(page, play)
        await page.wait_for_load_state("networkidle")
    assert [url for url in asked if "tour" in url] == []


@pytest.mark.parametrize(("language", "words"), [("de", "Das ist deine Hand"), ("fr", "Voici ta main")])
async def test_it_speaks_the_language_of_the_page(browser: Browser, language: str, words: str) -> None:
    page = await browser.new_page(locale=language, reduced_motion="reduce")
    async with board(BURN) as play:
        await hold(page, f"seat {MATCH}", '"seat 0"')
        await page.goto(f"{play.url}/m/{MATCH}")
        await says(page, words)
