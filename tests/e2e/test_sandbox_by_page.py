"""The sandbox: a position is put together on the page, kept as text and as a link, begun, and played from all seats."""

from __future__ import annotations

from typing import Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, expect

import engine
from server.lessons.shipped import lessons_of
from server.puzzles.shipped import all_puzzles
from tests.support.server.server_process import ServerProcess
from tests.support.web.axe import assert_accessible
from tests.support.web.browser import BROWSER
from tests.support.web.visitor import visitor

DUEL: Final = """game = "magic"
[setup]
active = "B"
step = "precombat main"  # a remark
[A]
life = 2
battlefield = [
  "Forest",
]
[B]
battlefield = ["Mountain"]
hand = ["Goblin Piker"]
"""
READ_AND_WRITE: Final = """async (text) => {
  const { readPosition, writePosition } = await import("/sandbox/text.js");
  return writePosition(readPosition(text));
}"""

pytestmark = [pytest.mark.timeout(300), *BROWSER]


@pytest_asyncio.fixture(loop_scope="module")
async def page(server: ServerProcess, browser: Browser) -> Page:
    """At the sandbox of somebody who was never here."""
    return await visitor(browser, f"{server.url}sandbox", reduced_motion="reduce")


def text_of(page: Page) -> Locator:
    return page.get_by_label("The position as text")


async def put(page: Page, where: str, card: str) -> None:
    """Find a card by its name, and lay it somewhere."""
    await page.get_by_label("Put cards here").select_option(label=where)
    await page.get_by_label("Find a card").fill(card)
    await page.locator(".found").get_by_role("button", name=card, exact=True).click()


async def test_a_position_is_put_together_and_played_from_both_seats(server: ServerProcess, page: Page) -> None:
    await page.goto(f"{server.url}sandbox/magic")
    await text_of(page).fill(DUEL)
    await page.get_by_role("button", name="Remove Goblin Piker").click()
    await put(page, "Player B: hand", "Shock")
    await put(page, "Player A: battlefield", "Grizzly Bears")
    await expect(page.locator(".chips").first).to_contain_text("Grizzly Bears")
    await assert_accessible(page)
    link = page.url
    await page.get_by_role("button", name="Begin", exact=True).click()
    await page.locator(".far .hand .able", has_text="Shock").click()  # by B, whose turn it is
    await page.locator('.who.able:has-text("Player A")').click()
    await expect(page.locator(".banner .said")).to_contain_text("Player B")
    await page.goto(server.url)
    await expect(page.get_by_text("No match is being played right now.")).to_be_visible()
    await expect(page.get_by_role("heading", name="Your matches")).to_be_hidden()  # one goes on with the position
    await page.goto(link)
    assert 'battlefield = ["Forest", "Grizzly Bears"]' in await text_of(page).input_value()


async def test_marks_are_put_on_cards_by_click_and_by_key(server: ServerProcess, page: Page) -> None:
    await page.goto(f"{server.url}sandbox/magic")
    await text_of(page).fill(DUEL.replace('"Forest",', '"Forest", "Grizzly Bears (sick)",'))
    await page.get_by_role("button", name="Grizzly Bears (sick)", exact=True).click()
    marks = page.get_by_role("group", name="Marks of Grizzly Bears")
    await marks.get_by_role("button", name="tapped").click()
    await marks.get_by_role("button", name="One more: damage").press("Enter")
    await marks.get_by_label("Another counter").fill("+1/+1")
    await marks.get_by_label("Another counter").press("Enter")
    await marks.get_by_role("button", name="One more: +1/+1").click()
    await expect(marks.get_by_role("button", name="One more: +1/+1")).to_be_focused()
    await assert_accessible(page)
    bears = page.get_by_role("button", name="Grizzly Bears (tapped, 1 damage, +1/+1: 2, sick)", exact=True)
    await bears.press("-")
    await page.get_by_role("button", name="Forest", exact=True).press("t")
    await expect(page.get_by_role("button", name="Forest (tapped)", exact=True)).to_be_focused()
    lies = 'battlefield = ["Forest (tapped)", "Grizzly Bears (tapped, +1/+1: 2, sick)"]'
    assert lies in await text_of(page).input_value()
    await page.get_by_role("button", name="Begin", exact=True).click()
    await expect(page.locator(".near .tapped, .far .tapped")).to_have_count(2)
    await expect(page.locator(".card", has_text="Grizzly Bears")).to_contain_text("4/4")


async def test_a_link_opens_in_another_browser_and_what_is_no_position_is_told(
    server: ServerProcess, browser: Browser, page: Page
) -> None:
    await page.goto(f"{server.url}sandbox/magic")
    await text_of(page).fill(DUEL.replace("Mountain", "Fnord \u2603"))
    other = await visitor(browser, page.url)
    await expect(text_of(other)).to_have_value(DUEL.replace("Mountain", "Fnord \u2603"))
    await other.get_by_role("button", name="Begin", exact=True).click()
    await expect(other.get_by_role("alert")).to_contain_text("Fnord")
    await text_of(other).fill("game = [")
    await expect(other.get_by_role("alert")).to_have_text("This text is no position: a line means nothing.")
    await text_of(other).fill(f"# {'x' * 17_000}")
    await expect(other.get_by_role("alert")).to_contain_text("16 KiB")
    await other.goto(f"{server.url}sandbox/magic#%%%")
    await other.reload()
    await expect(text_of(other)).to_have_value(lessons_of("magic")[-1].position.strip() + "\n")


async def test_text_that_the_page_has_read_and_written_means_the_same(page: Page) -> None:
    """For the positions of all lessons and puzzles."""
    shipped = [lesson.position for game in engine.list_games() for lesson in lessons_of(game)]
    shipped += [puzzle.position for puzzle in all_puzzles().values()]
    for text in shipped:
        written = await page.evaluate(READ_AND_WRITE, text)
        assert engine.read_position(written).dump() == engine.read_position(text).dump(), written


@pytest.mark.parametrize("game", engine.list_games())
async def test_each_game_has_one_that_begins_at_once_also_on_a_phone(
    server: ServerProcess, page: Page, game: str
) -> None:
    await page.set_viewport_size({"width": 390, "height": 844})
    await page.goto(f"{server.url}sandbox/{game}")
    await expect(page.locator(".sandbox-side .chips")).not_to_have_count(0)
    await assert_accessible(page)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await page.get_by_role("button", name="Begin", exact=True).press("Enter")
    await expect(page.locator(".ask[data-state=open]")).to_be_visible()
    await page.go_back()
    await expect(text_of(page)).to_have_value(lessons_of(game)[-1].position.strip() + "\n")
