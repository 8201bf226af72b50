"""The page speaks the browser's language, or the one that was chosen; and says nothing beside its message files."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Final

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, Route, expect

from server.gateway.http_pages import games
from tests.support.web.axe import assert_accessible
from tests.support.web.browser import BROWSER
from tests.support.web.stage import Stage, stage

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = BROWSER

OPEN: Final = "\u27e6"
CLOSE: Final = "\u27e7"
MARKED: Final = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
MATCH_LINE: Final = ("Ann", "Bob", "declare blockers", "Stackloop")
"""Names and a phase of the stage's match, and the name of the page."""
LANGUAGES: Final = ("English", "Deutsch", "Français")
SAID: Final = """() => {
  const said = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isSaid = ({ parentElement }) => !parentElement.closest("noscript, dialog");
  while (walk.nextNode()) if (isSaid(walk.currentNode)) said.push(walk.currentNode.data);
  for (const each of document.body.querySelectorAll("[aria-label], [title], [placeholder], optgroup")) {
    if (each.id !== "dialog") said.push(...[each.ariaLabel, each.title, each.placeholder, each.label].filter(Boolean));
  }
  return said;
}"""
"""Each text on the page, and each that is heard."""


@pytest_asyncio.fixture(loop_scope="module")
async def play() -> AsyncIterator[Stage]:
    async with stage() as running:
        yield running


def from_games() -> list[str]:
    """The texts that the server says of its games, the longest first."""
    said = {deck["name"] for game in json.loads(games()) for deck in game["decks"] if isinstance(deck, dict)}
    said |= {text for game in json.loads(games()) for text in (game["title"], game["about"], game["side"]) if text}
    return sorted(said, key=len, reverse=True)


async def mark(route: Route) -> None:
    """A file of texts, each in brackets that no text has."""
    response = await route.fetch()
    marked = re.sub(r'(": |"(?:one|other)": )"((?:[^"\\]|\\.)*)"', rf'\1"{OPEN}\2{CLOSE}"', await response.text())
    await route.fulfill(response=response, body=marked)


def unmarked(text: str, brought: list[str]) -> str:
    """A text without those of the message files and without what the server said."""
    while MARKED.search(text):
        text = MARKED.sub("", text)
    for each in brought:
        text = text.replace(each, "")
    return text


async def test_all_that_the_lobby_says_stands_in_its_message_files(play: Stage, page: Page) -> None:
    await page.route("**/words/en/*.js", mark)
    await page.goto(play.url)
    await expect(page.locator(".match")).to_be_visible()
    await expect(page.locator(".fan")).to_have_count(3)
    await expect(page.locator(".lobby h1")).to_have_text(f"{OPEN}Sit down and play{CLOSE}")
    brought = [*from_games(), *MATCH_LINE, *LANGUAGES]
    rest = {unmarked(text, brought).strip() for text in await page.evaluate(SAID)}
    assert {text for text in rest if re.search("[A-Za-z]", text)} == set()


async def test_a_german_browser_is_spoken_to_in_german(play: Stage, browser: Browser) -> None:
    page = await browser.new_page(locale="de-AT", reduced_motion="reduce")
    await page.goto(play.url)
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await expect(page.get_by_role("heading", level=1, name="Setz dich und spiel")).to_be_visible()
    await expect(page.locator(".match .row-what")).to_have_text("Magic \u00b7 Zug 7 \u00b7 Blocker")
    await expect(page.locator(".status")).to_have_text("verbunden")
    lines = page.locator(".game-about")
    await expect(lines).to_have_count(3)
    assert set(await lines.all_inner_texts()).isdisjoint(game["about"] for game in json.loads(games()))
    await assert_accessible(page)


async def test_no_line_of_french_begins_with_a_mark(play: Stage, browser: Browser) -> None:
    page = await browser.new_page(locale="fr", reduced_motion="reduce")
    await page.goto(play.url)
    await expect(page.locator(".game-about")).to_have_count(3)
    said = "".join(await page.evaluate(SAID))
    assert re.search("\u00a0[:;!?]", said)
    assert not re.search(" [:;!?\u00bb]|\u00ab ", said)


async def test_a_language_that_is_chosen_is_spoken_from_then_on(play: Stage, page: Page) -> None:
    await page.goto(play.url)
    await page.get_by_label("Language").select_option("Deutsch")
    await expect(page.locator("html")).to_have_attribute("lang", "de")
    await page.reload()
    await expect(page.get_by_label("Sprache")).to_have_value("de")
    await page.get_by_label("Sprache").select_option("English")
    await expect(page.locator(".lobby h1")).to_have_text("Sit down and play")


@pytest.mark.parametrize(("locale", "spoken"), [("es-ES", "en"), ("de", "de"), ("fr-CA", "fr")])
async def test_no_other_language_is_loaded(play: Stage, browser: Browser, locale: str, spoken: str) -> None:
    page = await browser.new_page(locale=locale)
    loaded: set[str] = set()
    page.on("request", lambda request: loaded.update(re.findall(r"/words/(\w+)/", request.url)))
    await page.goto(play.url)
    await expect(page.locator(".match")).to_be_visible()
    assert loaded == {spoken}
