"""A page in another language has no English word but what cards have: a table of each game with its dialogs, decks."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import orjson
import pytest
from playwright.async_api import Browser, Page, Route, expect

from engine import Views
from protocol.messages import Result
from tests.support.web.board import board
from tests.support.web.browser import BROWSER
from tests.support.web.message_files import texts_of
from tests.support.web.midgame import MIDGAMES, Midgame
from tests.support.web.seat import CHANGED, card, hold
from tests.support.web.shelf import shelf_of
from tests.support.web.stage import MATCH, stage

if TYPE_CHECKING:
    from collections.abc import Iterator

    from protocol.diffs import Json

pytestmark = BROWSER

LANGUAGES: Final = pytest.mark.parametrize("language", ["de", "fr"])
OPEN: Final = "\u27e6"
CLOSE: Final = "\u27e7"
MARKED: Final = re.compile(f"{OPEN}[^{OPEN}{CLOSE}]*{CLOSE}")
WORD: Final = re.compile(r"[A-Za-z]{2,}")
PRINTED: Final = (
    *("name", "label", "type", "text", "keywords", "faces"),
    *("resources", "icons", "speed", "element", "stats"),
)
"""Fields of a card that stand on it."""
NAMES: Final = {"Stackloop", "Ann", "Bob", "Esc", "magic", "grand", "archive", "marvel", "champions"}
HINT: Final = {"Lightning", "Bolt", "Mountain", "Sideboard", "Shock"}
"""A list as it may be pasted."""
KEYS: Final = {"Enter", "Escape"}
"""Names of keys on a keyboard."""
SAID: Final = """() => {
  const said = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isSaid = ({ parentElement }) => !parentElement.closest("noscript, .log-line");
  while (walk.nextNode()) if (isSaid(walk.currentNode)) said.push(walk.currentNode.data);
  for (const each of document.body.querySelectorAll(".log-line")) said.push(each.textContent);
  for (const each of document.body.querySelectorAll("[aria-label], [title], [placeholder], optgroup")) {
    if (each.id !== "dialog") said.push(...[each.ariaLabel, each.title, each.placeholder, each.label].filter(Boolean));
  }
  return said;
}"""
"""Each text on the page, and each that is heard; of a line of the log, whose names are elements, the whole."""


ON_CARDS: Final = """() => {
  const names = ".deck-called, .deck-title, .find-bar select, .deck-kinds, .deck-list h3, .deck-games";
  const cards = [...document.querySelectorAll(`.slot .card, .row-name, ${names}`)];
  const parts = cards.flatMap((each) => [each, ...each.querySelectorAll("*")]);
  return parts.flatMap((each) => [each.textContent, each.ariaLabel ?? ""]);
}"""
"""Texts of cards and names of decks."""

TOLD: Final = """async (refusals) => {
  const [{ learnReasons }, { reasonFor }] = await Promise.all([import("/words/language.js"), import("/words/told.js")]);
  await learnReasons("magic");
  return refusals.map(reasonFor);
}"""
"""The sentences that the page makes of refusals."""

STANDS_IN_ITS_PANEL: Final = """() => {
  const edge = document.querySelector(".ask").getBoundingClientRect().right;
  return [...document.querySelectorAll(".ask button")].every((each) => each.getBoundingClientRect().right <= edge);
}"""
"""Whether no button of the question is cut off."""


async def mark(route: Route) -> None:
    """A file of texts, each in brackets that no text has."""
    response = await route.fetch()
    marked = re.sub(r'(": |"(?:one|other)": )"((?:[^"\\]|\\.)*)"', rf'\1"{OPEN}\2{CLOSE}"', await response.text())
    await route.fulfill(response=response, body=marked)


def words_of(value: Json) -> Iterator[str]:
    if isinstance(value, str):
        yield from WORD.findall(value)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from (*WORD.findall(key), *words_of(each))
    elif isinstance(value, list):
        for each in value:
            yield from words_of(each)


def printed(view: dict[str, Any]) -> set[str]:
    """The words that stand on the cards and in the names of players."""
    entities = [each for each in view.values() if isinstance(each, dict)]
    labels = [each.get("label") for each in view.get("decision", {"options": []})["options"]]
    fields = [each.get(field) for each in entities for field in PRINTED]
    return NAMES | set(words_of(labels)) | set(words_of(fields))


async def english(page: Page, allowed: set[str]) -> set[str]:
    """The words on the page that stand in no file of texts and are not allowed."""
    found: set[str] = set()
    for text in await page.evaluate(SAID):
        while MARKED.search(text):
            text = MARKED.sub(" ", text)
        found |= {f"{word} [{text.strip()}]" for word in WORD.findall(text) if word not in allowed}
    return found


@pytest.mark.parametrize("midgame", MIDGAMES, ids=lambda midgame: midgame.game)
@LANGUAGES
async def test_a_table_has_no_english_word_but_those_of_cards(
    browser: Browser, midgame: Midgame, language: str
) -> None:
    async with board(midgame.position) as play:
        for seat, gesture in midgame.gestures:
            await play.do(seat, gesture)
        context = await browser.new_context(locale=language, reduced_motion="reduce")
        page = await context.new_page()
        await page.route(f"**/words/{language}/*.js", mark)
        held = '{value: "seat 0", until: Date.now() + 1e9}'
        await page.add_init_script(f'localStorage.setItem("stackloop seat {MATCH}", JSON.stringify({held}))')
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".hand .card").first).to_be_visible()
        await expect(page.locator(".ask-prompt")).to_contain_text(OPEN)
        allowed = printed(orjson.loads(Views(play.match).snapshot("seat0")))
        assert await english(page, allowed) == set()
        assert await page.evaluate(STANDS_IN_ITS_PANEL)
        for key, dialog in (("?", "help"), ("o", "habits")):
            await page.keyboard.press(key)
            await expect(page.locator(f"dialog .{dialog}")).to_be_visible()
            assert await english(page, allowed | KEYS) == set()
            await page.keyboard.press("Escape")
            await expect(page.locator("dialog")).to_be_hidden()
        await page.locator(".menu summary").click()
        await expect(page.locator(".menu-list")).to_be_visible()
        assert await english(page, allowed) == set()


@pytest.mark.parametrize("midgame", MIDGAMES, ids=lambda midgame: midgame.game)
@LANGUAGES
async def test_a_card_says_in_the_language_why_it_cannot_be_used(
    browser: Browser, midgame: Midgame, language: str
) -> None:
    """With its details: the name of the card stands in a reason, and each step is said too."""
    async with board(midgame.position) as play:
        context = await browser.new_context(locale=language, reduced_motion="reduce")
        page = await context.new_page()
        await page.route(f"**/words/{language}/*.js", mark)
        held = '{value: "seat 1", until: Date.now() + 1e9}'
        await page.add_init_script(f'localStorage.setItem("stackloop seat {MATCH}", JSON.stringify({held}))')
        await page.goto(f"{play.url}/m/{MATCH}")
        await page.locator(".hand .card").first.click(button="right")
        await expect(page.locator("dialog .use-why, dialog .card-note").first).to_contain_text(OPEN)
        allowed = printed(orjson.loads(Views(play.match).snapshot("seat1")))
        said = await page.locator("dialog .use-why, dialog .step > span:nth-child(2)").all_inner_texts()
        assert said
        for text in said:
            while MARKED.search(text):
                text = MARKED.sub("", text)
            assert set(WORD.findall(re.sub(r" \([^)]*\)$", "", text))) <= allowed, text


@LANGUAGES
async def test_a_card_says_in_the_language_what_made_it_so(browser: Browser, language: str) -> None:
    """The dialog tells each change and its end so; names of cards and of keywords stay."""
    async with board(CHANGED) as play:
        page = await browser.new_page(locale=language, reduced_motion="reduce")
        await page.route(f"**/words/{language}/*.js", mark)
        await hold(page, f"seat {MATCH}", '"seat 0"')
        await page.goto(f"{play.url}/m/{MATCH}")
        await play.do("A", 'cast "Giant Growth" target "Llanowar Elves" auto', "pass")
        await play.do("B", "pass")
        await expect(card(page, "Llanowar Elves").locator(".card-size")).to_have_text("7/7")
        await card(page, "Llanowar Elves").click(button="right")
        rows = page.locator("dialog .change, dialog .card-line.given")
        await expect(rows).to_have_count(6)
        for text in await rows.all_inner_texts():
            while MARKED.search(text):
                text = MARKED.sub("", text)
            assert set(WORD.findall(text)) <= {"flying", "Wing", "Cloak", "Glorious", "Anthem", "Giant", "Growth"}, text


REFUSALS: Final = (
    {"code": "tapped", "reason": "Bear is tapped", "key": "magic.reason_tapped", "args": {"name": "Bear"}},
    {"code": "tapped", "reason": "Bear is tapped"},
)
"""One that the page has a sentence for, with its details; one that it knows by its code alone."""


@LANGUAGES
async def test_a_refusal_is_told_in_the_language(browser: Browser, language: str) -> None:
    async with board(MIDGAMES[0].position) as play:
        page = await browser.new_page(locale=language)
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".seat").first).to_be_visible()
        told = await page.evaluate(TOLD, [*REFUSALS])
        texts = texts_of(language, "magic-reason.js")
        assert told == [
            str(texts["magic.reason_tapped"]).replace("{name}", "Bear"),
            texts_of(language, "why.js")["why.tapped"],
        ]


@LANGUAGES
async def test_a_result_is_told_in_the_language(browser: Browser, language: str) -> None:
    async with stage() as play:
        page = await browser.new_page(locale=language, reduced_motion="reduce")
        await page.goto(f"{play.url}/m/{MATCH}")
        await expect(page.locator(".seat").first).to_be_visible()
        await play.finish(Result((), "draw", "the players agreed on a draw"))
        await expect(page.locator(".end-why")).to_have_text(str(texts_of(language, "end.js")["end.agreed"]))


@LANGUAGES
async def test_decks_have_no_english_word_but_those_of_cards(browser: Browser, language: str) -> None:
    """Names of decks and kinds of cards are the server's own, as cards are."""
    async with shelf_of() as shelf:
        context = await browser.new_context(locale=language, reduced_motion="reduce")
        page = await context.new_page()
        await page.route(f"**/words/{language}/*.js", mark)
        await page.goto(f"{shelf.url}/decks/magic")
        await page.locator(".deck-actions button").first.click()
        await expect(page.locator(".find-list .slot").first).to_be_visible()
        await expect(page.locator(".deck-line-of").first).to_be_visible()
        cards = await page.evaluate(ON_CARDS)
        allowed = NAMES | HINT | {word for text in cards for word in WORD.findall(text)}
        assert await english(page, allowed) == set()
