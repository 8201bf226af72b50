"""Puzzles on the page: one is opened by its link, solved by clicks, shared, tried again; a real server, a real bot."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

import pytest
from playwright.async_api import Browser, Page, expect

from server.puzzles.shipped import all_puzzles
from tests.support.server.server_process import server_process
from tests.support.web.axe import assert_accessible
from tests.support.web.browser import BROWSER
from tests.support.web.seat import able, is_settled, main_button, prompt

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.timeout(300), *BROWSER]

NAME: Final = "after-the-block"
THOUGHT_MS: Final = 60_000
"""For an answer of the other side, whose worker has the lowest priority of all."""
GOAL: Final = "After the block: Win this turn."
PHONE: Final = {"width": 390, "height": 844}
FITS: Final = "document.documentElement.scrollWidth <= innerWidth"
BAR_STANDS_FREE: Final = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  return box(".goal").bottom <= box(".field").top + 1;
}"""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server; its first match waits for a worker, the others need not."""
    with server_process(tmp_path_factory.mktemp("puzzles") / "data") as running:
        yield running.url


async def begin(page: Page, address: str) -> None:
    await page.goto(address)
    await page.get_by_role("button", name="Begin").click()
    await expect(page.locator(".goal-words")).to_have_text(GOAL, timeout=THOUGHT_MS)
    await expect(prompt(page)).to_contain_text("precombat main", timeout=THOUGHT_MS)


async def attack_with_both(page: Page) -> None:
    await main_button(page).click()
    await expect(prompt(page)).to_contain_text("declare attackers", ignore_case=True, timeout=THOUGHT_MS)
    await able(page, "Grizzly Bears").click()
    await able(page, "Kalonian Tusker").click()
    await page.get_by_role("button", name="Attack with 2").click()


async def grow(page: Page, name: str) -> None:
    await able(page, "Giant Growth").click()
    await expect(prompt(page)).to_contain_text("target")
    await able(page, name).click()


async def solve(page: Page) -> None:
    """As the proof does: the larger creature is blocked, the smaller one grows."""
    await attack_with_both(page)
    await page.get_by_role("button", name="To blockers").click()
    await expect(prompt(page)).to_contain_text("respond or pass", timeout=THOUGHT_MS)
    await grow(page, "Grizzly Bears")
    await expect(page.locator(".goal-verdict")).to_have_text("Solved!")


async def test_a_puzzle_is_solved_by_clicks_and_its_link_is_shared(url: str, page: Page, browser: Browser) -> None:
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await page.goto(f"{url}puzzle/{NAME}")
    await expect(page.get_by_role("heading", level=1)).to_have_text("After the block")
    await assert_accessible(page)
    await begin(page, f"{url}puzzle/{NAME}")
    await assert_accessible(page)
    await solve(page)
    await expect(page.locator(".end-head")).to_have_text("Solved!")
    await assert_accessible(page)
    await page.locator(".goal").get_by_role("button", name="Copy link").click()
    await expect(page.locator(".goal .copy")).to_have_text("Copied")
    link = await page.evaluate("navigator.clipboard.readText()")
    friend = await (await browser.new_context(reduced_motion="reduce")).new_page()
    await begin(friend, link)
    await expect(friend.locator(".goal-verdict")).to_have_text("")
    await page.locator(".goal").get_by_role("link", name="Next puzzle").click()
    await expect(page).not_to_have_url(re.compile(f"{NAME}|/m/"))
    await page.goto(f"{url}puzzles")
    await expect(page.get_by_role("listitem").filter(has_text="After the block")).to_contain_text("solved")
    await assert_accessible(page)


async def test_a_line_that_fails_is_told_and_tried_again(url: str, page: Page) -> None:
    await begin(page, f"{url}puzzle/{NAME}")
    await main_button(page).click()
    await page.get_by_role("button", name="No attack").click()
    await expect(prompt(page)).to_contain_text("postcombat main")
    await page.get_by_role("button", name="Step back").click()
    await expect(prompt(page)).to_contain_text("declare attackers", ignore_case=True)
    await is_settled(page)
    await page.get_by_role("button", name="No attack").click()
    await expect(prompt(page)).to_contain_text("postcombat main")
    await is_settled(page)
    await page.get_by_role("button", name="End turn").click()
    await expect(page.locator(".goal-verdict")).to_have_text("Not this time.", timeout=THOUGHT_MS)
    await expect(page.get_by_role("button", name="Step back")).to_be_disabled()
    address = page.url
    await page.get_by_role("button", name="Try again").click()
    await expect(page).not_to_have_url(address)
    await expect(prompt(page)).to_contain_text("precombat main", timeout=THOUGHT_MS)
    await expect(page.locator(".goal-verdict")).to_have_text("")
    await solve(page)


async def test_it_is_solved_on_a_phone_too(url: str, page: Page) -> None:
    await page.set_viewport_size(PHONE)  # type: ignore[arg-type] # a width and a height
    await page.goto(f"{url}puzzle/{NAME}")
    await expect(page.get_by_role("button", name="Copy link")).to_be_visible()
    assert await page.evaluate(FITS)
    await begin(page, f"{url}puzzle/{NAME}")
    assert await page.evaluate(FITS)
    assert await page.evaluate(BAR_STANDS_FREE)
    await assert_accessible(page)
    await solve(page)
    await expect(page.locator(".end").get_by_role("link", name="Next puzzle")).to_be_visible()
    await assert_accessible(page)


async def test_the_lobby_has_the_puzzle_of_the_day(url: str, page: Page) -> None:
    await page.clock.set_fixed_time("2026-11-27T12:00:00Z")
    await page.goto(url)
    day = page.locator(".day")
    names = [*all_puzzles()]
    puzzle = all_puzzles()[names[20784 % len(names)]]  # days since 1970-01-01
    await expect(day.locator(".row-names")).to_have_text(puzzle.title)
    await expect(day.locator(".row-what")).to_contain_text("until midnight")
    await day.get_by_role("link", name=puzzle.title).click()
    await expect(page.get_by_role("heading", level=1)).to_have_text(puzzle.title)


async def test_a_german_browser_reads_of_puzzles_in_german(url: str, browser: Browser) -> None:
    page = await browser.new_page(locale="de", reduced_motion="reduce")
    await page.goto(f"{url}puzzles")
    await expect(page.get_by_role("heading", level=1)).to_have_text("R\u00e4tsel")
    await expect(page.get_by_role("link", name="Nach dem Block")).to_be_visible()
    await page.goto(f"{url}puzzle/{NAME}")
    await expect(page.get_by_role("heading", level=1)).to_have_text("Nach dem Block")
    await page.get_by_role("button", name="Anfangen").click()
    await expect(page.locator(".goal-words")).to_have_text("Nach dem Block: Gewinne in diesem Zug.")
    await expect(page.get_by_role("button", name="Von vorn")).to_be_visible()
    await expect(page.locator(".far .name")).to_have_text("Gegner")
