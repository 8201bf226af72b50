"""What is being played: an arrow to its targets, and how much of its cost is paid by what is chosen."""

from __future__ import annotations

from typing import Final

from playwright.async_api import Locator, Page, expect

from tests.web.board import board
from tests.web.browser import BROWSER
from tests.web.test_decisions import prompt, sit_down

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
        await expect(prompt(page)).to_contain_text("target 1 of Talon of the Gale")
        await expect(page.locator(".arrows .draft.shaft")).to_have_count(0)
        await able(page, "Royal Bear").click()
        await expect(prompt(page)).to_contain_text("reserve")
        await expect(page.locator(".arrows .draft.shaft")).to_have_count(1)
        await page.keyboard.press("Escape")
        await expect(prompt(page)).to_contain_text("act or pass")
        await expect(page.locator(".arrows .draft.shaft")).to_have_count(0)
