"""Players who cannot see the table or its colours, or use no mouse: WCAG 2.2 AA, and what axe cannot tell."""

from __future__ import annotations

import re
from typing import Final

import pytest
from playwright.async_api import Page, expect

from tests.support.web.axe import assert_accessible
from tests.support.web.board import Board, board
from tests.support.web.browser import BROWSER
from tests.support.web.midgame import MIDGAMES, Midgame
from tests.support.web.stage import MATCH, stage

pytestmark = BROWSER

LEAST_PX: Final = 24
"""Of a target, WCAG 2.5.8."""
SMALL: Final = """(least) => [...document.querySelectorAll("button, summary, input, select, a.match")]
  .filter((each) => each.checkVisibility() && !each.matches(".named, .links *"))
  .map((each) => [each.className, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => Math.min(width, height) < least)
  .map(([name, { width, height }]) => `${name} ${width} x ${height}`)"""

LAID_OUT: Final = """() => {
  for (const part of document.querySelectorAll(".near .hand, .stack-panel, .ask")) part.style.position = "static";
}"""
"""On a phone: nothing lies over the table, which is scrolled from beneath what does."""


async def sit_down(page: Page, play: Board, seat: int = 0) -> None:
    held = f'{{value: "seat {seat}", until: Date.now() + 1e9}}'
    await page.add_init_script(f'localStorage.setItem("stackloop seat {MATCH}", JSON.stringify({held}))')
    await page.emulate_media(reduced_motion="reduce")
    await page.goto(f"{play.url}/m/{MATCH}")
    await expect(page.locator(".comfort")).to_have_attribute("data-state", "set")
    await expect(page.locator(".ask[data-state=open]")).to_be_visible()


@pytest.mark.parametrize("midgame", MIDGAMES, ids=lambda midgame: midgame.game)
async def test_axe_finds_nothing_at_a_table(page: Page, midgame: Midgame) -> None:
    async with board(midgame.position) as play:
        for seat, gesture in midgame.gestures:
            await play.do(seat, gesture)
        await sit_down(page, play)
        await assert_accessible(page)
        await page.locator(".near [data-pile]:has(button:not(:disabled)) button").first.click()
        await expect(page.locator("dialog .card").first).to_be_visible()
        await assert_accessible(page)
        await page.keyboard.press("Escape")
        await page.locator(".near .front .card").first.click(button="right")
        await expect(page.locator("dialog .big-card")).to_be_visible()
        await assert_accessible(page)
        await page.keyboard.press("Escape")
        await page.set_viewport_size({"width": 360, "height": 740})
        await page.evaluate(LAID_OUT)
        await assert_accessible(page)
        assert await page.evaluate(SMALL, LEAST_PX) == []


async def test_axe_finds_nothing_in_the_lobby(page: Page) -> None:
    async with stage() as play:
        await page.goto(play.url)
        await expect(page.locator(".match")).to_be_visible()
        await expect(page.locator(".fan")).to_have_count(3)
        await page.locator("main details").evaluate_all("all => all.forEach((each) => (each.open = true))")
        await assert_accessible(page)
        assert await page.evaluate(SMALL, LEAST_PX) == []
        await page.keyboard.press("Tab")
        await expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()


async def test_no_two_controls_of_the_lobby_are_called_alike(page: Page) -> None:
    """Three times "Deck and table", and in each the same fields: a list of controls did not tell whose they are."""
    async with stage() as play:
        await page.goto(play.url)
        await expect(page.locator(".fan")).to_have_count(3)
        await page.locator(".more").evaluate_all("all => all.forEach((each) => (each.open = true))")
        heard = [line.strip(" -'") for line in (await page.locator(".games").aria_snapshot()).splitlines()]
        controls = [line for line in heard if re.match("(button|combobox|checkbox|link) ", line)]
        assert len(controls) == await page.locator(".games :is(button, select, input, a)").count()
        assert len(controls) == len(set(controls))
        for summary in await page.locator(".more summary").all():
            await expect(summary).to_have_accessible_name(re.compile("Deck and table: ."))


async def test_a_card_says_what_it_is_and_how_it_lies_there(page: Page) -> None:
    async with board(MIDGAMES[0].position) as play:
        await sit_down(page, play)
        near = page.get_by_role("article", name="Ann")
        creatures = near.get_by_role("list", name="Ann: creature")
        await expect(creatures.get_by_role("button", name="Monastery Swiftspear")).to_have_accessible_name(
            "Monastery Swiftspear, red, Creature - Human Monk, 3/4, 2 +1/+1"
        )
        await expect(creatures.get_by_role("button", name="Krenko")).to_have_accessible_name(
            "Krenko, Mob Boss, 2 red red, Legendary Creature - Goblin Warrior, 3/3, tapped"
        )
        await expect(near.get_by_role("list", name="Ann's hand, 5 cards")).to_be_visible()
        await expect(page.get_by_role("img", name="4 cards in hand")).to_be_visible()


async def test_the_focus_stays_where_it_was_when_the_table_is_drawn_anew(page: Page) -> None:
    async with board(MIDGAMES[0].position) as play:
        await sit_down(page, play)
        blaze = page.locator(".hand .card", has=page.locator(".card-name", has_text="Blaze"))
        await blaze.focus()
        await play.do("A", 'play "Mountain"')
        await expect(page.locator(".hand .card")).to_have_count(4)
        await expect(blaze).to_be_focused()
        bolt = page.locator(".hand .card", has=page.locator(".card-name", has_text="Lightning Bolt"))
        await bolt.focus()
        await play.do("A", 'cast "Lightning Bolt" target B auto')
        await expect(bolt).to_have_count(0)
        await expect(page.locator(".hand .card").first).to_be_focused()  # what lies there now


async def test_who_answers_by_keys_has_the_next_question_in_focus(page: Page) -> None:
    """The answer's button was disabled while it was on its way, and from then on nothing had the focus."""
    async with board(MIDGAMES[0].position) as play:
        await sit_down(page, play)
        await page.locator(".ask .main").focus()
        await page.keyboard.press("Enter")
        await expect(page.locator(".ask")).to_have_attribute("data-state", "idle")
        await expect(page.locator(".ask")).to_be_focused()
        await play.do("B", 'cast "Shock" target A auto', "pass")
        await expect(page.locator(".ask .main")).to_be_focused()


async def test_a_dialog_keeps_the_focus_and_gives_it_back(page: Page) -> None:
    async with board(MIDGAMES[0].position) as play:
        await sit_down(page, play)
        card = page.locator(".near .front .card").first
        await card.focus()
        await page.keyboard.press("i")
        dialog = page.locator("dialog")
        await expect(dialog).to_be_visible()
        for _ in range(3):
            await page.keyboard.press("Tab")
            assert await page.evaluate("!document.activeElement.closest('main')")
        await page.keyboard.press("Escape")
        await expect(dialog).to_be_hidden()
        await expect(card).to_be_focused()


async def test_what_happens_is_said_together_and_not_sentence_by_sentence(page: Page) -> None:
    async with stage() as play:
        await page.goto(f"{play.url}/m/{MATCH}")
        heard = page.get_by_role("log")
        await expect(page.locator(".log li")).to_have_count(5)
        await expect(heard).to_be_empty()  # what was there before is no news
        await play.push({f"e{n}": {"n": n, "text": f"Bob gains {n} life", "seat": 1} for n in range(6, 13)})
        await expect(heard).to_have_text(
            "3 more things happened. Bob gains 9 life. Bob gains 10 life. Bob gains 11 life. Bob gains 12 life"
        )


async def test_nothing_moves_for_who_wants_it_still(page: Page) -> None:
    async with stage() as play:
        await page.emulate_media(reduced_motion="reduce")
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".card")).to_have_count(11)
        assert await page.evaluate("document.getAnimations().length") == 0
