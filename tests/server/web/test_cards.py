"""Texts on a card: its text as it runs, what may be done with it and why not, what made it so."""

from __future__ import annotations

from playwright.async_api import Page, expect

from tests.support.web.axe import assert_accessible
from tests.support.web.board import board
from tests.support.web.browser import BROWSER
from tests.support.web.seat import BURN, CHANGED, card, sit_down

pytestmark = BROWSER


async def test_a_card_tells_what_made_it_so_and_what_can_be_done_with_it(page: Page) -> None:
    async with board(CHANGED) as play:
        await sit_down(page, play)
        await play.do("A", 'cast "Giant Growth" target "Llanowar Elves" auto', "pass")
        await play.do("B", "pass")
        await expect(card(page, "Llanowar Elves").locator(".card-size")).to_have_text("7/7")
        await card(page, "Llanowar Elves").click(button="right")
        dialog = page.locator("dialog")
        await expect(dialog.locator(".card-size")).to_have_text("7/7")
        await expect(dialog.locator(".change-what")).to_have_text(["gains flying", "1/1", "+1/+1", "+3/+3", "+2/+2"])
        await expect(dialog.locator(".change-by")).to_have_text(
            ["Wing Cloak", "printed", "Glorious Anthem", "Giant Growth until end of turn", "2 +1/+1 counters"]
        )
        await expect(dialog.locator(".card-line")).to_have_text(["\u21b7: Add G.", "flying from Wing Cloak"])
        await expect(dialog.locator(".use-name")).to_have_text(["attack", "block", "activate: \u21b7: Add G."])
        await expect(dialog.locator(".use").nth(1)).to_contain_text("nothing attacks you")
        await dialog.locator(".use summary").first.click()
        await expect(dialog.locator(".use details").first).to_have_attribute("open", "")
        await expect(dialog.locator(".use").first.locator(".step[data-ok=false]")).to_have_text(
            "\u2717attackers are declared now508.1"
        )
        await assert_accessible(page)
        await dialog.get_by_role("button", name="Glorious Anthem").click()  # leads to what made it so
        await expect(dialog.locator("h2")).to_have_text("Glorious Anthem")


async def test_why_not_in_a_pile_and_of_what_is_another_s(page: Page) -> None:
    async with board(CHANGED) as play:
        await sit_down(page, play)
        await page.locator('.near [data-pile="graveyard"] button').click()
        dialog = page.locator("dialog")
        await dialog.locator(".card", has_text="Second Wind").click()
        await expect(dialog.locator(".use-name")).to_have_text("cast: flashback")
        await expect(dialog.locator(".use-why")).to_contain_text("needed: 1 more (601.2h)")
        await expect(dialog.locator(".step[data-ok=true]")).to_have_count(5)  # all but the last stand open
        await page.keyboard.press("Escape")
        await card(page, "Pyrite Spellbomb").focus()
        await page.keyboard.press("i")
        await expect(dialog.locator(".card-note")).to_have_text("Not now.")
        await expect(dialog.locator(".use-why")).to_have_text(["Pyrite Spellbomb is not yours to activate (602.2)"] * 2)


async def test_a_card_that_is_read_is_drawn_as_it_comes_to_be(page: Page) -> None:
    """It was drawn once: what it came to, and what could be done with it, stood only on the table behind it."""
    async with board(CHANGED) as play:
        await sit_down(page, play)
        await card(page, "Llanowar Elves").focus()
        await page.keyboard.press("i")
        dialog = page.locator("dialog")
        await expect(dialog.locator(".card-size")).to_have_text("4/4")
        mana = dialog.locator(".use summary", has_text="activate")
        await mana.focus()
        await page.keyboard.press("Enter")
        await expect(dialog.locator(".use details[open]")).to_have_count(1)
        await play.do("A", 'cast "Giant Growth" target "Llanowar Elves" auto', "pass")
        await play.do("B", "pass")
        await expect(dialog.locator(".card-size")).to_have_text("7/7")
        await expect(dialog.locator(".change-by", has_text="Giant Growth")).to_have_count(1)
        await expect(dialog.locator(".use details[open]")).to_have_count(1)
        await expect(mana).to_be_focused()


async def test_a_card_that_is_read_is_put_away_with_what_it_showed(page: Page) -> None:
    """It stayed open on a card that had been gone for long."""
    async with board(BURN) as play:
        await sit_down(page, play)
        await card(page, "Grizzly Bears").focus()
        await page.keyboard.press("i")
        dialog = page.locator("dialog")
        await expect(dialog.locator("h2")).to_have_text("Grizzly Bears")
        await play.do("A", 'cast "Lightning Bolt" target "Grizzly Bears" auto', "pass")
        await expect(page.locator(".stack .item")).to_have_count(1)
        await expect(dialog).to_be_visible()
        await play.do("B", "pass")
        await expect(dialog).to_be_hidden()
        await expect(page.locator(".ask")).to_be_focused()  # nobody is nowhere
