"""Who plays by keys alone always is somewhere, and sees and hears which key does what."""

from __future__ import annotations

import re
from typing import Final

from playwright.async_api import Locator, Page, expect

from tests.web.board import board
from tests.web.browser import BROWSER
from tests.web.test_decisions import MAIN, sit_down

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
    """What had the focus was folded away, and from then on nothing had it."""
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
