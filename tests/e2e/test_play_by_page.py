"""People play by the page: a match is started, a friend comes by the invite, cards pay by clicks, another watches."""

import re
from pathlib import Path

import anyio
import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from tests.support.server.server_process import server_process
from tests.support.web.browser import BROWSER, CHROMIUM, FLAGS
from tests.support.web.seat import skip_tour

PATIENCE_MS = 60_000
"""Until the server has read its cards, on a machine that others use too."""
TURN = "your turn: act or pass"
expect.set_options(timeout=PATIENCE_MS)

pytestmark = [pytest.mark.timeout(300), *BROWSER]


async def guest(browser: Browser, errors: list[str]) -> Page:
    """Somebody else, in a browser of their own."""
    page = await (await browser.new_context()).new_page()
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.set_default_timeout(PATIENCE_MS)
    await skip_tour(page)
    return page


async def start(page: Page, url: str) -> str:
    """Open a table for two people; return the link for the other."""
    await page.goto(url)
    await page.get_by_label("Your name").fill("Ann")
    await page.get_by_label("Your name").blur()
    await page.get_by_role("button", name="Invite a friend: Marvel Champions").click()
    link = page.locator(".waiting-link code")
    await expect(link).to_have_text(re.compile("http"))
    return await link.inner_text()


async def invited(page: Page) -> str:
    """A link for somebody to watch a private match."""
    await page.locator(".menu summary").click()
    await page.get_by_role("button", name="Invite somebody to watch").click()
    link = page.locator("dialog .watch-link")
    await expect(link).to_have_text(re.compile("#invite="))
    address = await link.inner_text()
    await page.keyboard.press("Escape")
    return address


async def say(page: Page, words: str) -> None:
    await page.locator('.ask[data-state="open"]').get_by_role("button", name=words).first.click()


def hand(page: Page, where: str = "near") -> Locator:
    return page.locator(f".{where} .hand .card")


async def pay(page: Page) -> None:
    """Pay by clicks on cards of the hand: one more as long as the cost is not met, or the rules say that it is not."""
    await expect(page.locator(".ask-prompt")).to_contain_text("generate")
    prompt = await page.locator(".ask-prompt").inner_text()
    for number in range(8):
        await page.locator(".hand .card.able:not(.picked)").first.click()
        await expect(page.locator(".hand .card.picked")).to_have_count(number + 1)
        if await page.locator(".ask .main").is_disabled():
            continue
        await page.locator(".ask .main").click()
        refused = page.locator(".ask .trouble:not(:empty)")
        await page.locator(f'.ask-prompt:not(:has-text("{prompt.splitlines()[0]}"))').or_(refused).first.wait_for()
        if not await refused.count():
            return
    raise AssertionError("no number of cards was enough")


async def test_two_people_and_one_who_watches(tmp_path: Path) -> None:
    with server_process(tmp_path / "data") as server:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            errors: list[str] = []
            ann, bob, eve = [await guest(browser, errors) for _ in range(3)]
            await bob.goto(await start(ann, server.url))
            await bob.get_by_role("button", name="Sit down").click()
            await ann.wait_for_url("**/m/*")
            await eve.goto(ann.url)
            await expect(eve.locator(".banner")).to_contain_text("If it is private, ask one who plays")
            await eve.goto(await invited(ann))

            # both see both hands, the villain, the scheme's threat; nobody asks who only watches
            await expect(hand(bob)).to_have_count(6)
            await expect(hand(bob, "far")).to_have_count(6)
            await expect(eve.locator(".hand .card")).to_have_count(12)
            await expect(eve.locator(".card-size", has_text="0/14")).to_be_visible()
            villain = eve.locator(".front .card", has_text="♥ 28")
            await expect(villain.locator(".fact", has_text="ATK 2")).to_be_visible()
            assert "invite" not in eve.url
            await eve.reload()
            await expect(eve.locator(".waiting")).to_have_text(re.compile("waiting for (Ann|guest)"))
            await expect(eve.locator(".ask")).to_be_hidden()
            ann_first = "Ann" in await eve.locator(".waiting").inner_text()
            for page in (ann, bob) if ann_first else (bob, ann):
                await say(page, "Keep all")
            await expect(eve.locator(".turn")).to_contain_text("Round 1")

            # the one whose turn it is plays what the page offers, and pays for it
            active, bought = await play_one(ann, bob)
            idle = bob if active is ann else ann
            await expect(eve.locator(".log")).to_contain_text(f"plays {bought}")

            # why not: a click on a card of the other's hand tells that it is not one's own
            await hand(idle, "far").first.click()
            await expect(idle.locator("dialog .card-note")).to_contain_text("Not now")
            await idle.keyboard.press("Escape")
            assert errors == []
            await browser.close()


async def play_one(*pages: Page) -> tuple[Page, str]:
    """Let the first player who has a card that can be played and costs something, in either form, play it; its name."""
    active = await whose_turn(*pages)
    while not (cards := await able_with_a_cost(active)):
        flip = active.locator(".ask [data-choice]", has_text=re.compile("flip|change form", re.IGNORECASE))
        if await flip.count():
            await active.locator(".ask .all summary").click()
            await flip.click()
        else:
            await answer(active)  # ends the turn
        active = await whose_turn(*pages)
    name = await cards[0].locator(".card-name").inner_text()
    await cards[0].click()
    await pay(active)
    await whose_turn(*pages)
    return active, name


async def able_with_a_cost(page: Page) -> list[Locator]:
    """The cards in hand that can be played and cost something."""
    cards = await page.locator(".near .hand .card.able").all()
    return [card for card in cards if int(await card.locator(".card-cost").inner_text() or 0)]


async def whose_turn(*pages: Page) -> Page:
    """Answer what anybody is asked until one may act in its turn: targets, what somebody does about it."""
    while True:
        page = await one_who_is_asked(*pages)
        if TURN in (await page.locator(".ask-prompt").text_content() or ""):
            return page
        await answer(page)


async def answer(page: Page) -> None:
    number = await page.locator(".ask").get_attribute("data-w")
    answered = f'.ask:not([data-w="{number}"][data-state="open"])'
    if await page.locator(".ask .main:enabled").count():
        await page.locator(".ask .main").click()
        await page.locator(answered).wait_for()
    else:  # what is picked is the answer, or can be given as one then
        choices = page.locator(".ask [data-choice]:visible")
        await (choices if await choices.count() else page.locator(".boards .able")).first.click()
        await page.locator(f"{answered}, .ask .main:enabled").first.wait_for()


async def one_who_is_asked(*pages: Page) -> Page:
    """The page whose question can be answered."""
    with anyio.fail_after(PATIENCE_MS / 1000):
        while True:
            for page in pages:
                if await page.locator('.ask[data-state="open"]').count():
                    return page
            await anyio.sleep(0.02)
