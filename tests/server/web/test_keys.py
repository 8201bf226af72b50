"""A player who plays by keys alone always is somewhere, and sees and hears which key does what."""

from __future__ import annotations

import re
from typing import Final

from playwright.async_api import Browser, Locator, Page, expect

from protocol.messages import Answer
from tests.support.web.board import board
from tests.support.web.browser import BROWSER
from tests.support.web.seat import BURN, MAIN, is_settled, sit_down
from tests.support.web.stage import MATCH, stage

pytestmark = BROWSER

ELVES: Final = (
    MAIN
    + """
[A]
battlefield = ["Llanowar Elves", "Forest", "Mountain", "Mogg Fanatic"]
hand = ["Grizzly Bears", "Lightning Bolt", "Craw Wurm"]
[B]
battlefield = ["Grizzly Bears"]
"""
)


def listed(page: Page) -> Locator:
    return page.locator(".ask .all button")


async def test_all_that_may_be_done_is_listed_with_what_makes_mana_last(page: Page) -> None:
    """Between two plays stood the mana of what lay between them on the table."""
    async with board(ELVES) as play:
        await sit_down(page, play)
        await page.keyboard.press("a")
        await expect(listed(page).first).to_be_focused()
        begins = ["Cast Grizzly Bears", "Cast Lightning Bolt", "Mogg Fanatic: Sacrifice"]
        mana = ["Activate Llanowar Elves", "Activate Forest", "Activate Mountain"]
        await expect(listed(page)).to_have_text([re.compile(f"^{words}") for words in [*begins, *mana]])


async def test_who_closes_the_list_by_its_key_is_back_where_they_were(page: Page) -> None:
    """The element that had the focus was folded away, and from then on nothing had it."""
    async with board(ELVES) as play:
        await sit_down(page, play)
        await page.keyboard.press("ArrowRight")
        card = page.locator(".hand .card:focus")
        name = await card.get_attribute("aria-label")
        await page.keyboard.press("a")
        await expect(listed(page).first).to_be_focused()
        await page.keyboard.press("a")
        await expect(listed(page).first).to_be_hidden()
        await expect(card).to_have_attribute("aria-label", name or "")
        await page.locator(".hand .card:focus").evaluate("(each) => each.blur()")
        await page.keyboard.press("a")
        await expect(listed(page).first).to_be_focused()
        await page.keyboard.press("a")
        await expect(page.locator(".ask .main")).to_be_focused()  # they were nowhere


SHOWN: Final = """() => {
  const drawn = (each) => getComputedStyle(each, "::after").content.match(/\\d+/)?.[0];
  const seen = [...document.querySelectorAll(".ask [data-choice]")].filter((each) => each.checkVisibility());
  return seen.map((each) => [each.getAttribute("aria-keyshortcuts"), drawn(each)]);
}"""
"""Of each choice that is seen the key that is told and the one that is drawn."""


async def test_a_choice_shows_the_number_that_takes_it(page: Page) -> None:
    """The numbers were told by the list of keys alone: one had to count."""
    async with board(BURN) as play:
        await sit_down(page, play)
        assert await page.evaluate(SHOWN) == []
        await page.keyboard.press("a")
        await expect(listed(page).last).to_have_attribute("aria-keyshortcuts", re.compile("."))
        count = await listed(page).count()
        assert await page.evaluate(SHOWN) == [[str(n), str(n)] for n in range(1, count + 1)]
        await page.keyboard.press("p")  # as long as it is open the numbers are its own
        assert await page.evaluate(SHOWN) == [[None, None]] * count + [[str(n), None] for n in range(1, 7)]
        await expect(page.locator(".choice-menu kbd")).to_have_count(6)  # they show their own keys already
        await page.keyboard.press("Escape")
        await page.keyboard.press("1")
        await expect(page.locator(".ask-prompt")).to_contain_text("target")
        await is_settled(page)
        warden = page.locator(".ask .choices button", has_text="Soul Warden")
        await expect(warden).to_have_accessible_name("Soul Warden")  # the key is told as a key
        await page.keyboard.press(await warden.get_attribute("aria-keyshortcuts") or "")
        await expect(page.locator(".ask-prompt")).to_contain_text("pay")
        aimed_at = await page.locator(".far .card", has_text="Soul Warden").get_attribute("data-id")
        answer = play.intents[-1].a
        assert isinstance(answer, Answer)
        assert list(answer.refs) == [int(aimed_at or 0)]


async def test_no_keys_are_shown_to_fingers(browser: Browser) -> None:
    touched = await (await browser.new_context(has_touch=True, is_mobile=True)).new_page()
    await touched.set_viewport_size({"width": 1180, "height": 820})
    async with board(BURN) as play:
        await sit_down(touched, play)
        await touched.locator(".ask .all summary").click()
        await expect(listed(touched).first).to_have_attribute("aria-keyshortcuts", "1")
        assert {shown for _, shown in await touched.evaluate(SHOWN)} == {None}
        await expect(touched.locator(".ask .main kbd")).to_be_hidden()


async def test_who_sits_down_begins_at_the_question(page: Page) -> None:
    """Nothing had the focus: the first Tab led to the top of the page, and nobody heard that they are asked."""
    async with board(BURN) as play:
        await sit_down(page, play)
        ask = page.locator(".ask")
        await expect(ask).to_be_focused()
        await expect(ask).to_have_accessible_description(re.compile("Your turn"))
        await play.say("offers", {"draw": {"by": 1, "seats": [1]}})  # of the question nothing has changed
        await expect(page.locator(".offer span")).to_have_text("Bob offers a draw.")
        await expect(ask).to_be_focused()
        await page.keyboard.press("Tab")
        await expect(ask.locator("summary")).to_be_focused()
    async with board(BURN) as play:
        await play.do("A", "pass")
        await sit_down(page, play)
        await expect(page.locator(".ask")).to_be_focused()  # for what will be asked
        await play.do("B", "pass")
        await expect(page.locator(".ask .main")).to_be_focused()


async def test_who_watches_begins_at_the_name_of_the_table(page: Page) -> None:
    async with stage() as play:
        await page.goto(f"{play.url}/m/{MATCH}")
        title = page.get_by_role("heading", level=1)
        await expect(title).to_have_text("Ann \u2013 Bob: magic")
        await expect(title).to_be_focused()


async def test_nobody_is_taken_away_from_what_they_are_at(page: Page) -> None:
    async with board(BURN) as play:
        play.drop()
        await page.goto(f"{play.url}/m/{MATCH}")
        skip = page.get_by_role("link", name="Skip to the content")
        await page.keyboard.press("Tab")
        await expect(skip).to_be_focused()
        play.come_back()
        await expect(page.locator(".far .card").first).to_be_visible()
        await expect(skip).to_be_focused()
