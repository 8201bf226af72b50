"""One person plays several seats on one page: all hands are there, and each question says for whom it is."""

from __future__ import annotations

import json
from typing import Final

import pytest
from playwright.async_api import Locator, Page, ViewportSize, expect

from protocol.messages import Concede
from tests.support.web.axe import assert_accessible
from tests.support.web.board import Board, board
from tests.support.web.browser import BROWSER
from tests.support.web.seat import hold, sit_down
from tests.support.web.stage import MATCH

pytestmark = BROWSER

HEROES: Final = """
game = "marvel-champions"
names = { A = "Ann", B = "Ann 2" }
[A]
identity = "Captain Ember"
play_area = ["Drum"]
[B]
identity = "Night Wren"
play_area = ["Drum"]
[scenario]
play_area = ["Street Thug", "The Plan"]
[[card]]
name = "Captain Ember"
type = "Hero"
attack = 1
"hit points" = 10
"hand size" = 0
[[card]]
name = "Night Wren"
type = "Hero"
attack = 1
"hit points" = 10
"hand size" = 0
[[card]]
name = "Drum"
type = "Support"
text = "Action: Exhaust this -> Deal 1 damage to target enemy."
[[card]]
name = "Street Thug"
type = "Minion"
attack = 1
"hit points" = 5
[[card]]
name = "The Plan"
type = "Main Scheme"
"target threat" = 9
"""
DUEL: Final = """
game = "magic"
names = { A = "Ann", B = "Ann 2" }
setup = { active = "A", step = "precombat main" }
[A]
battlefield = ["Mountain"]
hand = ["Shock"]
[B]
battlefield = ["Island", "Island", "Grizzly Bears"]
hand = ["Counterspell"]
"""
DESK: Final[ViewportSize] = {"width": 1280, "height": 800}
PHONE: Final[ViewportSize] = {"width": 390, "height": 844}


async def plays(page: Page, play: Board, *seats: int) -> None:
    """Have a page hold the first of these seats and the others beside it, each to be asked everything."""
    await hold(page, f"also {MATCH}", json.dumps({str(seat): f"seat {seat}" for seat in seats[1:]}))
    await page.set_viewport_size(DESK)
    await sit_down(page, play, seats[0])
    await page.locator(".ask[data-state=open]").wait_for()


def hand(page: Page, seat: int) -> Locator:
    return page.locator(f'.seat[data-seat="{seat}"] .hand .card')


def whom(page: Page) -> Locator:
    return page.locator(".ask-whom")


async def test_both_hands_lie_on_the_table_and_each_question_says_for_whom_it_is(page: Page) -> None:
    async with board(DUEL) as play:
        await plays(page, play, 0, 1)
        await expect(hand(page, 0)).to_contain_text("Shock")
        await expect(hand(page, 1)).to_contain_text("Counterspell")
        await expect(whom(page)).to_have_text("Ann")
        await assert_accessible(page)
        await page.locator(".near .hand .card.able").click()
        await page.locator(".far .card.able", has_text="Grizzly Bears").click()
        await expect(page.locator(".stack .item")).to_contain_text("Shock")
        for words in ("Pay", "Resolve Shock"):
            await page.locator(".ask .main:enabled", has_text=words).click()
        await expect(whom(page)).to_have_text("Ann 2")
        await page.locator(".far .hand .card.able").click()
        await page.locator(".stack .item.able", has_text="Shock").click()
        await page.locator(".ask .main:enabled", has_text="Pay").click()
        await expect(page.locator(".stack .item")).to_have_count(2)
        await expect(hand(page, 1)).to_have_count(0)


async def test_nobody_else_is_shown_more_than_before(page: Page) -> None:
    async with board(DUEL) as play:
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".seat")).to_have_count(2)
        await expect(page.locator(".hand .card")).to_have_count(0)


async def test_heroes_sit_side_by_side_and_a_key_goes_from_one_question_to_the_other(page: Page) -> None:
    """Both may act: neither question is lost while the other one is answered."""
    async with board(HEROES) as play:
        await plays(page, play, 0, 1)
        await expect(page.locator(".near .seat")).to_have_count(2)
        await expect(whom(page)).to_have_text("Captain Ember (Ann)")
        other = page.get_by_role("button", name="Answer for Night Wren (Ann 2)")
        await other.click()
        await expect(whom(page)).to_have_text("Night Wren (Ann 2)")
        await assert_accessible(page)
        await page.keyboard.press("h")
        await expect(whom(page)).to_have_text("Captain Ember (Ann)")
        await page.keyboard.press("h")
        await page.locator('.seat[data-seat="1"] .card.able', has_text="Drum").click()
        await page.locator(".far .card.able", has_text="Street Thug").click()
        await expect(page.locator(".far .card", has_text="Street Thug")).to_contain_text("\u2665 4")
        assert [intent.w for intent in play.intents][-1] < 2**32


async def test_on_a_phone_the_hand_of_the_seat_that_is_asked_is_at_hand(page: Page) -> None:
    async with board(HEROES) as play:
        await plays(page, play, 0, 1)
        await page.set_viewport_size(PHONE)
        await expect(page.locator(".near .seat")).to_have_attribute("data-seat", "0")
        await page.get_by_role("button", name="Answer for Night Wren (Ann 2)").click()
        await expect(page.locator(".near .seat")).to_have_attribute("data-seat", "1")


@pytest.mark.parametrize("seats", [(0, 1), (1, 0)])
async def test_a_card_is_explained_by_the_seat_that_sees_it(page: Page, seats: tuple[int, int]) -> None:
    async with board(DUEL) as play:
        await plays(page, play, *seats)
        await hand(page, 1).click(button="right")
        await expect(page.locator("dialog .card-note")).to_contain_text("Not now")


async def test_who_gives_up_gives_up_all_seats(page: Page) -> None:
    async with board(HEROES) as play:
        await plays(page, play, 0, 1)
        await page.locator(".menu summary").click()
        for _ in range(2):
            await page.locator(".menu .grave").click()
        assert [type(await play.said.get()) for _ in range(2)] == [Concede, Concede]
