"""Things that happen stand on the table: for how long, how that is skipped, and that nothing is held up."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from typing import Final

import pytest_asyncio
from playwright.async_api import Browser, Page, expect

from tests.support.web.axe import violations
from tests.support.web.board import board
from tests.support.web.browser import BROWSER
from tests.support.web.seat import MAIN, hold, main_button, sit_down

pytestmark = BROWSER

SHOCKED: Final = (
    MAIN
    + """
[A]
battlefield = ["Mountain", "Grizzly Bears"]
hand = ["Shock"]
[B]
battlefield = ["Mountain", "Mountain"]
hand = ["Shock", "Shock"]
"""
)
TWICE: Final = """() => {
  const press = () => document.body.dispatchEvent(new KeyboardEvent("keydown", { key: " ", bubbles: true }));
  press();
  press();
}"""
LONGER: Final = """
  const plain = window.setTimeout;
  window.setTimeout = (call, ms, ...rest) => plain(call, ms > 600 ? 6 * ms : ms, ...rest);
"""
"""Things stand so long that a test on a busy machine gets to them."""
SLOW: Final = '{speed: "slow"}'


@pytest_asyncio.fixture(loop_scope="module")
async def page(browser: Browser) -> AsyncIterator[Page]:
    """A page of somebody who wants things to move."""
    opened = await browser.new_page(reduced_motion="no-preference")
    await hold(opened, "habits of the table", SLOW)
    await opened.add_init_script(LONGER)
    yield opened
    await opened.close()


async def test_a_spell_of_another_stands_with_its_card_until_the_question_comes(page: Page) -> None:
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await main_button(page).click()
        await play.do("B", 'cast "Shock" target A auto')
        stage = page.locator(".staged")
        await expect(stage.locator(".staged-words")).to_contain_text("casts Shock")
        await expect(stage.locator(".big-card h2")).to_have_text("Shock")
        assert await violations(page) == []
        await play.do("B", "pass")
        await expect(main_button(page)).to_have_text(re.compile("^Resolve Shock"))
        await expect(stage).to_be_hidden()


async def test_space_goes_on_and_answers_nothing_at_that_moment(page: Page) -> None:
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await main_button(page).click()
        await play.do("B", 'cast "Shock" target A auto', "pass")
        await expect(page.locator(".staged")).to_be_visible()
        await expect(page.locator(".ask .main")).to_have_count(0)  # nothing is asked before all has been shown
        answered = len(play.intents)
        await page.evaluate(TWICE)
        await expect(page.locator(".staged")).to_be_hidden()
        await expect(main_button(page)).to_have_text(re.compile("^Resolve Shock"))
        assert len(play.intents) == answered


async def test_a_tap_goes_on_and_escape_shows_the_table_as_it_is(page: Page) -> None:
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await main_button(page).click()
        await play.do("B", 'cast "Shock" target A auto', "pass")
        await page.locator(".staged-words").click()
        await expect(page.locator(".staged")).to_be_hidden()
        await main_button(page).click()  # it resolves
        await expect(page.locator(".staged-words")).to_contain_text("Shock resolves")
        await page.keyboard.press("Escape")
        await expect(page.locator(".staged")).to_be_hidden()
        await expect(page.locator('.who[data-id="1"] .life')).to_have_text("18")


async def test_one_s_own_spell_does_not_stand_but_its_resolution_does(page: Page) -> None:
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await play.do("A", 'cast "Shock" target B auto')
        await expect(page.locator(".stack .item strong")).to_have_text("Shock")
        await expect(page.locator(".staged")).to_be_hidden()
        await play.do("A", "pass")
        await play.do("B", "pass")
        await expect(page.locator(".staged-words")).to_contain_text("Shock resolves")


STANDS: Final = """() => {
  const stage = document.querySelector(".staged:not([hidden])");
  const end = document.querySelector(".banner:not([hidden])");
  return stage?.textContent.includes("Shock") ? { isEnded: end !== null } : null;
}"""
"""Whether the end is told while Shock stands; null as long as Shock does not."""


async def test_the_end_is_told_once_the_last_blow_was_shown(page: Page) -> None:
    async with board(SHOCKED.replace("[A]\n", "[A]\nlife = 2\n")) as play:
        await sit_down(page, play)
        await main_button(page).click()
        await play.do("B", 'cast "Shock" target A auto', "pass")
        await expect(main_button(page)).to_have_text(re.compile("^Resolve Shock"))
        await main_button(page).click()
        told = await page.wait_for_function(STANDS)
        assert await told.json_value() == {"isEnded": False}
        await page.keyboard.press("Escape")  # all of it is shown
        await expect(page.locator(".end-head")).to_have_text("You lost")
        await expect(page.locator(".end-why")).to_have_text("Ann has no life left")


async def test_a_spectator_sees_it_too(page: Page) -> None:
    async with board(SHOCKED) as play:
        await page.goto(f"{play.url}/m/m1")
        await expect(page.locator(".status")).to_contain_text("live")
        await play.do("A", 'cast "Shock" target B auto')
        await expect(page.locator(".staged-words")).to_contain_text("casts Shock")


async def test_nothing_stands_for_who_wants_less_motion(page: Page) -> None:
    await page.emulate_media(reduced_motion="reduce")
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await main_button(page).click()
        await play.do("B", 'cast "Shock" target A auto', "pass")
        await expect(main_button(page)).to_have_text(re.compile("^Resolve Shock"))
        await expect(page.locator(".staged")).to_be_hidden()


async def test_pace_and_sound_are_chosen_and_kept(page: Page) -> None:
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await page.get_by_role("button", name="pace and sound").click()
        assert await violations(page) == []
        await page.get_by_role("radio", name="Fast").check()
        await page.get_by_role("checkbox", name="Mute").check()
        await page.get_by_role("slider", name="Volume").fill("75")
        await page.reload()
        await page.get_by_role("button", name="pace and sound").click()
        await expect(page.get_by_role("radio", name="Fast")).to_be_checked()
        await expect(page.get_by_role("checkbox", name="Mute")).to_be_checked()
        await expect(page.get_by_role("slider", name="Volume")).to_have_value("75")


VILLAINY: Final = """
game = "marvel-champions"
[A]
identity = "Captain Marvel"
hand = ["Energy"]
deck = ["Get Ready", "Get Ready", "Get Ready", "Get Ready", "Get Ready", "Get Ready"]
[scenario]
villain = "Rhino I"
main_scheme = "The Break-In!"
deck = ["Advance", "Assault", "Stampede", "Gang-Up"]
"""


GO_ON: Final = """() => {
  const stage = document.querySelector(".staged:not([hidden])");
  if (stage) {
    const step = { kind: stage.dataset.kind, card: stage.querySelector(".big-card h2")?.textContent ?? "" };
    stage.querySelector(".staged-go").click();
    return step;
  }
  const ways = [...document.querySelectorAll(".ask[data-state=open] :is(.main, [data-choice]):not(:disabled)")];
  ways.at(-1)?.click();
  return ways.length ? { kind: "", card: "" } : null;
}"""
"""Go on from what stands, or else answer; null as long as neither can be done."""


async def test_the_villain_phase_goes_step_by_step_with_each_card_large(page: Page) -> None:
    async with board(VILLAINY) as play:
        await sit_down(page, play)
        seen: dict[str, str] = {}
        while not {"boost", "reveal"} <= seen.keys():
            step = await (await page.wait_for_function(GO_ON)).json_value()
            seen[step["kind"]] = step["card"]
        assert {seen["reveal"], seen["boost"]} <= {"Advance", "Assault", "Stampede", "Gang-Up"}


COUNT_NOTES: Final = """
  window.notes = 0;
  window.OscillatorNode = class extends OscillatorNode {
    constructor(...of) { super(...of); window.notes += 1; }
  };
"""


async def test_what_happens_sounds_after_a_click_unless_it_is_muted(page: Page) -> None:
    await page.add_init_script(COUNT_NOTES)
    async with board(SHOCKED) as play:
        await sit_down(page, play)
        await play.do("A", "pass")
        await play.do("B", 'cast "Shock" target A auto')
        await expect(page.locator(".staged-words")).to_contain_text("casts Shock")
        assert await page.evaluate("window.notes") == 0  # nobody has clicked yet
        await page.locator(".staged-words").click()
        await play.do("B", "pass")
        await main_button(page).click()
        await expect(page.locator(".staged-words")).to_contain_text("Shock resolves")
        assert await page.evaluate("window.notes") > 0
        await page.get_by_role("button", name="pace and sound").click()
        await page.get_by_role("checkbox", name="Mute").check()
        await page.keyboard.press("Escape")
        before = await page.evaluate("window.notes")
        await page.locator(".staged-go").click() if await page.locator(".staged:not([hidden])").count() else None
        await main_button(page).click()
        await play.do("B", 'cast "Shock" target A auto')
        await expect(page.locator(".staged-words")).to_contain_text("casts Shock")
        assert await page.evaluate("window.notes") == before
