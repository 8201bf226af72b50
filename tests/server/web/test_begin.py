"""Beginning a match in the lobby: what is played against, and what the bots play."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest_asyncio
from playwright.async_api import Locator, Page, expect

from engine import PrintedCard
from tests.support.engine.brought_scenario import tables
from tests.support.web.axe import assert_accessible
from tests.support.web.browser import BROWSER
from tests.support.web.shelf import Shelf, shelf_of

pytestmark = BROWSER
MARVEL = "Marvel Champions"
ODD = PrintedCard({"name": "Odd Tide", "type": "Treachery", "set": "Tides"}, "none")
HALF = PrintedCard({"name": "Half Tide", "type": "Treachery", "set": "Ebb"}, "part")
TWO = {"name": "Quay", "type": "Main Scheme", "set": "Quay", "villain stages": ["Quay I"], "sets": ["Quay"]}
TWICE = PrintedCard({**TWO, "modular": ["Harbour Fog", "Bomb Scare"]})


@pytest_asyncio.fixture(loop_scope="module")
async def shelf() -> AsyncIterator[Shelf]:
    async with shelf_of() as running:
        cards = [PrintedCard(dict(table)) for table in tables().values()]
        running.imported = (*cards, ODD, HALF, TWICE)
        yield running


async def of_marvel(shelf: Shelf, page: Page, words: str) -> Locator:
    await page.goto(shelf.url)
    await page.get_by_label(f"Deck and table: {MARVEL}").click()
    return page.get_by_label(f"{words}: {MARVEL}", exact=True)


async def begins(shelf: Shelf, page: Page) -> str | None:
    """The scenario of the table that the page opens."""
    await page.get_by_role("button", name=f"Play the scenario: {MARVEL}").click()
    return (await shelf.tables.get()).scenario


async def test_a_scenario_a_difficulty_and_a_modular_set_are_chosen(shelf: Shelf, page: Page) -> None:
    scenario = await of_marvel(shelf, page, "Scenario")
    await expect(scenario.locator("option")).to_have_text(["Rhino", "Krane", "Quay"])
    modular = page.get_by_label(f"Modular set: {MARVEL}", exact=True)
    await expect(modular.locator("option:checked")).to_have_text("Bomb Scare")
    await scenario.select_option(label="Krane")
    await expect(modular.locator("option:checked")).to_have_text("Harbour Fog")
    await page.get_by_label(f"Difficulty: {MARVEL}").select_option(label="Expert")
    await modular.select_option(label="Loose Crates")
    await assert_accessible(page)
    assert await begins(shelf, page) == "Krane expert modular: Loose Crates"


async def test_what_is_as_usual_is_left_to_the_game(shelf: Shelf, page: Page) -> None:
    scenario = await of_marvel(shelf, page, "Scenario")
    assert await begins(shelf, page) is None
    scenario = await of_marvel(shelf, page, "Scenario")
    await scenario.select_option(label="Krane")
    assert await begins(shelf, page) == "Krane"


async def test_a_scenario_of_two_modular_sets_has_two_different_ones(shelf: Shelf, page: Page) -> None:
    scenario = await of_marvel(shelf, page, "Scenario")
    await scenario.select_option(label="Quay")
    second = page.get_by_label(f"Modular set 2: {MARVEL}")
    await expect(second.locator("option:checked")).to_have_text("Bomb Scare")
    await expect(second.locator("option", has_text="Harbour Fog")).to_be_disabled()
    await second.select_option(label="Loose Crates")
    assert await begins(shelf, page) == "Quay modular: Harbour Fog, Loose Crates"
    scenario = await of_marvel(shelf, page, "Scenario")
    await scenario.select_option(label="Quay")
    await scenario.select_option(label="Rhino")
    await expect(second).to_have_count(0)


async def test_a_set_with_cards_that_are_not_understood_cannot_be_chosen(shelf: Shelf, page: Page) -> None:
    modular = await of_marvel(shelf, page, "Modular set")
    odd = modular.locator("option", has_text="Tides")
    await expect(odd).to_be_disabled()
    await expect(odd).to_have_text(re.compile("1 card not playable yet"))


async def test_a_set_with_cards_that_are_understood_in_part_is_chosen_where_they_are_allowed(
    shelf: Shelf, page: Page
) -> None:
    modular = await of_marvel(shelf, page, "Modular set")
    half = modular.locator("option", has_text="Ebb")
    await expect(half).to_have_text(re.compile("1 card understood in part"))
    await expect(half).to_be_disabled()
    allowed = page.get_by_label(f"allow cards that are understood in part: {MARVEL}")
    await allowed.check()
    await expect(modular.locator("option", has_text="Tides")).to_be_disabled()
    await modular.select_option(value="Ebb")
    await allowed.uncheck()
    await expect(modular.locator("option:checked")).to_have_text("Bomb Scare")
    await allowed.check()
    await modular.select_option(value="Ebb")
    await page.get_by_role("button", name=f"Play the scenario: {MARVEL}").click()
    opened = await shelf.tables.get()
    assert (opened.scenario, opened.partial, opened.private) == ("rhino modular: Ebb", True, True)


async def test_a_game_without_a_scenario_has_nothing_of_it(shelf: Shelf, page: Page) -> None:
    await page.goto(shelf.url)
    await page.get_by_label("Deck and table: Magic").click()
    await expect(page.get_by_label("deck of the bot: Magic").locator("option")).not_to_have_count(1)
    await expect(page.get_by_label("Scenario: Magic")).to_have_count(0)


async def test_each_bot_plays_a_deck_that_is_chosen_or_one_by_lot(shelf: Shelf, page: Page) -> None:
    await page.goto(shelf.url)
    await page.get_by_label("Deck and table: Magic").click()
    await page.get_by_label("bots beside them: Magic").select_option("2")
    first, second = (page.get_by_label(f"deck of {words}: Magic") for words in ("the bot", "bot 2"))
    await expect(first.locator("option:checked")).to_have_text("At random")
    await second.select_option(label="Burn")
    await assert_accessible(page)
    await page.get_by_role("button", name="Play against a bot: Magic").click()
    assert (await shelf.tables.get()).bot_decks == (None, "burn")


async def test_one_person_has_a_deck_for_each_hand_that_they_play(shelf: Shelf, page: Page) -> None:
    hands = await of_marvel(shelf, page, "hands that you play")
    await expect(hands.locator("option")).to_have_text(["1", "2", "3", "4"])
    await hands.select_option("3")
    second = page.get_by_label(f"deck of hand 2: {MARVEL}")
    await expect(second.locator("option:checked")).to_have_text("She-Hulk, Aggression")
    await second.select_option(label="Spider-Man, Justice")
    await page.get_by_label(f"bots beside them: {MARVEL}").select_option("3")
    await assert_accessible(page)
    await page.get_by_role("button", name=f"Play the scenario: {MARVEL}").click()
    opened = await shelf.tables.get()
    assert opened.seats == ("open", "open", "open", "bot:level-4")  # no more than the game has
    assert opened.also[0] == "spider_man_justice"
    assert (len(opened.also), len(opened.bot_decks)) == (2, 1)


async def test_people_without_bots_choose_no_decks_for_them(shelf: Shelf, page: Page) -> None:
    await page.goto(shelf.url)
    await page.get_by_role("button", name="Quick match: Magic").click()
    opened = await shelf.tables.get()
    assert (opened.seats, opened.bot_decks) == (("open", "open"), ())
