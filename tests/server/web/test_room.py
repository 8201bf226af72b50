"""Room of a window, as the table uses it: cards that stay legible, log and chat within reach."""

from __future__ import annotations

from typing import Final

import pytest
from playwright.async_api import Page, expect

from tests.support.web.board import board
from tests.support.web.browser import BROWSER
from tests.support.web.midgame import MIDGAMES
from tests.support.web.rest import comes_to_rest
from tests.support.web.seat import sit_down
from tests.support.web.stage import MATCH, NOBODY_ASKED, player, stage

pytestmark = BROWSER

BROKEN: Final = """() => [...document.querySelectorAll(".seats .row .card-name")].flatMap((name) => {
  const text = name.firstChild;
  return [...text.data.matchAll(/[^\\s-]+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange();
    range.setStart(text, index);
    range.setEnd(text, index + word.length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
  }).map(([word]) => word);
})"""
"""The words of names that stand in more than one line."""
FITS: Final = """() => [...document.querySelectorAll(".lines, .behind")].every((part) => {
  const room = part.getBoundingClientRect();
  const lies = ({ top, bottom }) => top > room.top - 1 && bottom < room.bottom + 1;
  const isSized = part.style.getPropertyValue("--w") && part.style.getPropertyValue("--lines");
  return isSized && [...part.querySelectorAll(".row > .slot")].every((slot) => lies(slot.getBoundingClientRect()));
})"""
"""Whether the cards have been sized and lie where there is room for them."""
WIDTHS: Final = "() => [...document.querySelectorAll('.row > .slot > .card')].map((each) => each.offsetWidth)"
LEAST_PX: Final = 72


@pytest.mark.parametrize("size", [(1024, 640), (1280, 800), (1440, 900)])
async def test_the_cards_of_all_seats_stay_legible(page: Page, size: tuple[int, int]) -> None:
    """Two seats far away shared what height was left: their cards were 50 px wide, and names broke within words."""
    async with board(MIDGAMES[2].position) as play:
        await page.set_viewport_size({"width": size[0], "height": size[1]})
        await page.emulate_media(reduced_motion="reduce")
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".near .row .card").first).to_be_visible()
        await page.wait_for_function(FITS)
        assert min(await page.evaluate(WIDTHS)) >= LEAST_PX
        assert await page.evaluate(BROKEN) == []


IS_WITHIN: Final = """() => [document.documentElement, document.querySelector(".boards")]
  .every((each) => each.scrollHeight <= each.clientHeight)"""
"""Whether neither the page nor the boards have to be scrolled."""


@pytest.mark.parametrize("size", [(1280, 800), (1920, 1080)])
async def test_a_table_with_no_card_yet_is_no_taller_than_the_window(page: Page, size: tuple[int, int]) -> None:
    """The first question of a match stood at the foot of a felt of a hundred thousand pixels."""
    async with stage() as play:
        bare = {**player(0, "Ann", []), **player(1, "Bob", [])}
        play.view = {"table": play.view["table"], **bare, "game": {**NOBODY_ASKED, "turn": 0}}
        await page.set_viewport_size({"width": size[0], "height": size[1]})
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".near .lines[style*='--lines']")).to_have_count(1)
        await expect(page.locator(".near .seat[style*='--front']")).to_have_count(1)
        assert await page.evaluate(IS_WITHIN)


async def test_a_table_before_the_first_turn_says_what_comes_next_and_what_lies_where(page: Page) -> None:
    """It was empty felt, under steps of which none had begun and triangles that nothing explained."""
    async with stage() as play:
        ann = player(0, "Ann", [])
        bare = {**ann, **player(1, "Bob", [])}
        play.view = {"table": play.view["table"], **bare, "game": {**NOBODY_ASKED, "turn": 0, "active": 1}}
        await page.set_viewport_size({"width": 1280, "height": 800})
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".next")).to_contain_text("Turn 1 comes next")
        await expect(page.locator(".phases")).to_be_hidden()
        await expect(page.locator(".far .lines")).to_have_attribute("data-empty", "Bob\u2019s creatures")
        await play.push({"game": {**NOBODY_ASKED, "turn": 1, "active": 1}})
        await expect(page.locator(".phases")).to_be_visible()
        await expect(page.locator(".next")).to_be_hidden()


async def test_cards_come_to_rest_after_the_window_has_changed(page: Page) -> None:
    """How a seat is parted acts on its height, and that on how it is parted: two ways took turns at each frame."""
    async with board(MIDGAMES[0].position) as play:
        await page.emulate_media(reduced_motion="reduce")
        await sit_down(page, play)
        for width, height in ((1280, 720), (1024, 768), (1459, 997)):
            await page.set_viewport_size({"width": width, "height": height})
            assert await comes_to_rest(page)


OVER: Final = """() => [...document.querySelectorAll(".row > .slot > .card")]
  .filter((card) => card.scrollHeight > card.clientHeight)
  .map((card) => card.getAttribute("aria-label"))"""
"""Cards that hold more than their frame does."""


@pytest.mark.parametrize("state", ["tough: 1", "exhausted, tough: 1"])
async def test_a_card_with_many_facts_keeps_them_in_its_frame(page: Page, state: str) -> None:
    """Each stood in a line of its own, and what was left of the hero below the card."""
    position = MIDGAMES[2].position
    crowded = position.replace("Captain Marvel (3 damage)", f"Captain Marvel (3 damage, {state})")
    assert crowded != position
    async with board(crowded) as play:
        await page.set_viewport_size({"width": 1024, "height": 640})
        await page.emulate_media(reduced_motion="reduce")
        await page.goto(f"{play.url}/m/{MATCH}")
        marvel = page.locator(".row .card", has_text="Captain Marvel")
        await expect(marvel.locator(".fact")).to_have_count(5)
        await page.wait_for_function(FITS)
        assert await page.evaluate(OVER) == []


async def test_log_and_chat_are_one_tap_away_in_a_small_window(page: Page) -> None:
    """There is no room for them beside the table there."""
    async with board(MIDGAMES[0].position) as play:
        await page.set_viewport_size({"width": 360, "height": 740})
        await page.emulate_media(reduced_motion="reduce")
        await sit_down(page, play)
        await play.do("A", 'cast "Lightning Bolt" target "Elvish Archdruid" auto')
        button = page.get_by_role("button", name="log and chat")
        await expect(button).to_be_in_viewport(ratio=1)
        await button.click()
        last = page.locator(".log li").last
        await expect(last).to_be_in_viewport(ratio=1)
        await page.locator(".log .named", has_text="Elvish Archdruid").click()  # nothing lies over it
        await expect(page.locator("dialog")).to_be_visible()
        await page.keyboard.press("Escape")
        await page.get_by_role("button", name="Chat", exact=True).click()
        await expect(page.get_by_role("textbox", name="say to all")).to_be_in_viewport(ratio=1)
        await button.click()
        await expect(button).to_have_attribute("aria-expanded", "false")
        await expect(last).not_to_be_in_viewport()
