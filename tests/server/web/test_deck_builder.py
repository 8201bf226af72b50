"""A deck is built on the page: cards are found as one types, added and removed by click and key, pasted, kept."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from tests.support.web.axe import assert_accessible
from tests.support.web.browser import BROWSER
from tests.support.web.shelf import Shelf, shelf_of

pytestmark = BROWSER
NO_SIDE_SCROLL = "document.documentElement.scrollWidth <= document.documentElement.clientWidth"
SMALL_TARGETS = """() => [...document.querySelectorAll(".find button, .deck-lists button, .find select")]
  .map((each) => [each.className, each.getBoundingClientRect()])
  .filter(([, { width, height }]) => width && (width < 24 || height < 24)).map(([name]) => name)"""

TYPE = "(field, text) => { field.value = text; field.dispatchEvent(new Event('input')); }"
KEYS = """async (keys) => {
  for (const key of keys) {
    document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    for (let turn = 0; turn < 5; turn += 1) await null;  // the row is drawn, and no frame passed
  }
}"""
HOSTILE = [
    "(a+)+$ [^]* \\",
    "<img src=x onerror=alert(1)>",
    "' OR 1=1 -- \" NEAR(",
    ". .. ../.. / // %2e %",
    "\U0001f525 \u202e \u0301 \u0000 \ufffd c:\u0627",
    "x" * 200,
    "a " * 100,
    "cost<=banana t<x",
]


@pytest_asyncio.fixture(loop_scope="module")
async def shelf() -> AsyncIterator[Shelf]:
    async with shelf_of() as running:
        yield running


async def build(page: Page, shelf: Shelf, game: str = "magic") -> None:
    """A new deck, to be built."""
    await page.goto(f"{shelf.url}/decks/{game}")
    await page.get_by_role("button", name="New deck").click()
    await expect(found(page).first).to_be_visible()


def found(page: Page) -> Locator:
    return page.locator(".find-list .card")


def names(page: Page) -> Locator:
    return page.locator(".find-list .card-name")


async def look_for(page: Page, text: str, *cards: str) -> None:
    await page.get_by_role("searchbox", name="search all cards").fill(text)
    await expect(names(page)).to_have_text(list(cards))


def rows(page: Page) -> Locator:
    return page.locator(".deck-line-of")


def listed(page: Page) -> Locator:
    return page.get_by_role("textbox", name="deck list")


async def test_a_deck_is_built_by_click_and_key_exported_and_pasted_again(shelf: Shelf, page: Page) -> None:
    await page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    await build(page, shelf)
    await look_for(page, "c:r t:instant cost=1", "Gut Shot", "Lightning Bolt", "Shock")
    bolt, shock = found(page).nth(1), found(page).nth(2)
    for _ in range(3):
        await bolt.click()
    await expect(rows(page).locator("b")).to_have_text(["3"])
    await shock.focus()
    for key in ("+", "Enter", "s"):
        await page.keyboard.press(key)
    await expect(page.locator(".deck-list h3")).to_have_text(["Instant (5)", "Sideboard (1)"])
    await expect(page.locator(".deck-told")).to_have_text("Shock: 2 in the deck, 1 in the sideboard")
    await page.keyboard.press("-")
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("+")
    await expect(bolt).to_be_focused()
    await page.keyboard.press("/")
    await page.keyboard.press("Control+A")
    await page.keyboard.type("t:basic mount")
    await expect(names(page)).to_have_text(["Mountain"])
    await page.keyboard.press("Enter")
    await page.keyboard.press("ArrowDown")
    for _ in range(53):
        await page.keyboard.press("+")
    wrong = page.locator(".deck-problems li")
    await expect(wrong).to_have_text(["59 cards; a deck has at least 60 (100.2a)"])
    await page.get_by_role("button", name="Mountain: one more").click()
    await expect(page.locator(".deck-checked")).to_have_text("\u2713 Legal")
    await expect(page.locator(".deck-curve").get_by_role("listitem", name="5 cards cost 1")).to_have_count(1)
    await assert_accessible(page)
    await page.get_by_role("button", name="Lightning Bolt: into the sideboard").click()
    await page.locator(".deck-list", has_text="Sideboard").get_by_role("button", name="Lightning Bolt: into").press("s")
    text = "4 Lightning Bolt\n1 Shock\n55 Mountain\n\nSideboard\n1 Shock\n"
    await expect(listed(page)).to_have_value(text)
    await page.get_by_role("button", name="Export").click()
    await expect(page.get_by_role("button", name="Copied to paste")).to_be_visible()
    await page.get_by_role("button", name="Done").click()
    await page.locator("body").press("Control+V")
    await expect(page.locator(".deck-called")).to_have_count(6)  # with those that ship
    await expect(page.locator(".deck-checked")).to_have_text("\u2713 Legal")
    await expect(listed(page)).to_have_value(text)
    await expect(rows(page).locator("b")).to_have_text(["4", "1", "55", "1"])


async def test_the_last_copy_leaves_and_the_focus_stays_in_the_deck(shelf: Shelf, page: Page) -> None:
    await build(page, shelf)
    await listed(page).fill("1 Shock\n2 Lightning Bolt\n1 Gut Shot")
    await expect(rows(page)).to_have_count(3)
    less = page.get_by_role("button", name="one less")
    await less.nth(0).focus()
    await page.keyboard.press("Enter")
    await expect(rows(page)).to_have_count(2)
    await expect(less.nth(0)).to_be_focused()
    await page.keyboard.press("ArrowDown")
    await expect(less.nth(1)).to_be_focused()
    await page.evaluate(KEYS, ["Delete", "Backspace", "Delete"])
    await expect(rows(page)).to_have_count(0)
    await expect(listed(page)).to_have_value("")
    await expect(page.get_by_role("searchbox")).to_be_focused()


async def test_a_list_of_a_site_is_pasted_and_an_unknown_card_is_mended_by_a_click(shelf: Shelf, page: Page) -> None:
    await page.goto(f"{shelf.url}/decks/magic")
    await page.get_by_role("button", name="Paste a list").click()
    await expect(listed(page)).to_be_focused()
    pasted = "Fire by ann\nhttps://www.moxfield.com/decks/x\n\n4 Lightning Bolt (2XM) 141 *F*\n4 Shok\n"
    pasted += "3 Nosuchcard\n52 Mountain\n\nSideboard (1)\n1 Nosuchcard"
    await listed(page).fill(pasted)
    wrong = page.locator(".deck-problems li")
    unknown = ["Shok: no such card", "Nosuchcard: no such card", "Nosuchcard: no such card"]
    await expect(wrong.locator("span")).to_have_text(unknown)
    await expect(page.get_by_label("name of the deck")).to_have_value("Fire by ann")
    await look_for(page, "n:mountain t:basic", "Mountain")
    await found(page).first.click(click_count=2)  # what nobody understands stays in the list
    kept = "4 Lightning Bolt\n54 Mountain\n4 Shok\n3 Nosuchcard\n\nSideboard\n1 Nosuchcard\n"
    await expect(listed(page)).to_have_value(kept)
    await wrong.nth(0).get_by_role("button", name="Shock").first.click()
    await expect(wrong.locator("span")).to_have_text(unknown[1:])
    for left in (1, 0):
        await wrong.first.get_by_role("button", name="leave out").click()
        await expect(wrong).to_have_count(left)
    await expect(page.locator(".deck-checked")).to_have_text("\u2713 Legal")
    await expect(rows(page)).to_have_count(3)


async def test_all_decks_are_taken_along_as_a_file(shelf: Shelf, page: Page, tmp_path: Path) -> None:
    await build(page, shelf)
    await listed(page).fill("60 Mountain")
    await expect(page.locator(".deck-checked")).to_have_text("\u2713 Legal")
    await page.get_by_label("name of the deck").fill("Mountains <b>")
    async with page.expect_download() as downloading:
        await page.get_by_role("button", name="Save all decks").click()
    file = tmp_path / "decks.json"
    await (await downloading.value).save_as(file)
    await page.evaluate("localStorage.clear()")
    await page.goto(f"{shelf.url}/decks/magic")
    await expect(page.locator(".deck-called")).to_have_count(4)
    await page.locator(".deck-file").set_input_files(file)
    await expect(page.locator(".deck-told")).to_have_text("1 deck taken in")
    await expect(page.locator(".deck-called").first).to_have_text("Mountains <b>")
    await page.locator(".deck-file").set_input_files(file)
    await expect(page.locator(".deck-told")).to_have_text("0 decks taken in, 1 was here already")
    await page.get_by_role("link", name="Mountains <b>").click()
    await expect(page.locator(".deck-kinds li")).to_have_text(["60Cards", "60Land"])
    decks = [{"game": "chess", "name": "x", "text": "y"}, {"game": "magic", "name": 1, "text": []}, None]
    file.write_text(json.dumps({"form": "stackloop decks", "decks": decks}))
    await page.locator(".deck-file").set_input_files(file)
    await expect(page.locator(".deck-told")).to_have_text("0 decks taken in")
    file.write_text("[" * 99)
    await page.locator(".deck-file").set_input_files(file)
    await expect(page.locator(".deck-side .trouble")).to_have_text("decks.json holds no decks that were saved here.")


async def test_a_search_on_its_way_is_given_up_for_the_next_one(shelf: Shelf, page: Page) -> None:
    await build(page, shelf)
    await page.route("**/api/find/magic/0/goblin", lambda route: None)  # it never comes
    search = page.get_by_role("searchbox")
    async with page.expect_request("**/api/find/magic/0/goblin"):
        await search.fill("goblin")
    async with page.expect_event("requestfailed", lambda request: request.url.endswith("goblin")):
        await look_for(page, "lightning bolt", "Lightning Bolt")
    await page.unroute("**/api/find/magic/0/goblin")
    await expect(page.locator(".find-told")).to_have_text("1 card")
    shelf.searches.clear()
    await search.fill("")
    await search.press_sequentially("llanowar")
    await expect(names(page)).to_have_text(["Llanowar Elves"])
    assert len(shelf.searches) < len("llanowar")
    assert shelf.searches[-1] == "llanowar"


async def test_whatever_is_typed_is_answered(shelf: Shelf, page: Page) -> None:
    await build(page, shelf)
    search = page.get_by_role("searchbox")
    for text in HOSTILE:
        async with page.expect_response("**/api/find/**") as asked:
            await search.evaluate(TYPE, text)
        assert (await asked.value).status in (200, 400), text
        await expect(page.locator(".find-told")).not_to_have_text("1 card")
        await look_for(page, "n:bolt", "Lightning Bolt")


async def test_what_means_nothing_is_said_and_more_cards_are_told_at_need(shelf: Shelf, page: Page) -> None:
    await build(page, shelf)
    await expect(found(page)).to_have_count(60)
    await page.get_by_role("button", name="More cards").click()
    await expect(found(page)).to_have_count(120)
    await page.get_by_label("type", exact=True).select_option("Enchantment")
    await page.get_by_label("color", exact=True).select_option("white")
    await expect(page.get_by_role("searchbox")).to_have_value("t:enchantment c:white")
    await expect(page.locator(".find-told")).to_have_text("7 cards")
    await expect(page.get_by_role("button", name="More cards")).to_be_hidden()
    await page.get_by_role("searchbox").fill("c:white cost=x")
    await expect(page.locator(".find-told")).to_contain_text("'x': a cost is a number")
    await expect(page.get_by_label("type", exact=True)).to_have_value("")
    await found(page).first.click(button="right")
    await expect(page.locator("dialog .big-card")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(rows(page)).to_have_count(0)


async def test_a_card_that_is_read_explains_its_keywords(shelf: Shelf, page: Page) -> None:
    """One that was found, and one of a deck that is only looked at."""
    terms = page.locator("dialog .terms")
    await build(page, shelf)
    await page.get_by_role("searchbox").fill("Serra Angel")
    await found(page).filter(has_text="Serra Angel").click(button="right")
    await expect(terms.locator("dt")).to_have_text(["flying", "vigilance"])
    await expect(page.get_by_role("link", name="All keywords")).to_have_attribute("href", "/glossary/magic")
    await assert_accessible(page)
    await page.keyboard.press("Escape")
    await page.get_by_role("link", name="Burn").click()
    await page.locator(".deck-group .card", has_text="Monastery Swiftspear").click()
    await expect(terms.locator("dt")).to_have_text(["haste", "prowess"])


async def test_a_deck_is_built_on_a_phone(shelf: Shelf, page: Page) -> None:
    for width, height in ((390, 844), (844, 390), (360, 640)):
        await page.set_viewport_size({"width": width, "height": height})
        await build(page, shelf)
        await look_for(page, "n:bolt", "Lightning Bolt")
        await found(page).first.click()
        await expect(rows(page)).to_have_count(1)
        assert await page.evaluate(NO_SIDE_SCROLL)
        assert await page.evaluate(SMALL_TARGETS) == []
    await assert_accessible(page)


async def test_cards_of_a_game_are_found_by_its_own_words(page: Page) -> None:
    async with shelf_of("grand-archive") as shelf:
        await build(page, shelf, "grand-archive")
        await page.get_by_label("element", exact=True).select_option("fire")
        await page.get_by_label("type", exact=True).select_option("Regalia")
        await expect(names(page)).to_have_text(["Band of Burning Verdict", "Heatwave Generator"])
        await found(page).first.click()
        await expect(rows(page)).to_have_count(1)
        await expect(page.locator(".row-move")).to_have_count(0)  # there is no sideboard
        await found(page).first.press("s")
        await expect(page.locator(".deck-problems li").first).to_contain_text("(Main Deck)")
        await expect(rows(page)).to_have_count(1)
        await page.get_by_role("button", name="Done").click()
        await page.get_by_role("link", name="Ember Blades").click()
        await page.get_by_role("button", name="Copy to my decks").click()
        await expect(page.locator(".deck-checked")).to_have_text("\u2713 Legal")
        await page.get_by_role("button", name="Spirit of Fire: one less").click()
        await expect(page.locator(".deck-problems")).to_contain_text("no champion of level 0")
        await page.get_by_role("searchbox").fill("t:champion cost=0 c:fire")
        await expect(names(page)).to_have_text(["Spirit of Fire", "Spirit of Serene Fire"])
        await found(page).first.click()
        await expect(page.locator(".deck-checked")).to_have_text("\u2713 Legal")
