"""A play in flight: an arrow to its targets, and how much of its cost is paid by what is chosen."""

from __future__ import annotations

from typing import Final

from playwright.async_api import Locator, Page, expect

from tests.support.web.board import board
from tests.support.web.browser import BROWSER
from tests.support.web.seat import is_settled, main_button, prompt, sit_down

pytestmark = BROWSER


def able(page: Page, name: str) -> Locator:
    """A card that the open question has a use for."""
    return page.locator(".boards .card.able", has=page.locator(".card-name", has_text=name)).first


ACTIVATED: Final = """
game = "grand-archive"
names = { A = "Ann", B = "Bob" }
setup = { active = "A", step = "main" }
[A]
champion = "Spirit of Wind"
field = ["Royal Bear", "Owl Familiar"]
hand = ["Talon of the Gale", "Fairy Whispers", "Fairy Whispers", "Fairy Whispers"]
[B]
champion = "Spirit of Fire"
"""


async def test_an_arrow_leads_to_a_target_while_its_card_lies_nowhere(page: Page) -> None:
    """A card that is being activated is in no hand and not yet on the stack: the arrow begins where it is named."""
    async with board(ACTIVATED) as play:
        await sit_down(page, play)
        await able(page, "Talon of the Gale").click()
        await expect(prompt(page)).to_contain_text("target 1 for Talon of the Gale")
        await expect(page.locator(".arrows .draft.shaft")).to_have_count(0)
        await able(page, "Royal Bear").click()
        await expect(prompt(page)).to_contain_text("reserve")
        await expect(page.locator(".arrows .draft.shaft")).to_have_count(1)
        await page.keyboard.press("Escape")
        await expect(prompt(page)).to_contain_text("Your turn")
        await expect(page.locator(".arrows .draft.shaft")).to_have_count(0)


PAYING: Final = """
game = "marvel-champions"
names = { A = "Ann", B = "Bob" }
[A]
identity = "Captain Marvel"
hand = ["Vision", "Haymaker", "Energy", "Genius"]
[B]
identity = "Spider-Man"
"""


async def test_what_is_chosen_to_pay_with_is_counted_against_the_cost(page: Page) -> None:
    """It was said how many cards may be chosen, and not how far they go."""
    async with board(PAYING) as play:
        await sit_down(page, play)
        await able(page, "Vision").click()
        await expect(prompt(page)).to_contain_text("4 resources")
        await is_settled(page)
        counted = page.locator(".ask-body .hint")
        await expect(counted).to_have_text("0 of 4 paid.")
        await able(page, "Haymaker").click()
        await expect(counted).to_have_text("1 of 4 paid.")
        await expect(main_button(page)).to_contain_text("1 of 4 paid")
        await expect(main_button(page)).to_be_disabled()
        await able(page, "Energy").click()
        await expect(counted).to_have_text("3 of 4 paid.")
        await able(page, "Genius").click()
        await expect(counted).to_have_text("4 of 4 paid.")  # the fifth is lost
        await page.keyboard.press("Space")
        await expect(page.locator(".near .card-name", has_text="Vision")).to_have_count(1)
        await expect(page.locator(".hand .card")).to_have_count(0)
