"""The page of decks: what is in one, one's own changed with what is wrong beside its lines, and the choice of one."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest_asyncio
from playwright.async_api import Page, expect

from server.gateway.card_art import Art
from tests.support.web.axe import assert_accessible
from tests.support.web.browser import BROWSER
from tests.support.web.images import png
from tests.support.web.shelf import Shelf, shelf_of

pytestmark = BROWSER
OWN = """
    async () => {
      const { pickDeck } = await import("/decks/pick.js");
      window.choice = pickDeck("magic");
      document.getElementById("main").replaceChildren(window.choice.root);
    }
"""
HOSTILE = "<img src=x onerror=alert(1)>"


@pytest_asyncio.fixture(loop_scope="module")
async def shelf() -> AsyncIterator[Shelf]:
    async with shelf_of() as running:
        yield running


async def test_a_starter_deck_is_shown_with_its_cards_and_what_they_cost(shelf: Shelf, page: Page) -> None:
    await page.goto(f"{shelf.url}/decks")
    await expect(page.locator(".deck-row")).to_have_count(4)
    await assert_accessible(page)
    await page.get_by_role("link", name="Burn").click()
    await expect(page.get_by_role("heading", name="Burn")).to_be_visible()
    await expect(page.locator(".deck-group h3").last).to_have_text("Land (20)")
    bolt = page.get_by_role("button", name="4 Lightning Bolt, red")
    await expect(bolt.locator(".badge")).to_have_text("4\u00d7")
    await expect(page.locator(".deck-curve li").nth(1).locator("b")).to_have_text("26")
    await assert_accessible(page)
    await bolt.click()
    await expect(page.locator("dialog")).to_contain_text("deals 3 damage to any target")


async def test_art_is_shown_on_the_cards_of_a_deck_and_put_off_there(shelf: Shelf, page: Page, tmp_path: Path) -> None:
    """They were drawn there, whatever the operator or a pack of one's own had for them."""
    (tmp_path / "Lightning Bolt.png").write_bytes(png(60, 84))
    shelf.art = Art(f"magic={tmp_path}")
    await page.goto(f"{shelf.url}/decks/magic")
    await page.get_by_role("link", name="Burn").click()
    art = page.locator(".deck-group img.art")
    await expect(art).to_have_count(1)
    await page.get_by_role("button", name="Card art").click()
    await assert_accessible(page)
    await page.get_by_label("Show it").uncheck()
    await expect(art).to_have_count(0)
    await page.get_by_role("button", name="Close").click()


async def test_it_is_said_where_the_dialog_of_art_cannot_be_fetched(shelf: Shelf, page: Page) -> None:
    await page.route("**/card/art_dialog.js", lambda route: route.abort())
    await page.goto(f"{shelf.url}/decks/magic")
    await page.get_by_role("button", name="Card art").click()
    trouble = page.locator(".deck-side .trouble")
    await expect(trouble).to_have_text("The server cannot be reached now: try again.")
    await page.unroute("**/card/art_dialog.js")
    await page.get_by_role("button", name="Card art").click()
    await expect(page.locator("dialog")).to_contain_text("No pictures in your pack")
    await expect(trouble).to_be_empty()


async def test_a_list_that_is_too_long_is_not_taken_and_that_is_said(shelf: Shelf, page: Page, tmp_path: Path) -> None:
    """It was said in the editor, which is not there while a starter deck is looked at."""
    await page.goto(f"{shelf.url}/decks/magic")
    (tmp_path / "long.txt").write_text("1 Shock\n" * 9000)
    await page.locator(".deck-file").set_input_files(tmp_path / "long.txt")
    await expect(page.locator(".deck-side .trouble")).to_have_text("long.txt is too long for a deck list.")
    await expect(page.locator(".deck-side .trouble")).to_be_visible()


async def test_axe_finds_nothing_on_the_page_of_decks(shelf: Shelf, page: Page) -> None:
    await page.goto(f"{shelf.url}/decks/magic")
    await expect(page.locator(".deck-group .card").first).to_be_visible()
    await assert_accessible(page)
    await page.get_by_role("button", name="New deck").click()
    await page.get_by_role("textbox", name="deck list").fill("4 Shok\n3 Shock")
    await expect(page.locator(".deck-problems li")).to_have_count(1)
    await assert_accessible(page)


async def test_a_list_is_pasted_mended_renamed_copied_and_deleted(shelf: Shelf, page: Page) -> None:
    await page.goto(f"{shelf.url}/decks/magic")
    await page.get_by_role("button", name="New deck").click()
    text = page.get_by_role("textbox", name="deck list")
    await text.fill(f"4 Lighning Bolt\n56 Mountain\n{HOSTILE}\n\nSideboard\n16 Forest")
    wrong = page.locator(".deck-problems li")
    await expect(wrong).to_have_count(2)
    await expect(wrong.nth(1)).to_contain_text(HOSTILE)
    await expect(page.locator(".deck-numbers .wrong")).to_have_text(["\u2717 1", "\u2717 3"])
    await wrong.nth(0).get_by_role("button", name="Lightning Bolt").click()
    await expect(text).to_have_value(f"4 Lightning Bolt\n56 Mountain\n{HOSTILE}\n\nSideboard\n16 Forest")
    await expect(wrong).to_have_count(2)
    await expect(wrong.first).to_have_text("16 cards; a sideboard has at most 15 (100.4a)")
    await text.fill("4 Lightning Bolt\n56 Mountain\n\nSideboard\n15 Forest")
    await expect(page.locator(".deck-checked")).to_have_text("\u2713 Legal")
    await expect(page.locator(".deck-kinds li")).to_have_text(["60Cards", "4Instant", "56Land", "15Sideboard"])
    await page.get_by_label("name of the deck").fill(HOSTILE)
    await page.reload()
    await expect(page.locator(".deck-called").first).to_have_text(HOSTILE)
    await expect(page.locator(".deck-editor")).to_be_hidden()
    async with page.expect_download() as downloading:
        await page.get_by_role("button", name="Download").click()
    download = await downloading.value
    assert download.suggested_filename == "img srcx onerroralert1.txt"
    assert Path(await download.path()).read_text().startswith("4 Lightning Bolt\n")
    await page.get_by_role("button", name="Copy").click()
    await expect(page.get_by_label("name of the deck")).to_have_value(f"{HOSTILE} (copy)")
    await page.get_by_role("button", name="Delete").click()
    await page.get_by_role("button", name="Delete for good?").click()
    await expect(page.locator(".deck-called").nth(1)).to_have_text("Blue Control")


async def test_a_file_is_uploaded_and_the_deck_is_chosen_to_play_with(shelf: Shelf, page: Page) -> None:
    await page.goto(f"{shelf.url}/decks/magic")
    listed = b"// mine\r\n4 Shock\r\n56 Mountain\r\n\r\n2 Skullcrack\r\n"
    await page.locator(".deck-file").set_input_files({"name": "Fire.txt", "mimeType": "text/plain", "buffer": listed})
    await expect(page.locator(".deck-checked")).to_have_text("\u2713 Legal")
    await page.goto(shelf.url)
    await expect(page.locator(".fan")).to_have_count(3)
    await page.evaluate(OWN)
    deck = page.get_by_label("deck")
    await expect(deck.locator("option")).to_have_text(["Fire", "Blue Control", "Burn", "Elvish Ramp", "Ironworks"])
    assert await page.evaluate("window.choice.deck()") == [{"Shock": 4, "Mountain": 56}, {"Skullcrack": 2}]
    await expect(page.locator(".deck-said .note")).to_have_text("60 cards, 2 in the sideboard")
    await deck.select_option(label="Burn")
    assert await page.evaluate("window.choice.deck()") == "burn"
    await page.evaluate(OWN)
    await expect(page.get_by_label("deck").locator("option:checked")).to_have_text("Burn")


async def test_a_deck_with_cards_in_part_says_so_and_has_them_allowed(shelf: Shelf, page: Page) -> None:
    shelf.in_part = ("Shock",)
    await page.goto(f"{shelf.url}/decks/magic")
    await page.get_by_role("button", name="New deck").click()
    await page.get_by_role("textbox", name="deck list").fill("4 Shock\n56 Mountain")
    await expect(page.locator(".deck-checked")).to_have_text("\u2713 Legal")
    await expect(page.locator(".deck-partly")).to_contain_text("Understood in part: Shock.")
    await assert_accessible(page)
    shelf.in_part = ()
    await page.goto(shelf.url)
    await page.get_by_label("Deck and table: Magic").click()
    deck, quick = page.get_by_label("deck: Magic"), page.get_by_role("button", name="Quick match: Magic")
    allowed = page.get_by_label("allow cards that are understood in part: Magic")
    await expect(page.get_by_label("allow cards that are understood in part: Marvel Champions")).not_to_be_checked()
    await deck.select_option(label="Burn")
    await allowed.uncheck()
    await expect(quick).to_be_enabled()
    await deck.select_option(label="New deck")
    await expect(page.locator(".deck-said .note").first).to_have_text("60 cards, 1 of them understood in part")
    await expect(allowed).to_be_checked()
    await expect(quick).to_be_disabled()
    await page.get_by_role("button", name="Play against a bot: Magic").click()
    opened = await shelf.tables.get()
    assert (opened.private, opened.partial) == (True, True)


async def test_bots_have_levels_and_up_to_three_sit_with_one_person(shelf: Shelf, page: Page) -> None:
    """Level 4 is what one meets at once; people without a wish have one bot at a game of two or more."""
    await page.goto(shelf.url)
    await page.get_by_label("Deck and table: Magic").click()
    level = page.get_by_label("strength of the bots: Magic")
    await expect(level.locator("option")).to_have_text([f"Level {number}" for number in range(1, 9)])
    await expect(level.locator("option:checked")).to_have_text("Level 4")
    begin = page.get_by_role("button", name="Play against a bot: Magic")
    await begin.click()
    assert (await shelf.tables.get()).seats == ("open", "bot:level-4")
    await page.goto(shelf.url)
    await page.get_by_label("Deck and table: Magic").click()
    await level.select_option(label="Level 6")
    await page.get_by_label("bots beside them: Magic").select_option("3")
    await begin.click()
    assert (await shelf.tables.get()).seats == ("open", *["bot:level-6"] * 3)


async def test_cards_are_exchanged_with_the_sideboard(shelf: Shelf, page: Page) -> None:
    await page.goto(shelf.url)
    await expect(page.locator(".fan")).to_have_count(3)
    await page.evaluate(
        """async () => {
          const { exchangeCards } = await import("/decks/exchange.js");
          await (await import("/words/language.js")).learn("series");
          window.choice = exchangeCards([{ Shock: 4, Mountain: 56 }, { Skullcrack: 1 }]);
          document.getElementById("main").replaceChildren(window.choice.root);
        }"""
    )
    await page.get_by_role("button", name="1 Skullcrack: put one into the deck").click()
    await page.get_by_role("button", name="4 Shock: put one into the sideboard").click()
    assert await page.evaluate("window.choice.deck()") == [{"Shock": 3, "Mountain": 56, "Skullcrack": 1}, {"Shock": 1}]
