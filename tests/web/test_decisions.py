"""A person answers by clicks and keys what the rules ask: on a real match at a position."""

from __future__ import annotations

import re
from typing import Final

from playwright.async_api import Locator, Page, expect

from protocol.messages import Agree
from tests.web.board import Board, board
from tests.web.browser import BROWSER
from tests.web.stage import MATCH

pytestmark = BROWSER

MAIN: Final = """
game = "magic"
names = { A = "Ann", B = "Bob" }
setup = { active = "A", step = "precombat main" }
"""
BURN: Final = (
    MAIN
    + """
[A]
battlefield = ["Mountain", "Mountain", "Mountain", "Mountain"]
hand = ["Lightning Bolt", "Rolling Thunder"]
[B]
battlefield = ["Grizzly Bears", "Soul Warden"]
"""
)
COMBAT: Final = """
game = "magic"
names = { A = "Ann", B = "Bob" }
setup = { active = "A", step = "beginning of combat" }
[A]
battlefield = ["Grizzly Bears", "Craw Wurm"]
[B]
battlefield = ["Giant Spider", "Llanowar Elves"]
"""
TRIGGERS: Final = (
    MAIN
    + """
[A]
battlefield = ["Forest", "Forest", "Essence Warden", "Soul Warden"]
hand = ["Grizzly Bears"]
[B]
"""
)
SEARCH: Final = (
    MAIN
    + """
[A]
battlefield = ["Forest", "Forest"]
hand = ["Rampant Growth"]
library = ["Forest", "Swamp", "Shock"]
[B]
"""
)
LURE: Final = """
game = "magic"
names = { A = "Ann", B = "Bob" }
setup = { active = "A", step = "beginning of combat" }
[[card]]
name = "Berserk Boar"
cost = "{G}"
type = "Creature - Boar"
power = 2
toughness = 1
text = "Berserk Boar attacks each combat if able."
[A]
battlefield = ["Berserk Boar"]
[B]
"""


async def sit_down(page: Page, play: Board, seat: int = 0) -> None:
    """Open the match as somebody who holds a seat's token."""
    held = f'{{value: "seat {seat}", until: Date.now() + 1e9}}'
    await page.add_init_script(f'localStorage.setItem("stackloop seat {MATCH}", JSON.stringify({held}))')
    await page.goto(f"{play.url}/m/{MATCH}")
    await expect(page.locator(".status")).to_have_text("live")


def card(page: Page, name: str) -> Locator:
    """A card on the table or in hand."""
    return page.locator(".boards .card", has=page.locator(".card-name", has_text=name)).first


def prompt(page: Page) -> Locator:
    return page.locator(".ask-prompt")


def main_button(page: Page) -> Locator:
    return page.locator(".ask .main")


async def test_a_spell_is_cast_by_clicks_and_paid_for_by_the_rules(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        await card(page, "Lightning Bolt").click()
        await expect(page.locator(".seat .card.able")).to_have_count(2)  # the creatures; players can be aimed at too
        await card(page, "Grizzly Bears").click()
        await expect(main_button(page)).to_contain_text("Pay automatically")
        await page.keyboard.press("Space")
        await expect(page.locator(".stack .item strong")).to_have_text("Lightning Bolt")
        await expect(page.locator(".item-targets")).to_have_text("\u2192 Grizzly Bears")
        await expect(page.locator(".arrows .aim.shaft")).to_have_count(1)
        await expect(prompt(page)).to_contain_text("respond or pass")


async def test_what_was_begun_is_taken_back_with_all_that_was_paid(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        before = play.match.hash()
        await card(page, "Lightning Bolt").click()
        await page.locator('.who[data-id="2"]').click()
        await page.locator(".near .rear2 .card").last.click()
        await expect(prompt(page)).to_contain_text("pay")
        await expect(page.locator(".near .tapped")).to_have_count(1)
        await page.keyboard.press("Escape")
        await expect(prompt(page)).to_contain_text("act or pass")
        await expect(page.locator(".near .tapped")).to_have_count(0)
        assert play.match.hash() == before


async def test_damage_is_divided_by_clicks_on_what_it_is_dealt_to(page: Page) -> None:
    async with board(BURN.replace('"Mountain"]', '"Mountain", "Mountain"]')) as play:
        await sit_down(page, play)
        await card(page, "Rolling Thunder").click()
        await page.locator(".stepper input").fill("3")
        await page.locator(".stepper input").press("Enter")
        await main_button(page).click()
        await card(page, "Grizzly Bears").click()
        await card(page, "Soul Warden").click()
        await expect(card(page, "Soul Warden").locator(".badge")).to_have_text("2")  # the second one chosen
        await main_button(page).click()
        await expect(page.locator(".hint")).to_have_text("1 of 3 left to give.")
        await expect(main_button(page)).to_be_disabled()
        await card(page, "Grizzly Bears").click()
        await expect(card(page, "Grizzly Bears").locator(".badge")).to_have_text("2")
        await main_button(page).click()
        await main_button(page).click()  # the rules pay
        await expect(page.locator(".stack .item")).to_have_count(1)
        await play.do("A", "pass")
        await play.do("B", "pass")
        await expect(page.locator(".far .front .card")).to_have_count(0)


async def test_attackers_and_blockers_are_declared_by_clicks(page: Page) -> None:
    async with board(COMBAT) as play:
        await sit_down(page, play, 1)
        await play.do("A", "pass")
        await play.do("B", "pass")
        await play.do("A", 'attack "Grizzly Bears" "Craw Wurm"')
        await play.do("A", "pass")
        await expect(page.locator(".arrows .attack.shaft")).to_have_count(2)
        await main_button(page).click()  # pass, to the blocks
        await card(page, "Giant Spider").click()
        await expect(page.locator(".hint")).to_contain_text("now click whom")
        await card(page, "Craw Wurm").click()
        await card(page, "Llanowar Elves").click()
        await card(page, "Grizzly Bears").click()
        await expect(page.locator(".arrows .draft.shaft")).to_have_count(2)
        await card(page, "Llanowar Elves").click()  # thinks better of it
        await expect(page.locator(".arrows .draft.shaft")).to_have_count(1)
        await main_button(page).click()
        await expect(page.locator(".card.blocking .card-name")).to_have_text("Giant Spider")
        await expect(page.locator(".arrows .block.shaft")).to_have_count(1)


async def test_triggers_are_put_in_order(page: Page) -> None:
    async with board(TRIGGERS) as play:
        await sit_down(page, play)
        await play.do("A", 'cast "Grizzly Bears" auto', "pass")
        await play.do("B", "pass")
        await expect(page.locator(".ordered li")).to_have_count(2)
        first = await page.locator(".ordered .line").first.inner_text()
        await page.locator(".ordered .move").nth(1).click()  # the first one later
        await expect(page.locator(".ordered .line").nth(1)).to_have_text(first)
        await main_button(page).click()
        await expect(page.locator(".stack .item")).to_have_count(2)


async def test_a_library_is_searched_among_cards(page: Page) -> None:
    async with board(SEARCH) as play:
        await sit_down(page, play)
        await play.do("A", 'cast "Rampant Growth" auto', "pass")
        await play.do("B", "pass")
        await expect(page.locator(".tray .card-name").first).to_be_visible()
        names = await page.locator(".tray .card-name").all_inner_texts()
        assert set(names) == {"Forest", "Swamp"}
        await page.locator(".tray .card", has_text="Swamp").first.click()
        if await page.locator(".ask .main:not(:disabled)").count():
            await main_button(page).click()
        await expect(page.locator(".near .rear2 .card-name", has_text="Swamp")).to_have_count(1)


async def test_all_is_done_by_keys(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        await page.keyboard.press("?")
        await expect(page.locator("dialog")).to_contain_text("Space")
        await page.keyboard.press("Escape")
        await expect(page.locator("dialog")).to_be_hidden()
        await page.keyboard.press("ArrowRight")
        await expect(page.locator(".hand .card:focus .card-name")).to_have_text("Lightning Bolt")
        await page.keyboard.press("Enter")
        await expect(prompt(page)).to_contain_text("target")
        await page.keyboard.press("1")
        await expect(prompt(page)).to_contain_text("pay")
        await page.keyboard.press("Space")
        await expect(prompt(page)).to_contain_text("respond or pass")
        await page.locator(".ask summary").focus()
        await page.keyboard.press("Space")  # its own: it opens the list, and does not pass
        await expect(page.locator(".ask .all")).to_have_attribute("open", "")
        assert len(play.match.decisions[0].options) > 1
        assert play.match.decisions[0].seat == 0


async def test_an_answer_is_pending_until_it_is_acknowledged(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        play.is_silent = True
        await main_button(page).click()
        await expect(page.locator(".ask")).to_have_attribute("data-state", "pending")
        await expect(page.locator(".sent")).to_be_visible()
        await expect(main_button(page)).to_be_disabled()
        play.is_silent = False
        play.drop()  # the same intent comes again with the next connection, and counts once
        await expect(page.locator(".ask")).to_have_attribute("data-state", "idle")
        assert [intent.c for intent in play.intents] == [1, 1]


async def test_a_refusal_is_explained_beside_the_question(page: Page) -> None:
    async with board(LURE) as play:
        await sit_down(page, play)
        await play.do("A", "pass")
        await play.do("B", "pass")
        await expect(prompt(page)).to_have_text(re.compile("^declare attackers"))
        await main_button(page).click()  # with none, though one must
        await expect(page.locator(".ask .trouble")).to_contain_text("508.1d")
        await card(page, "Berserk Boar").click()
        await expect(page.locator(".ask .trouble")).to_be_empty()


async def test_an_offer_is_answered_and_giving_up_is_asked_twice(page: Page) -> None:
    async with board(BURN) as play:
        await sit_down(page, play)
        await play.say("offers", {"draw": {"by": 1, "seats": [1]}})
        await expect(page.locator(".offer span")).to_have_text("Bob offers a draw.")
        await page.get_by_role("button", name="Decline").click()
        await page.get_by_text("Menu").click()
        await page.get_by_role("button", name="Ask to take back").click()
        await page.get_by_text("Menu").click()
        await page.get_by_role("button", name="Concede").click()
        await page.get_by_role("button", name="click again if you are sure").click()
        await expect(page.locator(".menu-list")).to_be_hidden()
        said = [(command.to, command.yes) if isinstance(command, Agree) else "concede" for command in play.said]
        assert said == [("draw", False), ("takeback", True), "concede"]
