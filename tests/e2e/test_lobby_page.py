"""People find each other by the lobby: at once against a bot, by a link, by the queue; and find back to it."""

import re
from typing import Final

import anyio
import pytest
from playwright.async_api import Browser, Page, expect

from tests.support.server.plain_http import fetch
from tests.support.server.server_process import ServerProcess
from tests.support.web.answers import ASKED, answer, concede
from tests.support.web.browser import BROWSER
from tests.support.web.visitor import visitor

IS_OVER_THE_FELT: Final = """() => {
  const [ask, felt] = [".ask", ".field"].map((part) => document.querySelector(part).getBoundingClientRect());
  return felt.left <= ask.left && ask.right <= felt.right && ask.top >= felt.top && ask.bottom <= felt.bottom;
}"""
"""Whether the question lies beside the hand that it is about, and not in a corner."""
MATCH: Final = re.compile(r"/m/\w+$")
ANN, BOB = re.compile("Ann"), re.compile("Bob")
"""With a capital letter: a match that is called "Ivory Banner" is nobody's."""

pytestmark = [pytest.mark.timeout(300), *BROWSER]


async def begin(page: Page, words: str) -> None:
    await page.get_by_role("button", name=words).click()


async def is_asked(*pages: Page) -> None:
    """They are at the same match, and one of them has something to decide."""
    for page in pages:
        await expect(page).to_have_url(MATCH)
        await expect(page.locator(".near .seat")).to_be_visible()
    async with anyio.create_task_group() as tasks:
        for page in pages:
            tasks.start_soon(sees_a_question, page, tasks.cancel_scope)


async def sees_a_question(page: Page, others: anyio.CancelScope) -> None:
    await page.locator(ASKED).first.wait_for()
    others.cancel()


async def test_one_click_leads_to_ones_own_first_decision(server: ServerProcess, browser: Browser) -> None:
    for game in ("Magic", "Grand Archive", "Marvel Champions"):
        page = await visitor(browser, server.url)
        await page.locator(f'.game[aria-label="{game}"] .strong').click()
        await is_asked(page)
        if game == "Magic":  # nothing lies there yet
            assert await page.evaluate(IS_OVER_THE_FELT)
        await page.context.close()


async def test_one_person_sits_at_a_table_with_three_bots_of_a_level(server: ServerProcess, browser: Browser) -> None:
    page = await visitor(browser, server.url)
    await page.get_by_label("Deck and table: Magic").click()
    await page.get_by_label("strength of the bots: Magic").select_option(label="Level 2")
    await page.get_by_label("bots beside them: Magic").select_option("3")
    await begin(page, "Play against a bot: Magic")
    await is_asked(page)
    for seat in (2, 3, 4):
        await expect(page.get_by_text(f"Level 2 ({seat})", exact=True).first).to_be_visible()


@pytest.mark.parametrize("level", ["Level 2", "Level 6"])
async def test_a_bot_of_a_level_plays_the_deck_that_it_is_given(
    server: ServerProcess, browser: Browser, level: str
) -> None:
    page = await visitor(browser, server.url, "Cleo")
    await page.get_by_label("Deck and table: Magic").click()
    await page.get_by_label("strength of the bots: Magic").select_option(label=level)
    await page.get_by_label("deck of the bot: Magic").select_option(label="Burn")
    await begin(page, "Play against a bot: Magic")
    await is_asked(page)
    await expect(page.locator(".far .name")).to_have_text(level)
    while not await page.locator('.log-line[data-seat="1"]', has_text=re.compile("keeps|plays|casts")).count():
        await page.locator(ASKED).wait_for()
        await answer(page)
    await concede(page)
    await expect(page.locator(".end-head")).to_have_text("You lost")
    await expect(page.locator(".end-who")).to_contain_text(f"{level} won")
    _, _, record = fetch(server.url, f"/records/{page.url.rpartition('/')[2]}.txt")
    decks = re.findall(r'^name = "(.*)"\ndeck = (.*)$', record, re.MULTILINE)
    assert [name for name, deck in decks if "Lava Spike" in deck and name != "Cleo"] == [level]


async def test_who_plays_again_is_led_to_the_next_match(server: ServerProcess, browser: Browser) -> None:
    page = await visitor(browser, server.url)
    await page.locator('.game[aria-label="Marvel Champions"] .strong').click()
    await is_asked(page)
    await expect(page.locator(".turn")).to_contain_text("Setup")
    await expect(page.locator(".near .signs")).not_to_contain_text("turn")
    first = page.url
    await page.locator(".menu summary").click()
    for _ in range(2):
        await page.locator(".menu .grave").click()
    await page.get_by_role("button", name="Play again").click()
    await expect(page).not_to_have_url(first)
    await is_asked(page)


async def test_a_friend_comes_by_the_link_with_a_deck_of_their_own(server: ServerProcess, browser: Browser) -> None:
    ann = await visitor(browser, server.url, "Ann")
    await begin(ann, "Invite a friend: Magic")
    await expect(ann.locator(".waiting-table")).to_contain_text("Ann (you)")
    await ann.reload()  # and waits on
    await expect(ann.locator(".waiting-link code")).to_have_text(re.compile(r"/#table=[0-9a-z]{12}$"))
    link = await ann.locator(".waiting-link code").inner_text()
    eve = await visitor(browser, server.url)
    await expect(eve.locator(".list", has_text="Seats to take")).to_contain_text("Nobody waits")

    bob = await visitor(browser, link, "Bob")
    await expect(bob.locator(".invited")).to_contain_text("Ann waits for you")
    await bob.locator(".invited select").select_option(label="Burn")
    await bob.locator(".invited").get_by_role("button", name="Sit down").click()
    await is_asked(ann, bob)

    await bob.reload()
    await is_asked(ann, bob)
    await bob.goto(server.url)
    await bob.locator(".row-mine", has_text=ANN).click()
    await is_asked(bob, ann)


async def test_two_who_look_for_anybody_find_each_other(server: ServerProcess, browser: Browser) -> None:
    ann, bob = [await visitor(browser, server.url, name) for name in ("Ann", "Bob")]
    await begin(ann, "Quick match: Grand Archive")
    await expect(ann.locator(".waiting-terms").first).to_have_text(re.compile(r"waiting since \d+ s"))
    await begin(ann, "Cancel")
    await expect(ann.locator(".waiting-table")).to_be_hidden()
    await begin(ann, "Quick match: Grand Archive")
    await expect(bob.locator(".row", has_text=ANN)).to_contain_text("Grand Archive")
    await begin(bob, "Quick match: Grand Archive")
    await is_asked(ann, bob)
    eve = await visitor(browser, server.url)
    await eve.locator(".row-link", has_text=BOB).filter(has_text="Grand Archive").click()
    await expect(eve.locator(".waiting")).to_contain_text("waiting for")


BEARS: Final = {"Forest": 56, "Grizzly Bears": 4}
OWN: Final = {"id": "x", "name": "Bears", "text": "", "cards": BEARS, "side": {"Shock": 2}, "legal": True}


async def test_best_of_three_with_cards_exchanged(server: ServerProcess, browser: Browser) -> None:
    ann, bob = [await visitor(browser, server.url, name) for name in ("Ann", "Bob")]
    keep = "deck => {{ localStorage['stackloop decks magic'] = JSON.stringify([deck]); {0} }}"
    await ann.evaluate(keep.format("localStorage['stackloop deck magic'] = JSON.stringify('mine x');"), OWN)
    for page in (ann, bob):
        await page.reload()
        await page.locator('.game[aria-label="Magic"] summary').click()
        await page.locator('.game[aria-label="Magic"]').get_by_label("best of three").check()
        await begin(page, "Quick match: Magic")
        await page.locator(".waiting-table, .table").first.wait_for()
    await is_asked(ann, bob)
    first = ann.url
    await expect(ann.locator(".series-score")).to_have_text(re.compile("Best of 3 . game 1 . Ann 0 . Bob 0"))

    await ann.locator(".menu summary").click()
    for _ in range(2):
        await ann.locator(".menu .grave").click()
    await expect(bob.locator(".series-score")).to_contain_text(re.compile("Ann 0 . Bob 1"))
    await expect(bob.locator(".series-wait")).to_contain_text("waiting for Ann; it begins in 1:")
    shock = ann.locator(".exchange-card", has_text="Shock")
    await shock.click()
    await expect(ann.locator(".exchange h3").first).to_have_text("Deck (61)")
    for page in (ann, bob):
        await page.locator(".series-between").get_by_role("button", name="Ready").click()
    for page in (ann, bob):
        await expect(page).not_to_have_url(first)
        await expect(page.locator(".series-score")).to_have_text(re.compile("Best of 3 . game 2 . Ann 0 . Bob 1"))
    await is_asked(ann)  # who lost decides who begins
    await expect(ann.locator(".near")).to_contain_text("61")
