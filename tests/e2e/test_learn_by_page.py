"""The lessons of each game, played through against a real server: by clicks, by keys, and on a phone."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.async_api import Browser, expect

import engine
from server.lessons.shipped import lessons_of
from tests.support.server.server_process import ServerProcess
from tests.support.web.axe import assert_accessible
from tests.support.web.browser import BROWSER
from tests.support.web.learner import OVER, learn
from tests.support.web.visitor import visitor

STILL: Final[dict[str, Any]] = {"reduced_motion": "reduce"}
PHONE: Final[dict[str, Any]] = {**STILL, "viewport": {"width": 390, "height": 844}, "has_touch": True}
SEAT: Final = """() => {
  const key = Object.keys(localStorage).find((each) => each.startsWith("stackloop seat "));
  return [key.replace("stackloop seat ", ""), JSON.parse(localStorage.getItem(key)).value];
}"""
"""The match that is played, and the right to its seat."""
RUNS: Final = 409
"""The answer to who asks for the record of a match that is not over."""
RECORD: Final = """async ([match, token, tries]) => {
  const headers = { Authorization: `Bearer ${token}` };
  for (; ; tries -= 1) {
    const { status } = await fetch(`/records/${match}.txt`, { headers });
    if (status !== 409 || tries <= 1) return status;
    await new Promise((done) => setTimeout(done, 300));
  }
}"""
"""Ask for the record of a match, as often as one may, until the match is over."""

pytestmark = [pytest.mark.timeout(300), *BROWSER]


@pytest.mark.slow
@pytest.mark.parametrize("game", engine.list_games())
async def test_the_lessons_of_a_game_are_played_through_by_clicks(
    server: ServerProcess, browser: Browser, game: str
) -> None:
    """From the lobby: the first lesson, and from each to the next one, until all are done."""
    page = await visitor(browser, server.url, **STILL)
    await page.get_by_role("link", name="New here? Learn to play").click()
    await page.locator(f'a[href="/learn/{game}"]').click()
    count = len(lessons_of(game))
    await page.locator(".lessons .strong").click()
    for number in range(1, count + 1):
        await expect(page.locator(".lesson h2")).to_contain_text(f"Lesson {number} of {count}")
        await learn(page)
        if number < count:
            await page.get_by_role("link", name="Next lesson").click()
    await page.get_by_role("link", name="All lessons").click()
    await expect(page.locator(".lessons .is-done")).to_have_count(count)
    await page.goto(server.url)
    await expect(page.locator(".games .game").first).to_be_visible()
    await expect(page.get_by_role("heading", name="Your matches")).to_be_hidden()  # a lesson is none to go on with


@pytest.mark.parametrize("game", engine.list_games())
async def test_a_lesson_is_played_by_keys_on_a_phone(server: ServerProcess, browser: Browser, game: str) -> None:
    """Nothing is wider than the window, and axe finds nothing."""
    page = await visitor(browser, f"{server.url}learn/{game}", **PHONE)
    await assert_accessible(page)
    await page.locator(".lessons a").nth(1).press("Enter")
    await page.locator(".lesson-words").wait_for()
    await assert_accessible(page)
    await learn(page, by_keys=True)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    await assert_accessible(page)


async def test_what_is_not_meant_is_held_back_and_told(server: ServerProcess, browser: Browser) -> None:
    """To pass is allowed by the rules, but not what the lesson is about: it says so, and asks as before."""
    page = await visitor(browser, f"{server.url}learn/magic#4", **STILL)
    await page.locator(".table .meant").first.wait_for()
    asked = await page.locator(".ask").get_attribute("data-w")
    await page.locator(".ask .main").click()
    await expect(page.locator(".lesson-hint")).to_have_text("Cast Shock first.")
    assert await page.locator(".ask").get_attribute("data-w") == asked
    await page.locator(".hand .meant").click()
    await expect(page.locator(".lesson-hint")).to_be_hidden()
    await page.locator(".near .card.able", has_text="Kalonian Tusker").click()
    await expect(page.locator(".lesson-hint")).to_contain_text("for this lesson")
    await page.get_by_role("button", name="Take back").click()
    await expect(page.locator(".lesson-words")).to_contain_text("Cast it")  # the step is anew
    await learn(page)


async def test_the_match_of_a_lesson_ends_with_it(server: ServerProcess, browser: Browser) -> None:
    """Nobody comes back to one: whoever goes away from it gives it up, so that the server need not keep it."""
    page = await visitor(browser, f"{server.url}learn/magic#1", **STILL)
    await page.locator(".lesson-words").wait_for()
    match = await page.evaluate(SEAT)
    assert await page.evaluate(RECORD, [*match, 1]) == RUNS
    await page.goto(server.url)
    assert await page.evaluate(RECORD, [*match, 60]) != RUNS


async def test_a_lesson_is_begun_anew_and_speaks_german(server: ServerProcess, browser: Browser) -> None:
    page = await visitor(browser, f"{server.url}learn/magic#2", locale="de", **STILL)
    await expect(page.locator(".lesson h2")).to_have_text("Lektion 2 von 5: Angreifen")
    await learn(page)
    await expect(page.locator(OVER)).to_contain_text("Gut gemacht")
    await page.get_by_role("button", name="Von vorn").click()
    await expect(page.locator(".lesson")).to_have_attribute("data-way", "read")


async def test_a_card_that_is_read_explains_its_keywords(server: ServerProcess, browser: Browser) -> None:
    """In place, and on a page with all of them, in which one finds one by a part of its name."""
    page = await visitor(browser, f"{server.url}learn/grand-archive#3", **STILL)
    await page.locator(".near .card", has_text="Haze Droid").click(button="right")
    terms = page.locator("#dialog .terms")
    await expect(terms.locator("dt")).to_have_text(["stealth"])
    await expect(terms).to_contain_text("true sight")
    await expect(page.locator(".status")).to_have_text("connected")
    await assert_accessible(page)
    async with page.context.expect_page() as others:
        await page.get_by_role("link", name="All keywords").click()
    other = await others.value
    await expect(other.locator(".terms dt")).to_have_count(len(engine.glossary("grand-archive")))
    await other.get_by_label("Find").fill("shroud")
    await expect(other.locator(".terms dt")).to_have_text(["omnishroud", "spellshroud"])
    await assert_accessible(other)
